public import HTTPKit
import Localization
package import SyncCore

/// The one place where a refusal of the sync core becomes an HTTP answer.
extension SyncError: HTTPResponseError {
  package var status: Int {
    switch self {
    case .noSuchTable, .unknownTable, .tableAlike, .noSuchRow, .noSuchOperation, .noSuchError,
      .noSuchDeltaToken:
      404
    case .rowExists, .rowIsDeleted, .rowIsLive, .nothingToUndelete, .staleEdit,
      .changedSinceSeen, .settledSinceSeen, .operationIsSending, .tableIsDirty, .countChanged,
      .offline, .runInProgress, .serverCopyMissing, .cannotUndo, .alreadyDone:
      409
    case .tableIsReadOnly: 403
    case .badFilter, .badCursor: 400
    case .invalidID, .invalidTable, .invalidColumn, .columnAlike, .tooManyColumns, .reservedColumn,
      .valueDoesNotFit, .valueTooLarge, .valueIsMark, .keyReused:
      422
    }
  }

  package var code: String {
    switch self {
    case .noSuchTable, .unknownTable, .tableAlike: "no_such_table"
    case .noSuchRow: "no_such_row"
    case .noSuchOperation: "no_such_operation"
    case .noSuchError: "no_such_error"
    case .noSuchDeltaToken: "no_such_delta_token"
    case .rowExists: "row_exists"
    case .rowIsDeleted: "row_is_deleted"
    case .rowIsLive: "row_is_live"
    case .nothingToUndelete: "nothing_to_undelete"
    case .staleEdit: "stale_edit"
    case .operationIsSending: "operation_is_sending"
    case .tableIsDirty: "table_is_dirty"
    case .countChanged: "count_changed"
    case .offline: "offline"
    case .runInProgress: "run_in_progress"
    case .serverCopyMissing: "server_copy_missing"
    case .badFilter: "bad_filter"
    case .badCursor: "bad_cursor"
    case .invalidID: "invalid_id"
    case .invalidTable: "invalid_table"
    case .invalidColumn: "invalid_column"
    case .columnAlike: "column_alike"
    case .tableIsReadOnly: "table_is_read_only"
    case .tooManyColumns: "too_many_columns"
    case .reservedColumn: "reserved_column"
    case .valueDoesNotFit: "value_does_not_fit"
    case .valueTooLarge: "value_too_large"
    case .valueIsMark: "value_is_mark"
    case .cannotUndo: "cannot_undo"
    case .changedSinceSeen, .settledSinceSeen: "stale_decision"
    case .alreadyDone: "already_done"
    case .keyReused: "idempotency_key_reused"
    }
  }

  package var reason: String {
    // The path of the store file is the server's own business.
    if case .runInProgress = self {
      return localized("Another run is working on this store. Wait until it ends.")
    }
    return description
  }
}
