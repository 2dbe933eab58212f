import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import SyncInspection
import TestSupport
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
    let token = try await browser.csrfToken
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

  /// The secret of a token is shown once, so the second press of the button shows it too.
  @Test func theSameTokenFormSentTwiceMakesAndShowsOneToken() async throws {
    let store = try await SyncConsole()
    var browser = try await store.console.signIn("mira", .admin)
    let page = await browser.get("/users").page
    let key = try #require(page.value(of: "_key"))
    let token = try await browser.csrfToken
    let fields = [("_key", key), ("name", "ci"), ("role", "viewer"), ("days", "")]
    let first = await browser.submit("/users/tokens", fields, token: token)
    let second = await browser.submit("/users/tokens", fields, token: token)
    #expect(first.status == 200 && second.status == 200)
    let shown = first.page.firstMatch(of: #/[A-Za-z0-9_-]{40,}/#)
    #expect(second.headers["Idempotency-Replayed"] == "true")
    #expect(first.page == second.page && shown != nil)
    #expect(try await store.console.data.tokens().count { $0.name == "ci" } == 1)
    // Later the secret is not kept any more, and the name is taken.
    store.console.time.advance(milliseconds: 11_000)
    let late = await browser.submit("/users/tokens", fields, token: token)
    #expect(late.status >= 400 && late.page.contains("There is a token ci already"))
  }

  @Test func theSameFormForAUserOrAViewSentTwiceSaysThatItIsDone() async throws {
    let store = try await SyncConsole()
    var browser = try await store.console.signIn("mira", .admin)
    let token = try await browser.csrfToken
    let key = try #require(await browser.get("/users").page.value(of: "_key"))
    let user = [("_key", key), ("name", "vic"), ("role", "viewer"), ("password", "long enough 7")]
    let view = [("_key", key), ("name", "Open"), ("query", "view=all")]
    for (path, fields) in [("/users", user), ("\(rows)/views", view)] {
      let answers = [
        await browser.submit(path, fields, token: token),
        await browser.submit(path, fields, token: token),
      ]
      #expect(answers.map(\.status) == [303, 303])
      #expect(answers[0].headers["Location"] == answers[1].headers["Location"])
    }
    let views = try await store.console.data.savedViews(
      store: "todo", table: "TodoItem", owner: "user mira")
    #expect(views.count == 1)
    let entries = try await store.console.data.auditEntries(AuditFilter(), limit: 9)
    #expect(entries.count { $0.record.target.contains("Open") } == 1)
  }

  @Test(arguments: ["/users", "/s/todo/t/TodoItem?text__contains=a", "/s/todo/t/TodoItem/new"])
  func formsThatMakeSomethingCarryAKey(path: String) async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    var browser = try await store.console.signIn("mira", .admin)
    let first = await browser.get(path).page.value(of: "_key")
    let second = await browser.get(path).page.value(of: "_key")
    #expect(first?.isEmpty == false && first != second)
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
