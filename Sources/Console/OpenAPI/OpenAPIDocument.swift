import ConsoleData
import HTTPKit
import JSONKit
import Support

/// The contract of the console's JSON, made from the table of routes, so that none is forgotten.
///
/// Source: <https://spec.openapis.org/oas/v3.1.1.html>
struct OpenAPIDocument {
  let routes: [ConsoleRoute]
  let version: String
  /// What stands before every path, which itself begins with a slash.
  let server: String

  /// Addresses that have no JSON: their form is another; nil for a redirection alone.
  static let others: UTF8Dictionary<String?> = [
    "GET /metrics": "text/plain", "GET /s/{store}/runs/{run}/events": "text/event-stream",
    "GET /asked/{question}": "text/html", "POST /login": nil, "POST /theme": nil,
    "POST /language": nil,
    "GET /s/{store}/t/{table}/r/{id}/file/{column}": "application/octet-stream",
    "GET /s/{store}/t/{table}/import/template": "text/csv",
    "GET /s/{store}/t/{table}/import/{draft}/invalid": "text/csv",
  ]

  /// What those take that are for browsers alone.
  private static let forms: UTF8Dictionary<Shape> = [
    "POST /login": .sometimes([
      ("_token", .text), ("name", .text), ("password", .text), ("code", .text), ("link", .text),
      ("again", .text),
    ]),
    "POST /theme": .object([("theme", .word(PageContext.Theme.allCases.map(\.rawValue)))]),
    "POST /language": .object([("language", .word(LanguageHandlers.choices))]),
  ]

  var json: JSONValue {
    var paths = JSONObject()
    for route in routes {
      var item = paths[route.pattern]?.object ?? JSONObject()
      if item.names.isEmpty {
        let names = Self.captures(route.pattern)
        if !names.isEmpty { item["parameters"] = .array(names.map(Self.parameter)) }
      }
      item[route.method.rawValue.lowercased()] = operation(route)
      paths[route.pattern] = .object(item)
    }
    let schemas = Shapes.named.map { ($0.0, $0.1.schema) }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "Syncline console", "version": .string(version),
        "description": .string(
          "Every page answers at its address with JSON when it is asked for with “Accept: "
            + "application/json”, or with .json behind its path. Objects may get further members; "
            + "none is ever taken away."),
      ], "servers": [["url": .string(server)]], "paths": .object(paths),
      "components": [
        "schemas": .object(JSONObject(schemas)), "responses": .object(Refusals.responses),
        "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
      ],
    ]
  }

  private func operation(_ route: ConsoleRoute) -> JSONValue {
    let key = "\(route.method.rawValue) \(route.pattern)"
    var operation: JSONObject = ["operationId": .string(Self.name(route))]
    switch route.access {
    case .open: operation["security"] = []
    case .action(let action):
      operation["security"] = action.isOpenToTokens ? [["token": []]] : []
      operation["summary"] = .string("\(action.rawValue), for \(action.leastRole.rawValue)s")
      operation["x-action"] = .string(action.rawValue)
      operation["x-role"] = .string(action.leastRole.rawValue)
    }
    if let parameters = QueryParameter.all[key] {
      operation["parameters"] = .array(parameters.map(\.json))
    }
    if let form = Self.forms[key] {
      operation["requestBody"] = [
        "content": ["application/x-www-form-urlencoded": ["schema": form.schema]]
      ]
    } else if route.method == .post {
      operation["requestBody"] = [
        "content": ["application/json": ["schema": body(route)]]
      ]
    }
    var responses = done(key)
    for status in Refusals.statuses(route) {
      responses["\(status)"] = ["$ref": .string("#/components/responses/\(status)")]
    }
    responses["default"] = Refusals.response("Refused, with the reason.")
    operation["responses"] = .object(responses)
    return .object(operation)
  }

  private func done(_ key: String) -> JSONObject {
    guard let other = Self.others[key] else {
      let answer = Answer.all[key] ?? Answer(.map)
      return [
        "\(answer.status)": [
          "description": "Done.",
          "content": ["application/json": ["schema": answer.shape.schema]],
        ]
      ]
    }
    guard let type = other else {
      return ["303": ["description": "Done, and where the browser goes on."]]
    }
    return [
      "200": ["description": "Done.", "content": .object([type: ["schema": ["type": "string"]]])]
    ]
  }

  /// Members that are not named are refused, so the body is closed, unlike answers.
  private func body(_ route: ConsoleRoute) -> JSONValue {
    let members = route.members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.schema) }
    return [
      "type": "object", "properties": .object(JSONObject(members)), "additionalProperties": false,
    ]
  }

  private static func parameter(_ name: String) -> JSONValue {
    ["name": .string(name), "in": "path", "required": true, "schema": ["type": "string"]]
  }

  private static func captures(_ pattern: String) -> [String] {
    pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map {
      String($0.dropFirst().dropLast())
    }
  }

  /// `getStoreQueue`, for generated clients.
  private static func name(_ route: ConsoleRoute) -> String {
    let words = route.pattern.split { !($0.isLetter || $0.isNumber) }.map(String.init)
    return ([route.method.rawValue.lowercased()] + (words.isEmpty ? ["stores"] : words))
      .enumerated().map { $0.offset == 0 ? $0.element : $0.element.capitalizedWord }.joined()
  }
}

/// Serves the contract.
struct OpenAPIHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let document = OpenAPIDocument(
      routes: ConsoleRoutes(services: services).all, version: services.configuration.version,
      server: services.configuration.prefix.isEmpty ? "/" : services.configuration.prefix)
    return services.pages.respond(json: document.json)
  }
}
