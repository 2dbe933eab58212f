import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

/// Importing the valid rows of a file, and getting the others back with the reasons.
@Suite struct ImportInvalidRowsTests {
  private func filled() async throws -> (RowsConsole, TestBrowser, token: String) {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("a", ["title": "Film a", "rank": 1, "seen": false])])
    let browser = try await console.browser(.operate)
    return (console, browser, try await browser.csrfToken)
  }

  private static func fifty(_ wrong: Set<Int> = [7, 20, 33]) -> String {
    let rows = (1...50).map { "r\($0),Film \($0),\(wrong.contains($0) ? "many" : "\($0)")" }
    return (["id,title,rank"] + rows).joined(separator: "\n")
  }

  @Test func importTakesTheValidRowsAndReturnsTheRest() async throws {
    var (console, browser, token) = try await filled()
    let (link, page) = await browser.previewImport(
      Self.fifty(), mode: "insert", file: "50.csv", into: "Movie", token: token)
    #expect(page.page.contains("Import 47 of 50 rows into Movie?"))
    #expect(
      page.page.contains(
        "3 invalid values.</b> Correct them below, or import the 47 valid rows now"))
    #expect(page.page.contains("47 new, 3 invalid rows skipped."))
    for line in [8, 21, 34] {
      #expect(page.page.contains(">\(line)</th>"))
    }
    let file = try #require(
      page.page.firstMatch(of: #/href="(?<link>[^"]*/invalid\.csv)"/#).map { String($0.link) })
    let before = try await browser.get(file).whole()
    #expect(try await console.queued() == 0)

    let seen = try #require(page.page.value(of: "seen"))
    #expect(await browser.submit(link, [("seen", seen)], token: token).status == 409)
    let done = await browser.submit(link, [("seen", seen), ("skipInvalid", "1")], token: token)
    #expect(done.status == 303)
    #expect(try await console.queued() == 47)
    #expect(try await console.record("Movie", "r8")?.values["rank"] == 8)
    #expect(try await console.record("Movie", "r7") == nil)
    let list = await browser.get("/s/todo/t/Movie").page
    #expect(list.contains("Imported: 47 new.") && list.contains("Skipped: lines 8, 21, 34."))
    #expect(list.contains("Download 3 invalid rows") && list.contains(file))
    let after = await browser.get(file)
    #expect(after.headers["Content-Type"] == "text/csv; charset=utf-8")
    #expect(try await after.whole() == before)
    #expect(
      before == """
        id,title,rank,line,reason\r
        r7,Film 7,many,8,"rank: “many” is not a number. Use digits only, for example 3 or 0.5."\r
        r20,Film 20,many,21,"rank: “many” is not a number. Use digits only, for example 3 or 0.5."\r
        r33,Film 33,many,34,"rank: “many” is not a number. Use digits only, for example 3 or 0.5."\r

        """)
    let undo = try #require(list.action(containing: "/undo/"))
    #expect(await browser.submit(undo, [], token: token).status == 303)
    #expect(try await console.queued() == 0)
  }

  @Test func linesWithTooManyOrTooFewFieldsAreInvalidRowsLikeOthers() async throws {
    var (console, browser, token) = try await filled()
    let text = "id,title,rank\nr1,Film 1,1\nr2,Film, 2,2\nr3,Film 3\nr4,Film 4,4\n"
    let (link, page) = await browser.previewImport(
      text, mode: "insert", file: "4.csv", into: "Movie", token: token)
    #expect(page.page.contains("Import 2 of 4 rows into Movie?"))
    #expect(
      page.page.contains(
        "4 fields, but the first line has 3 columns. Put text with a separator in quotes."))
    #expect(page.page.contains("2 fields, but the first line has 3 columns"))
    #expect(page.page.contains("2 rows with the wrong number of fields.</b>"))
    #expect(page.page.contains("<code>r2,Film, 2,2</code>"))
    #expect(page.page.contains("<code>r3,Film 3</code>"))
    let file = try #require(
      page.page.firstMatch(of: #/href="(?<link>[^"]*/invalid\.csv)"/#).map { String($0.link) })
    let lines = try await browser.get(file).whole().split(separator: "\r\n")
    #expect(lines.count == 3)
    #expect(lines[1].hasPrefix("r2,Film,\" 2,2\",3,\"4 fields, "))
    #expect(lines[2].hasPrefix("r3,Film 3,,4,\"2 fields, "))

    let seen = try #require(page.page.value(of: "seen"))
    let done = await browser.submit(link, [("seen", seen), ("skipInvalid", "1")], token: token)
    #expect(done.status == 303)
    #expect(try await console.record("Movie", "r4")?.values["rank"] == 4)
    #expect(try await console.record("Movie", "r2") == nil)
    #expect(try await console.queued() == 2)
  }

  @Test func invalidValuesAreCorrectedInTheReview() async throws {
    var (console, browser, token) = try await filled()
    let (link, page) = await browser.previewImport(
      Self.fifty(), mode: "insert", file: "50.csv", into: "Movie", token: token)
    #expect(page.page.contains("name=\"fix.8.rank\" value=\"many\" aria-label=\"rank in line 8\""))
    let seen = try #require(page.page.value(of: "seen"))
    let typed = [("fix.8.rank", "70"), ("fix.21.rank", "still no"), ("fix.34.rank", "330")]
    let answer = await browser.submit(
      "\(link)/columns", [("seen", seen)] + typed, token: token)
    #expect(answer.status == 303)
    let again = await browser.get(link).page
    #expect(again.contains("1 invalid value.") && again.contains("value=\"still no\""))
    #expect(again.contains("49 new, 1 invalid row skipped."))

    // What was corrected before stays.
    let newer = try #require(again.value(of: "seen"))
    let last = [("seen", newer), ("fix.21.rank", "200")]
    #expect(await browser.submit("\(link)/columns", last, token: token).status == 303)
    let seenLast = try #require(await browser.get(link).page.value(of: "seen"))
    #expect(await browser.submit(link, [("seen", seenLast)], token: token).status == 303)
    for (id, rank) in [("r7", 70), ("r20", 200), ("r33", 330), ("r8", 8)] as [(String, Int64)] {
      #expect(try await console.record("Movie", id)?.values["rank"] == .integer(rank))
    }
  }

  @Test func programsCorrectValuesByLineAndColumn() async throws {
    let (console, _, _) = try await filled()
    let draft = try await console.importFile(Self.fifty([7]), mode: "insert", into: "Movie")
    #expect(draft.json["invalid"] == 1)
    let fixed = await console.post(
      "\(draft.link)/columns", ["corrections": ["8": ["rank": 70]]])
    #expect(fixed.json["problems"] == [] && fixed.json["new"] == 50)
    #expect(await console.post(draft.link, [:]).json["new"] == 50)
    #expect(try await console.record("Movie", "r7")?.values["rank"] == 70)
  }

  @Test(arguments: ["fix.8", "fix.x.rank", "fix.0.rank", "fix.8.nosuch"])
  func aCorrectionOfNothingIsRefused(_ field: String) async throws {
    var (_, browser, token) = try await filled()
    let (link, page) = await browser.previewImport(
      Self.fifty(), mode: "insert", file: "50.csv", into: "Movie", token: token)
    let seen = try #require(page.page.value(of: "seen"))
    let answer = await browser.submit(
      "\(link)/columns", [("seen", seen), (field, "1")], token: token)
    #expect(answer.status == 422 && answer.page.contains("Nothing was changed."))
  }

  @Test func correctedRowsAreImportedFromTheDownloadedFile() async throws {
    let (console, _, _) = try await filled()
    let csv = "id,title,rank\n=x,\"=1+1\",many\n-y,'=2,few\nz,,1\n"
    let draft = try await console.importFile(csv, mode: "insert", into: "Movie")
    #expect(draft.json["problems"]?.array?.count == 2 && draft.json["invalid"] == 2)
    #expect(await console.post(draft.link, [:]).status == 409)
    #expect(await console.post(draft.link, ["skipInvalid": true]).json["new"] == 1)
    let file = try await console.get(
      "\(draft.link)/invalid.csv", token: console.operatorToken
    ).whole()
    #expect(!file.contains("\n=") && !file.contains(",=") && !file.contains("\n-"))
    for (line, adds) in [("many", false), ("few", true)] {
      let mended = file.replacing("many", with: "5").replacing("few", with: "6")
      let again = try await console.importFile(
        line == "few" ? mended.replacing("\n=x", with: "\nx") : mended,
        mode: adds ? "upsert" : "insert", into: "Movie")
      #expect(again.json["unknownColumns"] == [] && again.json["problems"] == [])
      #expect(again.json["columns"]?["reason"] == .null)
      #expect(await console.post(again.link, [:]).status == 200)
    }
    #expect(try await console.record("Movie", "=x")?.values["title"] == "=1+1")
    #expect(try await console.record("Movie", "-y")?.values["title"] == "=2")
  }

  @Test func theReportColumnsAreNotThoseOfTheTable() {
    #expect(InvalidRows.reportColumns(besides: [Column("id", .text)]) == ["line", "reason"])
    #expect(
      InvalidRows.reportColumns(besides: [Column("Reason", .text)]) == ["line", "import_reason"])
  }

  @Test func manyInvalidRowsAreAllReturned() async throws {
    let (console, _, _) = try await filled()
    let rows = (0..<5_000).map { "r\($0),\($0.isMultiple(of: 3) ? "x" : "1")\n" }
    let draft = try await console.importFile(
      "id,rank\n" + rows.joined() + "a,1\nr1,1\n", mode: "insert", into: "Movie")
    let wrong = (0..<5_000).count { $0.isMultiple(of: 3) } + 2
    #expect(draft.json["invalid"] == .integer(Int64(wrong)))
    #expect(draft.json["problems"]?.array?.count == ImportPlan.listedMax)
    #expect(draft.json["new"] == .integer(Int64(5_002 - wrong)))
    let file = try await console.get(
      "\(draft.link)/invalid.csv", token: console.operatorToken
    ).whole()
    #expect(file.split(separator: "\r\n").count == wrong + 1)
    #expect(file.contains("“a” exists already.") && file.contains("“r1” is a duplicate"))
    let done = await console.post(draft.link, ["skipInvalid": true])
    #expect(done.json["state"] == "done" && done.json["done"] == .integer(Int64(5_002 - wrong)))
    #expect(try await console.queued() == 5_002 - wrong)
  }

  @Test func aRowThatExistsIsShownWithItsIDAndTheWayToUpdateIt() async throws {
    var (_, browser, token) = try await filled()
    let (_, page) = await browser.previewImport(
      "id,rank\na,2\nb,3\n", mode: "insert", file: "a.csv", into: "Movie", token: token)
    let text = page.page
    #expect(text.contains("1 invalid value.</b> Correct it below"))
    #expect(text.contains("value=\"a\" aria-label=\"id in line 2\""))
    #expect(
      text.contains(
        "“a” exists already. Correct it, or go back to Columns and choose “Add new rows and update "
          + "existing ones”."))
    #expect(text.contains("All or none of the valid rows are imported and queued"))
  }

  /// The store names some rows at a time; each of them is told.
  @Test func rowsThatTheStoreRefusesAreAllNamed() async throws {
    let (console, _, _) = try await filled()
    let rows = (0..<600).map { (id: "s\($0)", values: ["rank": 1] as JSONObject) }
    try await console.pull("Movie", rows.map { ($0.id, $0.values) })
    let csv = "id,rank\n" + rows.map { "\($0.id),2\n" }.joined() + "new,3\n"
    let draft = try await console.importFile(csv, mode: "insert", into: "Movie")
    #expect(draft.json["invalid"] == 600 && draft.json["new"] == 1)
    #expect(await console.post(draft.link, ["skipInvalid": true]).json["new"] == 1)
  }

  @Test func invalidRowsCanBeSkippedBeforeTheOthersAreImported() async throws {
    let (console, _, _) = try await filled()
    let draft = try await console.importFile(Self.fifty(), mode: "insert", into: "Movie")
    let skipped = await console.post("\(draft.link)/leave-out", [:])
    #expect(skipped.status == 200 && skipped.json["problems"] == [])
    #expect(skipped.json["leftOut"]?.array?.count == 3 && skipped.json["rows"] == 47)
    #expect(await console.post(draft.link, [:]).json["done"] == 47)
  }

  /// A row can't be skipped for what is wrong with the columns.
  @Test func nothingIsSkippedForAWrongColumn() async throws {
    var (_, browser, token) = try await filled()
    let (link, page) = await browser.previewImport(
      "title,rank\nx,1\ny,2", mode: "update", file: "x.csv", into: "Movie", token: token)
    #expect(!page.page.contains("skipInvalid"))
    for address in [link, "\(link)/leave-out"] {
      let answer = await browser.submit(
        address, [("seen", "1"), ("skipInvalid", "1")], token: token)
      #expect(answer.page.contains("an update needs a column id"))
    }
  }

  @Test func aFileWithoutInvalidRowsHasNoneToReturn() async throws {
    let (console, _, _) = try await filled()
    let draft = try await console.importFile("id\nx\n", mode: "insert", into: "Movie")
    let file = await console.get("\(draft.link)/invalid.csv", token: console.operatorToken)
    #expect(file.status == 404)
    #expect(await console.get("\(draft.link)/invalid.csv").status == 404)
  }

  @Test func theTemplateNamesTheColumnsThatCanBeImported() async throws {
    let (console, _, _) = try await filled()
    let file = await console.get(
      "/s/todo/t/Movie/import/template.csv", token: console.operatorToken)
    #expect(try await file.whole() == "id,title,rank,seen\r\n")
    #expect(
      file.headers["Content-Disposition"] == "attachment; filename=\"Movie-template.csv\"")
    #expect(
      await console.page("/s/todo/t/Movie/import").page
        .contains("/s/todo/t/Movie/import/template.csv"))
  }
}
