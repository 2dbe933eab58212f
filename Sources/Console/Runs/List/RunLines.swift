import ConsoleData
import Localization
import Support
import SyncCore
import TemplateKit

/// A list of runs, for `Runs/_run-lines`.
struct RunLines {
  let runs: [Run]
  /// How many notes a run has.
  let notes: [Int64: Int]
  let now: Timestamp

  /// - Parameter empty: What stands in the place of the runs where there are none.
  func add(
    to values: inout TemplateDictionary, caption: String, empty: TemplateDictionary = noRuns
  ) {
    values.set("RUNS_CAPTION", caption)
    values.add("RUN", list: runs.map(line))
    values.add("NO_RUNS", list: runs.isEmpty ? [empty] : [])
  }

  private static var noRuns: TemplateDictionary {
    [
      "HEADLINE": localized("No runs yet."),
      "TEXT": localized("A pull downloads the server’s rows; a push sends the changes made here."),
    ]
  }

  private func line(_ run: Run) -> TemplateDictionary {
    let report = run.report
    var values: TemplateDictionary = [
      "LINK": Links.run(run.store, run.id), "NAME": run.title, "REMARK": run.remark(report),
      "BY": run.who.actorName, "SCOPE": run.isReportDropped ? "–" : report.scope,
      "TOOK": run.took(now: now),
    ]
    if let count = notes[run.id] {
      values.add("NOTED", ["NOTED_COUNT": Format.count(count, "note")])
    }
    values.set(time: "STARTED", run.startedAt, now: now)
    values.set(badge: "CHIP", Badge(run))
    let pushes = run.kind == .push || run.kind == .sync || report.pull?.push != nil
    let pulls = run.kind == .pull || run.kind == .sync
    values.addFigure(pushes ? run.outcome.pushed : nil, label: localized("Pushed"))
    values.addFigure(pulls ? run.outcome.pulled : nil, label: localized("Pulled"))
    values.addFigure(pulls ? run.outcome.deleted : nil, label: localized("Deleted"))
    return values
  }
}

extension ConsoleServices {
  func lines(of runs: [Run], in store: String, now: Timestamp) async throws -> RunLines {
    RunLines(
      runs: runs, notes: try await data.noteCounts(store: store, runs: runs.map(\.id)), now: now)
  }
}
