import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// Pending changes of the other store, queued here too.
extension CopyHandlers {
  @Sendable func copyPending(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    try context.demand(.rowsDelete)
    let store = try await services.store(request)
    let query = try CopyQuery(ActionBody(request))
    let source = try await source(query, store, context)
    let slot = try services.copying.take(for: context.owner)
    defer { slot.release() }
    try await demandRemovals(source, store, context)
    let reports = try await movePending(source, store, context, back: query.link(store.name))
    let copied = reports.reduce(0) { $0 + $1.copied }
    let skipped = reports.reduce(0) { $0 + $1.skipped.count }
    let changes = Format.count(copied, "pending change")
    return try await services.pages.actionResponse(
      request, context, redirectTo: query.link(store.name),
      flash: Flash(
        copied == 0 ? localized("Nothing was copied.") : localized("\(changes) copied."),
        detail: (skipped == 0 ? "" : ActionReport.skipped(skipped) + sentenceSpace)
          + (copied == 0 ? "" : localized("Push to send them to the server of \(store.name).")),
        kind: skipped == 0 ? .good : .warn, offersPush: copied > 0),
      json: [
        "copied": .integer(Int64(copied)), "skipped": .integer(Int64(skipped)),
        "tables": .array(reports.map(\.json)),
      ])
  }

  /// Removing rows for good is up to those who may do so elsewhere.
  func demandRemovals(
    _ source: StoreHandle, _ store: StoreHandle, _ context: PageContext
  ) async throws {
    for table in try await store.sync.tablesToCopy(from: source.sync).shared {
      let preview = try await store.sync.previewPendingChanges(from: source.sync, table: table)
      if preview.removals > 0 { try context.demand(.rowsHardDelete) }
    }
  }

  /// Copies the pending changes of every table, as one entry of the audit.
  func movePending(
    _ source: StoreHandle, _ store: StoreHandle, _ context: PageContext, back: String
  ) async throws -> [PendingCopyReport] {
    let audit = ActionAudit(services: services, context: context, store: store.name)
    let subject = "pending changes of store \(source.name)"
    await audit.announce(.rowsImport, subject)
    var reports: [PendingCopyReport] = []
    for table in try await store.sync.tablesToCopy(from: source.sync).shared {
      reports.append(
        try await Self.explaining(back) {
          try await store.sync.copyPendingChanges(from: source.sync, table: table)
        })
    }
    let copied = reports.reduce(0) { $0 + $1.copied }
    if copied > 0 { try await audit.note(.rowsImport, subject, count: copied) }
    return reports
  }
}
