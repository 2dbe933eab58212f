import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// How far back the charts of the overview go.
enum ChartPeriod: String, CaseIterable {
  case day = "24h"
  case week = "7d"
  case month = "30d"

  var words: String {
    switch self {
    case .day: localized("24 hours")
    case .week: localized("7 days")
    case .month: localized("30 days")
    }
  }

  /// The length of one bar, in seconds.
  var binSeconds: Int64 {
    switch self {
    case .day: 3_600
    case .week: 6 * 3_600
    case .month: 86_400
    }
  }

  var unit: String {
    switch self {
    case .day: localized("hour")
    case .week: localized("6 hours")
    case .month: localized("day")
    }
  }

  var bins: Int {
    switch self {
    case .day: 24
    case .week: 28
    case .month: 30
    }
  }

  init(_ text: String?) throws(HTTPError) {
    guard let text, !text.isEmpty else {
      self = .day
      return
    }
    guard let period = ChartPeriod(rawValue: text) else {
      throw HTTPError(400, localized("Unknown period “\(text)”. Use 24h, 7d or 30d."))
    }
    self = period
  }
}

/// The queue and the work of a store over time.
struct OverviewCharts {
  let store: String
  let period: ChartPeriod
  /// The queue as it was measured, and last as it is now.
  private let samples: [QueueSample]
  private let isMeasured: Bool
  let tallies: [RunTally]
  private let runs: RunCharts
  let now: Timestamp

  /// - Parameters:
  ///   - samples: The oldest first.
  ///   - counts: What the page says beside the charts.
  ///   - tallies: For ``json``.
  ///   - runs: The last ones, the newest first, for the charts.
  init(
    store: String, period: ChartPeriod, samples: [QueueSample], counts: StoreCounts,
    tallies: [RunTally], runs: [Run], now: Timestamp
  ) {
    self.store = store
    self.period = period
    self.tallies = tallies
    self.runs = RunCharts(store: store, runs: runs)
    self.now = now
    isMeasured = !samples.isEmpty
    self.samples =
      samples + [
        QueueSample(
          at: now, pending: counts.pending, failed: counts.failed, conflicts: counts.conflicts,
          oldestAt: counts.oldestPendingAt)
      ]
  }

  /// The first moment that the charts show, at a whole length of their bars.
  static func start(_ period: ChartPeriod, now: Timestamp) -> Timestamp {
    let length = period.binSeconds * 1_000
    let end = now.milliseconds / length * length + length
    return Timestamp(milliseconds: end - length * Int64(period.bins))
  }

  private var start: Timestamp { Self.start(period, now: now) }

  /// The first bar that was measured; an earlier one would show an unmeasured queue as empty.
  private var firstBin: Int { samples.first.flatMap { bin($0.at) } ?? 0 }

  private func beginning(of bin: Int) -> Timestamp {
    start.adding(seconds: Int64(bin) * period.binSeconds)
  }

  private func bin(_ moment: Timestamp) -> Int? {
    let bin = Int((moment.milliseconds - start.milliseconds) / (period.binSeconds * 1_000))
    return moment >= start && bin < period.bins ? bin : nil
  }

  // MARK: - Numbers

  /// The most of each bar, which the two need not have had at once; a bar without a sample goes on
  /// as the one before ended.
  private var depths: [(all: Int, needYou: Int)] {
    var highest = [(all: Int, needYou: Int)?](repeating: nil, count: period.bins)
    var last = [QueueSample?](repeating: nil, count: period.bins)
    var before: QueueSample?
    for sample in samples {
      guard let bin = bin(sample.at) else {
        if sample.at < start { before = sample }
        continue
      }
      let known = highest[bin] ?? (0, 0)
      highest[bin] = (max(known.all, sample.all), max(known.needYou, sample.needYou))
      last[bin] = sample
    }
    return (0..<period.bins).map { bin in
      let shown = highest[bin] ?? (before?.all ?? 0, before?.needYou ?? 0)
      before = last[bin] ?? before
      return shown
    }
  }

  private func sums(_ figure: (RunTally) -> Int) -> [Int] {
    var sums = [Int](repeating: 0, count: period.bins)
    for tally in tallies {
      if let bin = bin(tally.finishedAt) { sums[bin] += figure(tally) }
    }
    return sums
  }

  var json: JSONValue {
    [
      "period": .string(period.rawValue), "from": JSONValue(start),
      "seconds": .integer(period.binSeconds), "queued": Self.json(depths.map(\.all)),
      "needYou": Self.json(depths.map(\.needYou)), "sent": Self.json(sums(\.pushed)),
      "failed": Self.json(sums(\.failed)), "unknown": Self.json(sums(\.unknown)),
      "pulled": Self.json(sums(\.pulled)),
    ]
  }

  private static func json(_ numbers: [Int]) -> JSONValue {
    .array(numbers.map { .integer(Int64($0)) })
  }

  // MARK: - Charts

  var values: TemplateDictionary {
    var values: TemplateDictionary = ["PERIOD": period.words]
    values.add(
      "CHOICE",
      list: ChartPeriod.allCases.map { choice in
        var item: TemplateDictionary = [
          "LABEL": choice.words,
          "LINK": Links.with(
            Links.store(store), QueryItems([.init("period", choice.rawValue)])),
        ]
        item.show("CURRENT", if: choice == period)
        return item
      })
    values.add("CHART", list: (isMeasured ? [queue, oldest].map(\.dictionary) : []) + runs.charts)
    values.show("NO_SAMPLES", if: !isMeasured)
    if isMeasured, firstBin > 0 {
      values.add("PART_MEASURED", ["SINCE": words(at: samples[0].at)])
    }
    return values
  }

  var queue: Chart {
    let depths = depths
    let highest = depths.map(\.all).max() ?? 0
    let top = depths.firstIndex { $0.all == highest } ?? 0
    let current = samples.last?.all ?? 0
    let remark = localized("\(Format.number(current)) now, \(Format.number(highest)) at most")
    return Chart(
      id: "c-queue", title: localized("Queue depth"), remark: remark,
      description: queueDescription(remark, words(top)),
      shape: .area,
      bars: depths.enumerated().dropFirst(firstBin).map { bin, depth in
        Chart.Bar(
          parts: [.init(value: depth.all)],
          tip: "\(words(bin)) · " + localized("\(Format.number(depth.all)) queued"))
      }, ending: current,
      emptyText: firstBin > 0
        ? localized("The queue has been empty since \(words(firstBin)).")
        : localized("The queue was empty in the last \(period.words)."),
      axis: axis,
      tableTitle: localized("Highest number of operations in the queue per \(period.unit)"),
      tableHead: [localized("From (UTC)"), localized("In the queue"), localized("Need attention")],
      table: depths.enumerated().dropFirst(firstBin).map { bin, depth in
        line(bin, [Format.number(depth.all), Format.number(depth.needYou)])
      })
  }

  private func queueDescription(_ remark: String, _ time: String) -> String {
    let since = words(firstBin)
    guard firstBin == 0 else {
      return period == .month
        ? localized("Operations in the queue since \(since): \(remark), on \(time).")
        : localized("Operations in the queue since \(since): \(remark), at \(time).")
    }
    return period == .month
      ? localized("Operations in the queue over the last \(period.words): \(remark), on \(time).")
      : localized("Operations in the queue over the last \(period.words): \(remark), at \(time).")
  }

  /// How long the change that waited longest had waited, in milliseconds.
  var ages: [Int] {
    var before = 0
    let highest = samples.reduce(into: [Int?](repeating: nil, count: period.bins)) { ages, sample in
      guard let bin = bin(sample.at) else { return }
      ages[bin] = max(ages[bin] ?? 0, age(sample))
    }
    return highest.map { age in
      before = age ?? before
      return before
    }
  }

  private func age(_ sample: QueueSample) -> Int {
    sample.oldestAt.map { Int(max(0, sample.at.milliseconds - $0.milliseconds)) } ?? 0
  }

  private var oldest: Chart {
    let ages = ages
    let current = samples.last.map(age) ?? 0
    let remark = current == 0 ? localized("none now") : localized("\(words(age: current)) now")
    let longest = words(age: ages.max() ?? 0)
    return Chart(
      id: "c-oldest", title: localized("Oldest pending change"), remark: remark,
      description: firstBin > 0
        ? localized(
          "Age of the oldest pending change since \(words(firstBin)): \(remark), "
            + "\(longest) at most.")
        : localized(
          "Age of the oldest pending change over the last \(period.words): "
            + "\(remark), \(longest) at most."),
      shape: .area,
      bars: ages.enumerated().dropFirst(firstBin).map { bin, age in
        Chart.Bar(
          parts: [.init(value: age)],
          tip: "\(words(bin)) · \(age == 0 ? localized("none") : words(age: age))")
      }, ending: current,
      emptyText: firstBin > 0
        ? localized("No changes have been pending since \(words(firstBin)).")
        : localized("No changes were pending in the last \(period.words)."),
      axis: axis, scale: Chart.durationScale, number: { $0 == 0 ? "0" : words(age: $0) },
      tableTitle: localized("Age of the oldest pending change per \(period.unit)"),
      tableHead: [localized("From (UTC)"), localized("Age")],
      table: ages.enumerated().dropFirst(firstBin).map { bin, age in
        line(bin, [age == 0 ? "–" : words(age: age)])
      })
  }

  /// Whole minutes from the first one on.
  private func words(age: Int) -> String {
    Format.duration(milliseconds: Int64(age < 60_000 ? age : age / 60_000 * 60_000))
  }

  private func line(_ bin: Int, _ cells: [String]) -> Chart.Line {
    let moment = beginning(of: bin)
    return Chart.Line(label: words(bin), iso: moment.wholeSeconds, link: nil, cells: cells)
  }

  private func words(_ bin: Int) -> String { words(at: beginning(of: bin)) }

  private func words(at moment: Timestamp) -> String {
    period == .month
      ? Format.date(moment, now: now)
      : period == .week
        ? "\(Format.date(moment, now: now)) \(Format.clock(moment))" : Format.clock(moment)
  }

  /// Of what was measured; a middle only where there is one.
  private var axis: [String] {
    let bars = period.bins - firstBin
    let middle = bars > 3 ? [words(firstBin + bars / 2)] : []
    return [words(firstBin)] + middle + [localized("now")]
  }
}
