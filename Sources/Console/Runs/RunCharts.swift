import ConsoleData
import Localization
import Support
import SyncCore
import TemplateKit

/// The pushes, pulls and syncs of a period drawn: what they moved, and how long they took.
///
/// Each bar leads to its run.
struct RunCharts {
  /// A longer period shows only its newest runs.
  static let runsMax = 30

  let store: String
  let period: ChartPeriod
  /// The oldest first.
  private let runs: [Run]
  /// False for a store that has had one run at most: one bar would be all there is to see.
  private let hasSeveral: Bool

  /// - Parameters:
  ///   - runs: The newest ones that move rows and have ended, the newest first.
  ///   - since: The start of the period.
  init(store: String, runs: [Run], period: ChartPeriod, since: Timestamp) {
    self.store = store
    self.period = period
    hasSeveral = runs.count > 1
    self.runs = runs.filter { $0.finishedAt.map { $0 >= since } == true }.reversed()
  }

  /// Failures only where there were any.
  var charts: [TemplateDictionary] {
    guard hasSeveral else { return [] }
    guard runs.count > 1 else { return [few.dictionary] }
    let hasFailures = failed + unknown > 0 || runs.contains(where: \.isBrokenOff)
    let charts = hasFailures ? [moved, durations, failures] : [moved, durations]
    return charts.map(\.dictionary)
  }

  /// A sentence in place of a chart of one bar or none.
  private var few: Chart {
    Chart(
      id: "c-moved", title: Self.movedTitle, remark: "", description: "", bars: [],
      emptyText: runs.first.map { run in
        let (runName, facts) = (run.title, moved(run))
        return localized("Only \(runName) in the last \(period.words): \(facts)").asSentence
      } ?? localized("No push, pull or sync in the last \(period.words)."),
      axis: [], tableTitle: "", tableHead: [], table: [])
  }

  private static var movedTitle: String { localized("Rows per run") }

  /// Such as "4 runs", or "last 30 runs" where the period may have had more.
  private var countWords: String {
    runs.count < Self.runsMax
      ? Format.count(runs.count, "run") : localized("last \(runs.count) runs")
  }

  private var failed: Int { runs.reduce(0) { $0 + $1.outcome.failed } }
  private var unknown: Int { runs.reduce(0) { $0 + $1.outcome.unknown } }

  private var axis: [String] { [runs[0].title, runs[runs.count - 1].title] }

  private var moved: Chart {
    let count = runs.count
    let failures = failureWords
    return Chart(
      id: "c-moved", title: Self.movedTitle, remark: countWords,
      description: localized(
        "Changes pushed and rows pulled or deleted by the last \(count) runs, oldest "
          + "first; \(failures)."),
      bars: runs.map { run in
        Chart.Bar(
          parts: [
            .init(value: run.outcome.pushed),
            .init(value: run.outcome.pulled + run.outcome.deleted, look: .second),
          ], tip: "\(run.title) · \(moved(run))", link: Links.run(store, run.id))
      },
      legend: [(localized("Pushed"), .plain), (localized("Pulled or deleted"), .second)],
      emptyText: failed + unknown > 0
        ? localized("The last \(count) runs pushed and pulled nothing.")
        : localized("The last \(count) runs found nothing to push or pull."), axis: axis,
      tableTitle: localized("Rows of the last runs"), tableHead: Self.movedHead,
      table: runs.map { run in
        let (outcome, problems) = (run.outcome, run.problemCounts)
        return Chart.Line(
          label: run.title, iso: nil, link: Links.run(store, run.id),
          cells: [
            outcome.pushed, outcome.pulled, outcome.deleted, problems.rejected, problems.conflicts,
            problems.unknown,
          ].map(Format.number))
      })
  }

  /// What did not go through, on a scale of its own: beside many rows it would not be seen.
  private var failures: Chart {
    let count = runs.count
    let remark = failureWords
    return Chart(
      id: "c-failed", title: localized("Failures per run"), remark: remark,
      description: localized(
        "Failed runs, and operations rejected, in conflict or with unknown outcome in the last "
          + "\(count) runs, oldest first: \(remark)."),
      bars: runs.map { run in
        Chart.Bar(
          parts: [
            .init(value: run.outcome.failed, look: .failed),
            .init(value: run.outcome.unknown, look: .second),
          ], tip: "\(run.title) · \(moved(run))", link: Links.run(store, run.id),
          mark: run.isBrokenOff ? .brokenOff : nil)
      }, legend: failureLegend, emptyText: "", axis: axis,
      tableTitle: localized("Failures of the last runs"),
      tableHead: [
        localized("Run"), localized("Rejected"), localized("Conflicts"),
        localized("Outcome unknown"), localized("Run failed"),
      ],
      table: runs.map { run in
        let problems = run.problemCounts
        let numbers = [problems.rejected, problems.conflicts, problems.unknown]
        return Chart.Line(
          label: run.title, iso: nil, link: Links.run(store, run.id),
          cells: numbers.map(Format.number) + [run.failure ?? "–"])
      })
  }

  private var failureLegend: [(label: String, look: Chart.Look)] {
    var legend: [(label: String, look: Chart.Look)] = []
    if failed > 0 { legend.append((localized("Rejected or in conflict"), .failed)) }
    if unknown > 0 { legend.append((localized("Outcome unknown"), .second)) }
    if runs.contains(where: \.isBrokenOff) {
      legend.append((localized("Run failed"), .brokenOff))
    }
    return legend
  }

  private static var movedHead: [String] {
    [
      localized("Run"), localized("Pushed"), localized("Pulled"), localized("Deleted"),
      localized("Rejected"), localized("Conflicts"), localized("Outcome unknown"),
    ]
  }

  /// What did not go through, such as "1 run failed, 2 rejected, 1 with unknown outcome".
  private var failureWords: String {
    let problems = runs.reduce(RunProblemCounts()) { $0 + $1.problemCounts }
    let brokenOff = runs.count { $0.isBrokenOff }
    let failedRuns =
      brokenOff == 0 ? [] : [Format.count(brokenOff, "failed run")]
    guard problems.sum > 0 else {
      return failedRuns.first ?? localized("\(Format.number(0)) rejected")
    }
    return (failedRuns + [problems.words]).joinedAsList()
  }

  private func moved(_ run: Run) -> String {
    let (outcome, problems) = (run.outcome, run.problemCounts)
    let moved = outcome.pushed + outcome.pulled + outcome.deleted
    if let failure = run.failure, moved + problems.sum == 0 { return failure }
    var facts = [
      localized("\(Format.number(outcome.pushed)) pushed"),
      localized("\(Format.number(outcome.pulled)) pulled"),
    ]
    if outcome.deleted > 0 {
      facts.append(Format.count(outcome.deleted, "deletion"))
    }
    if problems.sum > 0 { facts.append(problems.words) }
    return facts.joinedAsList() + (run.failure.map { " · \($0)" } ?? "")
  }

  private var durations: Chart {
    let numbers = runs.map { run in
      Int((run.finishedAt ?? run.startedAt).milliseconds - run.startedAt.milliseconds)
    }
    let median = took(numbers.sorted()[numbers.count / 2])
    let remark = localized("median \(median)")
    let hasFailed = runs.contains(where: \.isBrokenOff)
    return Chart(
      id: "c-took", title: localized("Run duration"), remark: remark,
      description: localized(
        "Duration of the last \(runs.count) runs, oldest first: \(remark)."),
      bars: zip(runs, numbers).map { run, number in
        let hasFailed = run.isBrokenOff
        return Chart.Bar(
          parts: [.init(value: max(1, number), look: hasFailed ? .failed : .plain)],
          tip: "\(run.title) · \(took(number))\(hasFailed ? ", \(localized("failed"))" : "")",
          link: Links.run(store, run.id))
      }, legend: hasFailed ? [(localized("Failed"), .failed)] : [], emptyText: "", axis: axis,
      scale: Chart.durationScale, number: { $0 == 0 ? "0" : took($0) },
      tableTitle: localized("Duration of the last runs"),
      tableHead: [localized("Run"), localized("Duration")],
      table: zip(runs, numbers).map { run, number in
        Chart.Line(
          label: run.title, iso: nil, link: Links.run(store, run.id), cells: [took(number)])
      })
  }

  private func took(_ milliseconds: Int) -> String {
    Format.duration(milliseconds: Int64(milliseconds))
  }
}

extension Run {
  /// True for a run that failed as a whole, and not for one whose changes the server refused.
  fileprivate var isBrokenOff: Bool {
    state == .failed && (outcome.message != nil || problemCounts.sum == 0)
  }

  /// That it failed as a whole, with the cause; nil where it did not.
  fileprivate var failure: String? {
    guard isBrokenOff else { return nil }
    return shortCause.map { cause in localized("Failed: \(cause)") } ?? localized("Failed")
  }
}
