import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection

/// Hears from a Parse Server that a row was deleted there.
///
/// A hint and no more: the row goes here only when the server, asked, does not have it, and when
/// nothing waits for it. What nobody tells of is found by reconcile.
struct ParseHookHandlers: Sendable {
  let services: ConsoleServices

  static let path = "/s/{store}/hooks/parse"
  static let keyHeader = "X-Parse-Webhook-Key"

  @Sendable func hear(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    guard !services.configuration.isReadOnly else { throw ConsoleError.readOnly }
    let name = request.parameter("store")
    // One answer for a store that is not there, one without hooks, and a wrong key.
    guard hasKey(request, of: name) else {
      throw ConsoleError(
        403, title: "Access denied",
        reason: "The key of the webhook is missing or wrong. Nothing was changed.",
        code: "hook_key")
    }
    // The body repeats the caller's keys: it is read, and kept nowhere.
    let body = try request.bodyObject()
    if body["triggerName"] == "afterDelete", let table = body["object"]?["className"]?.string,
      let id = body["object"]?["objectId"]?.string,
      let store = try await services.stores.context(of: name)
    {
      try await takeAway(id, of: table, in: store)
    }
    return services.pages.respond(json: ["success": [:]])
  }

  /// Whether a request to a webhook has its key, before the request is routed.
  func hasKey(_ request: HTTPRequest) -> Bool {
    let parts = request.rawPath.split(separator: "/")
    guard parts.count == 4, parts[0] == "s", parts[2...] == ["hooks", "parse"] else {
      return false
    }
    return hasKey(request, of: String(parts[1]))
  }

  private func hasKey(_ request: HTTPRequest, of store: String) -> Bool {
    guard let key = services.stores.hookKey(of: store), let sent = request.headers[Self.keyHeader]
    else { return false }
    return isSameSecret(sent, key)
  }

  /// Removes the row as a reconcile does, which asks the server once more.
  private func takeAway(_ id: String, of table: String, in store: SyncContext) async throws {
    guard let detail = try? await store.row(table, id), !detail.deleted,
      detail.operations.isEmpty
    else { return }
    var row = ReconcileRow(id: id)
    row.fingerprint = detail.fingerprint.rawValue
    var report = ReconcileReport(table: table, startedAt: "\(services.time.now)")
    report.isComplete = true
    report.localRows = 1
    report.serverRows = 1
    report.missingOnServer.count = 1
    report.missingOnServer.rows = [row]
    do {
      _ = try await store.apply(
        report, ReconcileChoices(missingOnServer: .removeHere), by: "webhook")
    } catch is SyncError {
      // A run is under way; the next comparison finds the row.
    }
  }
}
