import ConsoleData
import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The figures of a run's page, each with the list behind it: rows of the run, which stay listed once
/// a problem is resolved.
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
      (
        run.outcome.deleted,
        run.outcome.deleted == 1 ? localized("deletion pulled") : localized("deletions pulled"),
        rowsLink(.deleted), false
      ),
      (run.rejected, localized("rejected"), rowsLink(.rejected), true),
      (
        report.conflicts, report.conflicts == 1 ? localized("conflict") : localized("conflicts"),
        rowsLink(.conflict), true
      ),
      (
        report.decidedByRules, localized("resolved by rules"), Links.ruleDecisions(run.store), false
      ),
      (
        notKnown, localized("with unknown outcome when the run ended"),
        aftermath.leftUnknown > 0 ? unknownQueueLink : rowsLink(.unknown), true
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

  /// The steps of a run that ended: those that changed nothing share a sentence.
  var endedSteps: TemplateDictionary {
    let steps = run.steps.steps
    let idle = steps.indices.filter { changedNothing(steps[$0], at: $0) }
    let listed = steps.indices.filter { !idle.contains($0) }
    var section = TemplateDictionary()
    if !listed.isEmpty {
      var lines = TemplateDictionary()
      let told = RunSummary(run: run, report: report).strong
      lines.add("STEP", list: listed.map { endedStep($0, steps[$0], told: told) })
      section.add("LISTED_STEPS", lines)
    }
    if !idle.isEmpty {
      let names = idle.map { steps[$0].title }.joinedAsList()
      let stepCount = Format.count(idle.count, "step")
      let text =
        idle.count == 1
        ? localized("\(names) changed nothing.")
        : localized("\(stepCount) changed nothing: \(names).")
      section.add("IDLE_STEPS", ["TEXT": text])
    }
    return section
  }

  /// A push that left problems says so instead of "Done".
  ///
  /// - Parameter told: What the page says above, which no step repeats.
  private func endedStep(
    _ index: Int, _ one: SyncProgress.Step, told: String?
  ) -> TemplateDictionary {
    var shown = one
    if one.shownMessage?.asSentence == told { shown.message = nil }
    var values = step(index, shown)
    guard one.state == .done, let push = report(of: .push, at: index, in: run.report.pushes)
    else { return values }
    let problems = RunProblemCounts(
      rejected: push.failed, conflicts: push.conflicts, unknown: push.unknown)
    guard problems.sum > 0 else { return values }
    values.set(badge: "CHIP", Badge(problems))
    return values
  }

  /// True for a push of an empty queue, and for a pull for which the server had nothing new, though it
  /// may have sent rows again.
  private func changedNothing(_ step: SyncProgress.Step, at index: Int) -> Bool {
    guard step.state == .done, step.message == nil else { return false }
    switch step.kind {
    case .push:
      return step.done == 0
        && report(of: .push, at: index, in: run.report.pushes)?.isClean == true
    case .pull:
      let pull = report(of: .pull, at: index, in: run.report.pull?.tables ?? [])
      return pull.map {
        $0.inserted + $0.updated + $0.deleted + $0.keptBeside == 0 && $0.warnings.isEmpty
      } == true
    case .reconcile, .copy, .verify: return false
    }
  }

  /// The report of a step; nil where reports and steps don't match.
  private func report<Report>(
    of kind: SyncProgress.Kind, at index: Int, in reports: [Report]
  ) -> Report? {
    let steps = run.steps.steps
    let places = steps.indices.filter { steps[$0].kind == kind }
    guard places.count == reports.count else { return nil }
    return places.firstIndex(of: index).map { reports[$0] }
  }

  /// The label of the number of pulled rows.
  private var pulled: String {
    guard let pull = run.report.pull else { return localized("pulled") }
    var parts: [String] = []
    if pull.inserted > 0 { parts.append(localized("\(Format.number(pull.inserted)) new")) }
    if pull.updated > 0 { parts.append(localized("\(Format.number(pull.updated)) changed")) }
    guard !parts.isEmpty else { return localized("pulled") }
    let kinds = parts.joinedAsList()
    guard pull.received > pull.inserted + pull.updated else {
      return localized("pulled: \(kinds)")
    }
    let rows = Format.count(pull.received, "row")
    return localized("pulled: \(kinds), of \(rows) received")
  }

  private func rowsLink(_ result: RunRowsRequest.Result) -> String {
    Links.with(Links.runRows(facts.store, run.id), RunRowsRequest().items(result))
  }
}
