import Console
import Support
import Testing

@Suite struct FormatTests {
  @Test(arguments: [
    (0, "0"), (999, "999"), (1_000, "1,000"), (18_350, "18,350"), (-1_234_567, "-1,234,567"),
  ])
  func numbersAreGrouped(value: Int, text: String) { #expect(Format.number(value) == text) }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1_000, "1 kB"), (1_449, "1.4 kB"), (9_960, "10 kB"),
    (999_600, "1 MB"), (20_000_000, "20 MB"), (3_500_000_000_000, "3.5 TB"),
  ])
  func bytesHaveAUnit(value: Int, text: String) { #expect(Format.bytes(value) == text) }

  @Test(
    arguments: [
      (-5, "0 ms"), (11, "11 ms"), (7_430, "7.4 s"), (60_000, "1 min"), (200_000, "3 min 20 s"),
      (7_500_000, "2 h 5 min"), (345_600_000, "4 d"),
    ] as [(Int64, String)])
  func durationsHaveTwoUnitsAtMost(milliseconds: Int64, text: String) {
    #expect(Format.duration(milliseconds: milliseconds) == text)
  }

  @Test(arguments: [(0, 9, "0 %"), (9, 9, "100 %"), (1, 100_000, "0.1 %"), (64, 249, "25.7 %")])
  func nearlyAllIsNotAll(part: Int, whole: Int, text: String) {
    #expect(Format.percent(part, of: whole) == text)
    #expect(Format.percent(99_999, of: 100_000) == "99.9 %")
    #expect(Format.percent(0, of: 0) == "0 %")
  }

  @Test func timesShowTheDateOnlyWhereItIsAnother() throws {
    let now = try #require(Timestamp("2026-11-21T14:31:20Z"))
    for (text, shown) in [
      ("2026-11-21T00:00:00Z", "00:00:00"), ("2026-11-20T16:20:31Z", "20 Nov 16:20:31"),
      ("2025-01-02T03:04:05Z", "2 Jan 2025 03:04:05"),
    ] {
      #expect(Format.time(try #require(Timestamp(text)), now: now) == shown)
    }
    #expect(Format.full(now) == "2026-11-21 14:31:20 UTC")
  }

  @Test(
    arguments: [
      (0, "just now"), (44, "just now"), (60, "1 min ago"), (7_200, "2 h ago"),
      (172_800, "2 d ago"),
      (-240, "in 4 min"),
    ] as [(Int64, String)])
  func agesAreRounded(seconds: Int64, text: String) throws {
    let now = try #require(Timestamp("2026-11-21T14:31:20Z"))
    #expect(Format.relative(now.adding(seconds: -seconds), now: now) == text)
  }

  @Test func aLongIDIsCutInTheMiddle() {
    #expect(Format.cut("C141AC2C-BB73-5100-A2C6-8330467F147D") == "C141AC2C…467F147D")
    #expect(Format.cut("short") == "short")
  }
}
