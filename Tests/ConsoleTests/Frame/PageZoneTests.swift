import HTTPKit
import Support
import Testing
import Zones

@testable import Console

/// Which zone a request asks for, and how its times are read and written.
@Suite struct PageZoneTests {
  private func zone(
    _ target: String, _ method: HTTPMethod = .get, cookie: String = "", store: Zone? = nil
  ) -> PageZone {
    PageZone(
      HTTPRequest(method, target, headers: ["Cookie": "syncline_zone=\(cookie)"]), store: store,
      cookie: "syncline_zone")
  }

  private func berlin() throws -> Zone { try ZoneDatabase.system.zone("Europe/Berlin") }

  @Test(arguments: [
    ("/", "UTC", nil), ("/?tz=UTC", "UTC", nil), ("/?tz=", "UTC", nil),
    ("/?tz=Europe/Berlin", "Europe/Berlin", "Europe/Berlin"),
    ("/?a=1&tz=Europe%2FBerlin", "Europe/Berlin", "Europe/Berlin"),
    ("/?tz=browser", "Asia/Tokyo", "browser"), ("/?tz=store", "America/New_York", "store"),
    ("/?xtz=Europe/Berlin", "UTC", nil),
  ])
  func theAddressSaysWhich(target: String, name: String, asked: String?) throws {
    let store = try ZoneDatabase.system.zone("America/New_York")
    let zone = zone(target, cookie: "Asia%2FTokyo", store: store)
    #expect(zone.typed.name == name && zone.shown.name == name && zone.asked == asked)
    #expect(zone.refusal == nil)
  }

  @Test(arguments: ["Mars/Olympus", "../../etc/passwd", "<script>", "browser"])
  func whatIsNotToBeHadIsUTCAndSaid(asked: String) {
    let zone = zone("/?tz=\(PercentEncoding.encodeQuery(asked))", cookie: "../../etc/passwd")
    #expect(zone.typed.isUTC && zone.asked == nil && zone.browser == nil)
    #expect(zone.refusal?.asked == asked)
  }

  @Test func jsonIsAlwaysUTCAndReadsWhatThePageReads() throws {
    let zone = zone("/s/todo.json?tz=Europe/Berlin")
    #expect(try zone.shown.isUTC && zone.typed == berlin())
  }

  @Test func aFormIsReadInTheZoneInWhichItWasFilled() throws {
    let sent = zone("/x?tz=browser&_zone=Europe%2FBerlin", .post, cookie: "Asia%2FTokyo")
    #expect(try sent.typed == berlin() && sent.asked == "browser")
    #expect(zone("/x?_zone=Europe%2FBerlin").typed.isUTC, "only what is sent is bound")
  }

  @Test(arguments: [
    ("2026-11-21 10:00", "2026-11-21T09:00:00.000Z"), ("2026-11-21", "2026-11-20T23:00:00.000Z"),
    ("2026-11-21T10:00Z", "2026-11-21T10:00:00.000Z"),
    ("2026-11-21 10:00+09:00", "2026-11-21T01:00:00.000Z"),
    // Shown twice, and never.
    ("2026-10-25 02:30", "2026-10-25T00:30:00.000Z"),
    ("2026-10-25 02:30+01:00", "2026-10-25T01:30:00.000Z"),
    ("2026-03-29 02:30", "2026-03-29T01:30:00.000Z"),
  ])
  func typedTimesAreOfTheZoneUnlessTheySayMore(text: String, moment: String) throws {
    let zone = PageZone(try berlin())
    #expect(zone.moment(text)?.description == moment)
    let settled = zone.settled(text)
    #expect(PageZone(.utc).moment(settled)?.description == moment, "\(settled)")
    #expect(PageZone(try ZoneDatabase.system.zone("Asia/Tokyo")).settled(settled) == settled)
  }

  @Test(arguments: [
    "2026-11-21T09:00:00.000Z", "2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z",
    "2026-03-29T01:30:00.250Z", "1890-01-01T00:00:00.000Z", "2026-11-21T09:00:00.1234567Z",
  ])
  func whatAnEditorShowsIsReadAsItWas(moment: String) throws {
    let (zone, time) = (PageZone(try berlin()), try #require(Timestamp(moment)))
    let text = Format.editable(time, in: zone.typed)
    #expect(zone.moment(text) == time, "\(text)")
    let precise = Format.precise(time, in: zone.typed)
    #expect(precise.map { Timestamp($0) == time && Format.isPrecise($0) } ?? (time < .epoch))
  }

  @Test func textsSayTheirDistanceFromUTC() throws {
    let time = try #require(Timestamp("2026-11-21T23:53:25Z"))
    let zone = try berlin()
    #expect(Format.full(time, in: zone) == "2026-11-22 00:53:25 +01:00")
    #expect(
      Format.full(time, beside: zone)
        == "2026-11-21 23:53:25 UTC (2026-11-22 00:53:25 in Europe/Berlin)")
    #expect(Format.full(time, beside: nil) == "2026-11-21 23:53:25 UTC")
    #expect(Format.precise(time, in: zone) == "2026-11-22T00:53:25.000+01:00")
    #expect(Format.precise(time, in: .utc) == nil)
    let now = try #require(Timestamp("2026-11-21T23:55:00Z"))
    PageZone.$current.withValue(PageZone(zone)) {
      #expect(Format.clock(time) == "00:53")
      #expect(Format.time(time, now: now) == "00:53:25")
      #expect(Format.relative(time, now: now) == "2 min ago")
      #expect(Format.relative(time.adding(seconds: -400 * 86_400), now: now) == "2025-10-18")
    }
  }

  @Test func linksAndFormsKeepTheZone() throws {
    let links = try #require(ZonedLinks(zone("/?tz=Europe/Berlin")))
    for (before, after) in [
      ("<a href=\"/s/a\">", "<a href=\"/s/a?tz=Europe%2FBerlin\">"),
      (
        "<a class=\"x\" href=\"/s?a=1&amp;b=2#c\">",
        "<a class=\"x\" href=\"/s?a=1&amp;b=2&amp;tz=Europe%2FBerlin#c\">"
      ),
      ("<a href=\"/s?tz=UTC\">", "<a href=\"/s?tz=UTC\">"),
      ("<a href=\"/s?a=1&amp;tz=store\">", "<a href=\"/s?a=1&amp;tz=store\">"),
      ("<a href=\"/s?atz=1\">", "<a href=\"/s?atz=1&amp;tz=Europe%2FBerlin\">"),
      ("<a href=\"https://else.where/\">", "<a href=\"https://else.where/\">"),
      ("<a href=\"#main\">", "<a href=\"#main\">"), ("<a href=\"//evil\">", "<a href=\"//evil\">"),
      ("<link href=\"/static/a.css\">", "<link href=\"/static/a.css\">"),
      ("<p>a href=\"/s\" &lt;a href=", "<p>a href=\"/s\" &lt;a href="),
      (
        "<form action=\"/s\">",
        "<form action=\"/s\"><input type=\"hidden\" name=\"tz\" value=\"Europe/Berlin\">"
      ),
      (
        "<form method=\"post\" action=\"/s\">",
        "<form method=\"post\" action=\"/s?tz=Europe%2FBerlin&amp;_zone=Europe%2FBerlin\">"
      ),
      (
        "<button aria-label=\"a > b\" formaction=\"/s\">x",
        "<button aria-label=\"a > b\" formaction=\"/s?tz=Europe%2FBerlin&amp;_zone=Europe%2FBerlin\">x"
      ),
    ] { #expect(String(decoding: links.page(Array(before.utf8)), as: UTF8.self) == after) }
    #expect(links.redirect("/s/a?b=1") == "/s/a?b=1&tz=Europe%2FBerlin")
    #expect(links.redirect("https://else.where/") == "https://else.where/")
    #expect(ZonedLinks(zone("/?tz=UTC")) == nil && ZonedLinks(zone("/?tz=Mars")) == nil)
  }
}
