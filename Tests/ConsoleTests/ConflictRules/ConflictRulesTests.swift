import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import Console

/// A store with conflicts in `estimate`, and a configuration in memory.
private struct Ruled {
  let store: SyncConsole
  let administration = FakeAdministration()

  static let rules = "/s/todo/t/TodoItem/rules"

  init(_ rules: [ConflictRule] = [], masked: [String] = []) async throws {
    var table = TableSettings(name: SyncConsole.table, conflictRules: rules)
    table.masked = masked
    let listed: JSONObject = [
      "name": "TodoItem", "conflictRules": .array(rules.map(\.json)),
    ]
    administration.settings.withLock {
      $0["todo"] = ["name": "todo", "tables": [.object(listed)]]
    }
    store = try await SyncConsole(
      StoreSettings(tables: [table]), administration: administration)
    try await store.fill()
  }

  /// Changes `estimate` of a row on both sides and pushes.
  func conflict(_ id: String, here: JSONValue, there: JSONValue) async throws {
    try await store.items.update(id, ["estimate": here])
    store.server.put(SyncConsole.table, id, ["text": .string(id), "estimate": there])
    _ = try await store.sync.push()
  }

  var saved: JSONValue? {
    administration.settings.withLock { $0["todo"]?["tables"]?.array?.first?["conflictRules"] }
  }
}

@Suite struct ConflictRulesTests {
  @Test func aTableWithoutRulesSaysSo() async throws {
    let ruled = try await Ruled()
    let page = await ruled.store.page(Ruled.rules).page
    #expect(page.contains("Every conflict of TodoItem waits for you."))
    let json = await ruled.store.get(Ruled.rules + ".json").json
    #expect(json["rules"] == [] && json["rehearsal"] == .null && json["ifState"]?.string != nil)
  }

  @Test func aRehearsalComparesWithWhatWasDecidedAndChangesNothing() async throws {
    let ruled = try await Ruled()
    try await ruled.conflict("dean", here: 5, there: 3)
    let error = try #require(try await ruled.store.sync.errors().first)
    _ = try await ruled.store.sync.decide(
      [(error.operationID, .resolve(.takeServer))], by: "ann")
    try await ruled.conflict("ricky", here: 2, there: 7)
    let query = "?column=estimate&rule=larger"
    let json = try #require(await ruled.store.get(Ruled.rules + ".json" + query).json["rehearsal"])
    #expect(json["different"] == 1 && json["waiting"] == 1 && json["conflicts"] == 2)
    let waiting = try #require(json["rows"]?.array?.first)
    #expect(waiting["itemId"] == "ricky" && waiting["columns"]?.array?.first?["value"] == 7)
    let page = await ruled.store.page(Ruled.rules + query).page
    #expect(page.contains("5 here, 3 server") && page.contains("Decided otherwise: 3"))
    #expect(page.contains("Turn on and resolve 1"))
    #expect(ruled.saved == [])
    #expect(try await ruled.store.sync.errors().count == 1)
  }

  @Test func turningARuleOnWritesTheSettingsAndCanBeUndone() async throws {
    let ruled = try await Ruled()
    let answer = await ruled.store.post(
      Ruled.rules, ["column": "estimate", "rule": "larger", "ifNull": "other"])
    #expect(answer.status == 200)
    let rule: JSONValue = ["rule": "larger", "column": "estimate", "ifNull": "other"]
    #expect(ruled.saved == [rule] && answer.json["rules"] == [rule])
    // Another choice for the column takes the place of the first.
    _ = await ruled.store.post(Ruled.rules, ["column": "estimate", "rule": "newest"])
    #expect(ruled.saved == [["rule": "newest", "column": "estimate"]])
    _ = await ruled.store.post(Ruled.rules, ["rule": "take-server"])
    #expect(ruled.saved?.array?.count == 2)
    let removed = await ruled.store.post(Ruled.rules + "/remove", ["column": "estimate"])
    #expect(ruled.saved == [["rule": "take-server"]])
    let entry = try #require(removed.json["undo"]?.integer)
    #expect(await ruled.store.post("/undo/\(entry)").status == 200)
    #expect(ruled.saved?.array?.count == 2)
    let audit = await ruled.store.get("/audit.json?action=store.edit").json["entries"]?.array
    #expect(audit?.contains { $0["target"] == "conflict rules of TodoItem" } ?? false)
  }

  @Test func turningARuleOnCanResolveWhatWaits() async throws {
    let ruled = try await Ruled()
    try await ruled.conflict("dean", here: 5, there: 3)
    try await ruled.conflict("ricky", here: nil, there: 7)
    let answer = await ruled.store.post(
      Ruled.rules, ["column": "estimate", "rule": "larger", "resolve": true])
    #expect(answer.json["resolved"] == 1 && answer.json["skipped"] == 0)
    #expect(try await ruled.store.sync.errors().map(\.itemID) == ["ricky"])
    let json = await ruled.store.get("/s/todo/decisions.json").json
    let decision = try #require(json["decisions"]?.array?.first)
    #expect(decision["itemId"] == "dean" && decision["by"]?.string != nil)
    #expect(decision["result"]?["estimate"] == 5)
    let entry = try #require(answer.json["entry"]?.integer)
    #expect(await ruled.store.post("/undo/\(entry)").status == 200)
    #expect(try await ruled.store.sync.errors().count == 2)
  }

  @Test func whatChangedSinceThePageWasShownIsNotResolved() async throws {
    let ruled = try await Ruled()
    try await ruled.conflict("dean", here: 5, there: 3)
    let rehearsal = try await ruled.store.sync.rehearse(
      ConflictRules([ConflictRule(column: "estimate", .larger)]), for: "estimate",
      of: SyncConsole.table)
    let mark = try #require(rehearsal.resolvable.first?.mark)
    try await ruled.store.items.update("dean", ["estimate": 1])
    var browser = try await ruled.store.console.signIn("ann", .admin)
    let answer = await browser.submit(
      Ruled.rules,
      [("column", "estimate"), ("rule", "larger"), ("do", "resolve"), ("row", mark)],
      token: try await browser.csrfToken)
    #expect(answer.status == 303)
    #expect(await browser.get(Ruled.rules).page.contains("1 conflict changed since"))
    #expect(try await ruled.store.sync.errors().count == 1)
  }

  @Test(
    arguments: [
      (["rule": "biggest"], 422), (["column": "estimate"], 422),
      (["rule": "sum", "ifNull": "zero"], 422), (["rule": "sum", "column": "id"], 422),
      (["rule": "sum", "ifState": "old"], 409),
    ] as [(JSONObject, Int)])
  func badRulesChangeNothing(_ body: JSONObject, _ status: Int) async throws {
    let ruled = try await Ruled()
    #expect(await ruled.store.post(Ruled.rules, .object(body)).status == status)
    #expect(ruled.saved == [])
  }

  @Test func onlyAdminsTurnRulesOn() async throws {
    let ruled = try await Ruled()
    #expect(
      await ruled.store.post(Ruled.rules, ["rule": "sum"], as: .operate).status == 403)
    #expect(
      await ruled.store.get(Ruled.rules + ".json?rule=sum&column=estimate", as: .viewer).status
        == 200)
  }
}

@Suite struct RuleDecisionTests {
  private static let larger = ConflictRule(column: "estimate", .larger)

  @Test func whatARuleDecidedIsListedWithBothVersions() async throws {
    let ruled = try await Ruled([Self.larger])
    try await ruled.conflict("dean", here: 5, there: 3)
    let list = await ruled.store.page("/s/todo/decisions").page
    #expect(list.contains("estimate: larger") && list.contains("Kept local"))
    let json = await ruled.store.get("/s/todo/decisions.json").json
    let id = try #require(json["decisions"]?.array?.first?["id"]?.integer)
    let page = await ruled.store.page("/s/todo/decisions/\(id)").page
    #expect(page.contains("estimate: take the larger value"))
    #expect(page.contains("queued for the server"))
    // It was sent: what can be done now is to restore a side by an edit.
    #expect(page.contains("Restore server version…") && !page.contains("Undo decision"))
    let edit = await ruled.store.page(
      "/s/todo/t/TodoItem/r/dean/edit?from=decision-\(id)-server"
    ).page
    #expect(edit.contains("server version before the rule"))
    let other = await ruled.store.page(
      "/s/todo/t/TodoItem/r/ricky/edit?from=decision-\(id)-server")
    #expect(other.status == 404)
  }

  @Test func whatARuleTookFromTheServerCanBeUndone() async throws {
    let ruled = try await Ruled([ConflictRule(column: "estimate", .takeServer)])
    try await ruled.conflict("dean", here: 5, there: 3)
    let json = await ruled.store.get("/s/todo/decisions.json").json
    let id = try #require(json["decisions"]?.array?.first?["id"]?.integer)
    let undone = await ruled.store.post("/s/todo/decisions/\(id)/undo")
    #expect(undone.status == 200)
    #expect(try await ruled.store.sync.errors().map(\.id) == [undone.json["error"]?.string])
    #expect(await ruled.store.post("/s/todo/decisions/\(id)/undo").status == 409)
    #expect(await ruled.store.page("/s/todo/decisions").page.contains("Undone by"))
    let rules = await ruled.store.get(Ruled.rules + ".json").json["rules"]?.array
    #expect(rules?.first?["decisions"] == 1 && rules?.first?["undone"] == 1)
  }

  @Test func aConflictThatRulesLeaveSaysWhy() async throws {
    let ruled = try await Ruled([ConflictRule(column: "estimate", .sum)])
    try await ruled.conflict("dean", here: nil, there: 3)
    let error = try #require(try await ruled.store.sync.errors().first)
    let page = await ruled.store.page("/s/todo/errors/\(error.id)").page
    #expect(page.contains("The conflict rules did not resolve it: one side is NULL."))
    #expect(await ruled.store.page("/s/todo/errors").page.contains("Resolved by rules") == false)
  }

  @Test func maskedValuesAreCoveredInRehearsalsAndDecisions() async throws {
    let ruled = try await Ruled([Self.larger], masked: ["estimate"])
    try await ruled.conflict("dean", here: 1_357, there: 2_468)
    let page = await ruled.store.page("/s/todo/decisions/1").page
    let rehearsal = await ruled.store.page(Ruled.rules + "?column=estimate&rule=sum").page
    let json = await ruled.store.get("/s/todo/decisions.json").page
    for text in [page, rehearsal, json] {
      #expect(!text.contains("2468") && !text.contains("2,468") && !text.contains("1357"))
    }
    #expect(page.contains("▒▒▒▒"))
  }

  @Test func pagesOfDecisionsLeadForthAndBack() async throws {
    let ruled = try await Ruled([Self.larger])
    let ids = ["dean", "ricky", "ralph"]
    for id in ids { try await ruled.conflict(id, here: 5, there: 2) }
    let sync = ruled.store.sync
    let second = try await sync.ruledConflicts(before: 3, size: 1)
    #expect(second.conflicts.map(\.id) == [2] && second.previous == 2 && second.next == 2)
    let last = try await sync.ruledConflicts(before: second.next, size: 1)
    #expect(last.conflicts.map(\.id) == [1] && last.previous == 1 && last.next == nil)
    let back = try await sync.ruledConflicts(newerThan: last.previous, size: 1)
    #expect(back.conflicts.map(\.id) == [2] && back.previous == 2 && back.next == 2)
    let first = try await sync.ruledConflicts(newerThan: back.previous, size: 1)
    #expect(first.conflicts.map(\.id) == [3] && first.previous == nil && first.next == 3)
    let page = await ruled.store.page("/s/todo/decisions?before=3").page
    #expect(page.contains("2 of 3") && page.contains(">Previous page</a>"))
    #expect(await ruled.store.page("/s/todo/decisions").page.contains("Decisions 1–3 of 3"))
  }

  @Test func decisionsAreSearchedByRowTextAndRule() async throws {
    let ruled = try await Ruled([Self.larger])
    for id in ["dean", "ricky"] { try await ruled.conflict(id, here: 5, there: 2) }
    func found(_ query: String) async -> [String?] {
      let json = await ruled.store.get("/s/todo/decisions.json?\(query)").json
      #expect(json["count"]?.integer == json["decisions"]?.array.map { Int64($0.count) })
      return (json["decisions"]?.array ?? []).map { $0["itemId"]?.string }
    }
    #expect(await found("text=DEA") == ["dean"])
    #expect(await found("text=estimate:%20larger") == ["ricky", "dean"])
    #expect(await found("text=dean&table=Other").isEmpty)
    let page = await ruled.store.page("/s/todo/decisions?text=dean&table=TodoItem").page
    #expect(page.contains("Decisions 1–1 of 1") && page.contains("value=\"dean\""))
    #expect(page.contains("Table: <b>TodoItem</b>") && page.contains(">Conflict rules</a>"))
    let paged = await ruled.store.page("/s/todo/decisions?text=larger&table=TodoItem&size=1").page
    #expect(paged.contains("Decisions 1–1 of 2"))
    let link = try #require(paged.link(before: ">Next page</a>"))
    #expect(link.contains("?table=TodoItem&text=larger&size=1&before="))
    #expect(await ruled.store.page(link).page.contains("Decisions 2–2 of 2"))
    let none = await ruled.store.page("/s/todo/decisions?text=zebra&table=TodoItem").page
    #expect(none.contains("No decisions match “zebra”."))
    #expect(none.contains("<a href=\"/s/todo/decisions?table=TodoItem\">Clear search</a>"))
    #expect(!none.contains("No automatic decisions."))
  }

  @Test(arguments: [(["text"], 0), ([], 1)])
  func decisionsAreNotFoundByMaskedTexts(masked: [String], count: Int) async throws {
    let ruled = try await Ruled([Self.larger], masked: masked)
    try await ruled.store.items.update("dean", ["estimate": 5])
    ruled.store.server.put(
      SyncConsole.table, "dean", ["text": "zebra crossing", "estimate": 2])
    _ = try await ruled.store.sync.push()
    #expect(await ruled.store.get("/s/todo/decisions.json").json["count"] == 1)
    let json = await ruled.store.get("/s/todo/decisions.json?text=ZEBRA").json
    #expect(json["count"] == .integer(Int64(count)))
    #expect(json["decisions"]?.array?.count == count)
  }

  @Test func anUnknownDecisionIsA404() async throws {
    let ruled = try await Ruled()
    #expect(await ruled.store.get("/s/todo/decisions/9.json").status == 404)
    #expect(await ruled.store.get("/s/todo/decisions.json?before=x").status == 400)
  }
}
