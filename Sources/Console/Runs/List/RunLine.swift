import ConsoleData
import Support
import SyncCore
import TemplateKit

/// A run in a list of runs, for `Runs/_run-lines`.
struct RunLine {
  let run: Run
  /// How many it has.
  let notes: Int
  let now: Timestamp

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "LINK": Links.run(run.store, run.id), "NAME": run.title, "REMARK": remark, "BY": run.who,
      "SCOPE": run.isReportDropped ? "–" : run.report.scope, "TOOK": run.took(now: now),
    ]
    if notes > 0 { values.add("NOTED", ["NOTED_COUNT": Format.count(notes, "note")]) }
    values.set(time: "STARTED", run.startedAt, now: now)
    values.set(badge: "CHIP", Badge(run))
    let sends = run.kind == .push || run.kind == .sync || run.outcome.pushed > 0
    let pulls = run.kind == .pull || run.kind == .sync
    values.addFigure(sends ? run.outcome.pushed : nil, label: "Pushed")
    values.addFigure(pulls ? run.outcome.pulled : nil, label: "Pulled")
    values.addFigure(pulls ? run.outcome.deleted : nil, label: "Deleted")
    return values
  }

  /// What went wrong, or what a comparison found.
  private var remark: String {
    if let message = run.outcome.message { return message }
    let report = run.report
    if let comparison = report.comparison {
      let counts = comparison.groups.reduce(0) { $0 + $1.group.count }
      return counts == 0
        ? "\(comparison.table) matches the server"
        : "\(comparison.table): \(Format.count(counts, "row differs", "rows differ"))"
    }
    let problems = [
      (run.refused, "rejected"),
      (report.conflicts, report.conflicts == 1 ? "conflict" : "conflicts"),
      (run.outcome.unknown, "with unknown outcome"),
    ]
    return problems.filter { $0.0 > 0 }.map { "\(Format.number($0.0)) \($0.1)" }
      .joined(separator: ", ")
  }
}
