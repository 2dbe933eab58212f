import ConsoleData
import Localization
import Support
import TemplateKit

/// The last checks of all tables drawn: what differed, and how long they took.
struct DriftCharts {
  static let checksMax = 30

  let store: String
  /// The oldest first.
  private let sums: [DriftSum]
  private let remaining: Int
  /// Nil for the last checks, whenever they were.
  private let period: ChartPeriod?
  private let now: Timestamp
  /// False when one bar would be all there is to see, whatever the period.
  private let hasSeveral: Bool

  /// - Parameter sums: The newest first.
  init(
    store: String, sums: [DriftSum], remaining: Int, period: ChartPeriod? = nil, now: Timestamp
  ) {
    self.store = store
    let start = period.map { OverviewCharts.start($0, now: now) }
    self.sums = sums.filter { sum in start.map { sum.finishedAt >= $0 } ?? true }.reversed()
    self.remaining = remaining
    self.period = period
    self.now = now
    hasSeveral = sums.count > 1
  }

  /// Empty when one bar would be all there is to see.
  var charts: [TemplateDictionary] {
    hasSeveral ? [rows.dictionary, durations.dictionary] : []
  }

  /// How many rows differed; nil when one bar would be all there is to see.
  var differingRows: TemplateDictionary? {
    hasSeveral ? (few ?? rows).dictionary : nil
  }

  /// A sentence in place of a chart of one bar or none; nil where the period had more checks.
  private var few: Chart? {
    guard let period, sums.count < 2 else { return nil }
    return Chart(
      id: "c-drift", title: Self.rowsTitle, remark: "", description: "", bars: [],
      emptyText: sums.first.map { sum in
        let (time, facts) = (Format.time(sum.startedAt, now: now), words(sum))
        return localized("Only one check in the last \(period.words), \(time): \(facts).")
      } ?? localized("No check of all tables in the last \(period.words)."),
      axis: [], tableTitle: "", tableHead: [], table: [])
  }

  private static var rowsTitle: String { localized("Rows that differ") }

  /// Days, or times where all checks are of one day.
  private var axis: [String] {
    let (first, last) = (sums[0], sums[sums.count - 1])
    guard day(first) == day(last) else { return [day(first), day(last)] }
    return [first, last].map { Format.clock($0.startedAt) }
  }

  private func day(_ sum: DriftSum) -> String { Format.date(sum.startedAt, now: now) }

  private var rows: Chart {
    let checks = sums.count
    let hasFailed = sums.contains { $0.failedTables > 0 }
    let remark =
      sums.last?.isFailure == true
      ? localized("last check failed") : localized("\(Format.number(remaining)) now")
    return Chart(
      id: "c-drift", title: Self.rowsTitle, remark: remark,
      description: localized(
        "Rows that differed in the last \(checks) checks of all tables, oldest first: \(remark)."),
      bars: sums.map { sum in
        Chart.Bar(
          parts: [.init(value: sum.found, look: sum.failedTables > 0 ? .failed : .plain)],
          tip: "\(day(sum)) · \(words(sum))", link: Links.run(store, sum.run))
      }, legend: hasFailed ? [(localized("Incomplete"), .failed)] : [],
      emptyText: nothingFound, axis: axis,
      tableTitle: localized("Rows that differed by check"),
      tableHead: [localized("Check"), localized("Rows"), localized("Failed tables")],
      table: sums.map { sum in
        line(
          sum,
          [
            sum.isFailure ? "–" : Format.number(sum.found), Format.number(sum.failedTables),
          ])
      })
  }

  /// What stands in the place of the bars: a check that failed says nothing about differences.
  private var nothingFound: String {
    let whole = sums.count { $0.failedTables == 0 }
    guard let last = sums.last, last.failedTables > 0 else {
      return whole == 1
        ? localized("The last check found no differences.")
        : localized("The last \(whole) complete checks found no differences.")
    }
    guard last.isFailure else {
      let tables = Format.count(last.failedTables, "table")
      return localized(
        "The last check failed for \(tables) and found no differences in the others.")
    }
    return whole == 0
      ? localized("The last check failed.")
      : localized("The last check failed. Earlier checks found no differences.")
  }

  private func words(_ sum: DriftSum) -> String {
    guard !sum.isFailure else { return localized("failed") }
    let rows = Format.count(sum.found, "row")
    guard sum.failedTables > 0 else { return rows }
    return localized("\(rows), \(Format.count(sum.failedTables, "table")) failed")
  }

  private func line(_ sum: DriftSum, _ cells: [String]) -> Chart.Line {
    Chart.Line(
      label: Format.full(sum.startedAt), iso: sum.startedAt.description,
      link: Links.run(store, sum.run), cells: cells)
  }

  private var durations: Chart {
    let numbers = sums.map { Int($0.finishedAt.milliseconds - $0.startedAt.milliseconds) }
    let remark = took(numbers[numbers.count - 1])
    return Chart(
      id: "c-check", title: localized("Check duration"), remark: remark,
      description: localized(
        "Duration of the last \(sums.count) checks, oldest first; the last took \(remark)."),
      bars: zip(sums, numbers).map { sum, number in
        Chart.Bar(
          parts: [.init(value: max(1, number))], tip: "\(day(sum)) · \(took(number))",
          link: Links.run(store, sum.run))
      }, emptyText: "", axis: axis, scale: Chart.durationScale,
      number: { $0 == 0 ? "0" : took($0) },
      tableTitle: localized("Duration of the last checks"),
      tableHead: [localized("Check"), localized("Duration")],
      table: zip(sums, numbers).map { line($0, [took($1)]) })
  }

  private func took(_ milliseconds: Int) -> String {
    Format.duration(milliseconds: Int64(milliseconds))
  }
}
