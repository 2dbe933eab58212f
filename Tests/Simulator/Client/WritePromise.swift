/// What the store acknowledged to the person who works on one row.
package struct WritePromise: Sendable, Equatable {
  enum Removal: Sendable, Equatable {
    /// The service's log had this many commits then.
    case delete(after: Int)
    /// The deletion of a row that the store took for never sent.
    case withdrawal
  }

  /// The last tag written to each column.
  var tags: [String: String] = [:]
  var removal: Removal?
  /// True once a decision took the change back.
  var isTakenBack = false
}

/// The promises that one client's store made, and what the people at it had seen.
struct PromiseBook: Sendable {
  var rows: [String: WritePromise] = [:]
  /// The values that an author has seen, by row and column.
  private(set) var seen: [String: [String: Set<String>]] = [:]
  /// Tags that may take effect again, for a person decided to send them again.
  var resent: Set<String> = []
  /// Rows that were removed here, and whose tombstones the store need not have.
  var removed: Set<String> = []
  /// Those of them that a person removed from this store alone: they come back when they change there.
  var removedLocally: Set<String> = []
  /// False after a pull that broke off: rows with the token's own stamp may still have to come.
  var isLastPullComplete = true
  /// Every tag written to a row.
  private(set) var written: [String: Set<String>] = [:]
  private var lastTag = 0
  private var lastRow = 0

  mutating func nextTag(_ name: String) -> String {
    lastTag += 1
    return "\(name)-\(lastTag)"
  }

  mutating func nextRow() -> Int {
    lastRow += 1
    return lastRow
  }

  mutating func see(_ row: RowImage?) {
    guard let row else { return }
    for column in RowImage.columns {
      seen[row.id, default: [:]][column, default: []].insert(row.values[column] ?? "null")
    }
  }

  mutating func see(_ value: String?, in column: String, of id: String) {
    seen[id, default: [:]][column, default: []].insert(value ?? "null")
  }

  func hasSeen(_ value: String?, in column: String, of id: String) -> Bool {
    seen[id]?[column]?.contains(value ?? "null") == true
  }

  mutating func wrote(_ tags: [String: String], to id: String) {
    if rows[id]?.isTakenBack == true || rows[id]?.removal != nil { rows[id] = nil }
    for (column, tag) in tags { rows[id, default: WritePromise()].tags[column] = tag }
    written[id, default: []].formUnion(tags.values)
  }

  /// - Parameter removal: Nil where the deletion only takes an undelete back that was not sent.
  mutating func deleted(_ id: String, _ removal: WritePromise.Removal?) {
    guard let removal else { return takeBack(id) }
    if rows[id]?.isTakenBack == true { rows[id] = nil }
    rows[id, default: WritePromise()].removal = removal
  }

  mutating func undeleted(_ id: String) {
    // What a deletion took along is not promised again.
    rows[id] = WritePromise(isTakenBack: true)
  }

  /// Notes which rows the store has of the service: nothing was taken out of it that is there.
  mutating func noteServerRows(_ ids: [String]) {
    removed.subtract(ids)
    removedLocally.subtract(ids)
  }

  /// Takes in that somebody who saw both copies decided what a row is.
  mutating func decided(_ id: String, _ result: RowImage) {
    resent.formUnion(["w", "m"].compactMap { result.values[$0] })
    if rows[id]?.removal != nil { takeBack(id) }
    for (column, tag) in rows[id]?.tags ?? [:] where result.values[column] != tag {
      rows[id]?.tags[column] = nil
    }
  }

  mutating func takeBack(_ id: String) { rows[id]?.isTakenBack = true }
}
