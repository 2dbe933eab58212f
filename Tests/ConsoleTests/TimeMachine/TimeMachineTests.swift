import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import Console

/// Rows as they were, and restoring them by staged edits.
@Suite struct TimeMachineTests {
  private static let path = "/s/todo/t/TodoItem/past"

  /// A store with one edit, and a moment before it.
  private func edited(masked: [String] = []) async throws -> (store: SyncConsole, at: String) {
    var table = TableSettings(name: SyncConsole.table)
    table.masked = masked
    let store = try await SyncConsole(StoreSettings(tables: [table]))
    try await store.fill()
    store.time.advance(milliseconds: 60_000)
    let at = store.time.now.wholeSeconds
    store.time.advance(milliseconds: 60_000)
    store.console.time.advance(milliseconds: 120_000)
    try await store.items.update("dean", ["text": "secret changed", "estimate": 7])
    return (store, at)
  }

  @Test func whatARowHeldIsBesideWhatItHolds() async throws {
    let (store, at) = try await edited()
    let json = await store.get("\(Self.path).json?at=\(at)").json
    let row = try #require(json["rows"]?.array?.first)
    #expect(json["rows"]?.array?.count == 1 && row["change"] == "changed")
    #expect(row["then"]?["estimate"] == 1 && row["later"]?["estimate"] == 7)
    #expect(row["differing"] == ["estimate", "text"])
    let page = await store.page("\(Self.path)?at=\(at)").page
    #expect(page.contains("Changed") && page.contains("secret changed"))
    #expect(await store.page("/s/todo/t/TodoItem").page.contains(Self.path))
    let all = await store.get("\(Self.path).json?at=\(at)&view=all").json["rows"]?.array
    #expect(all?.count == 4)
  }

  @Test func aTextIsFoundInWhatRowsHeldAndHold() async throws {
    let (store, at) = try await edited()
    func found(_ query: String) async -> [String] {
      let rows = await store.get("\(Self.path).json?at=\(at)&\(query)").json["rows"]?.array ?? []
      return rows.compactMap { $0["id"]?.string }
    }
    #expect(await found("text=SECRET") == ["dean"])
    #expect(await found("text=ralph") == [])
    #expect(await found("view=all&text=R") == ["ralph", "ricky", "dean"].sorted())
    #expect(await found("view=all&text=r&limit=1") == ["dean"])
    let page = await store.page("\(Self.path)?at=\(at)&view=all&text=ralph").page
    #expect(page.contains("Rows 1–1") && page.contains("value=\"ralph\""))
    #expect(page.contains("Clear filters") && !page.contains(">ricky</a>"))
    let nothing = await store.page("\(Self.path)?at=\(at)&text=zebra").page
    #expect(nothing.contains("No rows match “zebra”."))
  }

  @Test func maskedTextsAreNotSearched() async throws {
    let (store, at) = try await edited(masked: ["text"])
    let path = "\(Self.path).json?at=\(at)&text=secret"
    #expect(await store.get(path, as: .viewer).json["rows"] == [])
  }

  @Test func theServerOfNowStandsBesideTheRowsOfThen() async throws {
    let (store, at) = try await edited()
    store.server.put("TodoItem", "dean", ["text": "there", "estimate": 1])
    store.server.remove("TodoItem", "ivan")
    let json = await store.get("\(Self.path).json?at=\(at)&with=server&view=all").json
    #expect(json["with"] == "server")
    let rows = json["rows"]?.array ?? []
    func row(_ id: String) -> JSONValue? { rows.first { $0["id"]?.string == id } }
    #expect(row("dean")?["differing"] == ["text"] && row("dean")?["later"]?["text"] == "there")
    #expect(row("ivan")?["change"] == "removed" && row("ralph")?["change"] == "same")
    let page = await store.page("\(Self.path)?at=\(at)&with=server&view=all").page
    #expect(page.contains("Missing there") && page.contains("Server now"))
    #expect(!page.contains("Stage selected rows"))
    // The store itself is as it was.
    #expect(try await store.items.read(id: "dean")?.values["text"] == "secret changed")
  }

  @Test func aServerThatDoesNotAnswerIsSaid() async throws {
    let (store, at) = try await edited()
    store.remote.scriptReads(.init(repeating: .unreachable, count: 4))
    #expect(await store.get("\(Self.path).json?at=\(at)&with=server").status == 502)
    try await store.sync.setOffline(true)
    #expect(await store.get("\(Self.path).json?at=\(at)&with=server").status == 409)
    #expect(await store.get("\(Self.path).json?at=\(at)&with=store:other").status == 404)
  }

  @Test func rowsThatWereDeletedSinceAreUndeleted() async throws {
    let (store, at) = try await edited()
    try await store.items.delete("ivan")
    var browser = try await store.console.signIn("mira", .operate)
    let page = await browser.get("\(Self.path)?at=\(at)").page
    #expect(page.contains("Undelete selected rows") && page.contains("Deleted later"))
    var reader = try await store.console.signIn("olga", .viewer)
    #expect(await !reader.get("\(Self.path)?at=\(at)").page.contains("Undelete selected rows"))
  }

  @Test func selectedRowsBecomeStagedEdits() async throws {
    let (store, at) = try await edited()
    let answer = await store.post(
      "\(Self.path)/stage", ["at": .string(at), "ids": ["dean", "ivan", "nobody"]])
    #expect(answer.json["staged"] == 1)
    let left = (answer.json["left"]?.array ?? []).map { $0["id"] }
    #expect(left == ["ivan", "nobody"])
    let staged = await store.get("/s/todo/changes.json", as: .admin).json["changes"]?.array
    #expect(staged?.first?["values"] == ["text": "dean", "estimate": 1])
    // Nothing is written before somebody saves it.
    #expect(try await store.items.read(id: "dean")?.values["estimate"] == 7)
  }

  @Test func rowsThatWereRemovedSinceAreStagedAndInsertedAgain() async throws {
    let (store, at) = try await edited()
    store.server.remove("TodoItem", "ivan")
    let run = try await store.run("reconcile", ["table": "TodoItem"])
    _ = await store.post(
      "/s/todo/reconcile/\(run["run"]?.integer ?? 0)/apply", ["missingOnServer": "remove-here"])
    #expect(try await store.items.read(id: "ivan") == nil)
    var browser = try await store.console.signIn("mira", .operate)
    let page = await browser.get("\(Self.path)?at=\(at)").page
    #expect(page.contains("Removed later") && page.contains("value=\"ivan\""))

    let answer = await store.post("\(Self.path)/stage", ["at": .string(at), "ids": ["ivan"]])
    #expect(answer.json["staged"] == 1)
    let staged = await store.get("/s/todo/changes.json", as: .admin).json["changes"]?.array?.first
    #expect(staged?["insert"] == true && staged?["stale"] == false)
    #expect(staged?["values"]?["text"] == "ivan")
    let review = await store.page("/s/todo/changes", as: .admin).page
    #expect(review.contains("Restored row") && review.contains("Save 1 row"))
    let saved = await store.post("/s/todo/changes/save")
    #expect(saved.json["saved"] == 1)
    #expect(try await store.items.read(id: "ivan")?.values["text"] == "ivan")
    _ = try await store.run("push")
    #expect(store.server.row("TodoItem", "ivan")?.values["text"] == "ivan")
  }

  @Test func aStagedInsertOfARowThatIsBackIsNotSaved() async throws {
    let (store, at) = try await edited()
    let ivan = try #require(store.server.row("TodoItem", "ivan"))
    store.server.remove("TodoItem", "ivan")
    let run = try await store.run("reconcile", ["table": "TodoItem"])
    _ = await store.post(
      "/s/todo/reconcile/\(run["run"]?.integer ?? 0)/apply", ["missingOnServer": "remove-here"])
    _ = await store.post("\(Self.path)/stage", ["at": .string(at), "ids": ["ivan"]])
    store.server.put("TodoItem", "ivan", ivan.values)
    _ = try await store.run("pull")
    let review = await store.page("/s/todo/changes", as: .admin).page
    #expect(review.contains("This row is in the store again.") && !review.contains("Save 1 row"))
    #expect(await store.post("/s/todo/changes/save").status == 409)
    // A row that is here is staged as an edit, in place of the insert.
    try await store.items.update("ivan", ["text": "other"])
    _ = await store.post("\(Self.path)/stage", ["at": .string(at), "ids": ["ivan"]])
    let staged = await store.get("/s/todo/changes.json", as: .admin).json["changes"]?.array?.first
    #expect(staged?["insert"] == false && staged?["values"]?["text"] == "ivan")
  }

  /// Where the server assigns ids, saving twice would insert twice.
  @Test func aRefusedSaveKeepsTheStagedInsertsOfAServerThatAssignsIDs() async throws {
    let (store, at) = try await edited()
    store.remote.capabilities.remove(.clientIDs)
    store.server.remove("TodoItem", "ivan")
    let run = try await store.run("reconcile", ["table": "TodoItem"])
    _ = await store.post(
      "/s/todo/reconcile/\(run["run"]?.integer ?? 0)/apply", ["missingOnServer": "remove-here"])
    _ = await store.post("\(Self.path)/stage", ["at": .string(at), "ids": ["dean", "ivan"]])
    try await store.items.update("dean", ["text": "changed again", "estimate": 9])

    let refused = await store.post("/s/todo/changes/save")
    #expect(refused.status == 409 && refused.json["error"]?["code"] == "stale_edit")
    let staged = await store.get("/s/todo/changes.json", as: .admin).json["changes"]?.array ?? []
    #expect(staged.count == 2 && staged.filter { $0["insert"] == true }.count == 1)
    #expect(try await store.items.read(id: "dean")?.values["estimate"] == 9)
    #expect(try await store.items.read(id: "ivan") == nil)
  }

  @Test func aRowThatIsStagedFromTwoMomentsIsThatOfTheSecond() async throws {
    let (store, _) = try await edited()
    _ = try await store.run("push")
    let first = try await moment(store)
    try await store.items.update("dean", ["estimate": .null])
    _ = try await store.run("push")
    let second = try await moment(store)
    try await store.items.hardDelete("dean")
    _ = try await store.run("push")
    for at in [first, second] {
      _ = await store.post("\(Self.path)/stage", ["at": .string(at), "ids": ["dean"]])
    }
    let staged = await store.get("/s/todo/changes.json", as: .admin).json["changes"]?.array
    #expect(staged?.count == 1 && staged?.first?["insert"] == true)
    #expect(staged?.first?["values"]?["estimate"] == nil)
    #expect(staged?.first?["values"]?["text"] == "secret changed")
  }

  /// Now, with nothing else in the same minute.
  private func moment(_ store: SyncConsole) async throws -> String {
    store.time.advance(milliseconds: 60_000)
    let now = store.time.now.wholeSeconds
    store.time.advance(milliseconds: 60_000)
    store.console.time.advance(milliseconds: 120_000)
    return now
  }

  @Test func aRowWhoseHardDeleteWaitsIsNotInserted() async throws {
    let (store, at) = try await edited()
    try await store.items.hardDelete("ivan")
    let answer = await store.post("\(Self.path)/stage", ["at": .string(at), "ids": ["ivan"]])
    #expect(answer.json["staged"] == 0)
    #expect(answer.json["left"]?.array?.first?["reason"]?.string?.contains("undelete it") == true)
  }

  @Test func maskedValuesAreCoveredThenAndNow() async throws {
    let (store, at) = try await edited(masked: ["text"])
    for answer in [
      await store.get("\(Self.path).json?at=\(at)"), await store.page("\(Self.path)?at=\(at)"),
    ] { #expect(answer.status == 200 && !answer.page.contains("secret")) }
    // What is staged is the value itself, though nobody saw it.
    _ = await store.post("\(Self.path)/stage", ["at": .string(at), "ids": ["dean"]])
    let saved = await store.post("/s/todo/changes/save")
    #expect(saved.status == 200)
    #expect(try await store.items.read(id: "dean")?.values["text"] == "dean")
  }

  @Test(arguments: [
    "at=nonsense", "at=2999-01-01T00:00:00Z", "at=2020-01-02T00:00:00Z&to=2020-01-01T00:00:00Z",
    "view=some", "limit=0", "after=x", "_before=x", "with=nowhere",
    "at=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z&with=server",
  ])
  func anAddressThatMeansNothingIsRefused(_ query: String) async throws {
    let store = try await SyncConsole()
    try await store.fill(["a"])
    #expect(await store.get("\(Self.path).json?\(query)").status == 400)
  }

  @Test func viewersSeeThePastAndStageNothing() async throws {
    let (store, at) = try await edited()
    #expect(await store.get("\(Self.path).json?at=\(at)", as: .viewer).status == 200)
    let answer = await store.post(
      "\(Self.path)/stage", ["at": .string(at), "ids": ["dean"]], as: .viewer)
    #expect(answer.status == 403)
    #expect(
      !(await store.page("\(Self.path)?at=\(at)", as: .viewer).page).contains("Stage selected"))
  }
}
