import Support
import SyncCore
import SyncInspection

extension SyncContext {
  /// Removes a row that the server is said to have removed, as a reconcile does.
  ///
  /// A hint and no more: the row goes only when the server, asked, does not have it, and when no
  /// operation of it is pending.
  ///
  /// - Returns: False when the row was left alone; the next comparison finds it.
  @discardableResult
  func removeRow(_ id: String, of table: String, hintedBy who: String) async throws -> Bool {
    guard let detail = try? await row(table, id), !detail.deleted, detail.operations.isEmpty else {
      return false
    }
    var row = ReconcileRow(id: id)
    row.fingerprint = detail.fingerprint.rawValue
    var report = ReconcileReport(table: table, startedAt: "\(time.now)")
    report.isComplete = true
    report.localRows = 1
    report.serverRows = 1
    report.missingOnServer.count = 1
    report.missingOnServer.rows = [row]
    do {
      let choices = ReconcileChoices(missingOnServer: .removeHere)
      return try await apply(report, choices, by: who).removed > 0
    } catch is SyncError {
      return false  // Such as a run that is under way.
    }
  }
}
