import ConsoleData
import HTTPKit
import JSONKit
import Support
import TestSupport
import Testing

@testable import Console

@Suite struct OpenAPITests {
  private func document(_ console: TestConsole) async throws -> JSONValue {
    let answer = await console.send(.get, "/openapi.json")
    #expect(answer.status == 200)
    #expect(answer.headers["Content-Type"] == "application/json; charset=utf-8")
    return answer.json
  }

  @Test func everyRouteIsInTheContractAndNothingElse() async throws {
    let console = try await TestConsole()
    let document = try await document(console)
    #expect(document["openapi"] == "3.1.0")
    let paths = try #require(document["paths"]?.object)
    var written: Set<String> = []
    for (path, item) in paths {
      for (method, _) in try #require(item.object) where method != "parameters" {
        written.insert("\(method.uppercased()) \(path)")
      }
    }
    let routes = ConsoleRoutes(services: console.app.services).all.map {
      "\($0.method.rawValue) \($0.pattern)"
    }
    #expect(written.symmetricDifference(routes) == [])
  }

  @Test func whatIsSaidOfARouteIsOfOneThatExists() async throws {
    let console = try await TestConsole()
    let routes = Set(
      ConsoleRoutes(services: console.app.services).all.map {
        "\($0.method.rawValue) \($0.pattern)"
      })
    #expect(Set(Answer.all.keys).subtracting(routes) == [])
    #expect(Set(OpenAPIDocument.others.keys).subtracting(routes) == [])
    #expect(Set(QueryParameter.all.keys).subtracting(routes) == [])
  }

  @Test func everyRouteSaysWhatItAnswers() async throws {
    let console = try await TestConsole()
    let silent = ConsoleRoutes(services: console.app.services).all.map {
      "\($0.method.rawValue) \($0.pattern)"
    }.filter { Answer.all[$0] == nil && OpenAPIDocument.others[$0] == nil }
    #expect(silent == [])
  }

  /// What a test looks at is held against the contract by ``ContractCheck``.
  @Test func aMemberThatTheContractDoesNotNameIsFound() {
    let shape = Shape.all([
      .object([("a", .list(.object([("b", .text)])))]), .sometimes([("c", .orNull(.integer))]),
    ])
    #expect(shape.surplus(in: ["a": [["b": "x"]], "c": nil], at: "it") == nil)
    #expect(shape.surplus(in: ["a": [], "d": 1], at: "it") == "it has d")
    #expect(
      shape.surplus(in: ["a": [["b": "x", "e": 1]]], at: "it") == "an item of a of it has e")
  }

  @Test func everyResponseThatIsNamedIsThere() async throws {
    let document = try await document(try await TestConsole())
    let known = Set(document["components"]?["responses"]?.object?.names ?? [])
    for (path, item) in try #require(document["paths"]?.object) {
      for (method, operation) in item.object ?? JSONObject() where method != "parameters" {
        for (status, response) in operation["responses"]?.object ?? JSONObject() {
          guard let name = response["$ref"]?.string?.split(separator: "/").last else { continue }
          #expect(known.contains(String(name)), "\(status) of \(method) \(path)")
        }
      }
    }
  }

  @Test func eachOperationHasANameOfItsOwnAndEveryParameterIsDeclared() async throws {
    let document = try await document(try await TestConsole())
    var names: [String] = []
    for (path, item) in try #require(document["paths"]?.object) {
      let captures = path.split(separator: "/").filter { $0.hasPrefix("{") }
      let declared = item["parameters"]?.array?.compactMap { $0["name"]?.string } ?? []
      #expect(captures.map { String($0.dropFirst().dropLast()) } == declared)
      for (method, operation) in item.object ?? JSONObject() where method != "parameters" {
        names.append(operation["operationId"]?.string ?? "")
      }
    }
    #expect(Set(names).count == names.count && !names.contains(""))
  }

  @Test func withoutAPrefixTheContractStandsAtTheRoot() async throws {
    let answer = try await TestConsole().send(.get, "/openapi.json")
    #expect(answer.json["servers"]?.array?.first?["url"] == "/")
  }

  @Test func behindAPrefixTheContractSaysWhereItStands() async throws {
    let console = try await TestConsole { $0.prefix = "/sync" }
    let answer = await console.send(.get, "/sync/openapi.json")
    #expect(answer.json["servers"]?.array?.first?["url"] == "/sync")
  }
}

extension OpenAPITests {
  /// What no member of any body may be, by the kind that it has to be.
  private func misfit(of shape: Shape) -> JSONValue {
    switch shape {
    case .list, .text: ["x": 1]
    default: [1.5]
    }
  }

  @Test func aBodyWhoseMemberHasAnotherShapeIsRefused() async throws {
    let console = try await RowsConsole()
    let open = ConsoleRoutes(services: console.console.app.services).all.filter { route in
      guard case .action(let action) = route.access else { return false }
      return route.method == .post && action.isOpenToTokens
    }
    for route in open {
      for (name, shape) in route.members {
        let path = route.pattern.replacing("{store}", with: "todo").replacing(
          "{table}", with: "TodoItem"
        ).replacing(/\{[a-z]+\}/, with: "1")
        let answer = await console.post(
          path, .object([name: misfit(of: shape)]), token: console.adminToken)
        let sentence = answer.json["error"]?["message"]?.string ?? ""
        #expect(answer.status == 400 && sentence.hasPrefix("\(name) is "), "\(path): \(sentence)")
      }
    }
  }

  @Test func everyMemberOfABodyHasItsShapeInTheContract() async throws {
    let document = try await document(try await TestConsole())
    for (path, item) in try #require(document["paths"]?.object) {
      let body = item["post"]?["requestBody"]?["content"]?["application/json"]?["schema"]
      for (name, schema) in body?["properties"]?.object ?? JSONObject() {
        let says = schema["type"] ?? schema["anyOf"] ?? schema["$ref"]
        #expect(says != nil, "\(name) of POST \(path) may be anything")
      }
    }
  }
}
