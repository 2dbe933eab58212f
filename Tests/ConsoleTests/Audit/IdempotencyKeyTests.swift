import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

/// A request that is sent again is carried out once.
@Suite struct IdempotencyKeyTests {
  private let rows = "/s/todo/t/TodoItem"

  private func post(
    _ store: SyncConsole, _ values: JSONValue, key: String, as role: Role = .admin
  ) async -> HTTPResponse {
    await store.console.send(
      .post, rows,
      [
        "Authorization": "Bearer \(store.secrets[role] ?? "")", "Accept": "application/json",
        "Content-Type": "application/json", "Idempotency-Key": key,
      ], body: (["values": values] as JSONValue).serializedText)
  }

  private func live(_ store: SyncConsole) async throws -> Int { try await store.sync.counts().live }

  @Test func theSameFormSentTwiceMakesOneRow() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    var browser = try await store.console.signIn("mira", .operate)
    let page = await browser.get("\(rows)/new").page
    let key = try #require(page.value(of: "_key"))
    let token = try await browser.formToken
    let fields = [("_key", key), ("v.text", "\"milk\""), ("w.text", "")]
    let first = await browser.submit(rows, fields, token: token)
    let second = await browser.submit(rows, fields, token: token)
    #expect(first.status == 303 && second.status == 303)
    #expect(first.headers["Location"] == second.headers["Location"])
    #expect(try await live(store) == 2)
    // The same page with something else typed in it is another row.
    let other = [("_key", key), ("v.text", "\"bread\""), ("w.text", "")]
    #expect(await browser.submit(rows, other, token: token).status == 303)
    #expect(try await live(store) == 3)
  }

  @Test func formsSentAtOnceMakeOneRow() async throws {
    let store = try await SyncConsole()
    let answers = await withTaskGroup(of: HTTPResponse.self) { group in
      for _ in 0..<8 { group.addTask { await post(store, ["text": "milk"], key: "k1") } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(answers.map(\.status)) == [201])
    #expect(Set(answers.compactMap { $0.json["id"]?.string }).count == 1)
    #expect(try await live(store) == 1)
    #expect(try await store.console.data.auditEntries(AuditFilter(), limit: 9).count == 1)
  }

  @Test func aKeyIsForOneContentOnly() async throws {
    let store = try await SyncConsole()
    #expect(await post(store, ["text": "milk"], key: "k1").status == 201)
    let other = await post(store, ["text": "bread"], key: "k1")
    #expect(other.status == 422)
    #expect(other.json["error"]?["code"] == "idempotency_key_reused")
    #expect(await post(store, ["text": "bread"], key: "k2").status == 201)
    #expect(await post(store, ["text": "bread"], key: "").status == 400)
    #expect(try await live(store) == 2)
  }

  @Test func keysOfOthersAreTheirOwn() async throws {
    let store = try await SyncConsole()
    #expect(await post(store, ["text": "milk"], key: "k1").status == 201)
    #expect(await post(store, ["text": "milk"], key: "k1", as: .operate).status == 201)
    #expect(try await live(store) == 2)
  }

  @Test func whatWasRefusedMayBeSentAgain() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    #expect(await post(store, ["id": "dean", "text": "x"], key: "k1").status == 409)
    try await store.items.hardDelete("dean")
    _ = try await store.sync.push()
    #expect(await post(store, ["id": "dean", "text": "x"], key: "k1").status == 201)
  }

  /// The answer is gone with the program; that it was done is not.
  @Test func aRequestRepeatedAfterARestartIsNotDoneAgain() async throws {
    let store = try await SyncConsole()
    #expect(await post(store, ["text": "milk"], key: "k1").status == 201)
    store.console.app.services.answers.forget()
    let again = await post(store, ["text": "milk"], key: "k1")
    #expect(again.status == 409)
    #expect(again.json["error"]?["code"] == "already_done")
    #expect(try await live(store) == 1)
  }
}
