import Support
import Testing
import Zones

@testable import Console

@Suite struct DriftScheduleTests {
  private func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }

  @Test func anIntervalOfHoursCountsFromTheLastCheck() throws {
    let schedule = DriftSchedule(everyHours: 6)
    #expect(
      try schedule.next(after: moment("2026-11-26T10:30:00Z")) == moment("2026-11-26T16:30:00Z"))
    #expect(schedule.words == "every 6 h")
  }

  @Test func aTimeOfDayIsKeptWhateverTheLastCheckWas() throws {
    let daily = DriftSchedule(everyHours: 24, minuteOfDay: 6 * 60 + 5)
    #expect(
      try daily.next(after: moment("2026-11-26T06:05:30Z")) == moment("2026-11-27T06:05:00Z"))
    #expect(
      try daily.next(after: moment("2026-11-26T05:00:00Z")) == moment("2026-11-26T06:05:00Z"))
    let weekly = DriftSchedule(everyHours: 168, minuteOfDay: 0)
    #expect(
      try weekly.next(after: moment("2026-11-26T00:00:01Z")) == moment("2026-12-03T00:00:00Z"))
    #expect(
      try weekly.first(after: moment("2026-11-26T00:00:01Z")) == moment("2026-11-27T00:00:00Z"))
    #expect(daily.words == "daily at 06:05 UTC" && weekly.words == "every 7 days at 00:00 UTC")
  }

  @Test func theTimeOfDayFollowsTheZoneWhenItsClocksChange() throws {
    let berlin = try ZoneDatabase.system.zone("Europe/Berlin")
    let schedule = DriftSchedule(everyHours: 24, minuteOfDay: 360, zone: berlin)
    // Clocks go back on 25 October 2026.
    #expect(
      try schedule.next(after: moment("2026-10-24T04:00:00Z")) == moment("2026-10-25T05:00:00Z"))
    #expect(
      try schedule.next(after: moment("2026-10-23T04:00:00Z")) == moment("2026-10-24T04:00:00Z"))
  }
}
