import ConsoleData
import JSONKit
import Support
import SyncCore
import SyncInspection
import TemplateKit
import Testing

@testable import Console

/// The queue of a store over time, as picture, table and JSON.
@Suite struct OverviewChartTests {
  private static let now = Timestamp(milliseconds: 1_790_000_000_000)

  /// In the hour before: first many that wait, then fewer, of which some need a decision.
  private var charts: OverviewCharts {
    let samples = [
      QueueSample(at: Self.now.adding(seconds: -3_600), pending: 9, failed: 0, conflicts: 0),
      QueueSample(at: Self.now.adding(seconds: -3_590), pending: 1, failed: 2, conflicts: 1),
    ]
    return OverviewCharts(
      store: "todo", period: .day, samples: samples,
      counts: StoreCounts(pending: 1, failed: 2, conflicts: 1), tallies: [], now: Self.now)
  }

  @Test func whatNeedsYouHasItsOwnMaximumInEachHour() {
    let json = charts.json
    #expect(json["queued"]?.array?.suffix(2) == [9, 4])
    #expect(json["needYou"]?.array?.suffix(2) == [3, 3])
  }

  @Test(arguments: [(6, 12), (12, 6), (0, 0), (100, 1), (1, 100), (7, 3)])
  func bothHalvesHaveOneScale(above: Int, below: Int) {
    let (top, bottom) = Chart.scales(above, below)
    #expect(top == 3 * bottom && top.isMultiple(of: 2))
    #expect(top >= above && bottom >= below)
  }

  @Test func theLineEndsAtTheDepthOfNow() {
    let chart = Chart(
      id: "c", title: "t", remark: "r", description: "d", shape: .area, values: [2, 4], ending: 1,
      axis: [], tableTitle: "t", tableHead: [], table: [])
    #expect(chart.areaPath(top: 4) == "M0 50L240 50L240 0L360 0L360 75L480 75")
  }
}
