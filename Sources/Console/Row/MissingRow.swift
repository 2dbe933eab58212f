import HTTPKit
import Localization
import SyncCore
import SyncInspection

extension Links {
  /// The form that inserts a row again that is gone.
  static func restoring(_ id: String, in table: String, of store: String) -> String {
    with(newRow(store, table), QueryItems([.init("restore", id)]))
  }
}

extension RowActions {
  /// The error for a row that is not in the store, with a link to its history if there is one.
  func missingRow(_ id: String) async throws -> ConsoleError {
    let list = ConsoleError.Link(localized("Rows of \(table)"), Links.rows(store.name, table))
    let compare =
      context.may(.serverView)
      ? [
        ConsoleError.Link(
          localized("Compare with server now"), Links.serverComparison(store.name, table, id))
      ] : []
    guard try await store.sync.rowFromHistory(table, id) != nil else {
      return ConsoleError(
        404, title: localized("\(table) has no row with this id"),
        reason: localized(
          "Store \(store.name) has no row \(id) in \(table) and no history of it. Ids "
            + "are case-sensitive: check the id. The row may still be on the server."),
        code: SyncError.noSuchRow(table: table, id: id).code, links: compare + [list])
    }
    let history = ConsoleError.Link(
      localized("Open history"), Links.history(store.name, table, id))
    let permissions = context.rowPermissions(store, table)
    let restore =
      permissions.edits
      ? [
        ConsoleError.Link(
          localized("Restore row…"), Links.restoring(id, in: table, of: store.name))
      ] : []
    return ConsoleError(
      404, title: localized("This row is no longer in the store"),
      reason: localized(
        "Row \(id) of \(table) was removed. Its history is kept, with its last values, from which "
          + "it can be restored. If it was deleted here, the audit log shows by whom, and whether "
          + "that can be undone."),
      code: SyncError.noSuchRow(table: table, id: id).code,
      links: restore + [history] + compare + [list])
  }
}
