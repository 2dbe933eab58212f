package import SQLiteKit

/// What happened to a row by its history, without what was undone since.
///
/// Its values alone do not say whether a row is still as an action left it: somebody may have
/// changed it, and somebody else decided for the same values anew.
package struct RowHistory {
  let table: String
  let id: String
  let connection: Connection

  /// The number of the newest entry of all rows, 0 for none; what happens later has a higher one.
  package static func newest(on connection: Connection) throws -> Int64 {
    try connection.first("SELECT coalesce(max(id), 0) FROM syncline_history") {
      (row) throws(SQLiteError) in try row.decode(at: 0)
    } ?? 0
  }

  /// True when the row changed after the entry `mark` and came back to what it was.
  ///
  /// - Parameters:
  ///   - mark: Nil where nobody noted it; then the row's values have to do.
  ///   - row: The row as it is, and was then; nil when it was and is gone.
  func isChanged(since mark: Int64?, of row: @autoclosure () throws -> Record?) throws -> Bool {
    guard let mark else { return false }
    let later = try standing(after: mark)
    guard !later.isEmpty else { return false }
    let content = try row().map { RowFingerprint(content: $0) }
    return later.contains { $0.isChange(of: content) }
  }

  /// The same of what an action left: true when the row changed after the action's last entry of it.
  func isChanged(since own: HistoryRange?, of row: @autoclosure () throws -> Record?) throws -> Bool
  {
    guard let own, let first = own.ranges.first else { return false }
    let last = try entries(after: first.lowerBound - 1).first { own.contains($0.id) }?.id
    return try isChanged(since: last ?? first.upperBound, of: row())
  }

  /// True when the row's values may be others than they were when `mark` was the newest entry of all.
  func isChanged(after mark: Int64) throws -> Bool {
    let later = try entries(after: mark)
    guard let oldest = later.last else { return false }
    guard later.allSatisfy({ $0.source == .push || $0.source == .pull }) else { return true }
    // A row's first entry is written with the first change, and has the values before.
    let isFirst = oldest.source == .pull && oldest.kind == OperationKind.insert.name
    guard let then = try entries(after: 0, upTo: mark).first ?? (isFirst ? oldest : nil) else {
      return true
    }
    return later.contains { $0.content != then.content }
  }

  /// The row before an action; nil where its history does not tell.
  func record(before own: HistoryRange?) throws -> Record? {
    guard let own, let last = try newest(of: own) else { return nil }
    let text = try connection.first(
      """
      SELECT record FROM syncline_history
      WHERE "table" = ? AND itemId = ? AND id < ? ORDER BY id DESC LIMIT 1
      """, [.text(table), .text(id), .integer(last)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String?.self) }
    return (text ?? nil).flatMap(RecordCoding.record)
  }

  /// The newest entry of the row that is an action's; nil for none.
  private func newest(of own: HistoryRange) throws -> Int64? {
    for range in own.ranges.reversed() {
      let found = try connection.first(
        """
        SELECT id FROM syncline_history
        WHERE "table" = ? AND itemId = ? AND id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1
        """, [.text(table), .text(id), .integer(range.lowerBound), .integer(range.upperBound)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
      if let found { return found }
    }
    return nil
  }

  /// Takes something back by `work`, and notes where in its past that brings the row: what happened
  /// from there on counts no more, so that what was done before can be undone next.
  ///
  /// - Parameter decision: The mark right after the decision that `work` takes back: the row does not
  ///   come back to that, even where it left the row as it was.
  func returning<Output>(
    behind decision: Int64? = nil, by work: () throws -> Output
  ) throws -> Output {
    let before = try Self.newest(on: connection)
    let output = try work()
    let schema = try Catalogue.table(table, on: connection)
    guard let row = try schema.flatMap({ try RowStore.fetch(id, in: $0, on: connection) }),
      let last = try entries(after: before).first
    else { return output }
    let content = RowFingerprint(content: row)
    var past = try standing(upTo: before)
    if let decision, let own = past.firstIndex(where: { $0.id <= decision }),
      past[own].isLastingDecision
    {
      past.remove(at: own)
    }
    guard let then = past.first(where: { $0.content == content }) else { return output }
    try connection.execute(
      "UPDATE syncline_history SET returnsTo = ? WHERE id = ?",
      [.integer(then.id), .integer(last.id)])
    return output
  }

  // MARK: - Steps

  private struct Entry {
    var id: Int64
    var source: HistoryEntry.Source
    var kind: String
    var text: String?
    /// The entry whose state the row came back to by this one.
    var returnsTo: Int64?

    /// What the row held; nil where it went.
    var content: RowFingerprint? {
      text.flatMap(RecordCoding.record).map { RowFingerprint(content: $0) }
    }

    /// True for a decision for what is here, over what the server has: the row may be as it was
    /// before, and stands by somebody else's word now.
    var isLastingDecision: Bool { source == .resolve && Self.lastingDecisions.contains(kind) }

    private static let lastingDecisions: Set = [
      Resolution.Kind.keepLocal.rawValue, Resolution.Kind.merge.rawValue,
    ]

    /// Whether the row was another by this than it was before and is now.
    ///
    /// - Parameter row: What it holds now; nil when it is gone.
    func isChange(of row: RowFingerprint?) -> Bool {
      switch source {
      case .local: true
      // It brings no decision; what the server made of the row shows in its values.
      case .push: false
      // Some leave the row as it is, such as sending its change again.
      case .resolve where isLastingDecision: true
      case .pull, .resolve: row.map { $0 != content } ?? (text != nil)
      }
    }
  }

  private func standing(after mark: Int64 = 0, upTo last: Int64 = .max) throws -> [Entry] {
    var back = Int64.max
    return try entries(after: mark, upTo: last).filter { entry in
      guard entry.id <= back else { return false }
      back = entry.returnsTo ?? back
      return entry.returnsTo == nil
    }
  }

  /// Newest first.
  private func entries(after mark: Int64, upTo last: Int64 = .max) throws -> [Entry] {
    try connection.query(
      """
      SELECT id, source, record, returnsTo, kind FROM syncline_history
      WHERE "table" = ? AND itemId = ? AND id > ? AND id <= ? ORDER BY id DESC
      """, [.text(table), .text(id), .integer(mark), .integer(last)]
    ) { (row) throws(SQLiteError) in
      Entry(
        id: try row.decode(at: 0),
        source: HistoryEntry.Source(rawValue: try row.decode(at: 1)) ?? .local,
        kind: try row.decode(at: 4),
        text: try row.decode(at: 2), returnsTo: try row.decode(at: 3))
    }
  }
}
