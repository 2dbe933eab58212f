import ConsoleData
import HTTPKit
import JSONKit

/// Health check for probes: only whether the console works, no names and no numbers.
struct HealthHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func isAlive(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    answer(request, isGood: true, isWhole: nil)
  }

  @Sendable func isReady(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    // The others are served: one store with trouble must not take the console from its users.
    answer(
      request, isGood: await services.data.isReady(),
      isWhole: services.stores.stores.allSatisfy { $0.trouble == nil })
  }

  /// - Parameter isWhole: False while a store cannot be used; nil where nobody looked.
  private func answer(_ request: HTTPRequest, isGood: Bool, isWhole: Bool?) -> HTTPResponse {
    let status = isGood ? 200 : 503
    if request.wantsJSON {
      var object: JSONObject = ["ok": .bool(isGood)]
      object["degraded"] = isWhole.map { .bool(!$0) }
      return services.pages.respond(json: .object(object), status: status)
    }
    let good = isWhole == false ? "ok, but a store cannot be used\n" : "ok\n"
    return .text(isGood ? good : "not ready\n", status: status)
  }
}
