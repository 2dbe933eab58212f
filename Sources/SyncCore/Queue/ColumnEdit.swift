package import JSONKit
internal import SQLiteKit
internal import Support

/// A change of one column, the same for many rows.
package struct ColumnEdit: Sendable, Hashable {
  package enum Change: Sendable, Hashable {
    /// NULL clears the column.
    case set(JSONValue)
    /// Replaces every occurrence of a text, case-sensitive; values other than texts stay.
    case replace(String, with: String)
  }

  package let column: Column
  package let change: Change

  package init(_ column: Column, _ change: Change) {
    self.column = column
    self.change = change
  }

  /// A replacement that makes a text longer than this is refused.
  static let textBytesMax = 4_000_000

  /// What takes the place of a row's value; nil when that needs no change.
  func value(over old: JSONValue, in table: String) throws(SyncError) -> JSONValue? {
    switch change {
    case .set(let new):
      // A bare nil would be NULL.
      return isSame(old, new) ? JSONValue?.none : new
    case .replace(let text, let replacement):
      guard let old = old.string, !text.isEmpty else { return nil }
      let growth = old.ranges(of: text).count * (replacement.utf8.count - text.utf8.count)
      guard old.utf8.count + growth <= Self.textBytesMax else {
        throw SyncError.valueTooLarge(
          table: table, column: column.name, bytesMax: Self.textBytesMax)
      }
      let new = old.replacing(text, with: replacement)
      return new == old ? JSONValue?.none : .string(new)
    }
  }

  /// A time that is the same moment keeps its notation.
  private func isSame(_ old: JSONValue, _ new: JSONValue) -> Bool {
    guard column.type == .date, let old = old.string.flatMap({ Timestamp($0) }),
      let new = new.string.flatMap({ Timestamp($0) })
    else { return old.means(new) }
    return old == new
  }
}

extension BulkOutcome {
  /// A row whose column was changed.
  package struct EditedRow: Sendable, Hashable {
    package var id: String
    package var before: JSONValue
    package var after: JSONValue
    /// Keeps what the server had refused of the row, and this change replaced; nil for nothing.
    package var decision: Int64?

    fileprivate var bytes: Int {
      id.utf8.count + before.serialized.count + after.serialized.count
    }
  }

  /// Ids and values of more bytes are not kept, so an edit of more can't be undone.
  package static let editedBytesMax = 16_000_000

  /// Whether ``edited`` has every changed row.
  package var keepsEdited: Bool { edited.count == changed }

  mutating func keep(_ rows: [EditedRow]) {
    for row in rows where editedBytes <= Self.editedBytesMax {
      editedBytes += row.bytes
      if editedBytes <= Self.editedBytesMax { edited.append(row) }
    }
  }
}

extension SyncTable {
  /// Edits a column of each of these rows; a row that can't be changed stops no other.
  ///
  /// - Parameters:
  ///   - seen: The ``SyncContext/newestChange()`` before somebody saw what the edit would do: rows
  ///     that changed since are left out.
  ///   - rehearsing: Makes the changes, looks, and takes them back.
  /// - Throws: `SyncError.valueDoesNotFit` before anything is changed.
  package func edit(
    _ edit: ColumnEdit, ids: [String], seen: Int64? = nil, rehearsing: Bool = false,
    by: String? = nil
  ) async throws -> BulkOutcome {
    let (table, now) = (name, context.time.now)
    try context.requireChanges(of: table)
    if case .set(let value) = edit.change {
      try await context.database.read { connection in
        try Catalogue.table(table, on: connection)?.check([edit.column.name: value])
      }
    }
    return try await inBatches(ids) { batch, _, _ in
      let work = { @Sendable (connection: Connection) throws -> BulkPart in
        let change = LocalChange(connection: connection, table: table, now: now, by: by)
        var edited: [BulkOutcome.EditedRow] = []
        var part = try Self.each(of: batch, on: connection) { id in
          let row = try change.edit(id, edit, seen: seen)
          if let row { edited.append(row) }
          return row != nil
        }
        part.outcome.keep(edited)
        return part
      }
      return rehearsing
        ? try await context.rehearse(work)
        : try await context.commit(noting: true, counting: \.outcome.changed, work)
    }
  }
}

extension SyncContext {
  /// The number of the newest change of any row; a later change has a higher one.
  package func newestChange() async throws -> Int64 {
    try await database.read { try RowHistory.newest(on: $0) }
  }
}

extension LocalChange {
  /// - Returns: Nil for a row that needs no change.
  fileprivate func edit(
    _ id: String, _ edit: ColumnEdit, seen: Int64?
  ) throws -> BulkOutcome.EditedRow? {
    let id = try current(id)
    let column = edit.column.name
    let history = RowHistory(table: table, id: id, connection: connection)
    if let seen, try history.isChanged(after: seen) {
      throw SyncError.changedSinceSeen(table: table, id: id)
    }
    let row = try UndoJournal(connection: connection).record(table, id)
    let before = row?.values[column] ?? .null
    guard row != nil, let after = try edit.value(over: before, in: table) else {
      // Refuses a row that can't be edited, as the change would.
      try update(
        id, edit.column.type.accepts(before) ? [column: before] : JSONObject(), ifState: nil)
      return nil
    }
    let decision = try updateKeepingRefusal(id, [column: after], ifState: nil)
    return .init(id: id, before: before, after: after, decision: decision)
  }
}
