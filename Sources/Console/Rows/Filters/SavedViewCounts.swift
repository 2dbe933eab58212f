import ConsoleData
import HTTPKit
import SyncCore

/// How many rows the saved views of a table have, as far as counting them takes little time.
struct SavedViewCounts {
  /// For one view, and for all of them.
  private static let time = (one: Duration.milliseconds(25), all: Duration.milliseconds(75))

  private var counts: [Int64: RowCount] = [:]

  init() {}

  /// Columns of views that may not be filtered by, or that are no columns any more, leave a view
  /// without a count.
  ///
  /// - Parameter staged: The ids of the rows that the reader has staged changes for.
  init(
    of views: [SavedView], _ table: String, _ columns: [Column], staged: [String],
    in store: StoreHandle
  ) async {
    let end = ContinuousClock.now + Self.time.all
    for view in views {
      guard ContinuousClock.now < end else { return }
      counts[view.id] = try? await Self.count(of: view, table, columns, staged, in: store)
    }
  }

  private static func count(
    of view: SavedView, _ table: String, _ columns: [Column], _ staged: [String],
    in store: StoreHandle
  ) async throws -> RowCount? {
    guard let items = QueryItems(decoding: view.query) else { return nil }
    var request = RowListRequest(path: "", items: items, columns: columns)
    guard request.mistakes.isEmpty, request.ignored.isEmpty else { return nil }
    request.references = try await FilterReferences(
      in: items, of: table, in: store, within: time.one)
    guard !request.references.isCut else { return nil }
    request.stagedRows = staged
    var query = request.query
    query.exactCount = false
    query.countTimeLimit = time.one
    let count = try await store.sync.count(table, query)
    return count.exact || count.value >= RowCount.bound ? count : nil
  }

  /// Nil where it is not known, such as `127` or `10,000+`.
  func words(of view: SavedView) -> String? {
    counts[view.id].map { Format.number($0.value) + ($0.exact ? "" : "+") }
  }
}
