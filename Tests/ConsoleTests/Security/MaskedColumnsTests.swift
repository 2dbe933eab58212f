import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import Console

/// Values of masked columns leave the console nowhere, unless somebody with the right asked for them.
@Suite struct MaskedColumnsTests {
  /// A row that is synced, one in conflict, one that rejected, and one in the trash.
  private func store() async throws -> SyncConsole {
    var table = TableSettings(name: SyncConsole.table)
    table.masked = ["email"]
    let store = try await SyncConsole(StoreSettings(tables: [table]))
    for id in ["dean", "ivan", "olga", "walt"] {
      store.server.put(
        SyncConsole.table, id, ["text": .string(id), "email": .string("\(id)@secret.example")])
    }
    _ = try await store.sync.pull()
    store.server.put(
      SyncConsole.table, "ivan", ["text": "there", "email": "there@secret.example"])
    try await store.items.update(
      "ivan", ["text": "here", "email": "here@secret.example"], by: "mira")
    try await store.items.update("olga", ["email": "long@secret.example"], by: "mira")
    try await store.items.delete("walt", by: "mira")
    store.remote.script("olga", [.refused])
    _ = try await store.run("push")
    let change = await store.post(
      "/s/todo/t/TodoItem/r/dean", ["values": ["email": "new@secret.example"]])
    #expect(change.status == 200)
    return store
  }

  private static let secret = "@secret.example"

  private static var unmaskings: AuditFilter {
    var filter = AuditFilter()
    filter.action = ConsoleAction.valuesUnmask.rawValue
    return filter
  }

  private func addresses(_ store: SyncConsole) async throws -> [String] {
    var addresses = [
      "/s/todo", "/s/todo/t/TodoItem", "/s/todo/t/TodoItem?view=all", "/s/todo/trash",
      "/s/todo/queue", "/s/todo/errors", "/s/todo/jump?q=secret", "/s/todo/jump?q=dean", "/audit",
      "/s/todo/runs/1", "/s/todo/runs/1/rows", "/s/todo/runs", "/s/todo/sync", "/s/todo/reconcile",
      "/s/todo/t/TodoItem/schema",
    ]
    for id in ["dean", "ivan", "olga", "walt"] {
      let row = "/s/todo/t/TodoItem/r/\(id)"
      addresses += [
        row, row + "?tab=history", row + "?tab=raw", row + "/passport?redact=none",
        row + "/value?column=email",
      ]
    }
    addresses += try await store.sync.errors().map { "/s/todo/errors/\($0.id)" }
    addresses += try await store.sync.operations(OperationQuery()).operations.map {
      "/s/todo/queue/\($0.id)"
    }
    let entries = await store.get("/audit.json", as: .admin).json["entries"]?.array ?? []
    addresses += entries.compactMap { $0["id"]?.integer }.map { "/audit/\($0)" }
    return addresses
  }

  @Test func theTextOfRowsIsNotSearchedWhileValuesAreHidden() async throws {
    let store = try await store()
    let refused = await store.get("/s/todo/t/TodoItem.json?_text=secret")
    #expect(refused.status == 400)
    #expect(refused.json["error"]?["message"]?.string?.contains("can’t be searched") == true)
    let page = await store.page("/s/todo/t/TodoItem")
    #expect(!page.page.contains("name=\"_text\""))
  }

  @Test(arguments: [Role.viewer, .operate, .admin])
  func noPageAndNoJSONHoldsAMaskedValue(role: Role) async throws {
    let store = try await store()
    for address in try await addresses(store) {
      let page = await store.page(address, as: role)
      #expect(!page.page.contains(Self.secret), "\(address)")
      let parts = address.split(separator: "?", maxSplits: 1)
      let json = parts[0] + ".json" + (parts.count > 1 ? "?" + parts[1] : "")
      let data = await store.get(String(json), as: role)
      #expect([200, 404].contains(data.status), "\(json)")
      #expect(data.text?.contains(Self.secret) != true, "\(json)")
    }
  }

  @Test(arguments: ["csv", "ndjson"])
  func filesCoverMaskedValues(format: String) async throws {
    let store = try await store()
    for list in ["/s/todo/t/TodoItem", "/s/todo/trash", "/audit"] {
      let file = await store.get("\(list).\(format)", as: .admin)
      let text = try await file.whole()
      #expect(file.status == 200 && !text.isEmpty, "\(list)")
      #expect(!text.contains(Self.secret), "\(list)")
    }
    let row = try await store.get("/s/todo/t/TodoItem.\(format)", as: .admin).whole()
    #expect(row.contains(ValueMasking.block))
  }

  @Test func maskedValuesCannotBeFoundOut() async throws {
    let store = try await store()
    for query in [
      "email__contains=dean", "email=dean%40secret.example", "sort=email", "facet=email",
    ] {
      let answer = await store.get("/s/todo/t/TodoItem.json?\(query)", as: .viewer)
      #expect(answer.status == 400, "\(query)")
      let file = await store.get("/s/todo/t/TodoItem.csv?\(query)", as: .viewer)
      #expect(file.status == 400 || query.hasPrefix("facet"), "\(query)")
    }
    #expect(await store.get("/s/todo/t/TodoItem/values.json?column=email").status == 400)
    let columns = await store.get("/s/todo/t/TodoItem/schema.json").json["columns"]?.array ?? []
    #expect(columns.first { $0["name"] == "email" }?["counted"] == false)
    for list in ["queue", "errors"] {
      let found = await store.get("/s/todo/\(list).json?text=long%40secret", as: .viewer).json
      #expect(found["count"] == 0, "\(list)")
    }
    try await store.sync.table("TodoItem").delete("dean")
    let trash = await store.get("/s/todo/trash.json?text=%40secret", as: .viewer).json
    #expect(trash["count"] == 0)
    let undeleted = await store.post(
      "/s/todo/trash/undelete", ["query": "text=%40secret", "expect": 1], as: .operate)
    #expect(undeleted.status == 409 && undeleted.json["error"]?["code"] == "count_changed")
  }

  @Test func seeingThemIsARightThatIsAudited() async throws {
    let store = try await store()
    let row = "/s/todo/t/TodoItem/r/dean.json"
    #expect(await store.post("/s/todo/unmask", as: .viewer).status == 403)
    #expect(await store.get(row, as: .operate).json["values"]?["email"] == "▒▒▒▒")

    let shown = await store.post("/s/todo/unmask", as: .operate)
    #expect(shown.status == 200 && shown.json["until"]?.string != nil)
    #expect(
      await store.get(row, as: .operate).json["values"]?["email"] == "new@secret.example")
    #expect(
      await store.get("/s/todo/t/TodoItem.json?email__contains=dean", as: .operate).status == 200)
    // To nobody else.
    #expect(await store.get(row, as: .admin).json["values"]?["email"] == "▒▒▒▒")
    let entry = try #require(
      try await store.console.data.auditEntries(
        Self.unmaskings, limit: 1
      ).first)
    #expect(entry.record.who == "token operator" && entry.record.target == "show email of TodoItem")

    #expect(await store.post("/s/todo/unmask", ["unmask": false], as: .operate).status == 200)
    #expect(await store.get(row, as: .operate).json["values"]?["email"] == "▒▒▒▒")
  }

  @Test func formsThatWouldSaveCoveredValuesAreNotShown() async throws {
    let store = try await store()
    let edit = await store.page("/s/todo/t/TodoItem/r/dean/edit", as: .operate)
    #expect(edit.status == 403 && edit.page.contains("Show the masked values first"))
    #expect(await store.page("/s/todo/t/TodoItem/import", as: .operate).status == 403)
    _ = await store.post("/s/todo/unmask", as: .operate)
    #expect(await store.page("/s/todo/t/TodoItem/r/dean/edit", as: .operate).status == 200)
  }

  @Test func previewsCoverMaskedValues() async throws {
    let store = try await store()
    let push = await store.post("/s/todo/push/preview", as: .operate)
    #expect(push.status == 200 && push.text?.contains(Self.secret) == false)
    store.server.put(SyncConsole.table, "nina", ["email": "nina@secret.example"])
    let pull = await store.post("/s/todo/pull/preview", as: .operate)
    #expect(pull.status == 200 && pull.text?.contains(Self.secret) == false)
  }

  @Test func changesAreMadeOnTheValuesThemselves() async throws {
    let store = try await store()
    let row = await store.get("/s/todo/t/TodoItem/r/dean.json", as: .operate)
    let state = try #require(row.headers["ETag"])
    let change = await store.post(
      "/s/todo/t/TodoItem/r/dean", ["values": ["text": "other"], "ifState": .string(state)],
      as: .operate)
    #expect(change.status == 200)
    #expect(
      try await store.items.read(id: "dean")?.values["email"] == "new@secret.example")
  }

  @Test func answersToActionsCoverMaskedValues() async throws {
    let store = try await store()
    let row = "/s/todo/t/TodoItem/r/dean"
    let nothing = await store.post(row, ["values": [:]], as: .operate)
    #expect(nothing.status == 200 && nothing.text?.contains(Self.secret) == false)
    let stale = await store.post(
      row, ["values": ["text": "other"], "ifState": "0"], as: .operate)
    #expect(stale.status == 409 && stale.text?.contains(Self.secret) == false)

    let conflict = try #require(try await store.sync.errors().first { $0.isConflict })
    let same = await store.post(
      "/s/todo/errors/\(conflict.id)/same",
      ["sides": ["email": "local", "text": "server"], "preview": true], as: .operate)
    #expect(same.status == 200 && same.text?.contains(Self.secret) == false)

    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let question = await browser.submit(
      "/s/todo/errors/bulk", [("choice", "keep-local"), ("id", conflict.id)], token: token)
    #expect(question.page.contains("Keep mine for 1 change"))
    #expect(!question.page.contains(Self.secret))
    let run = await store.get("/s/todo/runs/1/events", as: .operate)
    #expect(try await !run.whole().contains(Self.secret))
  }

  @Test func actionsByAFilterCannotFindMaskedValuesOut() async throws {
    let store = try await store()
    for action in ["delete", "hard-delete", "retry"] {
      let found = await store.post(
        "/s/todo/t/TodoItem/bulk",
        ["action": .string(action), "query": "email__contains=dean", "expect": 2])
      #expect(found.status == 400, "\(action)")
    }
    #expect(
      await store.post(
        "/s/todo/t/TodoItem/purge", ["query": "email__contains=dean"], as: .admin
      ).status == 400)
    #expect(try await store.items.read(id: "dean")?.deleted == false)
  }

  @Test func aFormThatComesBackShowsItsValuesAndIsAudited() async throws {
    let store = try await store()
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let stale = await browser.submit(
      "/s/todo/t/TodoItem/r/dean", [("ifState", "0"), ("w.text", "\"dean\""), ("v.text", "typed")],
      token: token)
    #expect(stale.status == 409 && stale.page.contains("typed"))
    let entry = try #require(
      try await store.console.data.auditEntries(Self.unmaskings, limit: 1).first)
    #expect(entry.record.who == "mira" && entry.record.target == "show email of TodoItem in a form")
  }

  @Test func whetherToShowValuesIsTrueOrFalse() async throws {
    let store = try await store()
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    #expect(await browser.submit("/s/todo/unmask", [("unmask", "no")], token: token).status == 422)
    #expect(try await store.console.data.auditEntries(Self.unmaskings, limit: 1).isEmpty)
    #expect(await browser.submit("/s/todo/unmask", [("unmask", "0")], token: token).status == 303)
    #expect(await browser.submit("/s/todo/unmask", [], token: token).status == 303)
    let entries = try await store.console.data.auditEntries(Self.unmaskings, limit: 3)
    #expect(
      entries.map(\.record.target) == ["show email of TodoItem", "cover email of TodoItem"])
  }
}
