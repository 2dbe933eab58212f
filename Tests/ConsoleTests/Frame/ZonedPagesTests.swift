import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing
import Zones

@testable import Console

/// Lists, filters, editors and files in the zone that the address asks for.
@Suite struct ZonedPagesTests {
  private static let list = "/s/todo/t/Visit"
  private static let berlin = "tz=Europe/Berlin"

  /// Visits that ended at whole hours of 21 November 2026, UTC.
  private func filled(_ hours: [Int] = [8, 9, 10]) async throws -> RowsConsole {
    let console = try await RowsConsole(
      settings: StoreSettings(tables: [
        TableSettings(name: "Visit", softDelete: .date(column: "endedAt"))
      ]), timeZone: try ZoneDatabase.system.zone("America/New_York"))
    try await console.pull(
      "Visit",
      hours.map { hour in
        let time = hour < 10 ? "0\(hour)" : "\(hour)"
        return ("v\(hour)", ["name": "V", "endedAt": .string("2026-11-21T\(time):00:00.000Z")])
      })
    return console
  }

  private func ids(_ console: RowsConsole, _ query: String) async -> [String] {
    let rows = await console.get("\(Self.list).json?view=all&\(query)").json["rows"]
    return (rows?.array ?? []).compactMap { $0["id"]?.string }.sorted()
  }

  @Test(arguments: [
    ("endedAt__gte=2026-11-21+10:00", ["v10"]),
    ("endedAt__gte=2026-11-21+10:00&tz=Europe/Berlin", ["v10", "v9"]),
    ("endedAt__gte=2026-11-21T10:00:00Z&tz=Europe/Berlin", ["v10"]),
    ("endedAt__gte=2026-11-21+10:00%2B01:00", ["v10", "v9"]),
    ("endedAt=2026-11-21+04:00&tz=store", ["v9"]),
    ("endedAt__in=2026-11-21+09:00,2026-11-21+11:00&tz=Europe/Berlin", ["v10", "v8"]),
    ("endedAt__lt=2026-11-21+10:00&tz=Nowhere", ["v8", "v9"]),
  ])
  func typedTimesOfAFilterFollowTheZone(query: String, expected: [String]) async throws {
    let console = try await filled()
    #expect(await ids(console, query) == expected.sorted())
  }

  @Test func jsonSaysUTCWhateverIsAsked() async throws {
    let console = try await filled()
    let plain = await console.get("\(Self.list).json?view=all").page
    #expect(await console.get("\(Self.list).json?view=all&\(Self.berlin)").page == plain)
    for path in ["/s/todo.json", "/s/todo/trash.json", "\(Self.list)/r/v9.json", "/audit.json"] {
      let (utc, zoned) = (await console.get(path), await console.get("\(path)?\(Self.berlin)"))
      #expect(utc.status == 200 && utc.page == zoned.page)
    }
  }

  @Test func thePageShowsTheZoneAndItsLinksKeepIt() async throws {
    let console = try await filled()
    let page = await console.page("\(Self.list)?view=all&\(Self.berlin)").page
    #expect(page.contains("title=\"2026-11-21 10:00:00 +01:00\">2026-11-21 10:00:00</time>"))
    #expect(
      page.contains("href=\"/s/todo/t/Visit/r/v9?list=view%3Dall&amp;tz=Europe%2FBerlin\""))
    #expect(page.contains("href=\"/s/todo/trash?tz=Europe%2FBerlin\""))
    #expect(page.contains("href=\"/s/todo/t/Visit.csv?view=all&amp;tz=Europe/Berlin\""))
    #expect(page.contains("<input type=\"hidden\" name=\"tz\" value=\"Europe/Berlin\">"))
    #expect(page.contains("href=\"/s/todo/t/Visit?view=all&amp;tz=UTC\""))
    #expect(page.contains("America/New_York <span class=\"n\">the store’s"))
    let plain = await console.page("\(Self.list)?view=all").page
    #expect(plain.contains("title=\"2026-11-21 09:00:00 UTC\">2026-11-21 09:00:00</time>"))
    #expect(!plain.contains("tz=Europe") && !plain.contains("name=\"tz\""))
  }

  @Test func aZoneThatIsNotThereIsSaidAndCanBeRemoved() async throws {
    let console = try await filled()
    let page = await console.page("\(Self.list)?view=all&tz=Mars/Olympus").page
    #expect(page.contains("“tz=Mars/Olympus” in the address was ignored"))
    #expect(page.contains("href=\"/s/todo/t/Visit?view=all\">Remove it</a>"))
    #expect(page.contains("title=\"2026-11-21 09:00:00 UTC\""))
    #expect(!page.contains("r/v9?tz="))
    let hostile = await console.page("\(Self.list)?tz=%22%3E%3Cscript%3E").page
    #expect(!hostile.contains("<script>") && hostile.contains("tz=&quot;&gt;&lt;script&gt;"))
    let json = await console.get("\(Self.list).json?tz=Mars/Olympus").json
    #expect(json["ignored"] == ["tz=Mars/Olympus"])
    #expect(await console.get("\(Self.list).json?\(Self.berlin)").json["ignored"] == nil)
    let browser = await console.page("\(Self.list)?tz=browser").page
    #expect(browser.contains("This browser has not said in which time zone it is."))
  }

  @Test func anotherZoneShowsTheSameRows() async throws {
    let console = try await filled()
    let page = await console.page(
      "\(Self.list)?view=all&endedAt__gte=2026-11-21+10:00&\(Self.berlin)"
    ).page
    let moment = "endedAt__gte=2026-11-21%2010%3A00%3A00%2B01%3A00"
    #expect(page.contains("\(moment)&amp;tz=UTC\""), "the switch")
    #expect(page.contains("≥ 2026-11-21 10:00:00+01:00"))
    #expect(page.contains("value=\"view=all&amp;\(moment)\""), "what a bulk action selects")
    let plain = await console.page("\(Self.list)?view=all&endedAt__gte=2026-11-21+10:00").page
    #expect(plain.contains("endedAt__gte=2026-11-21%2010%3A00%3A00Z&amp;tz=store"))
    let form = await console.page(
      "\(Self.list)?\(Self.berlin)&_column=endedAt&_op=gte&_value=2026-11-21+10:00")
    #expect(form.headers["Location"] == "/s/todo/t/Visit?\(moment)&tz=Europe%2FBerlin#list")
  }

  @Test func aSentQueryHasNoZoneOfItsOwn() async throws {
    let console = try await filled()
    let answer = await console.post(
      "\(Self.list)/bulk",
      ["action": "undelete", "query": "view=deleted&endedAt__gte=2026-11-21&tz=Europe/Berlin"])
    #expect(answer.status == 400 && answer.page.contains("tz"))
  }

  @Test func aTextInAFileStaysAsItIs() async throws {
    let console = try await RowsConsole()
    let text = "2026-11-21T10:00:00.000Z"
    try await console.pull("Movie", [("a", ["title": .string(text)])])
    let list = "/s/todo/t/Movie"
    for form in ["csv", "ndjson"] {
      let file = try await console.get("\(list).\(form)?tz=Asia/Tokyo").whole()
      let plain = try await console.get("\(list).\(form)").whole()
      let version = try #require(try await console.record("Movie", "a")?.version)
      #expect(file.contains(text) && file.contains(version))
      #expect(file != plain && file.contains("+09:00"), "the times of the system follow")
    }
  }

  @Test func filesFollowTheZoneOnlyWhereItIsAsked() async throws {
    let console = try await filled([9])
    func file(_ form: String, _ query: String) async throws -> String {
      try await console.get("\(Self.list).\(form)?view=all&cols=id&cols=endedAt\(query)").whole()
    }
    #expect(try await file("csv", "") == "id,endedAt\r\nv9,2026-11-21T09:00:00.000Z\r\n")
    #expect(try await file("csv", "&tz=UTC") == file("csv", ""))
    #expect(
      try await file("csv", "&\(Self.berlin)")
        == "id,endedAt\r\nv9,2026-11-21T10:00:00.000+01:00\r\n")
    #expect(try await file("ndjson", "&tz=store").contains("2026-11-21T04:00:00.000-05:00"))
    #expect(try await file("ndjson", "&tz=Mars") == file("ndjson", ""))
    let audit = try await console.get("/audit.ndjson?\(Self.berlin)").whole()
    #expect(!audit.contains("\"at\":\"2026-11-21T09"))
  }

  @Test func theEditorReadsTheZoneInWhichItWasFilled() async throws {
    let console = try await filled([])
    try await console.pull("Visit", [("v", ["name": "V", "endedAt": nil])])
    var browser = try await console.browser(.operate)
    browser.cookies["syncline_zone"] = "Europe%2FBerlin"
    let row = "\(Self.list)/r/v"
    let form = await browser.get("\(row)/edit?tz=browser").page
    #expect(form.contains("In Europe/Berlin"))
    #expect(form.contains("action=\"\(row)?tz=browser&amp;_zone=Europe%2FBerlin\""))
    // The browser is somewhere else by the time that the form is sent.
    browser.cookies["syncline_zone"] = "Asia%2FTokyo"
    let saved = await browser.submit(
      "\(row)?tz=browser&_zone=Europe%2FBerlin",
      [("v.endedAt", "2026-11-21 12:30"), ("w.endedAt", "null"), ("v.name", "V")],
      token: try await browser.csrfToken)
    #expect(saved.headers["Location"] == "\(row)?tz=browser")
    #expect(try await console.record("Visit", "v")?.value("endedAt") == "2026-11-21T11:30:00.000Z")
  }

  @Test func whatNobodyTouchedInTheEditorStays() throws {
    let was = Record(id: "v", values: ["at": "2026-10-25T01:30:00.1234567Z"])
    let columns = [Column("at", .date)]
    try PageZone.$current.withValue(PageZone(try ZoneDatabase.system.zone("Europe/Berlin"))) {
      let form = RowForm(columns: columns, record: was)
      let text = try #require(form.fields.first?.text)
      #expect(text == "2026-10-25 02:30:00.1234567+01:00")
      func changes(_ text: String) -> JSONObject {
        RowForm(columns: columns, record: was, posted: QueryItems([.init("v.at", text)])).changes
      }
      #expect(changes(text).isEmpty)
      #expect(changes("2026-10-25 03:30")["at"] == "2026-10-25T02:30:00.000Z")
      #expect(changes("2026-10-25T03:30Z")["at"] == "2026-10-25T03:30:00.000Z")
    }
  }

  @Test func theTrashFiltersInTheZone() async throws {
    let console = try await filled([9])
    let page = await console.page("/s/todo/trash?from=2026-11-21T10:00&\(Self.berlin)").page
    #expect(page.contains(">From (Europe/Berlin)</label>"))
    #expect(page.contains("value=\"2026-11-21T10:00\""))
    #expect(page.contains("from=2026-11-21T09%3A00%3A00.000Z&amp;tz=UTC"))
    let refused = await console.get("/s/todo/trash.json?from=soon&\(Self.berlin)")
    #expect(refused.status == 400 && refused.page.contains("in Europe/Berlin"))
  }

  @Test func aRowSaysBothUTCAndTheTimeWhereTheReaderIs() async throws {
    let console = try await filled([9])
    let row = "\(Self.list)/r/v9"
    let store = await console.page(row).page
    #expect(store.contains("2026-11-21 09:00:00 UTC (04:00:00 in America/New_York)"))
    let browser = await console.console.send(
      .get, row,
      ["Authorization": "Bearer \(console.adminToken)", "Cookie": "syncline_zone=Asia%2FTokyo"])
    #expect(browser.page.contains("2026-11-21 09:00:00 UTC (18:00:00 in Asia/Tokyo)"))
    let asked = await console.page("\(row)?\(Self.berlin)").page
    #expect(asked.contains("2026-11-21 09:00:00 UTC (10:00:00 in Europe/Berlin)"))
  }

  @Test func listsSayHowLongAgoAndTheTimeItself() async throws {
    let console = try await filled([9])
    let page = await console.page("\(Self.list)?view=all").page
    #expect(
      page.contains(
        "tabindex=\"0\"><span class=\"ago\">"), "the tooltip can be reached by keys")
    #expect(page.contains("UTC</span></time>"))
  }
}
