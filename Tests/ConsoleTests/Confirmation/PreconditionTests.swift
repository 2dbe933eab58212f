import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// A decision counts for what the page showed, not for what came in between.
@Suite struct PreconditionTests {
  private func conflicts(_ ids: [String]) async throws -> SyncConsole {
    let store = try await SyncConsole()
    try await store.fill(ids)
    for id in ids {
      store.server.put("TodoItem", id, ["text": .string("there \(id)"), "estimate": 1])
      try await store.items.update(id, ["text": .string("here \(id)")], by: "mira")
    }
    _ = try await store.sync.push()
    return store
  }

  /// The page of a conflict as somebody has it open, with what it shows.
  private func openedConflict() async throws -> (
    store: SyncConsole, browser: TestBrowser, token: String, path: String, seen: String
  ) {
    let store = try await conflicts(["ivan"])
    let error = try #require(try await store.sync.errors().first)
    let path = "/s/todo/errors/\(error.id)"
    var browser = try await store.console.signIn("mira", .admin)
    let token = try await browser.csrfToken
    let seen = try #require(await browser.get(path).page.value(of: Precondition.field))
    return (store, browser, token, path, seen)
  }

  private func text(_ store: SyncConsole, _ id: String) async throws -> JSONValue? {
    try await store.items.read(id: id)?.values["text"]
  }

  @Test(arguments: ["merge", "take-server", "keep-local"])
  func aConflictThatChangedHereIsComparedAgain(choice: String) async throws {
    var (store, browser, token, path, seen) = try await openedConflict()
    try await store.items.update("ivan", ["text": "fresh edit"], by: "otto")

    let form = [
      (Precondition.field, seen), ("choice", choice), ("f-text", "server"),
      ("p-text", ""), ("v-text", "both of us"),
    ]
    let stale = await browser.submit(path + "/resolve", form, token: token)
    #expect(stale.status == 409)
    #expect(stale.page.contains("Not saved.") && stale.page.contains("Compare again and choose."))
    #expect(stale.page.contains(">fresh edit<") && stale.page.contains("\nboth of us</textarea>"))
    #expect(try await text(store, "ivan") == "fresh edit")
    #expect(try await store.sync.errors().count == 1)

    let fresh = try #require(stale.page.value(of: Precondition.field))
    let again = [(Precondition.field, fresh), ("choice", "merge"), ("v-text", "both of us")]
    let saved = await browser.submit(path + "/resolve", again + [("p-text", "")], token: token)
    #expect(saved.status == 303)
    #expect(try await text(store, "ivan") == "both of us")
  }

  @Test func aResultThatWasASidesValueIsNotShownAsTheOtherSide() throws {
    // "rank" was changed here alone, so this store is chosen by itself.
    let columns = [Column("rank", .text)]
    var form = MergeForm(
      columns: columns, base: Record(id: "a", values: ["rank": "old"]),
      local: Record(id: "a", values: ["rank": "newer"]),
      server: Record(id: "a", values: ["rank": "old"]))
    #expect(form.fields[0].side == .local)
    // The page's script fills in what the chosen side has.
    form.keepTyped(
      QueryItems([.init("f-rank", "server"), .init("p-rank", "mine"), .init("v-rank", "old")]))
    #expect(form.fields[0].side == .server && form.fields[0].typed == "old")
    form.keepTyped(
      QueryItems([.init("f-rank", "local"), .init("p-rank", ""), .init("v-rank", "mine")]))
    #expect(form.fields[0].side == nil && form.fields[0].typed == "mine")
    #expect(form.fields[0].prefilled.isEmpty)
  }

  @Test func aNewerCopyOfTheServerIsComparedAgainToo() async throws {
    var (store, browser, token, path, seen) = try await openedConflict()
    store.server.put("TodoItem", "ivan", [:], deleted: true)
    _ = try await store.sync.pull()
    let stale = await browser.submit(
      path + "/resolve", [(Precondition.field, seen), ("choice", "keep-local")], token: token)
    #expect(stale.status == 409 && stale.page.contains("deleted on the server"))
    #expect(try await store.queue().map(\.state) == [.conflict])
  }

  @Test func aRowThatChangedHereIsLeftOutOfTheSameForTheOthers() async throws {
    let store = try await conflicts(["anna", "bert", "carl"])
    let error = try #require(try await store.sync.errors().first { $0.itemID == "anna" })
    let path = "/s/todo/errors/\(error.id)/same"
    var browser = try await store.console.signIn("mira", .admin)
    let token = try await browser.csrfToken
    let asked = await browser.submit(path, [("f-text", "server")], token: token).page
    let rows = asked.matches(of: #/name="row" value="([^"]+)"/#).map {
      ("row", String($0.1).replacing("&quot;", with: "\""))
    }
    #expect(rows.count == 3)
    try await store.items.update("bert", ["text": "fresh edit"], by: "otto")
    _ = await browser.submit(
      path, [("confirmed", "1"), ("f-text", "server")] + rows, token: token)
    #expect(try await text(store, "bert") == "fresh edit")
    #expect(try await text(store, "carl") == "there carl")
    #expect(try await store.sync.errors().map(\.itemID) == ["bert"])
  }

  @Test func aQuestionIsAboutTheChangeThatItShowed() async throws {
    let store = try await conflicts(["anna", "bert"])
    let operations = try await store.queue().map { "\($0.id)" }
    let path = "/s/todo/queue/\(operations[0])"
    var browser = try await store.console.signIn("mira", .admin)
    let token = try await browser.csrfToken
    let one = await browser.get(path + "?confirm=cancel").page
    let seen = try #require(one.value(of: Precondition.field))
    let ticks = [("action", "cancel")] + operations.map { ("id", $0) }
    let many = await browser.submit("/s/todo/queue/bulk", ticks, token: token).page
    let asked = try #require(many.value(of: ConfirmationToken.field))
    try await store.items.update("anna", ["text": "fresh edit"], by: "otto")

    let cancelled = await browser.submit(
      path + "/cancel", [("confirmed", "1"), (Precondition.field, seen)], token: token)
    #expect(cancelled.status == 409)
    #expect(cancelled.page.contains("This row has changed"))
    let again = await browser.submit(
      "/s/todo/queue/bulk", ticks + [("confirmed", "1"), (ConfirmationToken.field, asked)],
      token: token)
    #expect(again.status != 303 && again.page.contains("or their values have changed."))
    #expect(try await text(store, "anna") == "fresh edit")
    #expect(try await store.queue().count == 2)
  }

  // MARK: - Programs

  @Test func aMergeKeepsWhatItDoesNotName() async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    let path = "/s/todo/errors/\(error.id)/resolve"
    // text was changed on both sides, estimate only here, note only there.
    let open = await store.post(path, ["choice": "merge", "values": [:]])
    #expect(open.status == 422 && open.page.contains("Both sides changed text: give a value"))
    let typo = await store.post(path, ["choice": "merge", "values": ["txet": "x", "text": "y"]])
    #expect(typo.status == 422 && typo.page.contains("TodoItem has no column txet."))
    #expect(try await store.queue().map(\.state) == [.conflict])
    let merged = await store.post(path, ["choice": "merge", "values": ["text": "both"]])
    #expect(merged.status == 200)
    let row = try #require(try await store.items.read(id: "ivan"))
    #expect(row.values["text"] == "both" && row.values["estimate"] == 3)
    #expect(row.values["note"] == "there")
    let columns = try await store.sync.columns(of: "TodoItem").map(\.name)
    #expect(!columns.contains("txet"))
  }

  @Test func aMergeWithADeletedSideIsRefused() async throws {
    let store = try await conflicts(["ivan"])
    store.server.put("TodoItem", "ivan", [:], deleted: true)
    _ = try await store.sync.pull()
    let error = try #require(try await store.sync.errors().first)
    let answer = await store.post(
      "/s/todo/errors/\(error.id)/resolve", ["choice": "merge", "values": ["text": "x"]])
    #expect(answer.status == 422 && answer.page.contains("no columns to merge"))
    #expect(try await store.queue().map(\.state) == [.conflict])
  }
}
