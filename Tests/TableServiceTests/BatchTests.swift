import HTTPKit
import JSONKit
import TableService
import TestSupport
import Testing

@Suite struct BatchTests {
  private func part(
    _ id: String, _ method: String, _ url: String, _ body: JSONValue? = nil,
    group: String? = nil, dependsOn: [String] = [], headers: JSONValue? = nil
  ) -> JSONValue {
    var members = JSONObject()
    members["id"] = .string(id)
    members["method"] = .string(method)
    members["url"] = .string(url)
    members["body"] = body
    members["headers"] = headers
    members["atomicityGroup"] = group.map { .string($0) }
    if !dependsOn.isEmpty { members["dependsOn"] = .array(dependsOn.map { .string($0) }) }
    return .object(members)
  }

  private func send(_ harness: Harness, _ parts: [JSONValue]) async throws -> [JSONValue] {
    let answer = await harness.send(.post, "/$batch", ["requests": .array(parts)])
    #expect(answer.status == 200, "\(answer.error)")
    let responses = answer["responses"]?.array ?? []
    try #require(responses.map { $0["id"] } == parts.map { $0["id"] })
    return responses
  }

  private func statuses(_ responses: [JSONValue]) -> [Int64?] {
    responses.map { $0["status"]?.integer }
  }

  @Test func answersEveryRequestAsIfItCameAlone() async throws {
    let harness = try await Harness()
    let responses = try await send(
      harness,
      [
        part("1", "post", "tables/t", ["id": "a", "n": 1]),
        part("2", "PATCH", "/tables/t/a", ["n": 2]),
        part("3", "get", "http://127.0.0.1:8081/tables/t/a"),
        part("4", "post", "tables/t", ["id": "a"]),
        part("5", "post", "tables/t", ["n": "text"]),
        part("6", "delete", "tables/t/a", headers: ["If-Match": "\"x\""]),
        part("7", "get", "tables/t?$filter=n eq 2"),
        part("8", "get", "nowhere"),
        part("9", "get", "tables/t", headers: ["ZUMO-API-VERSION": "3.0.0"]),
      ])
    #expect(statuses(responses) == [201, 200, 200, 409, 400, 412, 200, 404, 200])
    #expect(responses[2]["body"]?["n"] == 2 && responses[6]["body"]?.array?.count == 1)
    #expect(responses[4]["body"]?["error"]?.string?.contains("n") == true)
    let tag = responses[2]["headers"]?["ETag"]
    #expect(tag?.string == responses[2]["body"]?["version"]?.string.map { "\"\($0)\"" })
    #expect(responses[8]["body"]?["items"]?.array?.count == 1)
  }

  @Test func doesAGroupWholeOrNotAtAll() async throws {
    let harness = try await Harness()
    let refused = try await send(
      harness,
      [
        part("1", "post", "tables/t", ["id": "a"], group: "g"),
        part("2", "patch", "tables/t/none", ["n": 1], group: "g"),
        part("3", "post", "tables/t", ["id": "c"], group: "g"),
        part("4", "post", "tables/t", ["id": "d"], dependsOn: ["g"]),
        part("5", "post", "tables/t", ["id": "e"]),
      ])
    #expect(statuses(refused) == [424, 404, 424, 424, 201])
    #expect(await harness.ids("/tables/t") == ["e"])
    let conflict = try await send(
      harness,
      [
        part("1", "post", "tables/t", ["id": "a"], group: "g"),
        part("2", "post", "tables/t", ["id": "e"], group: "g"),
      ])
    #expect(statuses(conflict) == [424, 409])
    let done = try await send(
      harness,
      [
        part("1", "post", "tables/t", ["id": "a"], group: "g"),
        part("2", "patch", "tables/t/a", ["n": 1], group: "g", dependsOn: ["1"]),
        part("3", "delete", "tables/t/e", dependsOn: ["g"]),
      ])
    #expect(statuses(done) == [201, 200, 200])
    #expect(await harness.ids("/tables/t") == ["a"])
  }

  @Test func skipsWhatDependsOnAFailure() async throws {
    let harness = try await Harness()
    let responses = try await send(
      harness,
      [
        part("1", "patch", "tables/t/none", ["n": 1]),
        part("2", "post", "tables/t", ["id": "a"], dependsOn: ["1"]),
        part("3", "post", "tables/t", ["id": "b"], dependsOn: ["2"]),
      ])
    #expect(statuses(responses) == [404, 424, 424])
    #expect(harness.service.tableNames.isEmpty)
  }

  @Test func refusesABatchThatIsNone() async throws {
    let harness = try await Harness()
    let insert: JSONValue = ["id": "a"]
    let batches: [JSONValue] = [
      [], ["requests": 5], ["requests": [[:]]],
      ["requests": [part("1", "brew", "tables/t")]],
      ["requests": [part("1", "post", "http://elsewhere/tables/t", insert)]],
      ["requests": [part("1", "post", "tables/t", insert), part("1", "get", "tables/t")]],
      ["requests": [part("1", "post", "tables/t", insert, dependsOn: ["2"])]],
      [
        "requests": [
          part("1", "post", "tables/t", insert, group: "g"), part("2", "get", "tables/t"),
          part("3", "post", "tables/t", insert, group: "g"),
        ]
      ],
      ["requests": .array((0...1_000).map { part("\($0)", "post", "tables/t", [:]) })],
    ]
    for batch in batches {
      let answer = await harness.send(.post, "/$batch", batch)
      #expect(answer.status == 400 && !answer.error.isEmpty)
    }
    let inGroup = try await send(harness, [part("1", "get", "tables/t", group: "g")])
    #expect(statuses(inGroup) == [400])
    let nested = try await send(harness, [part("1", "post", "/$batch", ["requests": []])])
    #expect(statuses(nested) == [404])
    #expect(harness.service.tableNames.isEmpty)
  }
}
