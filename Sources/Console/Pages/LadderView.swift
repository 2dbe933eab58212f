import ConsoleData
import Support
import SyncCore
import TemplateKit

/// The steps of “why is it stuck”, with the button that fixes the first one that fails.
struct LadderView {
  let store: String
  let checks: [WhyCheck]
  /// A change that only waits for its turn.
  let isWaiting: Bool
  let maySync: Bool
  let mayRetry: Bool

  /// The items of `CHECK`, for `_ladder.tpl`.
  var lines: [TemplateDictionary] {
    let first = checks.firstIndex { $0.result == .no }
    return checks.enumerated().map { index, check in
      let step = LadderStep(check, isWaiting: isWaiting)
      var line: TemplateDictionary = [
        "RESULT": step.style, "RESULT_WORD": step.word, "HEADLINE": check.finding,
        "EVIDENCE": check.evidence,
      ]
      if index == first, let fix = check.fix { add(fix, to: &line) }
      return line
    }
  }

  private func add(_ fix: WhyCheck.Fix, to line: inout TemplateDictionary) {
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
          "LABEL": "Push this 1",
        ])
    case .retry(let id) where mayRetry:
      line.add(
        "FIX",
        [
          "ACTION": Links.operation(store, id, action: "retry"), "NAME": "now", "VALUE": "1",
          "LABEL": "Retry without waiting",
        ])
    case .decide(let id):
      line.add("DECIDE", ["LINK": Links.error(store, id), "LABEL": "Look and choose"])
    case .goOnline, .push, .retry: break
    }
  }
}

extension ConsoleServices {
  /// The checks of a row, with what the list of runs knows about the pushes since it was queued.
  func why(_ detail: RowDetail, _ store: OpenStore) async throws -> [WhyCheck] {
    guard let first = detail.operations.first else { return detail.why }
    let runs = try await data.runs(store: store.name, limit: 20)
      .filter { $0.kind == .push || $0.kind == .sync }
    let check = PushCheck(operation: first, runs: runs).check
    // Behind the switch, before the pause: a push looks at both.
    guard let place = detail.why.firstIndex(where: { $0.check == WhyCheck.onlineCheck }) else {
      return detail.why
    }
    let isStopped = detail.why[...place].contains { $0.result == .no }
    var checks = detail.why
    checks.insert(
      isStopped ? WhyCheck(check.check, .skipped, WhyCheck.notChecked) : check, at: place + 1)
    guard !isStopped, check.result == .no else { return checks }
    for index in checks.indices where index > place + 1 {
      checks[index] = WhyCheck(checks[index].check, .skipped, WhyCheck.notChecked)
    }
    return checks
  }
}

/// Whether a push had the chance to send an operation, and how it ended.
struct PushCheck {
  let operation: OperationDetail
  /// Pushes and syncs, the newest first.
  let runs: [Run]

  var check: WhyCheck {
    let title = "A push has run since it was queued."
    if operation.info.attempts > 0 || !operation.attempts.isEmpty {
      return WhyCheck(
        title, .ok, "It has been sent \(Format.count(operation.info.attempts, "time")).")
    }
    let fix = WhyCheck.Fix.push(operation.info.id)
    guard let last = runs.first else {
      return WhyCheck(
        title, .no, "Nothing has been pushed from here yet.", finding: "No push has run yet.",
        fix: fix)
    }
    let when = Format.full(last.startedAt)
    if last.state == .running {
      return WhyCheck(title, .warn, "\(last.title) is under way since \(when).")
    }
    guard last.startedAt >= operation.info.queuedAt else {
      return WhyCheck(
        title, .no, "The last one, \(last.title), began \(when), before this was queued.",
        finding: "No push has run since it was queued.", fix: fix)
    }
    let reason = last.outcome.message ?? "It \(last.state.words)."
    return WhyCheck(
      title, .no, "\(last.title), \(when): \(reason)",
      finding: "The last push ended before its turn.", fix: fix)
  }
}

extension Run.State {
  fileprivate var words: String {
    switch self {
    case .running: "is under way"
    case .succeeded: "ended, and this was not part of it"
    case .failed: "failed"
    case .cancelled: "was cancelled"
    }
  }
}
