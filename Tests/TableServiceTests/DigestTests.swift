import HTTPKit
import JSONKit
import Testing

@Suite struct DigestTests {
  @Test(arguments: [
    "/$digest/items", "/$digest/items?buckets=3", "/$digest/items?buckets=131072",
    "/$digest/sqlite_x?buckets=4", "/$digest/a%20b?buckets=4",
  ])
  func badQuestionsAreRefused(_ target: String) async throws {
    #expect(try await Harness().get(target).status == 400)
  }

  @Test(
    arguments: [
      [:], ["buckets": 4], ["buckets": 4, "list": [4]], ["buckets": 4, "list": [-1]],
      ["buckets": 4, "list": ["0"]], ["buckets": 5, "list": [0]], [1],
    ] as [JSONValue])
  func badListsAreRefused(_ body: JSONValue) async throws {
    #expect(try await Harness().send(.post, "/$digest/items", body).status == 400)
  }

  @Test func bucketsTogetherHoldEveryRow() async throws {
    let harness = try await Harness()
    for id in ["a", "b", "c"] { await harness.send(.post, "/tables/items", ["id": .string(id)]) }
    let digest = await harness.get("/$digest/items?buckets=4")
    #expect(digest["rows"] == 3)
    let all = await harness.send(
      .post, "/$digest/items", ["buckets": 4, "list": [0, 1, 2, 3]])
    #expect(all["sums"] == digest["sums"])
    #expect(all["rows"]?.array?.count == 3)
  }
}
