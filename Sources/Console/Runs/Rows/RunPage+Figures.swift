import ConsoleData
import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The figures of a run's page, each with the list behind it.
extension RunPage {
  var unknownLink: String { errorsLink(.unknown) }

  /// The errors of this run.
  func errorsLink(_ kind: ErrorKind? = nil) -> String {
    Links.with(Links.errors(facts.store), ErrorRequest(run: run.id, kind: kind).items())
  }

  var unknownQueueLink: String {
    Links.with(Links.queue(facts.store), QueryItems([.init("state", "unknown")]))
  }

  /// What the run did, without what it did not; nil when it did nothing.
  var figures: TemplateDictionary? {
    let report = run.report
    // Most runs know what became of everything.
    let notKnown = max(run.outcome.unknown, report.unknown)
    let pushed = run.wasAbandoned ? localized("pushed, at least") : localized("pushed")
    let figures: [(value: Int, label: String, link: String, isBad: Bool)] = [
      (run.outcome.pushed, pushed, rowsLink(.pushed), false),
      (run.outcome.pulled, pulled, rowsLink(.pulled), false),
      (run.outcome.deleted, localized("deleted here"), rowsLink(.deleted), false),
      (run.rejected, localized("rejected"), errorsLink(.failed), true),
      (
        report.conflicts, report.conflicts == 1 ? localized("conflict") : localized("conflicts"),
        errorsLink(.conflict), true
      ),
      (
        report.decidedByRules, localized("resolved by rules"), Links.ruleDecisions(run.store), false
      ),
      (
        notKnown, localized("with unknown outcome when the run ended"),
        aftermath.leftUnknown > 0 ? unknownQueueLink : unknownLink, true
      ),
    ].filter { $0.value > 0 }
    guard !figures.isEmpty else { return nil }
    var section = TemplateDictionary()
    section.add(
      "STAT",
      list: figures.map { figure in
        var values: TemplateDictionary = [
          "LABEL": figure.label, "VALUE": Format.number(figure.value), "LINK": figure.link,
        ]
        values.show("BAD", if: figure.isBad)
        return values
      })
    return section
  }

  /// The steps of a run that ended; a push that left problems says so instead of "Done".
  var endedSteps: [TemplateDictionary] {
    let steps = run.steps.steps
    let pushes = steps.indices.filter { steps[$0].kind == .push }
    let reports = run.report.pushes
    return steps.enumerated().map { index, one in
      var values = step(index, one)
      guard one.state == .done, pushes.count == reports.count,
        let place = pushes.firstIndex(of: index)
      else { return values }
      let push = reports[place]
      let problems = RunProblemCounts(
        rejected: push.failed, conflicts: push.conflicts, unknown: push.unknown)
      guard problems.sum > 0 else { return values }
      values.set(badge: "CHIP", Badge(problems))
      return values
    }
  }

  /// The label of the number of pulled rows.
  private var pulled: String {
    guard let pull = run.report.pull else { return localized("pulled") }
    let newCount = Format.number(pull.inserted)
    let changedCount = Format.number(pull.updated)
    let rows = Format.count(run.report.received, "row")
    return localized("pulled: \(newCount) new, \(changedCount) changed, of \(rows) received")
  }

  private func rowsLink(_ result: RunRowsRequest.Result) -> String {
    Links.with(Links.runRows(facts.store, run.id), RunRowsRequest().items(result))
  }
}
