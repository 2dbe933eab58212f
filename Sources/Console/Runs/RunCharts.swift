import ConsoleData
import Support
import TemplateKit

/// The last runs drawn: what they moved, and how long they took.
///
/// Each bar leads to its run.
struct RunCharts {
  static let runsMax = 12

  let store: String
  /// The oldest first.
  private let runs: [Run]

  /// - Parameter runs: The newest first.
  init(store: String, runs: [Run]) {
    self.store = store
    self.runs = Array(
      runs.filter { $0.finishedAt != nil }.prefix(Self.runsMax).reversed())
  }

  /// Empty when one bar would be all there is to see.
  var charts: [TemplateDictionary] {
    runs.count < 2 ? [] : [moved.dictionary, durations.dictionary]
  }

  private var axis: [String] { [runs[0].title, runs[runs.count - 1].title] }

  private var moved: Chart {
    let (failed, unknown) = (
      runs.reduce(0) { $0 + $1.outcome.failed }, runs.reduce(0) { $0 + $1.outcome.unknown }
    )
    return Chart(
      id: "c-moved", title: "Rows per run", remark: "last \(runs.count) runs",
      description: "Changes pushed and rows pulled by the last \(runs.count) runs, oldest first; "
        + "\(Self.failures(failed, unknown: unknown)).",
      bars: runs.map { run in
        Chart.Bar(
          parts: [
            .init(value: run.outcome.pushed),
            .init(value: run.outcome.pulled + run.outcome.deleted, look: .second),
            .init(value: run.outcome.failed + run.outcome.unknown, look: .failed),
          ], tip: "\(run.title) · \(moved(run))", link: Links.run(store, run.id))
      },
      legend: [("Pushed", .plain), ("Pulled", .second)]
        + (failed + unknown > 0 ? [("Not accepted", .failed)] : []),
      emptyText: "The last \(runs.count) runs found nothing to push or pull.", axis: axis,
      tableTitle: "Rows of the last runs",
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

  /// What did not go through, such as "2 not accepted, 1 with unknown outcome".
  private static func failures(_ notAccepted: Int, unknown: Int) -> String {
    "\(Format.number(notAccepted)) not accepted"
      + (unknown > 0 ? ", \(Format.number(unknown)) with unknown outcome" : "")
  }

  private func moved(_ run: Run) -> String {
    let outcome = run.outcome
    var facts = [
      "\(Format.number(outcome.pushed)) pushed",
      "\(Format.number(outcome.pulled + outcome.deleted)) pulled",
    ]
    if outcome.failed > 0 { facts.append("\(Format.number(outcome.failed)) not accepted") }
    if outcome.unknown > 0 {
      facts.append("\(Format.number(outcome.unknown)) with unknown outcome")
    }
    return facts.joined(separator: ", ")
  }

  private var durations: Chart {
    let numbers = runs.map { run in
      Int((run.finishedAt ?? run.startedAt).milliseconds - run.startedAt.milliseconds)
    }
    let remark = "median \(took(numbers.sorted()[numbers.count / 2]))"
    let hasFailed = runs.contains(where: hasBrokenOff)
    return Chart(
      id: "c-took", title: "Run duration", remark: remark,
      description: "Duration of the last \(runs.count) runs, oldest first: \(remark).",
      bars: zip(runs, numbers).map { run, number in
        let hasFailed = hasBrokenOff(run)
        return Chart.Bar(
          parts: [.init(value: max(1, number), look: hasFailed ? .failed : .plain)],
          tip: "\(run.title) · \(took(number))\(hasFailed ? ", failed" : "")",
          link: Links.run(store, run.id))
      }, legend: hasFailed ? [("Failed", .failed)] : [], emptyText: "", axis: axis,
      scale: Chart.durationScale, number: { $0 == 0 ? "0" : took($0) },
      tableTitle: "Duration of the last runs", tableHead: ["Run", "Duration"],
      table: zip(runs, numbers).map { run, number in
        Chart.Line(
          label: run.title, iso: nil, link: Links.run(store, run.id), cells: [took(number)])
      })
  }

  /// True for a run that ended early, and not for one whose changes the server did not accept.
  private func hasBrokenOff(_ run: Run) -> Bool {
    run.state == .failed && run.outcome.message != nil
  }

  private func took(_ milliseconds: Int) -> String {
    Format.duration(milliseconds: Int64(milliseconds))
  }
}
