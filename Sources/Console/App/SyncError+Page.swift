import HTTPKit
import SyncCore

/// What the page of a refusal of the sync core says above the reason, and where it leads.
extension SyncError {
  /// What happened; nil where the status says enough.
  var headline: String? {
    switch self {
    case .offline: "This store is offline"
    case .runInProgress: "Another run is in progress"
    case .tableIsDirty: "This table has unsent changes"
    case .operationIsSending: "This operation is being sent"
    case .noSuchError: "Already resolved"
    case .noSuchOperation: "This operation has left the queue"
    case .noSuchTable, .unknownTable: "Table not found"
    case .tableIsReadOnly: "This table is read-only"
    case .rowExists: "This id already exists"
    case .rowIsDeleted: "This row is deleted"
    case .rowIsLive: "This row is not deleted"
    case .serverCopyMissing: "The server’s version is not loaded yet"
    case .changedSinceSeen: "This row has changed"
    case .cannotUndo: "This cannot be undone"
    case .noSuchRow, .noSuchDeltaToken, .nothingToUndelete, .invalidID, .invalidTable,
      .invalidColumn, .columnAlike, .tableAlike, .tooManyColumns, .reservedColumn,
      .valueDoesNotFit, .valueTooLarge, .valueIsMark, .staleEdit, .settledSinceSeen, .badFilter,
      .badCursor, .countChanged, .alreadyDone, .keyReused:
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
    case .noSuchRow(let table, _), .tableIsReadOnly(let table, _):
      return [Self.rows(of: table, in: store)]
    case .changedSinceSeen(let table, let id):
      return [.init("Open row", Links.row(store, table, id)), errors, queue]
    case .rowExists(let table, let id), .rowIsDeleted(let table, let id),
      .rowIsLive(let table, let id):
      return [.init("Open row", Links.row(store, table, id)), Self.rows(of: table, in: store)]
    case .noSuchDeltaToken, .nothingToUndelete, .invalidID, .invalidTable, .invalidColumn,
      .columnAlike, .tableAlike, .tooManyColumns, .reservedColumn, .valueDoesNotFit, .valueTooLarge,
      .valueIsMark, .staleEdit, .settledSinceSeen, .badFilter, .badCursor, .countChanged,
      .serverCopyMissing, .cannotUndo, .alreadyDone, .keyReused:
      return []
    }
  }

  private static func rows(of table: String, in store: String) -> ConsoleError.Link {
    .init("Rows of \(table)", Links.rows(store, table))
  }
}
