import Foundation
import HTTPKit
import JSONKit
import Support
import Testing

@testable import Console

/// Holds every JSON answer that a test of the console gets against the contract.
struct ContractCheck: Sendable {
  private let routes: [(route: ConsoleRoute, parts: [String])]
  private let prefix: String

  init(_ app: ConsoleApp) {
    prefix = app.services.configuration.prefix
    routes = ConsoleRoutes(services: app.services).all.map {
      ($0, $0.pattern.components(separatedBy: "/"))
    }
  }

  func check(_ method: HTTPMethod, _ target: String, _ response: HTTPResponse) {
    guard response.headers["Content-Type"]?.hasPrefix("application/json") == true,
      let route = route(method, target)
    else { return }
    let key = "\(method.rawValue) \(route.pattern)"
    let body = response.json
    if response.status >= 400, body["error"] != nil {
      if let objection = Shape.named("Error").objection(to: body, at: "the body") {
        Issue.record("\(key), \(response.status): \(objection)")
      }
      if response.status != 500, !Refusals.statuses(route).contains(response.status) {
        Issue.record("\(key) refuses with \(response.status), which the contract does not name")
      }
      return
    }
    guard OpenAPIDocument.others[key] == nil || key == "GET /healthz" else { return }
    guard let answer = Answer.all[key] else {
      Issue.record("\(key) answers with JSON that the contract does not name: \(body)")
      return
    }
    if response.status < 300, response.status != answer.status {
      Issue.record("\(key) answers \(response.status), and the contract says \(answer.status)")
    }
    if let objection = answer.shape.objection(to: body, at: "the body") {
      Issue.record("\(key), \(response.status): \(objection) in \(body)")
    } else if let surplus = answer.shape.surplus(in: body, at: "the body") {
      Issue.record("\(key), \(response.status): \(surplus), which the contract does not name")
    }
  }

  private func route(_ method: HTTPMethod, _ target: String) -> ConsoleRoute? {
    var path = String(target.prefix { $0 != "?" })
    if path.hasPrefix(prefix) { path.removeFirst(prefix.count) }
    if path.hasSuffix(".json") { path.removeLast(5) }
    let parts = (path.isEmpty ? "/" : path).components(separatedBy: "/")
    let fitting = routes.filter { known in
      known.route.method == method && known.parts.count == parts.count
        && zip(known.parts, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
    // Words come before captures.
    return fitting.min { left, right in
      left.parts.count { $0.hasPrefix("{") } < right.parts.count { $0.hasPrefix("{") }
    }?.route
  }
}
