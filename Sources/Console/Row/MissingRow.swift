import SyncCore
import SyncInspection

extension RowActions {
  /// What a person is told of a row that is not here: what is known of it, and where that stands.
  func missingRow(_ id: String) async throws -> ConsoleError {
    let list = ConsoleError.Link("Rows of \(table)", Links.rows(store.name, table))
    guard try await store.sync.rowFromHistory(table, id) != nil else {
      return ConsoleError(
        404, title: "\(table) has no row with this id",
        reason:
          "Store \(store.name) has no row \(id) in \(table), and no history of one. Ids compare "
          + "exactly. If the server has it, a pull brings it.",
        code: SyncError.noSuchRow(table: table, id: id).code, links: [list])
    }
    return ConsoleError(
      404, title: "This row is not in the store any more",
      reason:
        "Row \(id) of \(table) was here. Its history is kept, with its last values; if somebody "
        + "took it away here, the audit says who did, and whether that can be undone.",
      code: SyncError.noSuchRow(table: table, id: id).code,
      links: [.init("Its history", Links.history(store.name, table, id)), list])
  }
}
