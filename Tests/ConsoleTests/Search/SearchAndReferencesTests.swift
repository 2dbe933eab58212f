import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import SyncCore
import SyncInspection
import Testing

@testable import Console

@Suite struct SearchAndReferencesTests {
  private func filled() async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("m1", ["title": "Heat"]), ("m12", ["title": "Ran"])])
    try await console.pull(
      "TodoItem",
      [
        (
          "t1",
          ["text": "see it", "movieId": "m1", "big": .string(String(repeating: "x", count: 5_000))]
        ),
        ("t2", ["text": "lost", "movieId": "nowhere", "tree": ["a": [1, 2]]]),
        (
          "t3",
          [
            "text": "points",
            "film": ["__type": "Pointer", "className": "Movie", "objectId": "m1"],
          ]
        ),
      ])
    return console
  }

  // MARK: - Jump

  @Test(arguments: [
    ("m1", "/s/todo/t/Movie/r/m1"), ("movie", "/s/todo/t/Movie"), ("todo", "/s/todo"),
    ("m12", "/s/todo/t/Movie/r/m12"), ("t1", "/s/todo/t/TodoItem/r/t1"),
  ])
  func oneExactThingIsGoneToAtOnce(text: String, link: String) async throws {
    let console = try await filled()
    for path in ["/s/todo/jump", "/jump"] {
      let answer = await console.page("\(path)?q=\(text)")
      #expect(answer.status == 303)
      #expect(answer.headers["Location"] == link)
    }
  }

  @Test func resultsShowTheStateOfARowAndWhenItChanged() async throws {
    let console = try await filled()
    try await console.sync.table("TodoItem").update("t1", ["text": "see it soon"])
    for text in ["see", "t1"] {
      let page = await console.page("/s/todo/jump?list=1&q=\(text)").page
      #expect(page.contains("<span class=\"vh\">Pending</span></span><div class=\"tx\">"))
    }
    let other = await console.page("/s/todo/jump?list=1&q=lost").page
    #expect(other.contains("<span class=\"vh\">Synced</span></span><div class=\"tx\">"))
    #expect(other.contains("<span class=\"mut\"><time"))
  }

  @Test func aDeletedRowIsMarkedOnceAsInItsTable() async throws {
    let console = try await filled()
    try await console.sync.table("Movie").delete("m1")
    let pending = await console.page("/s/todo/jump?list=1&q=heat").page
    #expect(pending.contains("<span class=\"vh\">Pending</span></span><div class=\"tx\">"))
    #expect(pending.contains("<span class=\"chip deleted\">Deleted</span>"))
    _ = try await console.sync.push()
    let atRest = await console.page("/s/todo/jump?list=1&q=heat").page
    #expect(atRest.contains("<span class=\"ic deleted\"></span>"))
    #expect(atRest.contains("<span class=\"chip deleted\">Deleted</span>"))
  }

  @Test func anOperationIsFoundByItsNumber() async throws {
    let console = try await filled()
    try await console.sync.table("Movie").update("m1", ["title": "New"])
    let id = try #require(try await console.sync.operations(OperationQuery()).operations.first?.id)
    for text in ["\(id)", "%23\(id)", "update%20\(id)", "Operation%20\(id)"] {
      let answer = await console.page("/s/todo/jump?q=\(text)")
      #expect(answer.headers["Location"] == Links.operation("todo", id))
    }
  }

  @Test func anOperationThatIsFoundByItsNumberNamesItsRow() async throws {
    let console = try await filled()
    try await console.sync.table("Movie").update("m1", ["year": 1995])
    let id = try #require(try await console.sync.operations(OperationQuery()).operations.first?.id)
    let results = await console.get("/s/todo/jump.json?q=update%20\(id)").json["results"]?.array
    let operation = results?.first { $0["kind"] == "operation" }
    #expect(operation?["place"] == "Movie Heat in store todo")
  }

  @Test(arguments: ["Run", "pull", "PULL"])
  func aRunIsFoundByItsName(word: String) async throws {
    let console = try await filled()
    let id = try await console.console.data.startRun(.pull, store: "todo", who: "mira")
    let answer = await console.page("/s/todo/jump?q=\(word)%20\(id)")
    #expect(answer.headers["Location"] == Links.run("todo", id))
    for other in ["push%20\(id)", "run%20\(id + 1)"] {
      #expect(await console.page("/s/todo/jump?q=\(other)").status == 200)
    }
  }

  @Test func rowsAreListedBesideATableOfThatNameWhenAsked() async throws {
    let console = try await filled()
    try await console.pull("TodoItem", [("t9", ["text": "a movie"])])
    #expect(await console.page("/s/todo/jump?q=movie").headers["Location"] == "/s/todo/t/Movie")
    let page = await console.page("/s/todo/jump?q=movie&list=1")
    #expect(page.status == 200 && page.page.contains("href=\"/s/todo/t/TodoItem/r/t9\""))
    #expect(page.page.contains("name=\"list\" value=\"1\""))
    let json = await console.get("/s/todo/jump.json?q=movie&list=1").json["results"]?.array
    #expect(json?.contains { $0["kind"] == "table" } == true)
    #expect(json?.contains { $0["id"] == "t9" } == true)
  }

  @Test func severalThingsAreListedAndNoneIsSaid() async throws {
    let console = try await filled()
    let several = await console.page("/s/todo/jump?q=m").page
    let ids = ["m1": "Heat", "m12": "Ran"]
    for (id, name) in ids {
      let shown = "<code class=\"id\"><mark>m</mark>\(id.dropFirst())</code>"
      #expect(several.contains(">\(name)</a> <small>\(shown)</small>"))
    }
    #expect(several.contains(">TodoItem</a>"))
    let none = await console.page("/s/todo/jump?q=zebra")
    #expect(none.status == 200 && none.page.contains("No results for “zebra”"))
    let json = await console.get("/s/todo/jump.json?q=m12").json
    #expect(
      json["results"] == [
        [
          "kind": "row", "label": "Ran", "place": "Movie in store todo",
          "url": "/s/todo/t/Movie/r/m12", "id": "m12",
        ]
      ])
  }

  @Test func aRowIsFoundByItsNameInTheTrashToo() async throws {
    let console = try await filled()
    let heat = await console.page("/s/todo/jump?q=heat")
    #expect(heat.status == 303 && heat.headers["Location"] == "/s/todo/t/Movie/r/m1")
    try await console.sync.table("Movie").delete("m1")
    let part = await console.get("/s/todo/jump.json?q=EA").json
    #expect(
      part["results"]?.array?.first == [
        "kind": "row", "label": "Heat", "place": "deleted, Movie in store todo",
        "url": "/s/todo/t/Movie/r/m1", "id": "m1",
      ])
  }

  @Test func anOperationIsFoundByTheNameOfItsRow() async throws {
    let console = try await filled()
    try await console.sync.table("Movie").update("m1", ["year": 1995])
    let id = try #require(try await console.sync.operations(OperationQuery()).operations.first?.id)
    let json = await console.page("/s/todo/jump.json?q=hea").json
    let results = json["results"]?.array ?? []
    #expect(results.map { $0["kind"] } == ["row", "operation"])
    #expect(results.last?["label"] == .string("Update \(id)"))
    #expect(results.last?["place"] == "Movie Heat in store todo")
    #expect(results.last?["url"] == .string(Links.operation("todo", id)))
    // The row is the one thing that was meant.
    #expect(await console.page("/s/todo/jump?q=heat").headers["Location"] == "/s/todo/t/Movie/r/m1")
    #expect(await console.page("/s/todo/jump?q=m1").headers["Location"] == "/s/todo/t/Movie/r/m1")
  }

  @Test func moreRowsOfOneNameAreAListAway() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", (1...7).map { ("r\($0)", ["title": "Same, 100% & old"]) })
    let page = await console.page("/s/todo/jump?q=100%25%20%26").page
    #expect(
      page.matches(of: #/>Same, <mark>100% &amp;</mark> old</a>/#).count == SearchHandlers.rowsMax)
    let link = try #require(page.link(containing: "_text="))
    #expect(await console.page(link).page.contains("7 rows"))
  }

  @Test func aRowIsFoundByAnyTextInTheTableThatHasIt() async throws {
    let console = try await filled()
    try await console.pull(
      "TodoItem",
      [("t4", ["text": "repair", "place": "Behind the second Pump house", "movieId": "m12"])])
    let page = await console.page("/s/todo/jump?q=pump").page
    #expect(page.contains("<h2>TodoItem <span class=\"cnt\">1</span>"))
    #expect(page.contains("place: Behind the second <mark>Pump</mark> house"))
    let json = await console.get("/s/todo/jump.json?q=pump").json
    #expect(
      json["results"]?.array?.first?["match"] == [
        "column": "place", "text": "Behind the second Pump house",
      ])
    // The id is beside the name.
    let part = await console.page("/s/todo/jump?list=1&q=m1").page
    #expect(part.contains("<mark>m1</mark>2") && !part.contains("id: <mark>"))
    // Rows that refer to a row do not hide it.
    let id = await console.page("/s/todo/jump?q=m12")
    #expect(id.headers["Location"] == "/s/todo/t/Movie/r/m12")
  }

  @Test(arguments: [
    ("Pump pump", "pump", "[Pump]| |[pump]"), ("ÄÖ", "äö", "[ÄÖ]"), ("abc", "", "abc"),
    ("aaa", "aa", "[aa]|a"), ("abc", "x", "abc"),
  ])
  func aTextIsMarkedWhereItStands(text: String, sought: String, marked: String) {
    let parts = MarkedText(text, marking: sought).parts
    #expect(parts.map { $0.isMarked ? "[\($0.text)]" : $0.text }.joined(separator: "|") == marked)
  }

  @Test func anExcerptIsCutAroundThePlace() {
    let text = String(repeating: "a", count: 90)
    let excerpt = MarkedText("\(text)pump\(text)", marking: "PUMP").excerpt
    #expect(excerpt == "…" + text.prefix(40) + "pump" + text.prefix(80) + "…")
  }

  // MARK: - References

  @Test func aColumnThatNamesARowLeadsThere() async throws {
    let console = try await filled()
    let list = await console.page("/s/todo/t/TodoItem?cols=text&cols=movieId&cols=film").page
    let named = list.matches(of: #/<a href="\/s\/todo\/t\/Movie\/r\/m1" title="m1">Heat<span/#)
    #expect(named.count == 2)
    #expect(list.contains("<span class=\"missing\" title=\"No matching row in Movie\">nowhere<"))
    #expect(!list.contains("/s/todo/t/Movie/r/nowhere"))
    let row = await console.page("/s/todo/t/TodoItem/r/t1").page
    #expect(row.contains("<td class=\"wrap\"><a href=\"/s/todo/t/Movie/r/m1\">Heat</a>"))
    #expect(row.contains("<small><code class=\"id\">m1</code></small>"))
    #expect(row.contains(">→ Movie</td>"))
    let pointing = await console.page("/s/todo/t/TodoItem/r/t3").page
    #expect(pointing.contains("<td class=\"wrap\"><a href=\"/s/todo/t/Movie/r/m1\">Heat</a>"))
    let lost = await console.page("/s/todo/t/TodoItem/r/t2").page
    #expect(lost.contains("<span class=\"missing\">No matching row in Movie</span>"))
    #expect(lost.contains("nowhere"))
  }

  @Test func aReferenceToADeletedRowIsMarked() async throws {
    let console = try await filled()
    try await console.sync.table("Movie").delete("m1")
    let mark = "</a> <span class=\"mut\">deleted</span>"
    let columns = "cols=text&cols=movieId&cols=film"
    let list = await console.page("/s/todo/t/TodoItem?\(columns)&peek=t1").page
    let link = "<a href=\"/s/todo/t/Movie/r/m1\" class=\"struck\""
    #expect(list.contains("\(link) title=\"m1\">Heat<span class=\"vh\"> in Movie</span>\(mark)"))
    #expect(list.contains("\(link)>Heat\(mark)"))
    let row = await console.page("/s/todo/t/TodoItem/r/t1").page
    #expect(row.contains("\(link)>Heat\(mark)"))
    // A row that is nowhere is marked as before.
    #expect(list.contains("<span class=\"missing\" title=\"No matching row in Movie\">nowhere<"))
  }

  @Test func theRowThatIsNamedListsWhoNamesIt() async throws {
    let console = try await filled()
    let row = await console.page("/s/todo/t/Movie/r/m1").page
    #expect(row.contains("Referenced by"))
    #expect(row.contains("<a href=\"/s/todo/t/TodoItem/r/t1\">see it</a>"))
    #expect(row.contains("<a href=\"/s/todo/t/TodoItem/r/t3\">points</a>"))
    #expect(!(await console.page("/s/todo/t/Movie/r/m12").page).contains("Referenced by"))
  }

  // MARK: - Big values

  @Test func aBigValueIsCutAndCanBeOpened() async throws {
    let console = try await filled()
    let row = await console.page("/s/todo/t/TodoItem/r/t1").page
    #expect(!row.contains(String(repeating: "x", count: 2_000)))
    let link = try #require(row.link(containing: "value?column=big"))
    let whole = await console.page(link)
    #expect(whole.page.contains(String(repeating: "x", count: 5_000)))
    let file = await console.page(link + "&raw=1")
    #expect(file.page == String(repeating: "x", count: 5_000))
    #expect(file.headers["Content-Disposition"]?.hasPrefix("attachment") == true)
    #expect(await console.page("/s/todo/t/TodoItem/r/t1/value?column=none").status == 404)
  }

  @Test func aTreeIsShownIndented() async throws {
    let console = try await filled()
    let row = await console.page("/s/todo/t/TodoItem/r/t2").page
    #expect(row.contains("<pre class=\"wrap\">{\n  &quot;a&quot;: [\n"))
  }
}

extension String {
  /// The first link whose address has `part` in it.
  func link(containing part: String) -> String? {
    for piece in components(separatedBy: "href=\"").dropFirst() {
      let address = String(piece.prefix { $0 != "\"" }).replacingOccurrences(of: "&amp;", with: "&")
      if address.contains(part) { return address }
    }
    return nil
  }
}
