import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import Console

@Suite struct SupportReportTests {
  private let path = "/s/todo/t/TodoItem/r/ralph/passport"

  /// A row that rejected, quoting its text.
  private func refused(_ masked: [String] = []) async throws -> SyncConsole {
    var table = TableSettings(name: SyncConsole.table)
    table.masked = masked
    let console = try await SyncConsole(StoreSettings(tables: [table]))
    try await console.fill(["ralph"])
    let changed = await console.post(
      "/s/todo/t/TodoItem/r/ralph",
      ["values": ["text": "Secret | <b>plan</b>", "estimate": 777_000_777]],
      as: .operate)
    #expect(changed.status == 200)
    console.remote.script("ralph", [.refused])
    _ = try await console.sync.push()
    return console
  }

  @Test func everythingThatATicketNeedsStandsOnOnePage() async throws {
    let console = try await refused()
    let page = await console.page(path).page
    for text in [
      "Support report of", "Values", "Why is it not synced?", "Pending operations", "Attempts",
      "Errors",
      "History", "Actions in this console", "fake://", "token operator",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    let json = await console.get("\(path).json").json
    #expect(json["id"] == "ralph" && json["redaction"] == "none")
    let sections = json["sections"]?.array ?? []
    #expect(sections.count == 7)
    #expect(sections.allSatisfy { $0["rows"]?.array?.isEmpty == false })
    let audit = try await console.console.data.auditEntries(AuditFilter(), limit: 9)
    let change = try #require(audit.first { $0.record.action == "rows.edit" })
    #expect(json["markdown"]?.string?.contains(change.record.requestID) == true)
  }

  @Test(arguments: [
    ([], "Everything"), (["txet"], "Everything"),
    (["text", "txet"], "All but text, redacted"),
  ])
  func itSaysWhatIsReallyCovered(_ masked: [String], _ words: String) async throws {
    let console = try await refused(masked)
    let json = await console.get("\(path).json?redact=columns").json
    #expect(json["facts"]?["Shown"]?.string?.hasPrefix(words) == true)
    #expect(json["markdown"]?.string?.contains(words) == true)
    let hint = await console.page(path).page.contains(
      "The table has no txet: check the spelling.")
    #expect(hint == masked.contains("txet"))
  }

  @Test func noValueAnEmptyOneAndTextsThatReadLikeThemDiffer() async throws {
    let console = try await SyncConsole()
    console.server.put(SyncConsole.table, "other", ["a": "text"])
    console.server.put(
      SyncConsole.table, "odd",
      ["a": nil, "b": "NULL", "c": "", "d": "\"\"", "e": "–", "f": "\"NULL\""])
    _ = try await console.sync.pull()
    let json = await console.get("/s/todo/t/TodoItem/r/odd/passport.json").json
    let rows = json["sections"]?.array?.first?["rows"]?.array ?? []
    var shown: [String: String] = [:]
    for row in rows.compactMap(\.array) { shown[row[0].string ?? ""] = row[2].string }
    #expect(shown["a"] == "NULL" && shown["b"] == "\"NULL\"")
    #expect(shown["c"] == "\"\"" && shown["d"] == "\"\\\"\\\"\"")
    #expect(shown["e"] == "\"–\"" && shown["f"] == "\"\\\"NULL\\\"\"")
    let page = await console.page("/s/todo/t/TodoItem/r/odd/passport").page
    #expect(page.contains(">NULL</td>") && page.contains(">&quot;NULL&quot;</td>"))
  }

  @Test func theMarkdownShowsHostileTextAsItIs() async throws {
    let console = try await refused()
    let file = await console.page("\(path)?as=markdown")
    #expect(file.headers["Content-Type"] == "text/markdown; charset=utf-8")
    #expect(file.page.contains("Secret \\| \\<b\\>plan\\</b\\>"))
    let lines = file.page.split(separator: "\n").filter { $0.hasPrefix("| text ") }
    #expect(lines.count == 1)
  }

  private static func showsEstimate(_ text: String) -> Bool {
    text.contains("777000777") || text.contains("777,000,777")
  }

  /// Nothing of the values may be left anywhere in any form of the page, error texts included.
  @Test(arguments: ["", ".json", "?as=markdown"])
  func coveredValuesStandNowhere(form: String) async throws {
    let console = try await refused()
    let query = form.hasPrefix("?") ? "\(form)&redact=values" : "\(form)?redact=values"
    let text = await console.page(path + query).page
    #expect(!text.contains("plan"))
    #expect(!Self.showsEstimate(text))
    #expect(text.contains("▒▒▒▒"))
    #expect(text.contains("ralph"))
  }

  @Test func configuredColumnsAreCoveredUnlessMoreIsAskedFor() async throws {
    let console = try await refused(["text"])
    let covered = await console.page(path).page
    #expect(!covered.contains("plan") && Self.showsEstimate(covered))
    #expect(await !console.page("\(path)?redact=none").page.contains("plan"))
    #expect(await console.post("/s/todo/unmask").status == 200)
    #expect(await !console.page(path).page.contains("plan"))
    #expect(await console.page("\(path)?redact=none").page.contains("plan"))
    #expect(await console.page("\(path)?redact=some").status == 400)
  }

  @Test func actionsOnSeveralRowsStandInThePassportOfEach() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", ["a", "b", "c"].map { ($0, ["title": "x"]) })
    try await console.pull("TodoItem", [("a", ["text": "x", "complete": false])])
    let movies = "/s/todo/t/Movie"
    let deleted = await console.post(movies + "/bulk", ["action": "delete", "ids": ["a", "b"]])
    let undone = try #require(deleted.json["entry"]?.integer)
    #expect(await console.post("/undo/\(undone)", [:]).status == 200)
    _ = await console.post(movies + "/bulk", ["action": "delete", "ids": ["c"]])
    _ = await console.post(
      "/s/todo/t/TodoItem/bulk", ["action": "delete", "ids": ["a"]])
    let imported = await console.post(
      movies + "/import", ["rows": [["id": "a", "title": "y"]], "mode": "update"])
    #expect(imported.json["changed"] == 1)
    _ = await console.post(movies + "/bulk", ["action": "cancel", "ids": ["a"]])
    let json = await console.get(movies + "/r/a/passport.json").json
    let section = try #require(json["sections"]?.array?.last)
    #expect(section["title"] == "Actions in this console")
    let lines = section["rows"]?.array?.compactMap(\.array) ?? []
    #expect(
      lines.compactMap { $0[3].string } == [
        "queue.cancel", "rows.import", "action.undo", "rows.delete",
      ])
    #expect(lines.last?[4] == "2")
  }

  @Test func aTextThatQuotesACoveredValueLosesIt() {
    let record = Record(id: "r", values: ["text": "abc", "note": "abcdef", "n": 12345, "f": true])
    let cover = Redactor(["text", "note", "n", "f"], [record])
    #expect(
      cover.scrub("“abcdef” and abc are wrong, 12345 too, true")
        == "“▒▒▒▒” and ▒▒▒▒ are wrong, ▒▒▒▒ too, true")
    #expect(cover.show("abc", Column("text", .text)) == "▒▒▒▒ (3 characters)")
    #expect(cover.show(.null, Column("text", .text)) == "NULL")
    #expect(cover.show("abc", Column("other", .text)) == "abc")
  }
}
