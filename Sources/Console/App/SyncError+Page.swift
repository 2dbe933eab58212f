import HTTPKit
import Localization
import SyncCore

/// What the page of a refusal of the sync core says above the reason, and where it leads.
extension SyncError {
  /// What happened; nil where the status says enough.
  var headline: String? {
    switch self {
    case .offline: localized("This store is offline")
    case .runInProgress: localized("Another run is in progress")
    case .tableIsDirty: localized("This table has unsent changes")
    case .operationIsSending: localized("This operation is being sent")
    case .noSuchError: localized("Already resolved")
    case .noSuchOperation: localized("This operation has left the queue")
    case .noSuchTable, .unknownTable: localized("Table not found")
    case .tableIsReadOnly: localized("This table is read-only")
    case .rowExists: localized("This id already exists")
    case .rowIsDeleted: localized("This row is deleted")
    case .rowIsLive: localized("This row is not deleted")
    case .serverCopyMissing: localized("The server’s version is not loaded yet")
    case .changedSinceSeen: localized("This row has changed")
    case .cannotUndo: localized("This cannot be undone")
    case .noSuchRow, .noSuchDeltaToken, .nothingToUndelete, .invalidID, .invalidTable,
      .invalidColumn, .columnAlike, .tableAlike, .tooManyColumns, .reservedColumn,
      .valueDoesNotFit, .valueTooLarge, .valueIsMark, .staleEdit, .settledSinceSeen, .badFilter,
      .badCursor, .countChanged, .alreadyDone, .keyReused:
      nil
    }
  }

  /// What the page says under ``headline`` instead of the description, which repeats it; nil for
  /// the description.
  var pageReason: String? {
    guard case .offline = self else { return nil }
    return localized("Nothing was sent or received. Changes are kept here.")
  }

  /// Where to go on; none where only the list of stores is left.
  ///
  /// - Parameter list: The list that the page was opened from, of errors or of operations.
  func links(_ store: String, from list: ListOrigin) -> [ConsoleError.Link] {
    let errors = ConsoleError.Link(
      localized("Errors and conflicts"), list.list(Links.errors(store)))
    let queue = ConsoleError.Link(localized("Queue"), list.list(Links.queue(store)))
    switch self {
    case .offline, .runInProgress: return [.init(localized("Sync"), Links.sync(store))]
    case .noSuchError: return [errors, .init(localized("Queue"), Links.queue(store))]
    case .noSuchOperation, .operationIsSending:
      return [queue, .init(localized("Errors and conflicts"), Links.errors(store))]
    case .tableIsDirty(let table, _):
      let items = QueryItems([.init("table", table)])
      return [.init(localized("Queue of \(table)"), Links.with(Links.queue(store), items))]
    case .noSuchTable, .unknownTable: return [.init(localized("Tables"), Links.tables(store))]
    case .noSuchRow(let table, _), .tableIsReadOnly(let table, _):
      return [Self.rows(of: table, in: store)]
    case .changedSinceSeen(let table, let id):
      return [.init(localized("Open row"), Links.row(store, table, id)), errors, queue]
    case .rowExists(let table, let id), .rowIsDeleted(let table, let id),
      .rowIsLive(let table, let id):
      return [
        .init(localized("Open row"), Links.row(store, table, id)), Self.rows(of: table, in: store),
      ]
    case .noSuchDeltaToken, .nothingToUndelete, .invalidID, .invalidTable, .invalidColumn,
      .columnAlike, .tableAlike, .tooManyColumns, .reservedColumn, .valueDoesNotFit, .valueTooLarge,
      .valueIsMark, .staleEdit, .settledSinceSeen, .badFilter, .badCursor, .countChanged,
      .serverCopyMissing, .cannotUndo, .alreadyDone, .keyReused:
      return []
    }
  }

  private static func rows(of table: String, in store: String) -> ConsoleError.Link {
    .init(localized("Rows of \(table)"), Links.rows(store, table))
  }
}
