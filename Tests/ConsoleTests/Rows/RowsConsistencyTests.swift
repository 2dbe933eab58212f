import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// Lists, files and questions about rows say what is, and no more.
@Suite struct RowsConsistencyTests {
  private static let list = "/s/todo/t/Movie"

  private func films(_ count: Int) async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie", (0..<count).map { ("m\($0)", ["title": .string("Film \($0)"), "rank": 1]) })
    return console
  }

  /// Where the page's link to a file leads.
  private func link(_ format: String, _ page: String) -> String? {
    page.components(separatedBy: "href=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
      .first { $0.contains(".\(format)") }?.replacing("&amp;", with: "&")
  }

  @Test func theFilesOfAListHoldAllItsRowsOnWhateverPageTheirLinksStand() async throws {
    let console = try await films(60)
    let first = await console.page("\(Self.list)?rank=1&size=25").page
    #expect(first.contains("All 60 rows as"))
    let next = try #require(
      first.components(separatedBy: "href=\"").map { String($0.prefix { $0 != "\"" }) }
        .first { $0.contains("after=") }
    ).replacing("&amp;", with: "&")
    let second = await console.page(next).page
    let csv = try #require(link("csv", second))
    #expect(csv == "\(Self.list).csv?rank=1")
    let lines = try await console.page(csv).whole().split(separator: "\r\n")
    #expect(lines.count == 61)
    let objects = try await console.page(try #require(link("ndjson", second))).whole()
    #expect(objects.split(separator: "\n").count == 60)
    // As JSON it stays the page that it is.
    #expect(try #require(link("json", second)).contains("after="))
  }

  @Test func theKeyOfARowWithoutANameShowsItsValue() async throws {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie",
      [
        ("nulltitle", ["title": nil, "rank": 1]), ("emptytitle", ["title": ""]),
        ("full", ["title": "Film"]),
      ])
    let page = await console.page(Self.list).page
    #expect(
      page.contains(
        "/r/nulltitle\"><span class=\"null\">NULL</span><span class=\"vh\">, row nulltitle"))
    #expect(
      page.contains(
        "/r/emptytitle\"><code class=\"mut\">\"\"</code><span class=\"vh\">, row emptytitle"))
    #expect(page.contains("/r/full\">Film</a>"))
  }

  @Test func aPendingDeletionSaysSoInTheList() async throws {
    let console = try await films(1)
    try await console.sync.table("Movie").delete("m0")
    let page = await console.page("\(Self.list)?view=all").page
    #expect(page.contains(">Pending</span><span class=\"vh\">, deleted</span>"))
    #expect(!(await console.page("\(Self.list)?view=live").page.contains(", deleted</span>")))
  }

  @Test func addingAndRemovingAFilterLeadsToTheList() async throws {
    let console = try await films(1)
    let added = await console.page("\(Self.list)?_column=title&_op=contains&_value=Film")
    #expect(added.headers["Location"] == "\(Self.list)?title__contains=Film#list")
    let page = await console.page("\(Self.list)?title__contains=Film").page
    #expect(page.contains("href=\"\(Self.list)#list\"><svg"))
  }

  // MARK: - Purge

  @Test func aPurgeThatUnsentChangesForbidOffersNoButton() async throws {
    let console = try await films(4)
    var browser = try await console.browser(.admin)
    let token = try await browser.csrfToken
    let question = await browser.get("\(Self.list)/purge?query=title__contains%3DFilm")
    #expect(question.page.contains("<button class=\"btn danger full\">Purge 4 rows</button>"))
    try await console.sync.table("Movie").update("m1", ["rank": 2])
    let held = await browser.get("\(Self.list)/purge?query=title__contains%3DFilm").page
    #expect(held.contains("4 rows cannot be purged while Movie has 1 unsent change"))
    #expect(!held.contains("Purge 4 rows") && !held.contains("name=\"typed\""))
    #expect(held.contains("href=\"/s/todo/sync\"") && held.contains("href=\"\(Self.list)/purge\""))
    let late = await browser.submit(
      "\(Self.list)/purge", [("query", "title__contains=Film"), ("typed", "4")], token: token)
    #expect(late.status == 409)
    #expect(late.page.contains("Nothing was purged.") && late.page.contains("cannot be purged"))
    let whole = await browser.submit(
      "\(Self.list)/purge", [("query", ""), ("typed", "4")], token: token)
    #expect(whole.status == 409)
    #expect(whole.page.contains("1 unsent change would be lost"))
    #expect(whole.page.contains("name=\"force\""))
  }

  @Test(arguments: [
    (16_919, 0, "You can undo this until a pull restores the rows."),
    (20_000, 0, "You can undo this until a pull restores the rows."),
    (20_001, 0, "This cannot be undone: more than 20,000 rows."),
    (
      20_001, 3,
      "This cannot be undone: more than 20,000 rows. Only rows with unsent changes can be restored."
    ),
    (
      16_919, 4_000,
      "You can undo this until a pull restores the rows, unless it affects more than 20,000 rows including pending hard deletes."
    ),
  ])
  func aPurgeSaysWhetherItCanBeUndone(_ count: Int, _ unsent: Int, _ sentence: String) {
    let order = PurgeHandlers.Order(text: "", query: nil, count: count, unsent: unsent)
    #expect(order.wayBack == sentence)
  }

  @Test func aPurgeThatCannotBeDoneSaysNothingOfUndo() async throws {
    let console = try await films(2)
    let list = "\(Self.list)/purge?query=view%3Dall"
    #expect(await console.page(list).page.contains("You can undo this until a pull"))
    try await console.sync.table("Movie").update("m1", ["rank": 2])
    #expect(!(await console.page(list).page.contains("undo it")))
  }

  // MARK: - Trash

  @Test(arguments: ["from=2026-01-02&to=2026-01-01", "from=yesterday", "size=0"])
  func aTrashFilterThatCannotBeUsedStaysInItsForm(_ query: String) async throws {
    let console = try await films(2)
    try await console.sync.table("Movie").delete("m0")
    let page = await console.page("/s/todo/trash?table=Movie&\(query)")
    #expect(page.status == 400)
    #expect(page.page.contains("<h1>Trash ") && page.page.contains("role=\"alert\""))
    #expect(page.page.contains("Table: <b>Movie</b>"))
    #expect(page.page.contains("<details class=\"menu\" open>") == !query.contains("size"))
    #expect(!page.page.contains("/r/m0"))
    if query.contains("to=") {
      #expect(page.page.contains(#"name="to" step="any" value="2026-01-01T00:00""#))
    }
    // A control for times shows no other text, and the browser complains about it.
    #expect(!page.page.contains(#"value="yesterday""#))
  }

  @Test func theTrashCountsInTheRightNumber() async throws {
    let console = try await films(2)
    let none = await console.page("/s/todo/trash").page
    #expect(!none.contains("kept until purged"))
    try await console.sync.table("Movie").delete("m0")
    let one = await console.page("/s/todo/trash").page
    #expect(one.contains("1 row, kept until purged"))
  }

  // MARK: - Support report

  @Test func thePassportSaysThatAttemptsOfSentOperationsAreNotKept() async throws {
    let console = try await films(1)
    let path = "\(Self.list)/r/m0/passport"
    let quiet = await console.page(path).page
    #expect(quiet.contains("No pending operations.") && !quiet.contains("are not kept"))
    try await console.sync.table("Movie").update("m0", ["rank": 2])
    #expect(await console.page(path).page.contains("No pending operation was sent yet."))
    _ = try await console.sync.push()
    let sent = await console.page(path).page
    #expect(
      sent.contains("No pending operations. Attempts of completed operations are not kept."))
  }

  @Test func thePassportRemembersTheList() async throws {
    let console = try await films(3)
    let list = "list=sort%3Dtitle"
    let page = await console.page("\(Self.list)/r/m1/passport?\(list)").page
    #expect(page.contains("href=\"\(Self.list)?sort=title\">Movie</a>"))
    #expect(page.contains("<a class=\"btn sq\" rel=\"prev\" href=\"\(Self.list)/r/m0?\(list)\">"))
    #expect(page.contains("tab=history&amp;\(list)"))
    #expect(page.contains("<input type=\"hidden\" name=\"list\" value=\"sort=title\">"))
  }

  // MARK: - Values

  @Test func aNumberThatNoStoreHoldsIsRefused() throws {
    let input = ColumnInput(column: Column("c", .number), was: 1)
    #expect(throws: InputError.self) {
      try input.value("1e400", isNullTicked: false)
    }
    #expect(try input.value("1e300", isNullTicked: false) != .null)
  }
}
