import HTTPKit
import SyncCore

/// What the page of a refusal of the sync core says above the reason, and where it leads.
extension SyncError {
  /// What happened; nil where the status says enough.
  var headline: String? {
    switch self {
    case .offline: "This store is offline"
    case .runInProgress: "Another run is under way"
    case .tableIsDirty: "This table has changes that are not sent"
    case .operationIsSending: "This operation is being sent just now"
    case .noSuchError: "This error is settled"
    case .noSuchOperation: "This operation is not in the queue any more"
    case .noSuchTable, .unknownTable: "There is no such table"
    case .rowExists: "There is a row with this id already"
    case .rowIsDeleted: "This row is deleted"
    case .rowIsLive: "This row is not deleted"
    case .serverCopyMissing: "The server’s copy is not here yet"
    case .changedSinceSeen: "This row changed in the meantime"
    case .cannotUndo: "This cannot be taken back"
    case .noSuchRow, .noSuchDeltaToken, .nothingToUndelete, .invalidID, .invalidTable,
      .invalidColumn, .columnAlike, .tableAlike, .tooManyColumns, .reservedColumn,
      .valueDoesNotFit, .valueIsMark, .staleEdit, .settledSinceSeen, .badFilter, .badCursor,
      .countChanged, .alreadyDone, .keyReused:
      nil
    }
  }

  /// Where to go on; none where only the list of stores is left.
  ///
  /// - Parameter list: The list that the page was opened from, of errors or of operations.
  func links(_ store: String, from list: ListOrigin) -> [ConsoleError.Link] {
    let errors = ConsoleError.Link("Errors and conflicts", list.list(Links.errors(store)))
    let queue = ConsoleError.Link("Queue", list.list(Links.queue(store)))
    switch self {
    case .offline, .runInProgress: return [.init("Sync", Links.sync(store))]
    case .noSuchError: return [errors, .init("Queue", Links.queue(store))]
    case .noSuchOperation, .operationIsSending:
      return [queue, .init("Errors and conflicts", Links.errors(store))]
    case .tableIsDirty(let table, _):
      let items = QueryItems([.init("table", table)])
      return [.init("Queue of \(table)", Links.with(Links.queue(store), items))]
    case .noSuchTable, .unknownTable: return [.init("Tables", Links.tables(store))]
    case .noSuchRow(let table, _): return [Self.rows(of: table, in: store)]
    case .changedSinceSeen(let table, let id):
      return [.init("The row", Links.row(store, table, id)), errors, queue]
    case .rowExists(let table, let id), .rowIsDeleted(let table, let id),
      .rowIsLive(let table, let id):
      return [.init("The row", Links.row(store, table, id)), Self.rows(of: table, in: store)]
    case .noSuchDeltaToken, .nothingToUndelete, .invalidID, .invalidTable, .invalidColumn,
      .columnAlike, .tableAlike, .tooManyColumns, .reservedColumn, .valueDoesNotFit, .valueIsMark,
      .staleEdit, .settledSinceSeen, .badFilter, .badCursor, .countChanged, .serverCopyMissing,
      .cannotUndo, .alreadyDone, .keyReused:
      return []
    }
  }

  private static func rows(of table: String, in store: String) -> ConsoleError.Link {
    .init("Rows of \(table)", Links.rows(store, table))
  }
}
