import ConsoleData
import Support
import TemplateKit

/// The last runs drawn: how long they took, and what they moved.
struct RunCharts {
  let store: String
  /// The newest first, as the list has them.
  let runs: [Run]
  let now: Timestamp

  /// Empty when one bar would be all there is to see.
  var charts: [TemplateDictionary] {
    let ended = Array(runs.filter { $0.finishedAt != nil }.reversed())
    guard ended.count > 1 else { return [] }
    return [durations(ended).dictionary, moved(ended).dictionary]
  }

  private func durations(_ runs: [Run]) -> Chart {
    let numbers = runs.map { run in
      Int((run.finishedAt ?? run.startedAt).milliseconds - run.startedAt.milliseconds)
    }
    let longest = numbers.max() ?? 0
    let top = numbers.firstIndex(of: longest) ?? 0
    let middle = numbers.sorted()[numbers.count / 2]
    // The unit stands in the title: beside each number of the axis there is no room for it.
    let unit = Chart.scale(longest) < 1_000 ? 1 : 1_000
    let remark =
      "usually \(took(middle)), longest \(took(longest)): \(runs[top].title)"
    var chart = Chart(
      id: "c-took", title: "Duration in \(unit == 1 ? "milliseconds" : "seconds")",
      remark: remark,
      description: "Duration of the last \(runs.count) runs, oldest first: \(remark).",
      values: numbers, axis: [runs[0].title, runs[runs.count - 1].title],
      tableTitle: "Duration of the last runs", tableHead: ["Run", "Duration"],
      table: zip(runs, numbers).map { run, number in
        Chart.Line(
          label: run.title, iso: nil, link: Links.run(store, run.id), cells: [took(number)])
      })
    chart.number = { number in
      let (whole, rest) = number.quotientAndRemainder(dividingBy: unit)
      return rest == 0 ? Format.number(whole) : "\(Format.number(whole)).\(rest * 10 / unit)"
    }
    return chart
  }

  private func took(_ milliseconds: Int) -> String {
    Format.duration(milliseconds: Int64(milliseconds))
  }

  private func moved(_ runs: [Run]) -> Chart {
    let rows = runs.map { $0.outcome.pushed + $0.outcome.pulled + $0.outcome.deleted }
    let (failed, unknown) = (runs.map(\.outcome.failed), runs.map(\.outcome.unknown))
    let remark =
      "\(Format.number(rows.reduce(0, +))) rows and operations, "
      + Chart.failures(failed.reduce(0, +), unknown: unknown.reduce(0, +))
    return Chart(
      id: "c-moved", title: "Rows and operations, failures below the line", remark: remark,
      description:
        "Operations pushed and rows pulled by the last \(runs.count) runs, oldest first, "
        + "with rejected operations, conflicts and unknown outcomes below the line: \(remark).",
      values: rows, below: zip(failed, unknown).map(+),
      axis: [runs[0].title, runs[runs.count - 1].title],
      tableTitle: "Rows and operations of the last runs",
      tableHead: [
        "Run", "Pushed", "Pulled", "Deleted", "Rejected", "Conflicts", "Outcome unknown",
      ],
      table: runs.map { run in
        Chart.Line(
          label: run.title, iso: nil, link: Links.run(store, run.id),
          cells: [
            run.outcome.pushed, run.outcome.pulled, run.outcome.deleted, run.refused,
            run.report.conflicts, run.outcome.unknown,
          ].map(Format.number))
      })
  }
}

extension Chart {
  /// What did not go through, such as "2 not accepted, 1 of unknown outcome".
  static func failures(_ notAccepted: Int, unknown: Int) -> String {
    "\(Format.number(notAccepted)) not accepted"
      + (unknown > 0 ? ", \(Format.number(unknown)) with unknown outcome" : "")
  }
}
