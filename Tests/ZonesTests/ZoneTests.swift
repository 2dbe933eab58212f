import Support
import Testing
import Zones

@Suite struct ZoneTests {
  let berlin: Zone
  let newYork: Zone

  init() throws {
    berlin = try ZoneDatabase.system.zone("Europe/Berlin")
    newYork = try ZoneDatabase.system.zone("America/New_York")
  }

  private func time(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }

  @Test(arguments: [
    ("2026-11-21T01:53:25Z", "2026-11-21 02:53:25"),
    ("2026-07-01T22:00:00Z", "2026-07-02 00:00:00"),
    ("2026-03-29T00:59:59Z", "2026-03-29 01:59:59"),
    ("2026-03-29T01:00:00Z", "2026-03-29 03:00:00"),
    ("1979-06-01T00:00:00Z", "1979-06-01 01:00:00"),
    ("2090-07-01T00:00:00Z", "2090-07-01 02:00:00"),
  ])
  func clocksShowWhatTheRulesOfTheirTimeSay(moment: String, shown: String) throws {
    #expect(berlin.reading(at: try time(moment)).spaced == shown)
  }

  @Test func whatIsFinerThanASecondStays() throws {
    let moment = try time("2026-11-21T01:53:25.1234567Z")
    let reading = berlin.reading(at: moment)
    #expect(reading.description == "2026-11-21T02:53:25.1234567Z")
    #expect(berlin.moment(showing: reading) == moment)
    let before = try time("1969-12-31T23:59:59.5Z")
    #expect(berlin.moment(showing: berlin.reading(at: before)) == before)
  }

  @Test func aTimeThatIsShownTwiceMeansTheFirst() throws {
    let reading = try time("2026-10-25T02:30:00Z")
    #expect(berlin.showsTwice(reading))
    #expect(berlin.moment(showing: reading).wholeSeconds == "2026-10-25T00:30:00Z")
    #expect(try berlin.showsTwice(time("2026-10-25T03:00:00Z")) == false)
    #expect(
      try newYork.moment(showing: time("2026-11-01T01:30:00Z")).wholeSeconds
        == "2026-11-01T05:30:00Z")
  }

  @Test func aTimeThatIsSkippedMeansAsMuchLater() throws {
    let reading = try time("2026-03-29T02:30:00Z")
    let moment = berlin.moment(showing: reading)
    #expect(moment.wholeSeconds == "2026-03-29T01:30:00Z")
    #expect(berlin.reading(at: moment).spaced == "2026-03-29 03:30:00")
    #expect(!berlin.showsTwice(reading))
  }

  @Test func utcNeedsNoRules() throws {
    let nowhere = ZoneDatabase(directory: "/nowhere")
    #expect(try nowhere.zone("UTC").isUTC)
    #expect(try nowhere.zone("Etc/UTC") == .utc)
    let moment = try time("2026-11-21T01:53:25Z")
    #expect(Zone.utc.reading(at: moment) == moment && Zone.utc.offset(at: moment) == 0)
    #expect(!berlin.isUTC && berlin.offset(at: moment) == 3_600)
  }

  @Test(arguments: [
    "Europe/Nowhere", "", "..", "/etc/passwd", "../../../etc/passwd", "Europe/../Europe/Berlin",
    "right/Europe/Berlin", "posix/Europe/Berlin", "tzdata.zi", "zone.tab", "Europe", "localtime",
    "europe/berlin", "Europe/Berlin\u{0}", "Europe/Berlín", String(repeating: "A", count: 65),
  ])
  func aNameThatIsNoZoneIsRefused(name: String) {
    #expect(throws: ZoneError.unknown(name)) { try ZoneDatabase.system.zone(name) }
  }

  @Test func aMachineWithoutZonesSaysSo() {
    let database = ZoneDatabase(directory: "/nowhere")
    #expect(!database.isThere && ZoneDatabase.system.isThere)
    #expect(throws: ZoneError.noDatabase("/nowhere")) { try database.zone("Europe/Berlin") }
    #expect(ZoneError.noDatabase("/nowhere").description.contains("tzdata"))
  }

  @Test func manyThreadsMayAskAtOnce() async throws {
    let names = ["Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "Australia/Lord_Howe"]
    let moment = try time("2026-01-15T12:00:00Z")
    let offsets = try await withThrowingTaskGroup(of: (String, Int64).self) { group in
      for round in 0..<400 {
        let name = names[round % names.count]
        group.addTask { (name, try ZoneDatabase.system.zone(name).offset(at: moment)) }
      }
      var found: [String: Set<Int64>] = [:]
      for try await (name, offset) in group { found[name, default: []].insert(offset) }
      return found
    }
    #expect(
      offsets == [
        "Europe/Berlin": [3_600], "Asia/Kathmandu": [20_700], "America/St_Johns": [-12_600],
        "Australia/Lord_Howe": [39_600],
      ])
  }
}
