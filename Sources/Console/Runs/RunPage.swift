import ConsoleData
import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// One run: how far it is, or its report with the problems first.
struct RunPage {
  var facts: StorePageContext
  var run: Run
  /// The newest snapshot of a run under way.
  var progress: SyncProgress?
  /// For a run that failed as a whole, until a run reaches the server.
  var failure: SyncFailure?
  /// Whether the reader can test the connection on the page of settings.
  var mayTest = false
  /// What has become of the problems of the report.
  var aftermath = RunFollowUp()
  /// How the rest of what was asked for can be done; nil where that is not offered.
  var goingOn: RunInProgress?
  /// The first of its rows; nil for a comparison.
  var rows: RunRowsView?
  /// False offline, and for who may not retry and push.
  var mayRetry = false
  var mayExport = false
  /// The name of the row of the only operation of the run, in quotes; nil where there are several.
  var onlyName: String?
  /// Leads to an error that is left in the store; nil where the run has problems of its own.
  var nextError: NextStep?
  /// What the message above says already.
  var told: String?
  /// Why the person cannot apply a comparison; nil when nothing is in the way.
  var whyNotApply: String?
  /// The names of rows that a comparison shows and the store has, by id.
  var titles: UTF8Dictionary<String> = [:]
  /// How what was applied of it can be taken back, by decision.
  var undo: [Int64: ReconcileUndo] = [:]
  /// Whether the table that was compared takes no changes.
  var isReadOnly = false

  private var store: String { facts.store }
  var report: RunReport { run.report }

  var values: TemplateDictionary {
    var values = facts.values
    let isComparison = run.kind == .reconcile
    values.set("PARENT", isComparison ? localized("Reconcile") : localized("Runs"))
    values.set("PARENT_LINK", isComparison ? Links.reconcile(store) : Links.runs(store))
    values.set("NAME", run.title)
    values.set(badge: "CHIP", Badge(run))
    values.set("RUN_LINK", Links.run(store, run.id))
    values.set("CANCEL_ACTION", Links.runCancel(store, run.id))
    values.set(time: "STARTED", run.startedAt, now: facts.now)
    values.set("BY", run.who.isEmpty ? "" : " \(localized("by \(run.who.actorName)"))")
    if run.state == .running {
      addLive(to: &values)
    } else {
      addReport(to: &values)
    }
    return values
  }

  // MARK: - Under way

  private func addLive(to values: inout TemplateDictionary) {
    let steps = (progress ?? run.steps).steps
    let words = RunProgressText(steps: steps, startedAt: run.startedAt, now: facts.now)
    values.show("LIVE")
    values.set("EVENTS_LINK", Links.runEvents(store, run.id))
    values.set("SAY", words.say)
    values.set("NOTE", words.note)
    if let percent = words.percent { values.add("WHOLE", ["VALUE": "\(percent)"]) }
    values.set(
      "CANCEL_NOTE",
      run.cancelledBy.map { by in
        localized("Cancelled by \(by.actorName). The run stops at the next safe point.")
      } ?? cancelNote)
    values.show("CAN_CANCEL", if: facts.mayChange && run.cancelledBy == nil)
    values.add("STEP", list: steps.enumerated().map { step($0.offset, $0.element) })
  }

  private var cancelNote: String {
    switch run.kind {
    case .push:
      [
        localized("Cancel stops after the requests in flight."), cutOff,
        localized("Pushed changes stay pushed; the rest stay in the queue."),
      ].joinedAsSentences()
    case .sync:
      [
        localized("Cancel stops after the requests or the page in flight."), cutOff,
        localized("Pushed changes and stored rows are kept; the rest stay in the queue."),
      ].joinedAsSentences()
    case .pull:
      localized(
        "Cancel stops after the current page. Stored rows are kept; the report shows where the "
          + "next pull begins.")
    case .reconcile: localized("Cancel stops the comparison. Nothing is changed.")
    case .copy:
      localized("Cancel stops after the current page of rows. Copied rows stay in the queue.")
    case .verify: localized("Cancel stops the verification. Nothing is changed.")
    }
  }

  private var cutOff: String {
    let grace = Format.duration(milliseconds: Int64(SyncContext.answerGrace / .milliseconds(1)))
    return localized(
      "Requests without a response after \(grace) are aborted; the next push checks their "
        + "outcome.")
  }

  func step(_ index: Int, _ step: SyncProgress.Step) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "INDEX": "\(index)", "NAME": step.title, "COUNT": step.countText,
    ]
    values.set(badge: "CHIP", Badge(step.state))
    if let message = step.shownMessage { values.add("REMARKED", ["TEXT": message]) }
    if let total = step.total {
      values.add("BAR", ["MAX": "\(max(total, 1))", "VALUE": "\(min(step.done, max(total, 1)))"])
    } else if step.isOver || step.state == .waiting {
      values.add("BAR", ["MAX": "1", "VALUE": step.state == .done ? "1" : "0"])
    }
    return values
  }

  // MARK: - Ended

  private func addReport(to values: inout TemplateDictionary) {
    let summary = RunSummary(
      run: run, report: report, aftermath: aftermath, whyNotApply: whyNotApply, onlyName: onlyName)
    values.show("OVER")
    values.set("TOOK", run.tookWords(now: facts.now))
    // "All tables" would be wrong where changes of them wait that the push was not asked for.
    values.set("SCOPE", run.kind == .push && run.keptNewer ? "" : localized("\(scope)."))
    addOutcome(summary, to: &values)
    let again = RunRetry(run: run, aftermath: aftermath)
    let retry = mayRetry ? again.form : nil
    let isRetryFirst = retry != nil && again.isPromising
    let waysOn = waysOn(isFirst: !isRetryFirst)
    if !isRetryFirst { values.add("RESOLVE", list: waysOn) }
    // The most important one is at the end of the line.
    let others = (goingOn?.forms(isFirst: retry == nil && waysOn.isEmpty) ?? []).reversed()
    values.show("RESOLVE_LAST", if: retry != nil)
    values.show("RESOLVE_FIRST", if: retry == nil)
    values.add("GO_ON", list: others + [retry].compactMap { $0 })
    if mayExport, rows?.list.isEmpty == false {
      values.add("EXPORT", ["LINK": Links.runRowsFile(store, run.id)])
    }
    addProblems(summary.notices, isRetryFirst ? waysOn : [], to: &values)
    if let preview = report.preview {
      values.add("PREVIEW", RunPreviewView(store: store, outcome: preview).values)
    }
    if let rows, rows.isWorthwhile { values.add("ROWS", rows.values) }
    if let copy = report.copy {
      values.add("COPIED", CopyRunView(facts: facts, run: run, copy: copy).values)
    }
    if let comparison = report.comparison {
      var section = ReconcileReportView(
        facts: facts, run: run, report: comparison, mayApply: whyNotApply == nil,
        isReadOnly: isReadOnly, titles: titles, undo: undo
      ).values
      section.set("LINK", Links.reconcile(store))
      values.add("COMPARISON", section)
    }
    if let comparisons = report.comparisons {
      values.add("COMPARISONS", ReconcileAllView(store: store, comparisons: comparisons).values)
    }
    if !run.steps.steps.isEmpty { values.add("STEPS", endedSteps) }
  }

  /// What the run did: its figures where it has any, else a sentence.
  private func addOutcome(_ summary: RunSummary, to values: inout TemplateDictionary) {
    let figures = run.kind.isSync ? figures : nil
    values.add("FIGURES", list: figures.map { [$0] } ?? [])
    // Where nobody knows the last numbers, the sentence says so.
    let isCounted = figures != nil && !run.wasAbandoned
    if isCounted, case .problems(let problems) = RunEnding(run),
      problems.rejected + problems.conflicts > 0
    {
      let count = Format.count(problems.sum, "problem")
      values.set(badge: "CHIP", Badge(Badge(run).look, localized("Done, \(count)")))
    }
    let sentence = isCounted ? summary.headline : summary.strong
    let strong = sentence == told ? nil : sentence
    let say = isCounted ? nil : summary.say
    guard strong != nil || say != nil || summary.note != nil || failure != nil else { return }
    var box = TemplateDictionary()
    if strong != nil || say != nil {
      var words = TemplateDictionary()
      words.add("STRONG", list: strong.map { [["TEXT": $0]] } ?? [])
      words.set("SAY", say ?? "")
      box.add("SENTENCES", words)
    }
    box.set("OUTCOME_NOTE", ifAny: summary.note)
    if let failure { addFailure(failure, to: &box) }
    values.add("OUTCOME", box)
  }

  /// The actions that the overview offers for it; what starts this run again is in the head.
  private func addFailure(_ failure: SyncFailure, to values: inout TemplateDictionary) {
    let isOffered = goingOn?.forms(isFirst: false).isEmpty == false
    let item = AttentionItem(
      failure, of: run, maySync: facts.mayChange && !isOffered, mayTest: mayTest, now: facts.now)
    var section = item.values
    let runs = failure.count > 1 ? [failure.runs(now: facts.now)].joinedAsSentence() : nil
    section.set("FAILED_RUNS", ifAny: runs)
    values.add("FAILURE", section)
  }

  /// The tables, or how many of what, at the start of a sentence.
  private var scope: String {
    guard report.operations == nil, report.tables == nil else {
      return report.scope.capitalizedWord
    }
    return report.isFull ? localized("All tables, full") : localized("All tables")
  }

  /// What is left to do about the problems: only those that need a decision are to be resolved.
  ///
  /// - Parameter isFirst: Nothing else on the page is more urgent.
  private func waysOn(isFirst: Bool) -> [TemplateDictionary] {
    var ways: [TemplateDictionary] = []
    func add(_ link: String, _ label: String) {
      var way: TemplateDictionary = ["LINK": link, "LABEL": label]
      way.show("PRIMARY", if: isFirst && ways.isEmpty)
      ways.append(way)
    }
    let needYou = aftermath.needYou(report)
    let unknown = max(aftermath.unknown(report), aftermath.leftUnknown)
    if needYou > 0 {
      let only = needYou == 1 ? aftermath.openErrors.sorted().first : nil
      // A report that leaves problems out leads to all errors.
      let list = report.namesAllProblems ? errorsLink() : Links.errors(store)
      let problems = Format.count(needYou, "problem")
      add(
        only.map { Links.error(store, $0) } ?? list,
        report.namesAllProblems
          ? localized("Resolve \(problems)") : localized("Resolve the problems"))
    }
    if unknown > 0 {
      let outcomes = Format.count(unknown, "unknown outcome")
      add(
        aftermath.leftUnknown > 0 ? unknownQueueLink : unknownLink,
        report.namesAllProblems
          ? localized("View \(outcomes)") : localized("View unknown outcomes"))
    }
    if let nextError, ways.isEmpty { add(nextError.url, nextError.label) }
    return ways
  }

  /// - Parameter waysOn: Where the retry is the most important action of the page, these are not
  ///   beside it.
  private func addProblems(
    _ notices: [RunSummary.Notice], _ waysOn: [TemplateDictionary],
    to values: inout TemplateDictionary
  ) {
    let problems = RunProblemGroups(store: store, run: run, aftermath: aftermath).list
    guard !notices.isEmpty || !problems.isEmpty else { return }
    var section = TemplateDictionary()
    section.add("RESOLVE_ALL", list: waysOn)
    if !notices.isEmpty {
      var list = TemplateDictionary()
      list.add(
        "NOTICE",
        list: notices.map { notice in
          var values: TemplateDictionary = ["TEXT": notice.text]
          values.set(badge: "CHIP", notice.badge)
          return values
        })
      section.add("NOTICES", list)
    }
    if !problems.isEmpty {
      var list = TemplateDictionary()
      list.add("ATTENTION", list: problems.map(\.values))
      section.add("BY_CAUSE", list)
    }
    values.add("PROBLEMS", section)
  }
}
