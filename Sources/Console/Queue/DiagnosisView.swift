import ConsoleData
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
          "ACTION": Links.offline(store), "NAME": "offline", "VALUE": "false", "LABEL": "Go online",
        ])
    case .push(let id) where maySync:
      line.add(
        "FIX",
        [
          "ACTION": Links.push(store), "NAME": "operation", "VALUE": "\(id)",
          "LABEL": "Push 1",
        ])
    case .pushAnyway(let id, let until) where maySync:
      var form: TemplateDictionary = [
        "ACTION": Links.push(store), "NAME": "operation", "VALUE": "\(id)",
        "LABEL": "Push now, before \(Format.full(until))",
      ]
      form.show("ANYWAY")
      line.add("FIX", form)
    case .pushAll where maySync:
      line.add(
        "FIX",
        [
          "ACTION": Links.push(store), "NAME": "all", "VALUE": "1",
          "LABEL": "Push all",
        ])
    case .retry(let id) where mayRetry:
      line.add(
        "FIX",
        [
          "ACTION": Links.operation(store, id, action: "retry"), "NAME": "now", "VALUE": "1",
          "LABEL": "Retry now",
        ])
    case .decide(let id):
      line.add("DECIDE", ["LINK": Links.error(store, id), "LABEL": "Review"])
    case .look(let id):
      line.add("DECIDE", ["LINK": Links.operation(store, id), "LABEL": "Open operation \(id)"])
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
    let isPaused = detail.why.contains { $0.check == DiagnosisCheck.pauseCheck && $0.result == .no }
    if isPaused, check.result == .no { check = DiagnosisCheck(check.check, .warn, check.evidence) }
    // Behind the switch, before the pause: a push looks at both.
    guard let place = detail.why.firstIndex(where: { $0.check == DiagnosisCheck.onlineCheck })
    else {
      return detail.why
    }
    let isStopped = detail.why[...place].contains { $0.result == .no }
    var checks = detail.why
    checks.insert(
      isStopped ? DiagnosisCheck(check.check, .skipped, DiagnosisCheck.notChecked) : check,
      at: place + 1)
    guard !isStopped, check.result == .no else { return checks }
    for index in checks.indices where index > place + 1 {
      checks[index] = DiagnosisCheck(checks[index].check, .skipped, DiagnosisCheck.notChecked)
    }
    return checks
  }
}

/// Whether a push had the chance to send an operation, and how it ended.
struct PushCheck {
  let operation: OperationDetail
  /// Those that push, the newest first.
  let runs: [Run]

  /// Since when it waits as it is, in words behind `since`.
  private var since: String {
    if operation.decidedAt != nil { return "the decision" }
    let isChanged =
      operation.isUnsentAsItIs
      && (!operation.attempts.isEmpty || readyAt > operation.info.queuedAt)
    return isChanged ? "the last edit" : "it was queued"
  }

  private var readyAt: Timestamp {
    max(operation.info.queuedAt, operation.story.last?.at ?? operation.info.queuedAt)
  }

  var check: DiagnosisCheck {
    let title = "Pushed since \(since)"
    guard operation.isUnsentAsItIs else {
      let count = operation.info.attempts
      return DiagnosisCheck(
        title, .ok,
        count == 0
          ? "The server could not be reached."
          : "Sent \(Format.count(count, "time")).")
    }
    // Alone it would wait for what goes first.
    let fix: DiagnosisCheck.Fix = operation.blockedBy.isEmpty ? .push(operation.info.id) : .pushAll
    guard let last = runs.first else {
      return DiagnosisCheck(
        title, .no, "This store has not pushed yet.", finding: "No push has run yet",
        fix: fix)
    }
    let when = Format.full(last.startedAt)
    if last.state == .running {
      return DiagnosisCheck(title, .warn, "\(last.title) has been running since \(when).")
    }
    // A decision needs to be seen first, so a push of the same moment was the one before it.
    let isAfter =
      operation.decidedAt == nil ? last.startedAt >= readyAt : last.startedAt > readyAt
    guard isAfter else {
      return DiagnosisCheck(
        title, .no,
        "The last one, \(last.title), started at \(when), before \(since) (\(Format.full(readyAt))).",
        finding: "No push has run since \(since)", fix: fix)
    }
    let reason = last.outcome.message ?? "The run \(last.state.words)."
    return DiagnosisCheck(
      title, .no, "\(last.title), \(when): \(reason)",
      finding: "The last push ended before this change was sent", fix: fix)
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
  fileprivate var words: String {
    switch self {
    case .running: "is running"
    case .succeeded: "ended without this change"
    case .failed: "failed"
    case .cancelled: "was cancelled"
    }
  }
}
