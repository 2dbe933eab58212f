import ConsoleData
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The diagnosis of a stuck row, step by step, with a button that fixes the first failed step.
struct DiagnosisView {
  let store: String
  let checks: [DiagnosisCheck]
  /// A change that only waits for its turn.
  let isWaiting: Bool
  let maySync: Bool
  let mayRetry: Bool

  /// The items of `CHECK`, for `Queue/_diagnosis.tpl`.
  var lines: [TemplateDictionary] {
    let first = checks.firstIndex { $0.result == .no }
    return checks.enumerated().map { index, check in
      let step = DiagnosisStep(check, isWaiting: isWaiting)
      var line: TemplateDictionary = [
        "RESULT": step.style, "RESULT_WORD": step.word, "HEADLINE": check.finding,
        "EVIDENCE": check.evidence,
      ]
      if index == first, let fix = check.fix { add(fix, to: &line) }
      return line
    }
  }

  private func add(_ fix: DiagnosisCheck.Fix, to line: inout TemplateDictionary) {
    switch fix {
    case .goOnline where maySync:
      line.add(
        "FIX",
        [
          "ACTION": Links.offline(store), "NAME": "offline", "VALUE": "false",
          "LABEL": localized("Go online"),
        ])
    case .push(let id) where maySync:
      line.add(
        "FIX",
        [
          "ACTION": Links.push(store), "NAME": "operation", "VALUE": "\(id)",
          "LABEL": PushLabel.words(1),
        ])
    case .pushAnyway(let id, let until) where maySync:
      var form: TemplateDictionary = [
        "ACTION": Links.push(store), "NAME": "operation", "VALUE": "\(id)",
        "LABEL": localized("Push now, before \(Format.full(until))"),
      ]
      form.show("ANYWAY")
      line.add("FIX", form)
    case .pushAll where maySync:
      line.add(
        "FIX",
        [
          "ACTION": Links.push(store), "NAME": "all", "VALUE": "1",
          "LABEL": localized("Push all"),
        ])
    case .retry(let id) where mayRetry:
      line.add(
        "FIX",
        [
          "ACTION": Links.operation(store, id, action: "retry"), "NAME": "now", "VALUE": "1",
          "LABEL": localized("Retry now"),
        ])
    case .decide(let id):
      line.add("DECIDE", ["LINK": Links.error(store, id), "LABEL": localized("Review")])
    case .look(let id):
      line.add(
        "DECIDE", ["LINK": Links.operation(store, id), "LABEL": localized("Open operation \(id)")])
    case .goOnline, .push, .pushAnyway, .pushAll, .retry: break
    }
  }
}

extension ConsoleServices {
  /// The checks of a row, with what the list of runs knows about the pushes since it was queued.
  ///
  /// - Parameter operation: The one of the row that `detail.why` is about; nil for the first.
  func why(
    _ detail: RowDetail, _ store: StoreHandle, of operation: Int64? = nil
  ) async throws -> [DiagnosisCheck] {
    guard
      let first = detail.operations.first(where: { $0.info.id == operation })
        ?? detail.operations.first
    else { return detail.why }
    let runs = try await data.runs(store: store.name, RunQuery(limit: 20))
      .filter(\.pushes)
    var check = PushCheck(operation: first, runs: runs).check
    // A pause is what keeps it, and says until when.
    let isPaused = detail.why.contains { $0.code == .pause && $0.result == .no }
    if isPaused, check.result == .no { check = DiagnosisCheck(check.check, .warn, check.evidence) }
    // Behind the switch, before the pause: a push looks at both.
    guard let place = detail.why.firstIndex(where: { $0.code == .online })
    else {
      return detail.why
    }
    let isStopped = detail.why[...place].contains { $0.result == .no }
    var checks = detail.why
    checks.insert(
      isStopped ? check.skipped : check,
      at: place + 1)
    guard !isStopped, check.result == .no else { return checks }
    for index in checks.indices where index > place + 1 {
      checks[index] = checks[index].skipped
    }
    return checks
  }
}

/// Whether a push had the chance to send an operation, and how it ended.
struct PushCheck {
  let operation: OperationDetail
  /// Those that push, the newest first.
  let runs: [Run]

  /// Since when it waits as it is.
  private var since: Since {
    if operation.decidedAt != nil { return .decision }
    let isChanged =
      operation.isUnsentAsItIs
      && (!operation.attempts.isEmpty || readyAt > operation.info.queuedAt)
    return isChanged ? .edit : .queueing
  }

  private var readyAt: Timestamp {
    max(operation.info.queuedAt, operation.story.last?.at ?? operation.info.queuedAt)
  }

  var check: DiagnosisCheck {
    let title = since.title
    guard operation.isUnsentAsItIs else {
      let count = operation.info.attempts
      let times = Format.count(count, "time")
      return DiagnosisCheck(
        title, .ok,
        count == 0
          ? localized("A push has tried to send it.")
          : localized("Sent \(times)."))
    }
    // Alone it would wait for what goes first.
    let fix: DiagnosisCheck.Fix = operation.blockedBy.isEmpty ? .push(operation.info.id) : .pushAll
    guard let last = runs.first else {
      return DiagnosisCheck(
        title, .no, localized("This store has not pushed yet."),
        finding: localized("No push has run yet"), fix: fix)
    }
    let when = Format.full(last.startedAt)
    if last.state == .running {
      return DiagnosisCheck(
        title, .warn, localized("\(last.title) has been running since \(when)."))
    }
    // A decision needs to be seen first, so a push of the same moment was the one before it.
    let isAfter =
      operation.decidedAt == nil ? last.startedAt >= readyAt : last.startedAt > readyAt
    guard isAfter else {
      return DiagnosisCheck(
        title, .no, since.evidence(last.title, startedAt: when, Format.full(readyAt)),
        finding: since.finding, fix: fix)
    }
    let reason = last.shownMessage ?? last.state.sentence
    return DiagnosisCheck(
      title, .no, labelled([last.title, when].joinedAsList(), reason),
      finding: localized("The last push ended before this change was sent"), fix: fix)
  }
}

extension PushCheck {
  /// What an operation waits since.
  private enum Since {
    case decision, edit, queueing

    var title: String {
      switch self {
      case .decision: localized("Pushed since the decision")
      case .edit: localized("Pushed since the last edit")
      case .queueing: localized("Pushed since it was queued")
      }
    }

    /// That no push began after that.
    var finding: String {
      switch self {
      case .decision: localized("No push has run since the decision")
      case .edit: localized("No push has run since the last edit")
      case .queueing: localized("No push has run since it was queued")
      }
    }

    func evidence(_ push: String, startedAt start: String, _ time: String) -> String {
      switch self {
      case .decision:
        localized("The last one, \(push), started at \(start), before the decision (\(time)).")
      case .edit:
        localized("The last one, \(push), started at \(start), before the last edit (\(time)).")
      case .queueing:
        localized("The last one, \(push), started at \(start), before it was queued (\(time)).")
      }
    }
  }
}

extension Run {
  /// A pull of a dirty table pushes it first.
  fileprivate var pushes: Bool {
    switch kind {
    case .push, .sync: true
    case .pull: outcome.report.map { !RunReport($0).pushes.isEmpty } ?? false
    case .reconcile, .copy, .verify: false
    }
  }
}

extension Run.State {
  fileprivate var sentence: String {
    switch self {
    case .running: localized("The run is running.")
    case .succeeded: localized("The run ended without this change.")
    case .failed: localized("The run failed.")
    case .cancelled: localized("The run was cancelled.")
    }
  }
}
