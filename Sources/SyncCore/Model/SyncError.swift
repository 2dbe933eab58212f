internal import Localization
public import Support

/// Why the store refused something; nothing was changed.
public enum SyncError: Error, Sendable, Equatable {
  /// The store has no table of this name.
  case noSuchTable(String)
  /// Neither the store nor its settings know the table, and the server lists no row of it.
  case unknownTable(String, known: [String])
  /// The table has no row with this id.
  case noSuchRow(table: String, id: String)
  /// No operation with this id is in the queue.
  case noSuchOperation(Int64)
  /// No error has this id; it may be resolved.
  case noSuchError(String)
  /// The table has a row with this id.
  case rowExists(table: String, id: String)
  /// The row is deleted; undelete it before changing it.
  case rowIsDeleted(table: String, id: String)
  /// The row is not deleted.
  case rowIsLive(table: String, id: String)
  /// Nothing is kept that could bring the row back.
  case nothingToUndelete(table: String, id: String)
  /// No row can have this id; the text says why.
  case invalidID(String)
  /// No table can have this name.
  case invalidTable(String)
  /// No column can have this name.
  case invalidColumn(table: String, column: String)
  /// - Parameter known: The table's column whose name differs in case only.
  case columnAlike(table: String, column: String, known: String)
  /// - Parameter known: The table whose name differs in case only.
  case tableAlike(String, known: String)
  /// The table takes no changes.
  ///
  /// - Parameter reason: In whole sentences.
  case tableIsReadOnly(String, reason: String)
  /// The table would get more columns than SQLite takes.
  case tooManyColumns(table: String)
  /// Only the server sets this column.
  case reservedColumn(table: String, column: String)
  /// - Parameter got: "a string", "a number", …; never the value.
  case valueDoesNotFit(table: String, column: String, expected: String, got: String)
  /// An edit would make a text longer than a column may hold.
  case valueTooLarge(table: String, column: String, bytesMax: Int)
  /// - Parameter mark: What stands in the row for a value that is kept elsewhere.
  case valueIsMark(table: String, column: String, mark: String)
  /// The row changed since the caller read it; it is now as `current` says.
  case staleEdit(current: Record)
  /// The row, its changes or the server's copy are not what somebody decided about.
  case changedSinceSeen(table: String, id: String)
  /// - Parameter what: `Operation 12`, or an error with its id.
  case settledSinceSeen(what: String)
  /// The operation is being sent; decide when the push has ended.
  case operationIsSending(Int64)
  /// The table has changes that the server does not have yet.
  case tableIsDirty(table: String, count: Int)
  /// - Parameter reason: A whole sentence.
  case badFilter(column: String, reason: String)
  /// The `after` of a query is not one that this store gave out for the same sort order.
  case badCursor
  /// Another number of rows matches than was expected.
  case countChanged(expected: Int, found: Int)
  /// The store is switched offline.
  case offline
  /// Another push, pull or reconcile works on the store.
  case runInProgress(path: String)
  /// The server's copy of the row is not known here.
  case serverCopyMissing(table: String, id: String)
  /// The table has no delta token for this query.
  case noSuchDeltaToken(table: String, queryID: String)
  /// - Parameter reason: A whole sentence.
  case cannotUndo(String)
  /// The same request was carried out before.
  case alreadyDone(at: Timestamp)
  /// Another request was carried out under the same idempotency key.
  case keyReused
}

extension SyncError: CustomStringConvertible {
  /// What happened, what it means for the data, and what to do, in sentences.
  public var description: String {
    switch self {
    case .noSuchTable(let table):
      localized(
        "This store has no table \(table). It appears with the first pull or the first row.")
    case .unknownTable(let table, let known):
      localized(
        "The server lists no row of \(table), and neither this store nor its settings know such "
          + "a table: nobody has written to it yet, or it has another name. Nothing was stored.")
        + " \(Self.tablesText(known: known))"
    case .noSuchRow(let table, let id): localized("\(table) has no row \(id) in this store.")
    case .noSuchOperation(let id):
      localized("Operation \(id) is not in the queue any more: it was sent, cancelled or resolved.")
    case .noSuchError(let id):
      localized(
        "There is no error \(id) any more: it was resolved, or its operation was sent again.")
    case .rowExists(let table, let id):
      localized(
        "\(table) has a row \(id) already, so it can’t be inserted. Change that row instead.")
    case .rowIsDeleted(let table, let id):
      localized("Row \(id) of \(table) is deleted. Nothing was changed; undelete it first.")
    case .rowIsLive(let table, let id): localized("Row \(id) of \(table) is not deleted.")
    case .nothingToUndelete(let table, let id):
      localized(
        "Row \(id) of \(table) was hard-deleted, and the delete has already been sent, "
          + "so it cannot be undeleted. Its last values are in its history; insert them as "
          + "a new row.")
    case .invalidID(let reason): localized("This id can’t be used: \(reason)")
    case .invalidTable(let name):
      localized(
        "“\(name)” can’t be the name of a table: 1 to 128 characters, no control characters, "
          + "not . or .. (which mean something else in an address), and none of the beginnings "
          + "syncline_, MS_Table and sqlite_.")
    case .invalidColumn(let table, let column):
      localized(
        "“\(column)” can’t be a column of \(table): 1 to 128 characters, no control characters.")
    case .columnAlike(let table, let column, let known):
      localized(
        "\(table) has a column \(known), from which \(column) differs in upper and lower case "
          + "only: most servers take both for one column. Nothing was changed; write \(known).")
    case .tableAlike(let table, let known):
      localized(
        "This store has a table \(known), from which \(table) differs in upper and lower case "
          + "only: most servers take both for one table. Nothing was changed; write \(known).")
    case .tableIsReadOnly(let table, let reason):
      localized("\(table) is read-only. \(reason) Nothing was changed.")
    case .tooManyColumns(let table):
      localized(
        "\(table) would get more than \(Catalogue.columnsMax) columns, and a table of this store "
          + "can’t have more. Nothing was stored of it; put what belongs together into one "
          + "column as JSON.")
    case .reservedColumn(let table, let column):
      localized("Column \(column) of \(table) is kept by the server and can’t be set.")
    case .valueDoesNotFit(let table, let column, let expected, let got):
      localized(
        "Column \(column) of \(table) holds \(expected), and this is \(got). Nothing was changed.")
    case .valueTooLarge(let table, let column, let bytesMax):
      Self.tooLargeText(table, column, megabytes: bytesMax / 1_000_000)
    case .valueIsMark(let table, let column, let mark):
      localized(
        "“\(mark)” in column \(column) of \(table) only says that a value was given before. "
          + "Nothing was changed; give a new value, or leave the column out.")
    case .staleEdit(let current):
      localized(
        "Row \(current.id) changed since you opened it. Nothing was changed; look at the row as "
          + "it is now and try again.")
    case .changedSinceSeen(let table, let id):
      localized(
        "Row \(id) of \(table) changed here or on the server since you opened it. Nothing was "
          + "changed; review it again.")
    case .settledSinceSeen(let what):
      localized(
        "\(what) was sent or resolved since you saw it. Nothing was changed; reload the list.")
    case .operationIsSending(let id):
      localized("Operation \(id) is being sent. Wait for the push to finish.")
    case .tableIsDirty(let table, let count):
      localized(
        "\(table) has \(count) unsent changes and was not purged. Push them first, or purge with "
          + "force to lose them.")
    case .badFilter(let column, let reason):
      localized("The filter on \(column) can’t be used. \(reason)")
    case .badCursor:
      localized(
        "This link to the next page belongs to another list. Start again at the first page.")
    case .countChanged(let expected, let found):
      localized(
        "Expected \(expected), but \(found) match now. Nothing was changed; reload the list.")
    case .offline:
      localized("This store is offline. Changes are kept here; go online to sync.")
    case .runInProgress(let path):
      localized("Another run is working on the store \(path). Wait until it ends.")
    case .serverCopyMissing(let table, let id):
      localized("The server’s version of row \(id) of \(table) is not loaded. Load it first.")
    case .noSuchDeltaToken(let table, let queryID):
      localized("\(table) has no delta token for the query \(queryID).")
    case .cannotUndo(let reason): localized("This cannot be undone. \(reason) Nothing was changed.")
    case .alreadyDone(let at):
      localized("The same request was carried out at \(at). Nothing was changed this time.")
    case .keyReused:
      localized(
        "This idempotency key was used before, with different content. Nothing was changed; send a "
          + "new key with each new request.")
    }
  }

  static func operationSettledSinceSeen(_ id: Int64) -> SyncError {
    .settledSinceSeen(what: localized("Operation \(id)"))
  }

  private static func tablesText(known: [String]) -> String {
    let tables = known.joinedAsList()
    return known.isEmpty
      ? localized("No table is known here yet.") : localized("Known here: \(tables).")
  }

  private static func tooLargeText(_ table: String, _ column: String, megabytes: Int) -> String {
    localized(
      "Column \(column) of \(table) would hold more than \(megabytes) MB. Nothing was changed.")
  }
}
