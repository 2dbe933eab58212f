import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection

/// The histogram of the trash: when the rows that match its filters were deleted, with links that
/// narrow the list to one bin.
struct TrashChart {
  let store: String
  let request: TrashRequest
  let histogram: TrashHistogram
  let now: Timestamp

  /// Nil when one bar would be all there is to see.
  var chart: Chart? {
    let bins = histogram.bins
    guard bins.count > (hasChosenTime ? 0 : 1), let highest = bins.max(),
      let top = bins.firstIndex(of: highest)
    else { return nil }
    let total = bins.reduce(0, +)
    let unit = unitWord
    let (time, most) = (words(top), Format.number(highest))
    let busiest =
      histogram.binSeconds >= 86_400
      ? localized("most on \(time): \(most)") : localized("most at \(time): \(most)")
    let used = bins.enumerated().filter { $0.element > 0 }
    let (first, last) = (words(0), words(bins.count - 1))
    let deletedRows = Format.count(total, "deleted row")
    let barsAre = Format.count(used.count, "bar is", "bars are")
    return Chart(
      id: "hist", title: localized("Deletions per \(unit)"),
      remark: [Format.count(total, "row"), busiest].joinedAsList(),
      description: localized(
        "\(deletedRows) between \(first) and \(last), one bar per \(unit): \(busiest).")
        + sentenceSpace + localized("\(barsAre) not empty."),
      bars: bins.enumerated().map { bin, count in
        Chart.Bar(
          parts: [.init(value: count, look: bin == top ? .second : .plain)],
          tip: "\(words(bin)) · \(Format.count(count, "row"))",
          link: count == 0 ? nil : link(bin))
      }, emptyText: localized("No deletions match the filter."), axis: axis,
      tableTitle: localized("Deleted rows per \(unit), those with none left out"),
      tableHead: [localized("From (UTC)"), localized("Rows")],
      table: used.map { bin, count in
        Chart.Line(
          label: Format.time(histogram.beginning(of: bin), now: now), iso: nil, link: link(bin),
          cells: [Format.number(count)])
      }, isOfThePage: true, showTable: localized("Show as table, choose a time"))
  }

  /// One bar of a time that was chosen is worth seeing.
  private var hasChosenTime: Bool { request.from != nil || request.until != nil }

  private var axis: [String] {
    let last = histogram.bins.count
    let end = histogram.beginning(of: last)
    return [words(0), words(last / 2), end > now ? localized("now") : short(end)]
  }

  private func short(_ moment: Timestamp) -> String {
    switch histogram.binSeconds {
    case ..<60: Format.time(moment, now: now)
    case ..<86_400: "\(Format.date(moment, now: now)) \(Format.clock(moment))"
    default: Format.date(moment, now: now)
    }
  }

  private func words(_ bin: Int) -> String { short(histogram.beginning(of: bin)) }

  /// The same list with only this bin.
  private func link(_ bin: Int) -> String {
    var narrowed = request
    narrowed.from = histogram.beginning(of: bin)
    narrowed.until = histogram.beginning(of: bin + 1)
    return Links.with(Links.trash(store), narrowed.items())
  }

  private var unitWord: String {
    switch histogram.binSeconds {
    case 1: localized("second")
    case 60: localized("minute")
    case 3_600: localized("hour")
    case 86_400: localized("day")
    case 604_800: localized("week")
    default: Format.duration(milliseconds: histogram.binSeconds * 1_000)
    }
  }
}
