import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import Support
import SyncCore
import Testing

@testable import Console

/// Names, ids and values that try to become mark-up, on every page of rows.
@Suite struct RowsHostileTests {
  private static let evil = "\"><script>alert(1)</script>'&{{X}}"

  private func console() async throws -> RowsConsole {
    let evil = Self.evil
    let console = try await RowsConsole(
      settings: StoreSettings(tables: [
        TableSettings(name: evil, softDelete: .flag(column: "done")), TableSettings(name: "a.json"),
      ]))
    var values: JSONObject = ["name": .string(evil), "done": false, "json": [.string(evil)]]
    values[evil] = .string(evil)
    try await console.pull(evil, [(evil, values), ("x.csv", ["name": "javascript:alert(1)"])])
    try await console.pull("a.json", [("b.json", ["name": "n"]), ("c/d?e#f%", ["name": "o"])])
    try await console.sync.table(evil).update(evil, ["name": .string(evil + "2")], by: evil)
    return console
  }

  @Test func noPageTakesThemForMarkUp() async throws {
    let console = try await console()
    let rows = Links.rows("todo", Self.evil)
    let row = Links.row("todo", Self.evil, Self.evil)
    let encoded = PercentEncoding.encodeQuery(Self.evil)
    var browser = try await console.browser(.admin)
    let paths = [
      "/s/todo", "/s/todo/tables", "/s/todo/jump?q=\(encoded)none", rows,
      "\(rows)?view=all&_pick=page", "\(rows)?view=all&_pick=all",
      "\(rows)?\(encoded)=\(encoded)&nothing\(encoded)=1", "\(rows)?sort=\(encoded)",
      "\(rows)?view=\(encoded)", "\(rows)?name=\(encoded)none", row, "\(row)?tab=history",
      "\(row)?tab=raw", "\(row)/edit", "\(row)/hard-delete", "\(rows)/new", "\(rows)/purge",
      "/s/todo/trash", "/s/todo/trash?table=\(encoded)",
      "\(rows)?facet=\(encoded)&facet=name&facet=json&cols=\(encoded)",
      "\(rows)?cols=no\(encoded)&facet=no\(encoded)",
      "\(rows)?_suggest=1&_column=\(encoded)&_value=\(encoded)", "\(rows)?peek=\(encoded)",
      "\(rows)/import", "\(row)/value?column=\(encoded)", "/jump?q=\(encoded)",
      "/s/todo/jump?q=%22", "/s/todo/jump?q=\(encoded)none", "/s/todo/changes",
    ]
    for path in paths {
      let page = await browser.get(path)
      #expect([200, 400].contains(page.status), "\(path) \(page.status)")
      expectHarmless(page.page, path)
    }
    let token = try await browser.csrfToken
    let answers = [
      await browser.submit(
        row, [("v.name", Self.evil), ("w.name", "1"), ("ifState", "old")], token: token),
      await browser.submit(rows, [("id", Self.evil), ("more", Self.evil)], token: token),
      await browser.submit("\(row)/hard-delete", [("typed", Self.evil + "x")], token: token),
      await browser.submit("\(rows)/bulk", [("action", Self.evil)], token: token),
      await browser.submit("\(row)/delete", [], token: token), await browser.get(row),
      await browser.get("/s/todo/trash"),
    ]
    for (index, answer) in answers.enumerated() {
      expectHarmless(answer.page, "answer \(index)")
    }
    #expect(console.console.failures.withLock { $0 }.isEmpty)
  }

  @Test func neitherStagedNorImportedNorSavedNamesAreMarkUp() async throws {
    let console = try await console()
    let rows = Links.rows("todo", Self.evil)
    let row = Links.row("todo", Self.evil, Self.evil)
    var browser = try await console.browser(.admin)
    let token = try await browser.csrfToken
    let form = await browser.get(row + "/edit").page
    let state = try #require(form.value(of: "ifState"))
    let staged = await browser.submit(
      row, [("ifState", state), ("stage", "1"), ("v.name", Self.evil + "3"), ("w.name", "\"x\"")],
      token: token)
    #expect(staged.status == 303)
    expectHarmless(await browser.get(rows).page, "bar")
    expectHarmless(await browser.get("/s/todo/changes").page, "review")
    expectHarmless(await browser.get("/s/todo/changes?confirm=discard").page, "question")
    try await console.sync.table(Self.evil).update(Self.evil, ["name": .string("1" + Self.evil)])
    expectHarmless(await browser.get("/s/todo/changes").page, "stale review")

    _ = await browser.submit(
      rows + "/views", [("name", Self.evil), ("query", "name=\(Self.evil)"), ("shared", "1")],
      token: token)
    expectHarmless(await browser.get(rows).page, "views")
    for text in ["id,\(Self.evil)\n1", "id,\"\(Self.evil)\"\n1", "[{\"\(Self.evil)\":1}]"] {
      let answer = await browser.submit(
        rows + "/import", [("text", text), ("mode", "insert"), ("columns", "1")], token: token)
      expectHarmless(answer.page, text)
      guard let link = answer.headers["Location"] else { continue }
      expectHarmless(await browser.get(link).page, link)
    }
    let csv = JSONValue.array([["id": .string("new" + Self.evil), "name": .string(Self.evil)]])
    let preview = await browser.submit(
      rows + "/import", [("text", csv.serializedText), ("mode", "upsert")], token: token)
    expectHarmless(
      await browser.get(preview.headers["Location"] ?? "/").page, "refused id")
    #expect(console.console.failures.withLock { $0 }.isEmpty)
  }

  private func expectHarmless(_ page: String, _ path: String) {
    #expect(!page.contains("<script>alert"), "\(path)")
    #expect(!page.contains("\"><script"), "\(path)")
    #expect(!page.contains("href=\"javascript:"), "\(path)")
  }

  @Test func linksToOddIdsLeadToTheirRows() async throws {
    let console = try await console()
    let list = await console.page("/s/todo/t/a%2Ejson")
    #expect(list.page.contains("href=\"/s/todo/t/a%2Ejson/r/b%2Ejson\""))
    for id in ["b.json", "c/d?e#f%"] {
      let link = Links.row("todo", "a.json", id)
      #expect(await console.get(link + ".json").json["id"] == .string(id))
      #expect(await console.page(link).page.contains("<h1>"))
    }
    #expect(
      await console.get("/s/todo/t/a%2Ejson.json").json["rows"]?.array?.count == 2)
  }

  @Test func theWayBackOfAFormStaysInTheList() async throws {
    let console = try await console()
    var browser = try await console.browser(.admin)
    let token = try await browser.csrfToken
    let row = Links.row("todo", "a.json", "b.json")
    for back in ["//evil.example/", "https://evil.example/", "\r\nSet-Cookie: a=b"] {
      let answer = await browser.submit(
        row + "/delete", [("from", "list"), ("back", back)], token: token)
      let location = answer.headers["Location"] ?? "/s/todo/t/a%2Ejson"
      #expect(location.hasPrefix("/s/todo/t/a%2Ejson"))
      #expect(!location.contains("\n"))
      _ = await browser.submit(row + "/undelete", [], token: token)
    }
  }
}
