import ConsoleData
import JSONKit
import Support
import SyncCore
import SyncInspection
import TemplateKit
import TestSupport
import Testing

@testable import Console

/// The queue of a store over time, as picture, table and JSON.
@Suite struct OverviewChartTests {
  private static let now = Timestamp(milliseconds: 1_790_000_000_000)

  /// In the hour before: first many that wait, then fewer, of which some need a decision.
  private var charts: OverviewCharts {
    let samples = [
      QueueSample(at: Self.now.adding(seconds: -3_600), pending: 9, failed: 0, conflicts: 0),
      QueueSample(
        at: Self.now.adding(seconds: -3_590), pending: 1, failed: 2, conflicts: 1,
        oldestAt: Self.now.adding(seconds: -3_650)),
    ]
    return OverviewCharts(
      store: "todo", period: .day, samples: samples,
      counts: StoreCounts(pending: 1, failed: 2, conflicts: 1), tallies: [], runs: [],
      now: Self.now)
  }

  @Test func whatNeedsYouHasItsOwnMaximumInEachHour() {
    let json = charts.json
    #expect(json["queued"]?.array?.suffix(2) == [9, 4])
    #expect(json["needYou"]?.array?.suffix(2) == [3, 3])
  }

  @Test func theOldestChangeHasItsAgeInEachHour() {
    #expect(charts.ages.suffix(2) == [60_000, 0])
  }

  @Test func theAxisBeginsWithTheFirstMeasurement() {
    let queue = charts.queue
    #expect(queue.bars.count == 2 && queue.table.count == 2)
    #expect(queue.axis.count == 2 && queue.axis.last == "now")
    #expect(queue.description.hasPrefix("Operations in the queue since "))
    // The JSON has a place for every hour.
    let queued = charts.json["queued"]?.array
    #expect(queued?.count == 24 && queued?.dropLast(2).allSatisfy(\.isNull) == true)
  }

  @Test func hoursWithoutAMeasurementAreGaps() {
    let long = OverviewCharts(
      store: "todo", period: .day,
      samples: [
        QueueSample(at: Self.now.adding(seconds: -90_000), pending: 3, failed: 0, conflicts: 0)
      ], counts: StoreCounts(pending: 1, failed: 0, conflicts: 0), tallies: [], runs: [],
      now: Self.now)
    let queue = long.queue
    #expect(queue.bars.count == 24 && queue.axis.count == 3)
    #expect(queue.bars.filter(\.isGap).count == 23 && queue.bars.last?.isGap == false)
    #expect(queue.bars[0].tip.hasSuffix(" · not measured"))
    #expect(queue.bars[23].tip.hasSuffix(" · at most 1 queued"))
    #expect(queue.table[0].cells == ["not measured", "not measured"])
    #expect(queue.legend.map(\.look) == [.gap])
    #expect(long.ages.prefix(23).allSatisfy { $0 == nil } && long.ages.last == 0)
    #expect(charts.queue.legend.isEmpty)
  }

  @Test func aLineHasAPartForEachStretchBetweenGaps() {
    var chart = empty
    chart.bars = [2, 4].map { Chart.Bar(parts: [.init(value: $0)], tip: "") }
    chart.bars.insert(Chart.Bar(parts: [], tip: "", isGap: true), at: 1)
    chart.bars.append(Chart.Bar(parts: [], tip: "", isGap: true))
    let path = chart.areaPath(top: 4)
    #expect(path.line == "M0 50L25 50M50 0L75 0")
    #expect(path.fill == "M0 50L25 50L25 100L0 100zM50 0L75 0L75 100L50 100z")
  }

  @Test func aRunThatFailedAsAWholeHasAMarkThatIsNoValue() {
    var chart = empty
    chart.bars = [
      Chart.Bar(parts: [.init(value: 1, look: .failed)], tip: "", mark: .brokenOff)
    ]
    let drawn = chart.rectangles(chart.bars[0], top: 2)
    #expect(drawn.map(\.look) == [.failed, .brokenOff])
    #expect(drawn.map(\.height) == ["50", "7"])
  }

  @Test func aPartOfABarIsSeenHoweverSmallAndNoBarLeavesItsDrawing() {
    var chart = empty
    chart.bars = [
      Chart.Bar(
        parts: [.init(value: 1), .init(value: 0), .init(value: 999, look: .second)], tip: "")
    ]
    let parts = chart.rectangles(chart.bars[0], top: 1_000)
    #expect(parts.map(\.look) == [.plain, .second])
    #expect(parts.map(\.height) == ["2", "98"] && parts.map(\.top) == ["98", "0"])
  }

  @Test(arguments: [
    (0, 2), (3, 4), (1_500, 2_000), (45_000, 60_000), (119_000, 120_000), (3_000_000, 3_600_000),
    (6_480_000, 7_200_000), (900_000_000, 20 * 86_400_000),
  ])
  func anAxisOfTimeEndsAtARoundOne(_ longest: Int, _ end: Int) {
    #expect(Chart.durationScale(longest) == end)
  }

  @Test func theLineEndsAtTheDepthOfNow() {
    var chart = empty
    chart.bars = [2, 4].map { Chart.Bar(parts: [.init(value: $0)], tip: "") }
    (chart.current, chart.end) = (1, 0.4)
    #expect(chart.areaPath(top: 4).line == "M0 50L71.4 50L71.4 0L100 0L100 75")
  }

  @Test func theLineBeginsWithTheFirstMeasurementAndEndsNow() {
    let now = Timestamp(milliseconds: 1_790_000_000_000 / 3_600_000 * 3_600_000 + 2_700_000)
    let samples = [-1_800, -900].map { seconds in
      QueueSample(at: now.adding(seconds: seconds), pending: 0, failed: 0, conflicts: 0)
    }
    let queue = OverviewCharts(
      store: "todo", period: .day, samples: samples,
      counts: StoreCounts(pending: 2, failed: 0, conflicts: 0), tallies: [], runs: [], now: now
    ).queue
    #expect(queue.bars.count == 1)
    // The whole width is from the first measurement to now: 30 of the bar's 60 minutes.
    #expect(queue.areaPath(top: 2).line == "M0 0L100 0")
    #expect(queue.axis == [Format.clock(samples[0].at), "now"])
    #expect(queue.table.map(\.label) == [Format.clock(samples[0].at)])
  }

  @Test func theBarThatIsNotOverYetIsDrawnWithItsMaximumLikeTheOthers() {
    let now = Timestamp(milliseconds: 1_790_000_000_000 / 3_600_000 * 3_600_000 + 1_800_000)
    let samples = [-5_400, -1_500, -1_200, -900, -600].map { seconds in
      QueueSample(
        at: now.adding(seconds: seconds), pending: seconds == -900 ? 8 : 2, failed: 0, conflicts: 0)
    }
    let queue = OverviewCharts(
      store: "todo", period: .day, samples: samples,
      counts: StoreCounts(pending: 4, failed: 0, conflicts: 0), tallies: [], runs: [], now: now
    ).queue
    let turns = queue.areaPath(top: 8).line.split(separator: "L").suffix(3)
    #expect(turns.map { $0.split(separator: " ")[1] } == ["0", "0", "50"])
  }

  @Test func theBarThatIsNotOverYetIsAsWideAsItsPartThatIs() {
    var chart = empty
    chart.bars = [2, 4, 2].map { Chart.Bar(parts: [.init(value: $0)], tip: "") }
    (chart.lead, chart.end) = (0.25, 0.25)
    #expect(chart.bars.indices.map(chart.share) == [0.75, 1, 0.25])
    #expect(chart.areaPath(top: 4).line == "M0 50L37.5 50L37.5 0L87.5 0L87.5 50L100 50")
  }

  @Test func theMiddleOfTheAxisIsHalfwayToNow() {
    let now = Timestamp(milliseconds: 1_790_000_000_000 / 3_600_000 * 3_600_000 + 1_200_000)
    let queue = OverviewCharts(
      store: "todo", period: .day,
      samples: [
        QueueSample(at: now.adding(seconds: -18_000), pending: 3, failed: 0, conflicts: 0)
      ], counts: StoreCounts(pending: 1, failed: 0, conflicts: 0), tallies: [], runs: [], now: now
    ).queue
    let moments = [-18_000, -9_000].map { Format.clock(now.adding(seconds: $0)) }
    #expect(queue.axis == moments + ["now"])
  }

  @Test func anEmptyQueueIsSoSinceTheFirstMeasurement() {
    let start = Self.now.adding(seconds: -600)
    let charts = OverviewCharts(
      store: "todo", period: .day,
      samples: [QueueSample(at: start, pending: 0, failed: 0, conflicts: 0)],
      counts: StoreCounts(pending: 0, failed: 0, conflicts: 0), tallies: [], runs: [],
      now: Self.now)
    let since = Format.clock(start)
    #expect(charts.queue.emptyText == "The queue has been empty since \(since).")
  }

  @Test func aRunThatDidNotReachItsServerIsAMarkAmongTheFailures() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    _ = try await store.run("pull")
    #expect(!(await store.page("/s/todo").page.contains("Failures per run")))
    store.remote.scriptReads([.unreachable])
    let run = try #require(try await store.run("pull")["run"]?.integer)
    let page = await store.page("/s/todo").page
    #expect(page.contains("<h3>Failures per run</h3>") && page.contains("1 failed run"))
    #expect(page.contains("<i class=\"broken\"></i>Run failed"))
    #expect(page.contains("<rect class=\"broken\" x=\"0\" y=\"91\" width=\"10\" height=\"7\"/>"))
    // No operation was rejected, so there is no scale of them.
    let failures = try #require(page.firstRange(of: "<h3>Failures per run</h3>"))
    let chart = page[failures.upperBound...].prefix(1_000)
    #expect(chart.contains("<div class=\"y\" aria-hidden=\"true\"></div>"))
    let bar = #/href="([^"]+)" aria-label="Pull \d+ · Failed: [^"]+"/#
    #expect(page.firstMatch(of: bar)?.1 == "/s/todo/runs/\(run)")
  }

  @Test func aBarThatEndedEmptySaysHowManyWereQueuedAtMost() {
    let now = Timestamp(milliseconds: 1_790_000_000_000 / 3_600_000 * 3_600_000 + 1_800_000)
    let queue = OverviewCharts(
      store: "todo", period: .week,
      samples: [(-30_000, 2), (-25_000, 40), (-24_000, 0)].map { seconds, pending in
        QueueSample(at: now.adding(seconds: seconds), pending: pending, failed: 0, conflicts: 0)
      }, counts: StoreCounts(pending: 0, failed: 0, conflicts: 0), tallies: [], runs: [], now: now
    ).queue
    #expect(queue.bars.contains { $0.value == 40 && $0.tip.hasSuffix(" · at most 40 queued") })
    #expect(queue.bars.last?.tip.hasSuffix(" · none") == true)
  }

  @Test func thePeriodHoldsForTheChartsOfRunsToo() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    _ = try await store.run("pull")
    store.console.time.advance(milliseconds: 3 * 86_400_000)
    for _ in 0..<2 { _ = try await store.run("pull") }
    #expect(await store.page("/s/todo").page.contains("Duration of the last 2 runs"))
    #expect(await store.page("/s/todo?period=7d").page.contains("Duration of the last 3 runs"))
  }

  @Test func aPeriodWithOneRunOrNoneHasASentenceInPlaceOfItsCharts() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    for _ in 0..<2 { _ = try await store.run("pull") }
    #expect(await store.page("/s/todo").page.contains("Duration of the last 2 runs"))
    store.console.time.advance(milliseconds: 3 * 86_400_000)
    let day = await store.page("/s/todo").page
    #expect(day.contains("No push, pull or sync in the last 24 hours."))
    #expect(!day.contains("Run duration"))
    #expect(await store.page("/s/todo?period=7d").page.contains("Run duration"))
    let run = try #require(try await store.run("pull")["run"]?.integer)
    let one = await store.page("/s/todo").page
    #expect(one.contains("Only Pull \(run) in the last 24 hours: 0 pushed, 0 pulled."))
  }

  @Test func aComparisonIsNoRunThatMovesRows() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    for kind in ["pull", "reconcile", "pull"] { _ = try await store.run(kind) }
    let page = await store.page("/s/todo").page
    #expect(page.contains("Duration of the last 2 runs"))
    #expect(!page.contains("aria-label=\"Reconcile "))
  }

  @Test func whatARunEmptiesIsMeasuredBefore() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ivan"])
    for id in ["dean", "ivan"] { try await store.items.update(id, ["text": "here"]) }
    _ = try await store.run("push")
    #expect(await store.page("/s/todo").page.contains("at most 2 queued"))
  }

  private var empty: Chart {
    Chart(
      id: "c", title: "t", remark: "r", description: "d", bars: [], emptyText: "nothing", axis: [],
      tableTitle: "t", tableHead: [], table: [])
  }
}
