import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

/// Pasting and uploading rows, with a preview in between.
@Suite struct ImportTests {
  private static let path = "/s/todo/t/Movie/import"

  private func filled() async throws -> (RowsConsole, TestBrowser, token: String) {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie",
      [
        ("a", ["title": "Film a", "rank": 1, "seen": false, "tags": ["x"]]),
        ("b", ["title": "Film b", "rank": 2, "seen": true, "tags": nil]),
      ])
    let browser = try await console.browser(.operate)
    return (console, browser, try await browser.csrfToken)
  }

  /// Sends the form as a browser does, and follows to the preview.
  private func preview(
    _ text: String, mode: String, columns: Bool = false, file: String? = nil,
    _ browser: inout TestBrowser, _ token: String
  ) async -> (link: String, page: HTTPResponse) {
    await browser.previewImport(
      text, mode: mode, columns: columns, file: file, into: "Movie", token: token)
  }

  @Test func newRowsArePreviewedWrittenAndTakenBack() async throws {
    var (console, browser, token) = try await filled()
    let csv =
      "id,title,rank,seen,tags,updatedAt\r\nc,\"Film, \"\"c\"\"\",0.5,yes,\"[1,2]\",x\r\nd,,,,,\r\n"
    let (link, page) = await preview(csv, mode: "insert", file: "new.csv", &browser, token)
    #expect(page.status == 200)
    #expect(page.page.contains("new.csv, CSV, 2 rows"))
    #expect(page.page.contains("2 new.") && page.page.contains(">Import 2 rows</button>"))
    #expect(page.page.contains("autofocus>Cancel</a>"))
    #expect(page.page.contains("updatedAt: set by the server"))
    #expect(try await console.queued() == 0)
    #expect(try await console.record("Movie", "c") == nil)

    let seen = try #require(page.page.value(of: "seen"))
    let done = await browser.submit(link, [("seen", seen)], token: token)
    #expect(done.status == 303)
    let row = try await console.record("Movie", "c")
    #expect(row?.values["title"] == "Film, \"c\"")
    #expect(row?.values["rank"] == 0.5 && row?.values["seen"] == true)
    #expect(row?.values["tags"] == [1, 2])
    #expect(try await console.record("Movie", "d")?.values["title"]?.isNull != false)
    #expect(try await console.queued() == 2)
    #expect(await browser.submit(link, [], token: token).status == 404)

    let list = await browser.get("/s/todo/t/Movie").page
    #expect(list.contains("Imported: 2 new."))
    let back = await browser.get(link)
    #expect(back.status == 404 && back.page.contains("This import is complete"))
    #expect(back.page.contains("2 rows were imported into Movie."))
    #expect(back.page.contains("Audit entry and Undo"))
    let undo = try #require(list.action(containing: "/undo/"))
    #expect(await browser.submit(undo, [], token: token).status == 303)
    #expect(try await console.record("Movie", "c") == nil)
    #expect(try await console.queued() == 0)
  }

  @Test func goingBackKeepsTheRowsAndTheChoices() async throws {
    var (_, browser, token) = try await filled()
    for file in [nil, "rows.csv"] {
      let csv = "id,title,rank\nc,Film c,many\n"
      let (_, page) = await preview(csv, mode: "upsert", columns: true, file: file, &browser, token)
      #expect(page.page.contains("1 invalid value.</b> Nothing was imported."))
      #expect(page.page.contains("Correct it below."))
      let back = try #require(page.page.link(before: ">Edit rows</a>"))
      let form = await browser.get(back).page
      #expect(form.contains("\n\(csv)</textarea>"))
      #expect(form.contains("value=\"upsert\" checked"))
      #expect(form.contains("name=\"columns\" value=\"1\" checked"))
    }
    let (_, broken) = await preview(
      "id,id\nc,d\n", mode: "insert", file: "x.csv", &browser, token)
    #expect(broken.status == 422)
    #expect(broken.page.contains("The first line names the column “id” twice."))
    #expect(broken.page.contains("\nid,id\nc,d\n</textarea>"))
    let stranger = await browser.get("\(Self.path)?draft=nothing")
    #expect(stranger.status == 404)
  }

  @Test func aFileThatIsTooLongForTheBoxIsNamed() async throws {
    var (_, browser, token) = try await filled()
    let long = "id,title,rank\nc,\(String(repeating: "x", count: 600_000)),many\n"
    let (_, page) = await preview(long, mode: "insert", file: "long.csv", &browser, token)
    let back = try #require(page.page.link(before: ">Edit rows</a>"))
    let form = await browser.get(back).page
    #expect(form.contains("long.csv: too large to show below."))
    #expect(form.utf8.count < 100_000)
  }

  @Test func existingRowsAreChangedAndTheOthersAdded() async throws {
    var (console, browser, token) = try await filled()
    let tsv = "id\ttitle\na\tNew a\nb\tFilm b\nc\tFilm c\n"
    let (link, page) = await preview(tsv, mode: "upsert", &browser, token)
    #expect(page.page.contains("1 new, 1 changed, 1 unchanged."))
    #expect(page.page.contains("<del>Film a</del> New a"))
    #expect(await browser.submit(link, [], token: token).status == 303)
    #expect(try await console.record("Movie", "a")?.values["rank"] == 1)
    #expect(try await console.record("Movie", "a")?.values["title"] == "New a")
    #expect(try await console.queued() == 2)
    let undo = try #require(
      (await browser.get("/s/todo/t/Movie").page).action(containing: "/undo/"))
    _ = await browser.submit(undo, [], token: token)
    #expect(try await console.record("Movie", "a")?.values["title"] == "Film a")
    #expect(try await console.record("Movie", "c") == nil)
  }

  @Test func everyBadCellIsNamedAndOnlyTheOtherRowsCanBeWritten() async throws {
    var (console, browser, token) = try await filled()
    let csv = "id;rank;seen;tags\nc;many;perhaps;[1\n\na;1;1;\nc;1;1;\nd?e;1;1;\n"
    let (link, page) = await preview(csv, mode: "upsert", &browser, token)
    let text = page.page
    #expect(text.contains("“many” is not a number"))
    #expect(text.contains("“perhaps” is not true or false"))
    #expect(text.contains("invalid JSON"))
    #expect(text.contains(">5</th><td data-l=\"Column\"><code>id</code></td>"))
    #expect(text.contains("“c” is a duplicate: an earlier row has the same id."))
    // All at once: what the store refuses too.
    #expect(text.contains(">6</th>"))
    #expect(text.contains("This id can’t be used"))
    #expect(text.contains("<button class=\"btn primary\">Import 1 row</button>"))
    let forced = await browser.submit(link, [], token: token)
    #expect(forced.status == 409)
    #expect(try await console.queued() == 0)
  }

  @Test func whatTheStoreRefusesIsNamedByItsLine() async throws {
    var (_, browser, token) = try await filled()
    let (_, inserted) = await preview("id,title\nz,Z\na,A\n", mode: "insert", &browser, token)
    #expect(inserted.page.contains(">3</th>"))
    #expect(inserted.page.contains("“a” exists already"))
    let (_, updated) = await preview("id,title\nzz,A\n", mode: "update", &browser, token)
    #expect(updated.page.contains("no row with the id “zz”"))
    let (_, without) = await preview("title\nA\n", mode: "update", &browser, token)
    #expect(without.page.contains("an update needs a column id"))
  }

  @Test func rowsThatChangedSinceThePreviewAreShownAgain() async throws {
    var (console, browser, token) = try await filled()
    let (link, page) = await preview("id,title\na,New\n", mode: "upsert", &browser, token)
    let seen = try #require(page.page.value(of: "seen"))
    try await console.sync.table("Movie").update("a", ["title": "New"])
    let answer = await browser.submit(link, [("seen", seen)], token: token)
    #expect(answer.status == 409)
    #expect(answer.page.contains("changed since the preview"))
  }

  @Test func aValueThatCameInSinceThePreviewIsNotOverwritten() async throws {
    var (console, browser, token) = try await filled()
    let (link, page) = await preview("id,title\na,New\n", mode: "upsert", &browser, token)
    let seen = try #require(page.page.value(of: "seen"))
    try await console.sync.table("Movie").update("a", ["title": "Meanwhile"])
    let answer = await browser.submit(link, [("seen", seen)], token: token)
    #expect(answer.status == 409)
    #expect(answer.page.contains("changed since the preview"))
    #expect(answer.page.contains("Meanwhile"))
    #expect(try await console.record("Movie", "a")?.values["title"] == "Meanwhile")
    // A second tab, or the same page loaded again, still shows the first preview.
    let late = await browser.submit(link, [("seen", seen)], token: token)
    #expect(late.status == 409 && late.page.contains("changed since the preview"))
    #expect(try await console.record("Movie", "a")?.values["title"] == "Meanwhile")
    #expect(await browser.get(link).page.contains("changed since the preview"))
    let again = try #require(answer.page.value(of: "seen"))
    let done = await browser.submit(link, [("seen", again)], token: token)
    #expect(done.status == 303)
    #expect(try await console.record("Movie", "a")?.values["title"] == "New")
  }

  @Test func unknownColumnsAreLeftOutUnlessTheyAreToBeAdded() async throws {
    var (console, browser, token) = try await filled()
    let csv = "id,colour,size\nc,red,3\nd,blue,4\n"
    let (_, page) = await preview(csv, mode: "insert", &browser, token)
    #expect(page.page.contains("has no column colour, size"))
    let (link, added) = await preview(csv, mode: "insert", columns: true, &browser, token)
    #expect(added.page.contains("New columns:</b> colour, size"))
    _ = await browser.submit(link, [], token: token)
    #expect(try await console.record("Movie", "c")?.values["size"] == 3)
    #expect(try await console.sync.columns(of: "Movie").contains { $0 == Column("size", .number) })
  }

  @Test(arguments: [
    ("", "Nothing to import"), ("id,id\n1,2\n", "names the column “id” twice"),
    ("id,\n1,2\n", "Column 2 has no name"), ("id,title\n", "but no rows"),
    ("id,title\na,\"b\n", "never closed"),
    ("id,title\na,\"b\"c\n", "follows a closing quote"), ("[{]", "Invalid JSON list"),
    ("[1]", "Item 1 is a number"), ("{\"a\":1}\nx\n", "Line 2 is not JSON"),
  ])
  func whatCannotBeReadIsSaid(text: String, words: String) async throws {
    var (_, browser, token) = try await filled()
    let (_, page) = await preview(text, mode: "insert", &browser, token)
    #expect(page.status == 422)
    #expect(page.page.contains(words), "\(page.page)")
  }

  @Test func programsSendRowsAsJSON() async throws {
    let (console, _, _) = try await filled()
    let rows: JSONValue = [["id": "a", "rank": 5], ["id": "c", "rank": 6]]
    let looked = await console.post(
      Self.path, ["rows": rows, "mode": "upsert", "preview": true])
    #expect(looked.json["new"] == 1 && looked.json["changed"] == 1)
    #expect(try await console.queued() == 0)
    let done = await console.post(Self.path, ["rows": rows, "mode": "upsert"])
    #expect(done.status == 200)
    #expect(try await console.queued() == 2)
    let bad = await console.post(
      Self.path, ["rows": [["id": "a", "rank": "x"]], "mode": "update"])
    #expect(bad.status == 422)
    #expect(bad.json["problems"]?.array?.first?["column"] == "rank")
    let some: JSONValue = ["rows": [["id": "a", "rank": "x"], ["id": "d"]], "skipInvalid": true]
    let valid = await console.post(Self.path, some)
    #expect(valid.status == 200 && valid.json["new"] == 1 && valid.json["problems"] == [])
    #expect(valid.json["leftOut"]?.array?.first?["line"] == 1)
    #expect(
      await console.post(Self.path, ["rows": rows], token: console.viewerToken).status == 403)
    #expect(await console.post(Self.path, ["rows": rows, "mode": "all"]).status == 400)
  }

  @Test func columnsMayBeNamedAsThoseOfAnExport() async throws {
    let (console, _, _) = try await filled()
    let line: JSONValue = [
      "id": "c", "state": "synced", "deleted": false, "values": ["title": "inner"],
    ]
    let sent = await console.post(Self.path, ["rows": [line], "addColumns": false])
    #expect(sent.json["unknownColumns"] == ["state", "values"])
    #expect(try await console.record("Movie", "c")?.value("title") == .null)
    // A file holds an export's line only when it has exactly its members.
    for (name, text) in [
      ("d", #"{"id":"d","state":"open","values":{"title":"inner"},"title":"outer"}"#),
      ("e", #"{"id":"e","state":"open","deleted":false,"values":{"title":"inner"}}"#),
      ("f", #"{"id":"f","state":"synced","deleted":false,"values":{"title":"inner"}}"#),
    ] {
      let draft = try await console.importFile(text, mode: "upsert", into: "Movie")
      #expect(draft.json["unknownColumns"] == (name == "f" ? [] : ["state", "values"]))
      _ = await console.post(draft.link, [:])
      let title = try await console.record("Movie", name)?.values["title"] ?? .null
      #expect(title == ["d": "outer", "f": "inner"][name] ?? .null, "\(name)")
    }
  }

  @Test func aModeThatThereIsNotIsRefusedInAFormToo() async throws {
    var (console, browser, token) = try await filled()
    let (_, page) = await preview("id,title\nc,C\n", mode: "bogus", &browser, token)
    #expect(page.status == 400 && page.page.contains("Unknown mode “bogus”"))
    #expect(try await console.queued() == 0)
  }

  @Test func valuesOfSeveralTypesMakeANewColumnOfText() async throws {
    let (console, _, _) = try await filled()
    let rows: JSONValue = [
      ["id": "c", "mix": ["a": 1.50], "rank": 1], ["id": "d", "mix": "b"], ["id": "e", "mix": 7],
      ["id": "f", "mix": nil], ["id": "g", "mix": true],
    ]
    let done = await console.post(Self.path, ["rows": rows, "addColumns": true])
    #expect(done.status == 200, "\(done.page)")
    #expect(try await console.sync.columns(of: "Movie").contains(Column("mix", .text)))
    let all = await console.get("/s/todo/t/Movie.json?sort=id&mix__starts=").json["rows"]
    let values = all?.array?.compactMap { $0["values"]?["mix"] }
    #expect(values == [#"{"a":1.5}"#, "b", "7", "true"])
    // A column that is there holds what it holds.
    let refused = await console.post(Self.path, ["rows": [["id": "h", "mix": 7]]])
    #expect(refused.status == 422)
  }

  @Test(arguments: [false, true])
  func aColumnIsAddedOnlyUnderANameThatServersTake(_ adds: Bool) async throws {
    var (console, browser, token) = try await filled()
    let (link, page) = await preview(
      "id,my column\nz,x\n", mode: "upsert", columns: adds, &browser, token)
    #expect(page.page.contains("is not a valid column name") == adds)
    let review = await browser.get(link).page
    #expect(review.contains("Choose other columns, or go back") == adds)
    #expect(try await console.queued() == 0)
  }

  @Test(arguments: ["ID", "TITLE"])
  func aProgramsColumnThatDiffersInCaseOnlyIsNamed(_ name: String) async throws {
    let (console, _, _) = try await filled()
    let row: JSONValue = .object(["rank": 1, name: "x"])
    for adds in [true, false] {
      let sent = await console.post(Self.path, ["rows": [row], "addColumns": .bool(adds)])
      #expect(sent.status == 422 && sent.page.contains("names are case-sensitive"))
    }
    #expect(try await console.queued() == 0)
  }

  @Test func aProgramSaysWhatBecomesOfColumnsThatAreNotThere() async throws {
    let (console, _, _) = try await filled()
    let rows: JSONValue = [["id": "c", "tilte": "typed wrongly", "rank": 1]]
    let refused = await console.post(Self.path, ["rows": rows])
    #expect(refused.status == 422 && refused.page.contains("Movie has no column “tilte”."))
    #expect(try await console.queued() == 0)
    let seen = await console.post(Self.path, ["rows": rows, "preview": true])
    let done = await console.post(Self.path, ["rows": rows, "addColumns": false])
    for (answer, state) in [(seen.json, "ready"), (done.json, "done")] {
      #expect(answer["unknownColumns"] == ["tilte"] && answer["format"] == "JSON")
      #expect(answer["rows"] == 1 && answer["new"] == 1 && answer["state"] == .string(state))
    }
    #expect(try await console.record("Movie", "c")?.values["rank"] == 1)
  }

  @Test func aNewColumnWithoutAnyValueIsNamed() async throws {
    var (_, browser, token) = try await filled()
    let (_, page) = await preview(
      "id,colour,note\nc,,\"\"\nd,,\n", mode: "insert", columns: true, &browser, token)
    #expect(page.page.contains("colour: no values, so it is not added."))
    #expect(page.page.contains("New columns:</b> note"))
  }

  @Test func takingAnImportBackSaysWhatHasToBeSentAndNamesWhatStayed() async throws {
    var (console, browser, token) = try await filled()
    let rows = JSONValue.array((0..<9).map { ["id": .string("n\($0)"), "rank": 1] })
    var entries: [Int64] = []
    for _ in 0..<2 {
      let done = await console.post(Self.path, ["rows": rows, "mode": "upsert"]).json
      entries.append(done["entry"]?.integer ?? 0)
      _ = try await console.sync.push()
      for id in ["n3", "n5"] {
        try await console.sync.table("Movie").update(id, ["rank": 2])
      }
      _ = try await console.sync.push()
    }
    let back = await console.post("/undo/\(entries[0])", [:]).json
    #expect(back["changed"] == 7)
    #expect(back["left"]?.array?.map { $0["id"] } == ["n3", "n5"])

    let sent = await console.post(Self.path, ["rows": [["id": "p", "rank": 1]]]).json
    _ = try await console.sync.push()
    _ = await browser.submit("/undo/\(sent["entry"]?.integer ?? 0)", [], token: token)
    let page = await browser.get("/s/todo/t/Movie").page
    #expect(page.contains("New rows were removed, changed rows restored."))
    #expect(page.contains("It is sent with the next push."))
  }

  @Test func aDraftIsItsOwnersAlone() async throws {
    var (console, browser, token) = try await filled()
    let (link, _) = await preview("id\nc\n", mode: "insert", &browser, token)
    var other = try await console.browser(.admin)
    #expect(await other.get(link).status == 404)
    let stolen = await other.submit(link, [], token: try await other.csrfToken)
    #expect(stolen.status == 404)
  }
}
