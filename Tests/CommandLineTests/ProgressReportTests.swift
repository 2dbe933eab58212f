import SyncCore
import Testing

@testable import syncline

@Suite struct ProgressReportTests {
  private func progress(_ done: Int, _ total: Int?) -> SyncProgress {
    SyncProgress(steps: [
      .init(kind: .pull, name: "Movie", state: .running, done: done, total: total),
      .init(kind: .pull, name: "Note"),
    ])
  }

  @Test func saysRowsRateAndTimeLeft() {
    var report = ProgressReport()
    let start = ContinuousClock.now
    #expect(report.line(progress(0, 5_000), at: start) == "pull Movie: 0 of 5000 rows")
    #expect(
      report.line(progress(1_000, 5_000), at: start + .seconds(2))
        == "pull Movie: 1000 of 5000 rows, 500 a second, 8 s left")
    #expect(
      report.line(progress(3, nil), at: start + .seconds(2))
        == "pull Movie: 3 rows, 1.5 a second")
  }

  @Test func saysNothingWhileNothingIsUnderWay() {
    var report = ProgressReport()
    #expect(report.line(SyncProgress(steps: [.init(kind: .push)])) == "")
  }

  @Test func timesAreInWords() {
    #expect(ProgressReport.words(seconds: 0.2) == "1 s")
    #expect(ProgressReport.words(seconds: 185) == "3 min 5 s")
    #expect(ProgressReport.words(seconds: 7_800) == "2 h 10 min")
  }
}
