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

    init(todo: TableSettings = TableSettings(name: SyncConsole.table)) async throws {
      directory = try TemporaryDirectory()
      old = try await SyncContext(
        path: directory.file("old.sqlite"), remote: FakeRemote(oldServer, client: "old"),
        settings: StoreSettings(
          tables: [TableSettings(name: SyncConsole.table), TableSettings(name: "Notes")]))
      let info = StoreInfo(
        name: "old", environment: "", remoteKind: "fake", remoteURL: "fake://old")
      console = try await SyncConsole(StoreSettings(tables: [todo]), beside: [(info, old)])
      for id in ["a", "b"] { oldServer.put(SyncConsole.table, id, ["text": .string(id)]) }
      _ = try await old.pull()
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
    #expect(page.contains("<button class=\"btn primary\">Copy 2 rows</button>"))
    var browser = try await todo.console.signIn("root", .admin)
    let done = await browser.submit(
      "/s/todo/copy", [("from", "old"), ("expect", "2")], token: try await browser.csrfToken)
    #expect(done.headers["Location"] == path)
    let after = await browser.get(path).page
    #expect(after.contains("2 rows copied from old.") && after.contains("Undo"))
    #expect(after.contains("todo has every row of the tables that both stores have"))
    #expect(try await todo.sync.push().succeeded == 2)
    #expect(todo.server.rows(SyncConsole.table).map(\.id) == ["a", "b"])
  }

  @Test func aCopyIsAuditedAndUndone() async throws {
    let stores = try await Stores()
    let todo = stores.console
    let answer = await todo.post("/s/todo/copy", ["from": "old", "expect": 2]).json
    #expect(answer["copied"] == 2)
    let entry = try #require(answer["entry"]?.integer)
    let audit = await todo.get("/audit.json").json["entries"]?.array?.first
    #expect(audit?["action"] == "rows.import" && audit?["count"] == 2)
    #expect(audit?["target"] == "TodoItem from store old")
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
    _ = await todo.post("/s/todo/copy", ["from": "old"])
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
    _ = await todo.post("/s/todo/copy", ["from": "old"])
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

  @Test func deletingForGoodTakesAnAdministrator() async throws {
    let stores = try await Stores(
      todo: TableSettings(name: SyncConsole.table, softDelete: SoftDelete.none))
    let todo = stores.console
    _ = await todo.post("/s/todo/copy", ["from": "old"])
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
    #expect(asked.contains("<b>1 row</b> will be removed from the server for good"))
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
