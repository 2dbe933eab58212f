import ConsoleData
import HTTPKit
import JSONKit

/// For probes: says nothing but whether the console works, no names, no numbers.
struct HealthHandlers: Sendable {
  let services: ConsoleServices

  var routes: [ConsoleRoute] {
    [.open(.get, "/healthz", isAlive), .open(.get, "/readyz", isReady)]
  }

  @Sendable func isAlive(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    answer(request, isGood: true)
  }

  @Sendable func isReady(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    answer(request, isGood: await services.data.isReady())
  }

  private func answer(_ request: HTTPRequest, isGood: Bool) -> HTTPResponse {
    let status = isGood ? 200 : 503
    if request.wantsJSON {
      return services.pages.respond(json: ["ok": .bool(isGood)], status: status)
    }
    return .text(isGood ? "ok\n" : "not ready\n", status: status)
  }
}
