import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// Hears from a Parse Server that a row was saved or deleted there.
///
/// A hint and no more: of a live store the class is pulled, and a deleted row goes here only when the
/// server, asked, does not have it. What nobody tells of is found by pulls and by reconcile.
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
        403, title: localized("Access denied"),
        reason: localized("The key of the webhook is missing or wrong. Nothing was changed."),
        code: "hook_key")
    }
    // The body repeats the caller's keys: it is read, and kept nowhere.
    let body = try request.bodyObject()
    if let table = body["object"]?["className"]?.string {
      switch body["triggerName"] {
      case "afterDelete":
        if let id = body["object"]?["objectId"]?.string {
          try await services.stores.context(of: name)?.removeRow(id, of: table, hintedBy: "webhook")
        }
      case "afterSave": await services.scheduler?.live?.hear(.tables([table]), store: name)
      default: break
      }
    }
    // Any other value takes the place of what the server answers to the client that saved the row.
    return services.pages.respond(json: ["success": .null])
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
}
