import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

/// Which column of the table each column of a file goes into, and what rows are matched by.
@Suite struct ImportColumnsTests {
  private func filled() async throws -> (RowsConsole, TestBrowser, token: String) {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie",
      [
        ("a", ["title": "Film a", "rank": 1, "sku": "S-1"]),
        ("b", ["title": "Film b", "rank": 2, "sku": "S-2"]),
        ("c", ["title": "Film c", "rank": 2, "sku": "S-2"]),
      ])
    let browser = try await console.browser(.operate)
    return (console, browser, try await browser.csrfToken)
  }

  @Test func columnsAreMatchedWithoutCase() async throws {
    let (console, _, _) = try await filled()
    for (name, text) in [
      ("x", "ID, Title ,RANK,UpdatedAt\nx,X,3,\n"), ("y", #"{"Id":"y","TITLE":"X","Rank":3}"#),
    ] {
      let draft = try await console.importFile(text, mode: "insert", into: "Movie")
      #expect(draft.json["problems"] == [] && draft.json["unknownColumns"] == [])
      #expect(await console.post(draft.link, [:]).json["new"] == 1)
      let row = try await console.record("Movie", name)
      #expect(row?.values["title"] == "X" && row?.values["rank"] == 3)
    }
  }

  @Test func aNameThatIsTheSameCountsMoreThanOneThatDiffersInCase() async throws {
    let (console, _, _) = try await filled()
    let draft = try await console.importFile(
      "id,Title,title\nx,other,X\n", mode: "insert", into: "Movie")
    #expect(
      draft.json["problems"]?.array?.first?["message"] == "“title” is imported into title already")
    #expect(draft.json["problems"]?.array?.first?["column"] == "Title")
    let chosen = await console.post("\(draft.link)/columns", ["columns": ["Title": nil]])
    #expect(chosen.status == 200 && chosen.json["problems"] == [])
    #expect(await console.post(draft.link, [:]).status == 200)
    #expect(try await console.record("Movie", "x")?.values["title"] == "X")
  }

  @Test func columnsAreChosenWithoutSendingTheFileAgain() async throws {
    var (console, browser, token) = try await filled()
    let csv = "Ref,Task,Size,Note\nx,Check,3,n\n"
    let (link, page) = await browser.previewImport(
      csv, mode: "insert", file: "t.csv", into: "Movie", token: token)
    // Rows without any value are not what somebody wants to import.
    #expect(page.page.contains("<b>No column of the file matches a column of Movie.</b>"))
    #expect(page.page.contains("Movie has the columns id, "))
    #expect(page.page.contains("href=\"/s/todo/t/Movie/import/template.csv\">template file</a>"))
    #expect(!page.page.contains("has no column Ref"))
    #expect(page.page.contains("Check 1 row</button>"))
    #expect(page.page.contains("aria-label=\"Import Task into\""))
    #expect(!(await browser.get(link).page.contains("Import 1 row</button>")))
    let fields = [
      ("seen", "1"), ("mode", "upsert"), ("key", "id"), ("to0", "column:id"),
      ("to1", "column:title"), ("to2", "new:text"), ("to3", ""),
    ]
    let chosen = await browser.submit("\(link)/columns", fields, token: token)
    #expect(chosen.status == 303 && chosen.headers["Location"] == link)
    let next = await browser.get(link).page
    #expect(next.contains("1 new.") && next.contains("New columns:</b> Size"))
    #expect(next.contains("Add new rows and update existing ones."))
    #expect(!next.contains("has no column"))
    // What another page showed is not chosen from any more.
    #expect(await browser.submit("\(link)/columns", fields, token: token).status == 409)
    let seen = try #require(next.value(of: "seen"))
    #expect(await browser.submit(link, [("seen", seen)], token: token).status == 303)
    let row = try await console.record("Movie", "x")
    #expect(row?.values["title"] == "Check" && row?.values["Size"] == "3")
    #expect(row?.values["Note"] == nil)
  }

  @Test func columnsThatAllHaveAPlaceLeadStraightToTheReview() async throws {
    var (_, browser, token) = try await filled()
    let (link, page) = await browser.previewImport(
      "id,Title\nx,X\n", mode: "insert", file: "t.csv", into: "Movie", token: token)
    #expect(page.page.contains("Import 1 row</button>"))
    #expect(page.page.contains("href=\"\(link)/columns\">Columns</a>"))
    let columns = await browser.get("\(link)/columns")
    #expect(columns.status == 200 && columns.page.contains("<h1>Import into Movie</h1>"))
    #expect(columns.page.contains("t.csv, CSV, 1 row, 2 columns"))
    #expect(columns.page.contains("<option value=\"column:title\" selected>"))
    #expect(columns.page.split(separator: "Matched by name").count == 3)
  }

  @Test func aWrongChoiceNamesTheColumnAndChangesNothing() async throws {
    var (console, browser, token) = try await filled()
    let (link, _) = await browser.previewImport(
      "id,Task,my size\nx,Check,3\n", mode: "insert", file: "t.csv", into: "Movie", token: token)
    let wrong: [([(String, String)], String)] = [
      (
        [("to1", "column:title"), ("to2", "column:title")], "“Task” and “my size” are both imported"
      ),
      ([("to1", "column:nothing")], "“Task” cannot be imported into nothing"),
      ([("to1", "column:updatedAt")], "“Task” cannot be imported into updatedAt"),
      ([("to2", "new:text")], "“my size” cannot be added to Movie"),
      ([("to1", "new:date")], "“Task” cannot be added to Movie"),
      ([("key", "rank")], "select “Do not import” for “id”"),
      ([("key", "rank"), ("to0", "")], "select the column that is imported into rank"),
      ([("key", "nothing")], "cannot be matched by nothing"),
      ([("to1", "?")], "“Task” can be imported into a column of the table"),
    ]
    for (fields, words) in wrong {
      let answer = await browser.submit("\(link)/columns", [("seen", "1")] + fields, token: token)
      #expect(answer.status == 422 && answer.page.contains(words), "\(words): \(answer.page)")
      // So is what was chosen, and the rows and the preview.
      if fields.contains(where: { $0 == ("to1", "column:title") }) {
        #expect(answer.page.contains("<option value=\"column:title\" selected>"))
      }
      let page = await browser.get(link).page
      #expect(page.contains("has no column Task, my size") && page.contains("1 new."))
    }
    #expect(try await console.queued() == 0)
  }

  @Test func aNewColumnHasTheTypeThatWasChosen() async throws {
    let (console, _, _) = try await filled()
    let draft = try await console.importFile(
      "id,size\nx,3\ny,big\n", mode: "insert", into: "Movie")
    let chosen = await console.post(
      "\(draft.link)/columns", ["columns": ["size": ["new": "number"]]])
    #expect(chosen.json["columns"] == ["id": "id", "size": ["new": "number"]])
    #expect(chosen.json["invalid"] == 1)
    #expect(chosen.json["problems"]?.array?.first?["column"] == "size")
    #expect(await console.post(draft.link, ["skipInvalid": true]).json["new"] == 1)
    #expect(try await console.sync.columns(of: "Movie").contains(Column("size", .number)))
  }

  @Test func rowsAreMatchedByAnotherColumn() async throws {
    let (console, _, _) = try await filled()
    let csv = "SKU,title\nS-1,New a\nS-9,Film d\nS-2,x\nS-9,again\n"
    let draft = try await console.importFile(csv, mode: "upsert", into: "Movie")
    let chosen = await console.post("\(draft.link)/columns", ["key": "sku"]).json
    #expect(chosen["changed"] == 1 && chosen["new"] == 1 && chosen["key"] == "sku")
    let words = chosen["problems"]?.array?.compactMap { $0["message"]?.string }
    let duplicate = "“S-9” is a duplicate: an earlier row has the same sku."
    #expect(
      words == [
        "2 rows have the sku “S-2”", "\(duplicate) Correct it, or remove one of the rows.",
      ])
    let done = await console.post(draft.link, ["skipInvalid": true])
    #expect(done.status == 200)
    #expect(try await console.record("Movie", "a")?.values["title"] == "New a")
    #expect(try await console.queued() == 2)
    let entry = try #require(done.json["entry"]?.integer)
    #expect(await console.post("/undo/\(entry)", [:]).json["changed"] == 2)
    #expect(try await console.record("Movie", "a")?.values["title"] == "Film a")
  }

  @Test(arguments: [
    ("update", "no row with the rank “9”"), ("insert", "a row with the rank “1” exists already"),
  ])
  func eachModeSaysWhichKeysItCannotTake(_ mode: String, _ words: String) async throws {
    let (console, _, _) = try await filled()
    let draft = try await console.importFile(
      "rank,title\n1.0,A\n9,B\n", mode: "upsert", into: "Movie")
    let chosen = await console.post(
      "\(draft.link)/columns", ["key": "rank", "mode": .string(mode)]
    ).json
    #expect(chosen["problems"]?.array?.map { $0["message"] } == [.string(words)])
    #expect(chosen["invalid"] == 1)
  }

  @Test func aRowThatGotTheKeySinceThePreviewIsNotAddedTwice() async throws {
    let (console, browser, token) = try await filled()
    var own = browser
    let (link, _) = await own.previewImport(
      "sku,title\nS-9,D\n", mode: "upsert", file: "k.csv", into: "Movie", token: token)
    #expect(
      await own.submit("\(link)/columns", [("seen", "1"), ("key", "sku")], token: token).status
        == 303)
    try await console.sync.table("Movie").insert(["id": "n", "sku": "S-9"])
    let seen = try #require(await own.get(link).page.value(of: "seen"))
    let answer = await own.submit(link, [("seen", seen)], token: token)
    #expect(answer.status == 409 && answer.page.contains("changed since the preview"))
    #expect(try await console.queued() == 1)
  }

  @Test func aFileThatIsTooLongToShowIsKeptForAnotherAttempt() async throws {
    var (console, browser, token) = try await filled()
    let long = "id,title\nx,\(String(repeating: "x", count: 600_000))\na,y\n"
    let (link, page) = await browser.previewImport(
      long, mode: "insert", file: "long.csv", into: "Movie", token: token)
    let form = await browser.get(try #require(page.page.link(before: ">Edit rows</a>"))).page
    #expect(form.contains("It is kept: choose a file only to replace it."))
    let kept = try #require(form.value(of: "draft"))
    #expect(link.hasSuffix(kept))
    let again = await browser.submit(
      "/s/todo/t/Movie/import", [("draft", kept), ("text", ""), ("mode", "upsert")], token: token)
    let next = await browser.get(try #require(again.headers["Location"])).page
    #expect(next.contains("long.csv") && next.contains("1 new, 1 changed."))
    #expect(try await console.queued() == 0)
  }
}
