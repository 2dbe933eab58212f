import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@Suite struct CopyPageTests {
  /// The console with a store `old` beside `todo`, which has rows of its own server.
  private struct Stores {
    let console: SyncConsole
    let old: SyncContext
    let oldServer = FakeServer()
    private let directory: TemporaryDirectory

    init(
      todo: TableSettings = TableSettings(name: SyncConsole.table),
      tables: [TableSettings] = [
        TableSettings(name: SyncConsole.table), TableSettings(name: "Notes"),
      ]
    ) async throws {
      directory = try TemporaryDirectory()
      old = try await SyncContext(
        path: directory.file("old.sqlite"), remote: FakeRemote(oldServer, client: "old"),
        settings: StoreSettings(tables: tables))
      let info = StoreInfo(
        name: "old", environment: "", remoteKind: "fake", remoteURL: "fake://old")
      console = try await SyncConsole(StoreSettings(tables: [todo]), beside: [(info, old)])
      for id in ["a", "b"] { oldServer.put(SyncConsole.table, id, ["text": .string(id)]) }
      _ = try await old.pull()
    }

    /// Copies, waits for the end, and returns what the run says of its table.
    @discardableResult
    func copy(expecting count: Int64? = nil) async throws -> JSONValue {
      var body: JSONObject = ["from": "old"]
      body["expect"] = count.map(JSONValue.integer)
      return try await run("/s/todo/copy", .object(body))
    }

    func run(_ path: String, _ body: JSONValue) async throws -> JSONValue {
      let started = await console.post(path, body)
      #expect(started.status == 202)
      let number = try #require(started.json["run"]?.integer)
      _ = try await console.console.runs.wait(number, store: "todo")
      let run = await console.get("/s/todo/runs/\(number).json").json
      return try #require(run["report"]?["copy"]?["tables"]?.array?.first)
    }
  }

  @Test func thePageShowsWhatACopyDoesAndCopies() async throws {
    let stores = try await Stores()
    let todo = stores.console
    let form = await todo.page("/s/todo/copy").page
    #expect(form.contains("<option value=\"old\">old</option>"))
    let path = "/s/todo/copy?from=old"
    let page = await todo.page(path).page
    #expect(page.contains("2 rows to copy from old."))
    #expect(page.contains("Table <b>Notes</b> is not in todo."))
    #expect(page.contains("<button class=\"btn s primary\">Copy 2 rows</button>"))
    var browser = try await todo.console.signIn("root", .admin)
    let done = await browser.submit(
      "/s/todo/copy", [("from", "old"), ("expect", "2")], token: try await browser.csrfToken)
    let place = try #require(done.headers["Location"])
    #expect(place == "/s/todo/runs/1")
    _ = try await todo.console.runs.wait(1, store: "todo")
    let report = await browser.get(place).page
    #expect(report.contains("2 rows copied from old.") && report.contains("Undo…"))
    let after = await browser.get(path).page
    #expect(after.contains("todo has every row of the tables that both stores have"))
    #expect(try await todo.sync.push().succeeded == 2)
    #expect(todo.server.rows(SyncConsole.table).map(\.id) == ["a", "b"])
  }

  @Test func aCopyIsAuditedAndUndone() async throws {
    let stores = try await Stores()
    let todo = stores.console
    let table = try await stores.copy(expecting: 2)
    #expect(table["written"] == 2 && table["complete"] == true)
    let entry = try #require(table["entry"]?.integer)
    let audit = await todo.get("/audit/\(entry).json").json
    #expect(audit["action"] == "rows.import" && audit["count"] == 2)
    #expect(audit["target"] == "TodoItem from store old")
    #expect(await todo.post("/undo/\(entry)", [:]).status == 200)
    #expect(try await todo.sync.pendingOperations().isEmpty)
    #expect(try await todo.sync.unfinishedImports().isEmpty)
  }

  @Test func numbersThatChangedSinceThePageAreRefused() async throws {
    let stores = try await Stores()
    let answer = await stores.console.post("/s/todo/copy", ["from": "old", "expect": 1])
    #expect(answer.status == 409)
    #expect(try await stores.console.sync.pendingOperations().isEmpty)
  }

  @Test func rowsThatAreDeletedThereAreDeletedOnRequest() async throws {
    let stores = try await Stores()
    let todo = stores.console
    _ = try await stores.copy()
    _ = try await todo.sync.push()
    stores.oldServer.put(SyncConsole.table, "a", ["text": "a"], deleted: true)
    _ = try await stores.old.pull()
    let page = await todo.page("/s/todo/copy?from=old").page
    #expect(page.contains("Delete 1 row…"))
    let question = await todo.page("/s/todo/copy?from=old&confirm=TodoItem").page
    #expect(question.contains("Delete 1 row of TodoItem in store todo?"))
    let answer = await todo.post(
      "/s/todo/copy/deletions", ["from": "old", "table": "TodoItem", "expect": 1]
    ).json
    #expect(answer["deleted"] == 1)
    #expect(try await todo.items.read(id: "a")?.deleted == true)
    let entry = try #require(answer["entry"]?.integer)
    #expect(await todo.post("/undo/\(entry)", [:]).status == 200)
    #expect(try await todo.items.read(id: "a")?.deleted == false)
  }

  @Test func pendingChangesMoveOnceTheOtherStoreIsOffline() async throws {
    let stores = try await Stores()
    let todo = stores.console
    _ = try await stores.copy()
    try await stores.old.table(SyncConsole.table).update("a", ["text": "new"])
    let online = await todo.page("/s/todo/copy?from=old").page
    #expect(online.contains("Take old offline</a> first."))
    #expect(!online.contains("Copy 1 pending change"))
    let refused = await todo.post("/s/todo/copy/pending", ["from": "old"])
    #expect(refused.status == 409 && refused.json["error"]?["code"] == "source_not_offline")
    try await stores.old.setOffline(true)
    #expect(await todo.page("/s/todo/copy?from=old").page.contains("Copy 1 pending change"))
    let answer = await todo.post("/s/todo/copy/pending", ["from": "old"]).json
    #expect(answer["copied"] == 1 && answer["skipped"] == 0)
    #expect(try await todo.items.read(id: "a")?.values["text"] == "new")
    #expect(
      await todo.page("/s/todo/copy?from=old").page
        .contains("The pending changes of old are here already."))
  }

  @Test func aVerificationTellsWhatStandsInTheWay() async throws {
    let stores = try await Stores()
    let todo = stores.console
    try await stores.copy()
    let open = try await stores.run("/s/todo/copy/verify", ["from": "old"])
    #expect(open["pendingHere"] == 2)
    let page = await todo.page("/s/todo/runs/2").page
    #expect(
      page.contains("0 of 1 table verified.") && page.contains("2 changes are not pushed yet."))
    #expect(await todo.get("/s/todo/runs/2.json").json["state"] == "succeeded")
    _ = try await todo.sync.push()
    let done = try await stores.run("/s/todo/copy/verify", ["from": "old"])
    #expect(done["digests"]?["there"] == done["digests"]?["here"] && done["same"] == 2)
    #expect(done["there"]?["different"] == 0 && done["there"]?["failure"] == .null)
    #expect(await todo.page("/s/todo/runs/3").page.contains("1 table verified: both stores"))
    stores.oldServer.put(SyncConsole.table, "a", ["text": "behind its back"])
    let drifted = try await stores.run("/s/todo/copy/verify", ["from": "old"])
    #expect(drifted["there"]?["different"] == 1)
    #expect(
      await todo.page("/s/todo/runs/4").page.contains("1 row differs between old and its server."))
  }

  @Test func aMoveTakesTheQueueAlongAndIsRefusedWhileRowsAreLeft() async throws {
    let stores = try await Stores(tables: [TableSettings(name: SyncConsole.table)])
    let todo = stores.console
    let refused = await todo.post("/s/todo/copy/move", ["from": "old"])
    #expect(refused.status == 409 && refused.json["error"]?["code"] == "copy_incomplete")
    #expect(try await !stores.old.isOffline)
    try await stores.copy()
    _ = try await todo.sync.push()
    try await stores.old.table(SyncConsole.table).update("a", ["text": "new"])
    #expect(await todo.post("/s/todo/copy/move", ["from": "old"], as: .viewer).status == 403)
    #expect(
      await todo.post("/s/todo/copy/move", ["from": "old", "expect": 0]).status == 409)
    let moved = await todo.post("/s/todo/copy/move", ["from": "old", "expect": 1])
    #expect(moved.status == 200 && moved.json["copied"] == 1 && moved.json["moved"] == true)
    #expect(try await stores.old.movedTo == "todo")
    #expect(try await todo.items.read(id: "a")?.values["text"] == "new")
    #expect(await todo.page("/s/old").page.contains("This store was moved to"))
    #expect(
      await todo.page("/s/todo/copy?from=old").page.contains("old is offline and was moved here."))
    #expect(await todo.post("/s/old/push", [:]).status == 409)
    var browser = try await todo.console.signIn("root", .admin)
    let asked = await browser.submit(
      "/s/old/offline", [("offline", "false")], token: try await browser.csrfToken)
    #expect(asked.page.contains("Take old online again?"))
    #expect(try await stores.old.isOffline)
    #expect(await todo.post("/s/old/offline", ["offline": false]).status == 200)
    #expect(try await stores.old.movedTo == nil)
  }

  @Test func deletingForGoodTakesAnAdministrator() async throws {
    let stores = try await Stores(
      todo: TableSettings(name: SyncConsole.table, softDelete: SoftDelete.none))
    let todo = stores.console
    _ = try await stores.copy()
    _ = try await todo.sync.push()
    stores.oldServer.put(SyncConsole.table, "a", ["text": "a"], deleted: true)
    _ = try await stores.old.pull()
    let path = "/s/todo/copy?from=old"
    #expect(await todo.page(path).page.contains("Delete 1 row…"))
    #expect(!(await todo.page(path, as: .operate).page.contains("Delete 1 row…")))
    let body: JSONValue = ["from": "old", "table": "TodoItem"]
    #expect(await todo.post("/s/todo/copy/deletions", body, as: .operate).status == 403)
    #expect(try await todo.items.read(id: "a") != nil)
    try await stores.old.table(SyncConsole.table).hardDelete("b")
    try await stores.old.setOffline(true)
    let asked = await todo.page(path, as: .operate).page
    #expect(asked.contains("hard deletes <b>1 row</b> on the server"))
    #expect(!asked.contains("Copy 1 pending change"))
    #expect(await todo.page(path).page.contains("Copy 1 pending change"))
    #expect(await todo.post("/s/todo/copy/pending", ["from": "old"], as: .operate).status == 403)
    #expect(try await todo.items.read(id: "b") != nil)
    #expect(await todo.post("/s/todo/copy/deletions", body).json["deleted"] == 1)
  }

  @Test func badRequestsChangeNothing() async throws {
    let stores = try await Stores()
    let todo = stores.console
    for (body, status) in [
      ([:], 422), (["from": "nowhere"], 404), (["from": "todo"], 422),
      (["from": "old", "tables": ["Typo"]], 404),
    ] as [(JSONValue, Int)] {
      #expect(await todo.post("/s/todo/copy", body).status == status, "\(body)")
    }
    #expect(await todo.post("/s/todo/copy", ["from": "old"], as: .viewer).status == 403)
    let sources = await todo.get("/s/todo/copy.json").json
    #expect(sources["from"] == .null && sources["sources"] == ["old"])
    #expect(try await todo.sync.pendingOperations().isEmpty)
    let page = await todo.page("/s/todo/copy?from=old", as: .viewer).page
    #expect(page.contains("2 rows to copy") && !page.contains("Copy 2 rows</button>"))
  }
}
