import ConsoleData
import Support
package import SyncCore

/// Enters a copy in the audit, with what undoes it.
package struct CopyAudit: Sendable {
  let writer: AuditWriter
  let who: String
  let address: String
  let requestID: String

  package init(_ writer: AuditWriter, who: String, address: String, requestID: String) {
    self.writer = writer
    self.who = who
    self.address = address
    self.requestID = requestID
  }

  /// Closes the import of a copy.
  ///
  /// - Returns: The entry's number; nil when nothing was copied.
  @discardableResult
  package func note(
    _ report: CopyReport, from source: String, into store: String, _ sync: SyncContext
  ) async throws -> Int64? {
    guard let number = report.importNumber else { return nil }
    var entry: Int64?
    if report.written > 0 {
      let undo = UndoPlan(store: store, table: report.table, importNumber: number)
      entry = try await writer.write(
        AuditRecord(
          who: who, address: address, action: ConsoleAction.rowsImport.rawValue, store: store,
          target: "\(report.table) from store \(source)", count: report.written, undo: undo.json,
          requestID: requestID),
        of: sync.importInfo(number)?.action(in: store))
    }
    // First the entry: after a crash in between it is found again.
    try await sync.endImport(number)
    return entry
  }
}
