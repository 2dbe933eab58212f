import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import SyncInspection
import TestSupport
import Testing

@Suite struct PullPreviewTests {
  private static let path = "/s/todo/pull/preview"

  /// A store that lags behind: one row is new there, one changed, one deleted, one changed on both.
  private func laggingStore() async throws -> SyncConsole {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ricky", "ralph", "ivan"])
    store.server.put("TodoItem", "walt", ["text": "walt", "fresh": true])
    store.server.put("TodoItem", "dean", ["text": "changed there"])
    store.server.put("TodoItem", "ivan", ["text": "changed there"])
    store.server.put("TodoItem", "ralph", [:], deleted: true)
    try await store.items.update("ivan", ["text": "changed here"], by: "mira")
    return store
  }

  @Test func tableThatTheServerRefusesIsNotThere() async throws {
    let store = try await SyncConsole()
    store.remote.scriptReads([.refused])
    let answer = await store.post("/s/todo/pull/preview", ["tables": ["a b"]])
    #expect(answer.status == 404)
    #expect(answer.json["error"]?["code"] == "no_such_table")
  }

  @Test func countsWhatAPullWouldDoAndThePullDoesJustThat() async throws {
    let store = try await laggingStore()
    let tokens = try await store.sync.deltaTokens()
    let columns = try await store.sync.columns(of: "TodoItem")
    let preview = try #require(await store.post(Self.path).json["tables"]?.array?.first)
    #expect(preview["table"] == "TodoItem" && preview["complete"] == true)
    #expect(preview["inserted"] == 1 && preview["updated"] == 1 && preview["deleted"] == 1)
    #expect(preview["keptBeside"] == 1 && preview["failure"] == .null)
    let examples = try #require(preview["examples"]?.array)
    #expect(
      Set(examples.compactMap { $0["id"]?.string }) == ["walt", "dean", "ralph", "ivan"])
    let changed = try #require(examples.first { $0["id"] == "dean" })
    #expect(changed["effect"] == "updated")
    #expect(changed["server"]?["text"] == "changed there")
    #expect(changed["local"]?["text"] == "dean")

    #expect(try await store.sync.deltaTokens() == tokens)
    #expect(try await store.sync.columns(of: "TodoItem") == columns)
    #expect(try await store.sync.row("TodoItem", "walt") == nil)
    #expect(try await store.sync.row("TodoItem", "ivan")?.server == nil)
    #expect(try await store.sync.row("TodoItem", "dean")?.history.count == 0)

    try await store.sync.cancel(try #require(try await store.queue().first).id, by: "mira")
    let report = try await store.sync.pull()
    #expect(report.inserted == 1 && report.deleted == 1)
  }

  @Test func aTableThatWasNeverPulledDoesNotComeIntoBeing() async throws {
    let store = try await SyncConsole()
    store.server.put("Country", "FR", ["name": "France"])
    let preview = await store.post(Self.path, ["tables": ["Country"], "full": true]).json
    #expect(preview["tables"]?.array?.first?["inserted"] == 1)
    #expect(try await store.sync.tables().map(\.name) == ["TodoItem"])
  }

  @Test func readsOnlySoManyPagesAndSaysSo() async throws {
    var settings = StoreSettings(tables: [TableSettings(name: "TodoItem")])
    settings.pageSize = 2
    let store = try await SyncConsole(settings)
    for number in 0..<9 { store.server.put("TodoItem", "row\(number)", ["text": "x"]) }
    let part = try #require(try await store.sync.pullPreview(pagesMax: 2).first)
    #expect(part.received == 4 && part.inserted == 4 && !part.isComplete)
    let whole = try #require(try await store.sync.pullPreview().first)
    #expect(whole.inserted == 9 && whole.isComplete && whole.examples.count == 5)
  }

  @Test func aServerThatIsAwayIsPartOfTheAnswer() async throws {
    let store = try await SyncConsole()
    store.remote.scriptReads([.unreachable])
    let answer = await store.post(Self.path).json
    let preview = answer["tables"]?.array?.first
    #expect(preview?["failure"]?.string?.isEmpty == false && preview?["complete"] == false)
    let page = await store.page("\(Self.path)/\(answer["preview"]?.string ?? "")").page
    #expect(page.contains("TodoItem could not be read.") && !page.contains("more than was read"))
    #expect(page.contains("Not checked against the server."))
    #expect(page.contains("The effect of a pull is unknown. Nothing was sent or changed."))
    #expect(!page.contains("Checked against") && !page.contains("No rows change"))
    #expect(page.contains("Preview again") && !page.contains("Pull now"))
    try await store.sync.setOffline(true)
    #expect(await store.post(Self.path).status == 409)
  }

  @Test func withoutTablesTheServerWasNotAsked() async throws {
    let store = try await SyncConsole(StoreSettings(tables: []))
    let answer = await store.post(Self.path).json
    let page = await store.page("\(Self.path)/\(answer["preview"]?.string ?? "")").page
    #expect(page.contains("Nothing to pull."))
    #expect(page.contains("No request was sent to the server."))
    #expect(!page.contains("Checked against"))
  }

  @Test func aTableThatCouldNotBeReadIsNotSaidToBeUnchanged() async throws {
    let store = try await SyncConsole(
      StoreSettings(tables: [TableSettings(name: "Movie"), TableSettings(name: "TodoItem")]))
    try await store.fill()
    store.remote.scriptReads([.refused])
    let answer = await store.post(Self.path).json
    let page = await store.page("\(Self.path)/\(answer["preview"]?.string ?? "")").page
    #expect(page.contains("Movie could not be read.") && page.contains("Checked against"))
    #expect(page.contains("No changes found.") && !page.contains("No rows change"))
    #expect(page.contains("Pull now"))
  }

  @Test(arguments: [false, true])
  func whatThePreviewDidNotHaveIsNotPushed(_ isSentAsItCame: Bool) async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ivan", "ricky"])
    try await store.items.update("dean", ["text": "previewed"])
    try await store.items.update("ivan", ["text": "previewed"])
    let preview = await store.post(Self.path).json
    try await store.items.update("ivan", ["text": "changed since"])
    try await store.items.update("ricky", ["text": "queued since"])
    let order: JSONValue =
      isSentAsItCame
      ? ["previewed": preview["tables"] ?? []] : ["preview": preview["preview"] ?? ""]
    let run = try await store.run("pull", order)
    #expect(store.server.row("TodoItem", "dean")?.values["text"] == "previewed")
    #expect(store.server.row("TodoItem", "ivan")?.values["text"] == "ivan")
    #expect(store.server.row("TodoItem", "ricky")?.values["text"] == "ricky")
    #expect(try await store.items.read(id: "ricky")?.values["text"] == "queued since")
    #expect(try await store.queue().map(\.itemID) == ["ivan", "ricky"])
    let outcome = run["report"]?["preview"]
    #expect(outcome?["differing"] == 1 && outcome?["leftOut"] == 1)
    let page = await store.page("/s/todo/runs/\(run["run"]?.integer ?? 0)").page
    #expect(page.contains("1 operation not in the preview stays in the queue."))
    #expect(page.contains("not sent: changed after the preview"))
  }

  @Test func thePageOffersToPullJustThis() async throws {
    let store = try await laggingStore()
    #expect(await store.post(Self.path, as: .viewer).status == 403)
    #expect(await store.post(Self.path, ["tables": []]).status == 422)
    #expect(await store.page("/s/todo/sync").page.contains("formaction=\"\(Self.path)\""))
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let asked = [("tables", "TodoItem"), ("full", "1")]
    let taken = await browser.submit(Self.path, asked, token: token)
    let address = try #require(taken.headers["Location"])
    let page = await browser.get(address).page
    #expect(page.contains("3 rows change.") && page.contains(">Kept<"))
    #expect(page.contains("Push 1 change, then pull"))
    #expect(try await store.sync.row("TodoItem", "walt") == nil)
    #expect(await store.get(address + ".json", as: .operate).json["tables"]?.array?.count == 1)

    let key = try #require(page.value(of: "preview"))
    let started = await browser.submit("/s/todo/pull", [("preview", key)], token: token)
    let run = try #require(started.headers["Location"])
    let id = try #require(Int64(run.split(separator: "/").last ?? ""))
    _ = try await store.console.runs.wait(id, store: "todo")
    #expect(try await store.sync.row("TodoItem", "walt") != nil)
    let report = await store.get(run + ".json").json["report"]
    #expect(report?["tables"] == ["TodoItem"] && report?["full"] == true)
    #expect(report?["preview"]?["previewed"] == 2)

    let used = await browser.get(address).page
    #expect(used.contains("This preview was used by <a href=\"\(run)\">"))
    #expect(used.contains("name=\"tables\" value=\"TodoItem\"") && used.contains("Preview again"))
    let again = await browser.submit("/s/todo/pull", [("preview", key)], token: token)
    #expect(again.headers["Location"] == run)
    #expect(await store.get("/s/todo/pull/preview/nothing", as: .operate).status == 410)
  }
}
