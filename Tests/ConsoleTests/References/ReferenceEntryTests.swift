import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import Console

/// References in edits of many rows, imports and filters, by the names of the rows.
@Suite struct ReferenceEntryTests {
  private static let list = "/s/todo/t/TodoItem"

  private func filled() async throws -> (RowsConsole, TestBrowser, token: String) {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie",
      [("m1", ["title": "Heat"]), ("m2", ["title": "Ran"]), ("m3", ["title": "Ran"])])
    try await console.pull(
      "TodoItem",
      [
        ("t1", ["text": "see it", "movieId": "m2"]), ("t2", ["text": "skip it", "movieId": "m1"]),
        ("t3", ["text": "none", "movieId": nil]),
      ])
    let browser = try await console.browser(.operate)
    return (console, browser, try await browser.csrfToken)
  }

  private func movie(_ console: RowsConsole, _ id: String) async throws -> JSONValue? {
    try await console.record("TodoItem", id)?.values["movieId"]
  }

  // MARK: - Edits of many rows

  private func edit(_ movie: String, ids: [String] = ["t1"]) -> [(String, String)] {
    [("action", "edit"), ("column", "movieId"), ("change", "set"), ("ref", movie)]
      + ids.map { ("id", $0) }
  }

  @Test func anEditOfManyRowsTakesTheNameOfARow() async throws {
    var (console, browser, token) = try await filled()
    let preview = await browser.submit(Self.list + "/bulk", edit("Heat"), token: token).page
    #expect(preview.contains("movieId (→ Movie)"))
    #expect(preview.contains("<del>Ran</del>") && preview.contains("<ins>Heat</ins>"))
    #expect(preview.value(of: "ref") == "Heat" && preview.contains(">m1</output>"))
    #expect(!preview.contains("will be broken"))
    let answer = [
      ("asked", try #require(preview.value(of: "asked"))),
      ("seen", try #require(preview.value(of: "seen"))), ("confirmed", "edit"),
    ]
    let done = await browser.submit(Self.list + "/bulk", edit("Heat") + answer, token: token)
    #expect(done.status == 303)
    #expect(try await movie(console, "t1") == "m1")
    #expect(await browser.get(Self.list).page.contains("“see it” saved: movieId is now “Heat”."))
  }

  @Test func anEditOfManyRowsRefusesANameOfSeveralRows() async throws {
    var (_, browser, token) = try await filled()
    let refused = await browser.submit(Self.list + "/bulk", edit("Ran"), token: token)
    #expect(refused.status == 422)
    #expect(refused.page.contains("several rows of Movie are named “Ran”; enter the id"))
  }

  @Test func anEditOfManyRowsWarnsOfAValueThatNoRowMatches() async throws {
    var (_, browser, token) = try await filled()
    let preview = await browser.submit(
      Self.list + "/bulk", edit("Atlantis", ids: ["t1", "t2"]), token: token
    ).page
    #expect(preview.contains("No row of Movie has the id or name “Atlantis”."))
    #expect(preview.contains("The references of 2 rows will be broken."))
  }

  @Test func maskedNamesAreNeitherShownNorFoundInAnEditOfManyRows() async throws {
    var movies = TableSettings(name: "Movie")
    movies.masked = ["title"]
    let console = try await RowsConsole(
      settings: StoreSettings(tables: [TableSettings(name: "TodoItem"), movies]))
    try await console.pull("Movie", [("m1", ["title": "Heat"]), ("m2", ["title": "Ran"])])
    try await console.pull("TodoItem", [("t1", ["text": "see it", "movieId": "m2"])])
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    let opened = await browser.submit(
      Self.list + "/bulk", [("action", "edit"), ("id", "t1")], token: token
    ).page
    #expect(opened.contains("movieId (→ Movie)"))
    #expect(!opened.contains("Heat") && !opened.contains("Ran<"))
    let preview = await browser.submit(Self.list + "/bulk", edit("m1"), token: token).page
    #expect(preview.contains("<ins>m1</ins>"))
    #expect(!preview.contains("Heat") && !preview.contains("Ran<"))
    let named = await browser.submit(Self.list + "/bulk", edit("Heat"), token: token).page
    #expect(named.contains("No row of Movie has the id or name “Heat”."))
  }

  @Test func aFieldForAReferenceCountsBeforeAHiddenValue() async throws {
    var (_, browser, token) = try await filled()
    let both = await browser.submit(
      Self.list + "/bulk", edit("") + [("value", "Heat")], token: token
    ).page
    #expect(!both.contains("<ins>Heat</ins>"))
    let form = [
      ("action", "edit"), ("column", "movieId"), ("change", "set"), ("value", "Heat"),
      ("id", "t1"),
    ]
    let alone = await browser.submit(Self.list + "/bulk", form, token: token).page
    #expect(alone.value(of: "ref") == "Heat")
  }

  // MARK: - Filters

  @Test(arguments: [
    ("movieId=Heat", ["t2"]), ("movieId=m1", ["t2"]), ("movieId__contains=hea", ["t2"]),
    ("movieId__starts=ra", ["t1"]), ("movieId__in=Heat,m2", ["t1", "t2"]),
    ("movieId__not=Heat", ["t1", "t3"]), ("movieId=heat", []),
    ("movieId__equals__or1=Ran&movieId__null__or1=true", ["t1", "t3"]),
  ])
  func filtersMatchReferencesByName(query: String, ids: [String]) async throws {
    let (console, _, _) = try await filled()
    let json = await console.get(Self.list + ".json?sort=id&" + query).json
    #expect(json["rows"]?.array?.map { $0["id"] } == ids.map { .string($0) })
  }

  @Test(arguments: [
    ("movieId=m1", ["t2"]), ("movieId__in=m1", ["t2"]), ("movieId__not=m1", ["t1", "t3"]),
  ])
  func anIDInAFilterCountsBeforeAName(query: String, ids: [String]) async throws {
    let (console, _, _) = try await filled()
    try await console.pull("Movie", [("m2", ["title": "m1"])])
    let json = await console.get(Self.list + ".json?sort=id&" + query).json
    #expect(json["rows"]?.array?.map { $0["id"] } == ids.map { .string($0) })
  }

  @Test func aFilterOfAReferenceShowsTheName() async throws {
    let (console, _, _) = try await filled()
    let page = await console.page(Self.list + "?movieId=m1").page
    #expect(page.contains("<code>movieId</code> is “Heat”"))
    let several = await console.page(Self.list + "?movieId__in=m1,m2").page
    #expect(several.contains("is one of “Heat”, “Ran”"))
    #expect(several.contains("Remove filter: movieId is one of “Heat”, “Ran”"))
    try await console.pull("Movie", [("m3", ["title": "Venezuela, Republic of"])])
    let comma = await console.page(Self.list + "?movieId__in=m1,m3,text").page
    #expect(comma.contains("is one of “Heat”, “Venezuela, Republic of”, “text”"))
  }

  @Test func rowsSelectedByAFilterAreThoseOfItsList() async throws {
    let (console, _, _) = try await filled()
    let done = await console.post(
      Self.list + "/bulk",
      ["action": "edit", "query": "movieId=Heat", "expect": 1, "values": ["text": "changed"]])
    #expect(done.json["changed"] == 1)
    #expect(try await console.record("TodoItem", "t2")?.values["text"] == "changed")
  }

  @Test func suggestionsOfAReferenceHaveNames() async throws {
    let (console, _, _) = try await filled()
    let all = await console.get(Self.list + "/values?column=movieId").json
    #expect(all["names"] == ["m1": "Heat", "m2": "Ran"])
    let typed = await console.get(Self.list + "/values?column=movieId&text=ran").json
    #expect(typed["names"] == ["m2": "Ran", "m3": "Ran"])
    let page = await console.page(Self.list + "?_column=movieId&_suggest=1").page
    #expect(page.contains("<option value=\"m1\">Heat</option>"))
    #expect(page.link(before: ">Heat</a>") == Self.list + "?movieId=m1")
  }

  // MARK: - Imports

  private static let file =
    "id,text,movieId\nx,named,Heat\ny,doubtful,Ran\nz,broken,Atlantis\nw,known,m3\n"

  @Test func namesInAFileBecomeIDs() async throws {
    let (console, _, _) = try await filled()
    let draft = try await console.importFile(Self.file, mode: "insert", into: "TodoItem")
    let problem = draft.json["problems"]?.array?.first
    #expect(draft.json["problems"]?.array?.count == 1 && problem?["line"] == 3)
    #expect(problem?["message"] == "several rows of Movie are named “Ran”; enter the id")
    #expect(draft.json["unmatched"] == ["movieId": 1])
    let done = await console.post(draft.link, ["skipInvalid": true])
    #expect(done.json["new"] == 3, "\(done.page)")
    #expect(try await movie(console, "x") == "m1")
    #expect(try await movie(console, "z") == "Atlantis")
    #expect(try await movie(console, "w") == "m3")
  }

  @Test func theReviewOfAnImportMarksReferencesToNoRow() async throws {
    var (_, browser, token) = try await filled()
    let (link, page) = await browser.previewImport(
      "id,text,movieId\nx,named,Heat\nz,broken,Atlantis\n", mode: "insert", into: "TodoItem",
      token: token)
    let sentence =
      "movieId: the value of 1 row matches no row of Movie, so its reference will be broken: "
      + "“Atlantis”"
    #expect(page.page.contains(sentence))
    #expect(page.page.contains("<span class=\"missing\" title=\"No matching row in Movie\">"))
    #expect(page.page.contains(">Heat</td>"))
    let columns = await browser.get(link + "/columns").page
    #expect(columns.contains("movieId (→ Movie)") && columns.contains(sentence))
  }

  @Test func aRowOfTheSameFileCanBeReferredTo() async throws {
    var items = TableSettings(name: "TodoItem")
    items.references = ["parent": "TodoItem"]
    let console = try await RowsConsole(settings: StoreSettings(tables: [items]))
    try await console.pull("TodoItem", [("t1", ["text": "root", "parent": "t1"])])
    let draft = try await console.importFile(
      "id,text,parent\nx,child,y\ny,parent,root\nz,lost,q\n", mode: "insert", into: "TodoItem")
    #expect(draft.json["unmatched"] == ["parent": 1])
    #expect(await console.post(draft.link, [:]).json["new"] == 3)
    #expect(try await console.record("TodoItem", "y")?.values["parent"] == "t1")
  }

  @Test func rowsAreImportedWithTheReferencesThatTheReviewShowed() async throws {
    var items = TableSettings(name: "TodoItem")
    items.references = ["parent": "TodoItem"]
    let console = try await RowsConsole(settings: StoreSettings(tables: [items]))
    try await console.pull("TodoItem", [("t1", ["text": "root", "parent": "t1"])])
    let count = SyncContext.importBatchMax
    let others = (1..<count).map { "x\($0),some,root\n" }.joined()
    let draft = try await console.importFile(
      "id,text,parent\nx0,new root,root\n" + others + "late,child,new root\n", mode: "insert",
      into: "TodoItem")
    #expect(draft.json["unmatched"] == ["parent": 1])
    let done = await console.post(draft.link, [:])
    #expect(done.json["new"]?.integer == Int64(count + 1), "\(done.page)")
    // No row had that name when it was reviewed; one is in an earlier part of the file.
    #expect(try await console.record("TodoItem", "late")?.values["parent"] == "new root")
    #expect(try await console.record("TodoItem", "x1")?.values["parent"] == "t1")
  }

  @Test func aProgramSendsIDs() async throws {
    let (console, _, _) = try await filled()
    let done = await console.post(
      Self.list + "/import",
      ["rows": [["id": "x", "movieId": "Heat"], ["id": "y", "movieId": "m1"]], "mode": "insert"])
    #expect(done.json["unmatched"] == ["movieId": 1])
    #expect(try await movie(console, "x") == "Heat")
  }

  // MARK: - Staged changes and messages

  @Test func stagedAndSavedReferencesAreNamed() async throws {
    var (_, browser, token) = try await filled()
    let row = Self.list + "/r/t1"
    let form = await browser.get(row + "/edit").page
    let state = try #require(form.value(of: "ifState"))
    let sent = [("ifState", state), ("w.movieId", "\"m2\""), ("v.movieId", "Heat")]
    _ = await browser.submit(row, sent + [("stage", "1")], token: token)
    let list = await browser.get(Self.list + "?cols=text&cols=movieId&sort=id").page
    #expect(list.contains("title=\"Staged. Stored value: Ran\""))
    #expect(list.contains("<span class=\"vh\">Staged: </span>Heat"))
    #expect(list.contains("<tr class=\"r-staged\""))
    let review = await browser.get("/s/todo/changes").page
    #expect(review.contains("<dt>movieId</dt><dd>Ran <span class=\"to\">"))
    #expect(review.contains("</span>Heat</dd>"))
    _ = await browser.submit(row, sent, token: token)
    #expect(await browser.get(Self.list).page.contains("“see it” saved: movieId is now “Heat”."))
  }
}
