import Foundation
import HTTPKit
import JSONKit
import Testing

@testable import Console

/// Holds every JSON answer that a test of the console gets against the contract.
struct ContractCheck: Sendable {
  private let routes: [(method: HTTPMethod, parts: [String], pattern: String)]
  private let prefix: String

  init(_ app: ConsoleApp) {
    prefix = app.services.configuration.prefix
    routes = ConsoleRoutes(services: app.services).all.map {
      ($0.method, $0.pattern.components(separatedBy: "/"), $0.pattern)
    }
  }

  func check(_ method: HTTPMethod, _ target: String, _ response: HTTPResponse) {
    guard response.headers["Content-Type"]?.hasPrefix("application/json") == true,
      let pattern = pattern(method, target)
    else { return }
    let key = "\(method.rawValue) \(pattern)"
    let body = response.json
    if response.status >= 400, body["error"] != nil {
      if let objection = Shape.named("Error").objection(to: body) {
        Issue.record("\(key), \(response.status): \(objection)")
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
    if let objection = answer.shape.objection(to: body) {
      Issue.record("\(key), \(response.status): \(objection) in \(body)")
    }
  }

  private func pattern(_ method: HTTPMethod, _ target: String) -> String? {
    var path = String(target.prefix { $0 != "?" })
    if path.hasPrefix(prefix) { path.removeFirst(prefix.count) }
    if path.hasSuffix(".json") { path.removeLast(5) }
    let parts = (path.isEmpty ? "/" : path).components(separatedBy: "/")
    let fitting = routes.filter { route in
      route.method == method && route.parts.count == parts.count
        && zip(route.parts, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
    // Words come before captures.
    return fitting.min { left, right in
      left.parts.count { $0.hasPrefix("{") } < right.parts.count { $0.hasPrefix("{") }
    }?.pattern
  }
}

extension Shape {
  /// The first thing about `value` that the shape does not allow, as a sentence; nil for none.
  func objection(to value: JSONValue, at place: String = "the body") -> String? {
    switch self {
    case .any: return nil
    case .text: return value.string == nil ? "\(place) is no string" : nil
    case .integer: return value.integer == nil ? "\(place) is no integer" : nil
    case .boolean: return value.bool == nil ? "\(place) is no boolean" : nil
    case .map: return value.object == nil ? "\(place) is no object" : nil
    case .word(let words):
      return value.string.map(words.contains) == true ? nil : "\(place) is none of \(words)"
    case .orNull(let shape): return value.isNull ? nil : shape.objection(to: value, at: place)
    case .list(let shape):
      guard let items = value.array else { return "\(place) is no list" }
      return items.lazy.compactMap { shape.objection(to: $0, at: "an item of \(place)") }.first
    case .object(let members):
      guard let object = value.object else { return "\(place) is no object" }
      for (name, shape) in members {
        guard let member = object[name] else { return "\(place) has no \(name)" }
        if let found = shape.objection(to: member, at: "\(name) of \(place)") { return found }
      }
      return nil
    case .all(let shapes):
      return shapes.lazy.compactMap { $0.objection(to: value, at: place) }.first
    case .either(let shapes):
      let found = shapes.map { $0.objection(to: value, at: place) }
      return found.contains(nil) ? nil : found.first ?? nil
    case .named(let name):
      guard let shape = Shapes.named.first(where: { $0.0 == name })?.1 else {
        return "there is no shape \(name)"
      }
      return shape.objection(to: value, at: place)
    }
  }
}
