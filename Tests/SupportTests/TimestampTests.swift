import Support
import Testing

@Suite struct TimestampTests {
  @Test(arguments: [
    ("2017-05-08T07:07:01.595Z", "2017-05-08T07:07:01.595Z"),
    ("2017-05-08T07:07:01Z", "2017-05-08T07:07:01.000Z"),
    ("2017-05-08T07:07:01.3Z", "2017-05-08T07:07:01.300Z"),
    ("2017-05-08T07:07:01.1234567Z", "2017-05-08T07:07:01.1234567Z"),
    ("2017-05-08T07:07:01.123456789Z", "2017-05-08T07:07:01.1234567Z"),
    ("2017-05-08T07:07:01.595+01:30", "2017-05-08T05:37:01.595Z"),
    ("2017-05-08 07:07", "2017-05-08T07:07:00.000Z"),
    ("2016-02-29", "2016-02-29T00:00:00.000Z"),
    ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
    ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
    ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
  ])
  func readsTheFormsThatServersWrite(text: String, expected: String) throws {
    #expect(try #require(Timestamp(text)).description == expected)
  }

  @Test(arguments: [
    "", "2017", "2017-13-01", "2017-02-29", "2017-05-08T", "2017-05-08T24:00:00Z",
    "2017-05-08T07:07:01.Z", "2017-05-08T07:07:01Zx", "17-05-08", "2017-5-8", "now",
    "9999-12-31T23:59:59-00:01", "0000-01-01T00:00:00+00:01",
  ])
  func refusesWhatIsNoDate(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test(arguments: [
    ("2026-11-21", false), ("2026-11-21 10:00", false), ("2026-11-21T10:00:00.5", false),
    ("2026-11-21T10:00Z", true), ("2026-11-21 10:00:00+01:00", true), ("2026-11-21T10:00-05", true),
  ])
  func knowsWhetherATextSaysItsOffset(text: String, saysOffset: Bool) throws {
    #expect(try #require(Timestamp.reading(text)).saysOffset == saysOffset)
  }

  @Test func beyondWhatCanBeToldIsTheLastMomentAndTheFirst() {
    let (first, last) = (Timestamp(ticks: .min), Timestamp(ticks: .max))
    let now = Timestamp(milliseconds: 1_795_000_000_000)
    #expect(now.adding(seconds: .max) == last && now.adding(milliseconds: .min) == first)
    #expect(last.adding(milliseconds: 1) == last && first.adding(seconds: -1) == first)
    #expect(Timestamp(milliseconds: .max) == last && Timestamp(milliseconds: .min) == first)
    #expect(last.seconds(since: first) > 1e12 && first.seconds(since: last) < -1e12)
    #expect(!last.description.isEmpty && !first.httpDate.isEmpty)
  }

  @Test(arguments: ["08:49", "08:49:37.5", "08:49:37+01:00", "8:49:37"])
  func refusesAnotherTimeOfDayInAnHTTPDate(time: String) {
    #expect(Timestamp(httpDate: "Sun, 06 Nov 1994 \(time) GMT") == nil)
  }

  @Test func writesAndReadsHTTPDates() throws {
    let stamp = try #require(Timestamp("1994-11-06T08:49:37Z"))
    #expect(stamp.httpDate == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(Timestamp(httpDate: "Sun, 06 Nov 1994 08:49:37 GMT") == stamp)
    #expect(Timestamp(httpDate: "tomorrow") == nil)
  }

  @Test func comparesBeyondMilliseconds() throws {
    let earlier = try #require(Timestamp("2020-01-01T00:00:00.1234567Z"))
    let later = try #require(Timestamp("2020-01-01T00:00:00.1234568Z"))
    #expect(earlier < later)
    #expect(earlier.milliseconds == later.milliseconds)
  }
}
