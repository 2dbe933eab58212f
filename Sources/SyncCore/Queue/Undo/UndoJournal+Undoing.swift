internal import JSONKit
internal import SQLiteKit
internal import Support

extension UndoJournal {
  private struct Kept {
    var table: String
    var id: String
    var before: String
    var after: String
    /// The newest history right after; nil for what an older version kept.
    var history: Int64?
  }

  private func kept(_ decision: Int64) throws -> [Kept] {
    try kept("decisionId = ?", [.integer(decision)])
  }

  private func kept(_ condition: String, _ values: [SQLiteValue]) throws -> [Kept] {
    try connection.query(
      """
      SELECT "table", itemId, before, after, history FROM syncline_decided WHERE \(condition)
      """, values
    ) { (row) throws(SQLiteError) in
      Kept(
        table: try row.decode(at: 0), id: try row.decode(at: 1), before: try row.decode(at: 2),
        after: try row.decode(at: 3), history: try row.decode(at: 4))
    }
  }

  /// Why a decision cannot be undone, as a sentence; nil when it can.
  func obstacle(_ decision: Int64) throws -> String? { try obstacle(kept(decision)) }

  private func obstacle(_ rows: [Kept]) throws -> String? {
    if rows.isEmpty { return UndoRefusal.tooLongAgo }
    return try rows.first { try !isUnchanged($0) }.map {
      UndoRefusal.changedOrMoved($0.id, in: $0.table)
    }
  }

  private func isUnchanged(_ row: Kept) throws -> Bool {
    guard try isMarked(row) else { return false }
    return try !past(row).isChanged(since: row.history, of: record(row.table, row.id))
  }

  private func isMarked(_ row: Kept) throws -> Bool {
    if try mark(row.table, row.id) == row.after { return true }
    // So it was kept while the columns that a row has no value in still counted.
    return try Self.mark(snapshot(row.table, row.id)) == row.after
  }

  /// Takes as many rows of a decision back as `CommitBudget` allows, in the caller's transaction.
  ///
  /// - Parameter isFirst: No row of it was undone yet: then one that changed refuses them all.
  func undoSome(
    of decision: Int64, isFirst: Bool, by: String?, at moment: Timestamp
  ) throws -> (taken: UndoOutcome, isDone: Bool) {
    let budget = CommitBudget()
    let rows = try kept("decisionId = ? LIMIT \(Self.undoneAtOnceMax)", [.integer(decision)])
    var taken = UndoOutcome()
    if isFirst, let obstacle = try obstacle(rows) { throw SyncError.cannotUndo(obstacle) }
    for (position, row) in rows.enumerated() {
      if budget.isSpent(after: position) { return (taken, false) }
      if try isFirst || isUnchanged(row) {
        try putBack(row, of: decision, by: by, at: moment)
        taken.rows += 1
      } else {
        taken.left.append((row.table, row.id))
      }
      try forget(decision, row.table, row.id)
    }
    guard rows.count < Self.undoneAtOnceMax else { return (taken, false) }
    try connection.execute("DELETE FROM syncline_decisions WHERE id = ?", [.integer(decision)])
    return (taken, true)
  }

  private static let undoneAtOnceMax = 100

  private func forget(_ decision: Int64, _ table: String, _ id: String) throws {
    try connection.execute(
      "DELETE FROM syncline_decided WHERE decisionId = ? AND \"table\" = ? AND itemId = ?",
      [.integer(decision), .text(table), .text(id)])
  }

  /// What is kept of one row of a decision; nil when that is not kept any more.
  private func kept(_ decision: Int64, _ table: String, _ id: String) throws -> Kept? {
    try kept(
      "decisionId = ? AND \"table\" = ? AND itemId = ?",
      [.integer(decision), .text(table), .text(id)]
    ).first
  }

  /// Why one row of a decision cannot be undone, as a sentence; nil when it can.
  func obstacle(_ decision: Int64, _ table: String, _ id: String) throws -> String? {
    guard let row = try kept(decision, table, id) else {
      return UndoRefusal.notKeptAnyLonger(id, in: table)
    }
    return try isUnchanged(row) ? nil : UndoRefusal.changed(id, in: table)
  }

  /// Takes a decision back for one of its rows.
  func undo(
    _ decision: Int64, _ table: String, _ id: String, by: String?, at moment: Timestamp
  ) throws {
    let row = try kept(decision, table, id)
    guard let row, try isUnchanged(row) else {
      throw SyncError.cannotUndo(try obstacle(decision, table, id) ?? "")
    }
    try putBack(row, of: decision, by: by, at: moment)
    try forget(decision, table, id)
  }

  private func putBack(
    _ row: Kept, of decision: Int64, by: String?, at moment: Timestamp
  ) throws {
    try DecidedConflicts.noteUndone(
      decision, row.table, row.id, by: by, at: moment, on: connection)
    try past(row).returning(behind: row.history) {
      try WriteOnlyValues.keeping(row.table, row.id, on: connection) {
        try write(row.before, row.table, row.id, by: by, at: moment)
      }
    }
  }

  private func past(_ row: Kept) -> RowHistory {
    RowHistory(table: row.table, id: row.id, connection: connection)
  }

  private func write(
    _ before: String, _ table: String, _ id: String, by: String?, at moment: Timestamp
  ) throws {
    guard let items = (try? JSONValue(parsing: before))?.array, items.count == Self.parts.count + 1
    else { throw SyncError.cannotUndo(UndoRefusal.unreadable) }
    for operation in try OperationStore.of(table, id, on: connection) {
      try OperationStore.remove(operation.id, on: connection)
    }
    try BaseStore.remove(table, id, on: connection)
    try ServerCopyStore.remove(table, id, on: connection)
    let record = items[0].string.flatMap { RecordCoding.record($0) }
    if let record {
      // Only a local column can have gone since.
      let schema = try Catalogue.ensure(table, for: [record], isLocal: true, on: connection)
      try RowStore.upsert(record, in: schema, on: connection)
    } else if let schema = try Catalogue.table(table, on: connection) {
      try RowStore.remove(id, in: schema, on: connection)
    }
    try TrashStore.forget(table, id, on: connection)
    for (part, lines) in zip(Self.parts, items.dropFirst()) {
      try connection.execute(part.insert, [.text(lines.string ?? "[]")])
    }
    if try !OperationStore.of(table, id, on: connection).isEmpty {
      try ReadOnlyTables.check(table, on: connection)
    }
    try HistoryStore.add(
      table, id, .resolve, HistoryEntry.undone, by: by, at: moment, record: record, on: connection)
  }
}
