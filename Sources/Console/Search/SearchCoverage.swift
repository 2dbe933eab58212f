import JSONKit
import Localization
import SyncInspection

/// How much of the stores the search indexes hold.
struct SearchCoverage {
  private var (rows, total) = (0, 0)
  private var isUsed = false
  private var isComplete = true
  private var mayMissRows = false

  mutating func add(_ found: StoreSearch.Found) {
    if found.mayMissRows { mayMissRows = true }
    guard let standing = found.standing else { return }
    isUsed = true
    rows += standing.rows
    total += standing.total
    if !standing.isComplete { isComplete = false }
  }

  /// Nil where no index was used.
  var json: JSONValue? {
    guard isUsed else { return nil }
    return [
      "rows": .integer(Int64(rows)), "total": .integer(Int64(total)),
      "isComplete": .bool(isComplete),
    ]
  }

  /// Nil when no row can be missing from the results.
  var notice: String? {
    guard mayMissRows else { return nil }
    guard rows < total else {
      return localized(
        "The search index does not have the latest changes yet. Matches in them may be missing.")
    }
    let (indexed, all) = (Format.number(rows), Format.count(total, "row"))
    return localized(
      "The search index is still being built: \(indexed) of \(all). "
        + "Matches in the rest may be missing.")
  }
}
