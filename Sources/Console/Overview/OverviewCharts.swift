import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

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
  private let bins: Bins
  /// The first bar, which is the first that was measured where the store was never measured before.
  private let firstBin: Int
  /// The most of each bar, which the two need not have had at once; nil where nothing was measured.
  private let depths: [Depth?]
  /// How long the change that waited longest had waited, in milliseconds; nil where nothing was
  /// measured.
  let ages: [Int?]
  /// True where the console did not run, or could not use the store, for the whole time of a bar.
  private let hasGaps: Bool

  /// - Parameters:
  ///   - samples: The oldest first.
  ///   - counts: What the page says beside the charts.
  ///   - tallies: For ``json``.
  ///   - runs: The last ones that move rows, the newest first.
  init(
    store: String, period: ChartPeriod, samples: [QueueSample], counts: StoreCounts,
    tallies: [RunTally], runs: [Run], now: Timestamp
  ) {
    self.store = store
    self.period = period
    self.tallies = tallies
    self.runs = RunCharts(
      store: store, runs: runs, period: period, since: Self.start(period, now: now))
    self.now = now
    isMeasured = !samples.isEmpty
    let samples =
      samples + [
        QueueSample(
          at: now, pending: counts.pending, failed: counts.failed, conflicts: counts.conflicts,
          oldestAt: counts.oldestPendingAt)
      ]
    let bins = Bins(period: period, start: Self.start(period, now: now))
    var depths = [Depth?](repeating: nil, count: period.bins)
    var ages = [Int?](repeating: nil, count: period.bins)
    for sample in samples {
      guard let bin = bins.bin(sample.at) else { continue }
      let known = depths[bin] ?? (0, 0)
      depths[bin] = (max(known.all, sample.all), max(known.needYou, sample.needYou))
      ages[bin] = max(ages[bin] ?? 0, Self.age(sample))
    }
    (self.samples, self.bins, self.depths, self.ages) = (samples, bins, depths, ages)
    firstBin = samples.first.flatMap { bins.bin($0.at) } ?? 0
    hasGaps = depths.dropFirst(firstBin).contains { $0 == nil }
  }

  private typealias Depth = (all: Int, needYou: Int)

  /// The bars of a period.
  private struct Bins {
    let period: ChartPeriod
    let start: Timestamp

    func bin(_ moment: Timestamp) -> Int? {
      let bin = Int((moment.milliseconds - start.milliseconds) / (period.binSeconds * 1_000))
      return moment >= start && bin < period.bins ? bin : nil
    }

    func beginning(of bin: Int) -> Timestamp {
      start.adding(seconds: Int64(bin) * period.binSeconds)
    }
  }

  /// The first moment that the charts show, at a whole length of their bars.
  static func start(_ period: ChartPeriod, now: Timestamp) -> Timestamp {
    let length = period.binSeconds * 1_000
    let end = now.milliseconds / length * length + length
    return Timestamp(milliseconds: end - length * Int64(period.bins))
  }

  // MARK: - Numbers

  private func sums(_ figure: (RunTally) -> Int) -> [Int] {
    var sums = [Int](repeating: 0, count: period.bins)
    for tally in tallies {
      if let bin = bins.bin(tally.finishedAt) { sums[bin] += figure(tally) }
    }
    return sums
  }

  var json: JSONValue {
    [
      "period": .string(period.rawValue), "from": JSONValue(bins.start),
      "seconds": .integer(period.binSeconds), "queued": Self.json(depths.map { $0?.all }),
      "needYou": Self.json(depths.map { $0?.needYou }), "sent": Self.json(sums(\.pushed)),
      "failed": Self.json(sums(\.failed)), "unknown": Self.json(sums(\.unknown)),
      "pulled": Self.json(sums(\.pulled)),
    ]
  }

  private static func json(_ numbers: [Int?]) -> JSONValue {
    .array(numbers.map { $0.map { .integer(Int64($0)) } ?? .null })
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
    let highest = depths.compactMap { $0?.all }.max() ?? 0
    let top = depths.firstIndex { $0?.all == highest } ?? 0
    let current = samples.last?.all ?? 0
    let remark = localized("\(Format.number(current)) now, \(Format.number(highest)) at most")
    return Chart(
      id: "c-queue", title: localized("Queue depth"), remark: remark,
      description: queueDescription(remark, words(top)),
      shape: .area,
      bars: bars(depths.map { $0?.all }) {
        $0 == 0 ? localized("none") : localized("at most \(Format.number($0)) queued")
      },
      lead: lead, end: place(of: now), current: current, legend: legend,
      emptyText: emptyQueue, axis: axis,
      tableTitle: localized("Highest number of operations in the queue per \(period.unit)"),
      tableHead: [localized("From (UTC)"), localized("In the queue"), localized("Need attention")],
      table: depths.enumerated().dropFirst(firstBin).map { bin, depth in
        line(bin, depth.map { [Format.number($0.all), Format.number($0.needYou)] }, of: 2)
      })
  }

  private var emptyQueue: String {
    if hasGaps { return localized("The queue was empty at every measurement.") }
    return firstBin > 0
      ? localized("The queue has been empty since \(words(firstBin)).")
      : localized("The queue was empty in the last \(period.words).")
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

  private static func age(_ sample: QueueSample) -> Int {
    sample.oldestAt.map { Int(max(0, sample.at.milliseconds - $0.milliseconds)) } ?? 0
  }

  private var oldest: Chart {
    let current = samples.last.map(Self.age) ?? 0
    let remark = current == 0 ? localized("none now") : localized("\(words(age: current)) now")
    let longest = words(age: ages.compactMap(\.self).max() ?? 0)
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
      bars: bars(ages) { $0 == 0 ? localized("none") : localized("at most \(words(age: $0))") },
      lead: lead, end: place(of: now), current: current, legend: legend,
      emptyText: noneOldest, axis: axis, scale: Chart.durationScale,
      number: { $0 == 0 ? "0" : words(age: $0) },
      tableTitle: localized("Highest age of the oldest pending change per \(period.unit)"),
      tableHead: [localized("From (UTC)"), localized("Age")],
      table: ages.enumerated().dropFirst(firstBin).map { bin, age in
        line(bin, age.map { [$0 == 0 ? "–" : words(age: $0)] }, of: 1)
      })
  }

  private var noneOldest: String {
    if hasGaps { return localized("No changes were pending at any measurement.") }
    return firstBin > 0
      ? localized("No changes have been pending since \(words(firstBin)).")
      : localized("No changes were pending in the last \(period.words).")
  }

  // MARK: - Places

  /// A place for each bar from the first on, with what it came to in words.
  private func bars(_ values: [Int?], _ text: (Int) -> String) -> [Chart.Bar] {
    values.enumerated().dropFirst(firstBin).map { bin, value in
      Chart.Bar(
        parts: value.map { [.init(value: $0)] } ?? [],
        tip: "\(words(bin)) · \(value.map(text) ?? localized("not measured"))",
        isGap: value == nil)
    }
  }

  /// How far into its bar a moment is, from 0 to 1.
  private func place(of moment: Timestamp) -> Double {
    let length = period.binSeconds * 1_000
    return Double((moment.milliseconds - bins.start.milliseconds) % length) / Double(length)
  }

  /// Where the first measurement is in the first bar, and with it the axis begins.
  private var lead: Double {
    samples.first.flatMap { bins.bin($0.at) == nil ? nil : place(of: $0.at) } ?? 0
  }

  private var legend: [(label: String, look: Chart.Look)] {
    hasGaps ? [(localized("Not measured"), .gap)] : []
  }

  /// Whole minutes from the first one on.
  private func words(age: Int) -> String {
    Format.duration(milliseconds: Int64(age < 60_000 ? age : age / 60_000 * 60_000))
  }

  /// - Parameter cells: Nil where nothing was measured.
  private func line(_ bin: Int, _ cells: [String]?, of columns: Int) -> Chart.Line {
    let gap = [String](repeating: localized("not measured"), count: columns)
    return Chart.Line(
      label: words(bin), iso: beginning(of: bin).wholeSeconds, link: nil, cells: cells ?? gap)
  }

  /// The first bar begins with the first measurement.
  private func beginning(of bin: Int) -> Timestamp {
    max(bins.beginning(of: bin), samples[0].at)
  }

  private func words(_ bin: Int) -> String { words(at: beginning(of: bin)) }

  private func words(at moment: Timestamp) -> String {
    period == .month
      ? Format.date(moment, now: now)
      : period == .week
        ? "\(Format.date(moment, now: now)) \(Format.clock(moment))" : Format.clock(moment)
  }

  /// Of what was measured; a middle only where there is room for one.
  private var axis: [String] {
    let start = beginning(of: firstBin)
    let half = Timestamp(milliseconds: (start.milliseconds + now.milliseconds) / 2)
    let middle = period.bins - firstBin > 3 ? [words(at: half)] : []
    return [words(firstBin)] + middle + [localized("now")]
  }
}
