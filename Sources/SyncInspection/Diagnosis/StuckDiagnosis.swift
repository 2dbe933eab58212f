internal import Support
internal import SyncCore

/// Why a row is, or is not yet, as the server has it: one step after the other, each with what was
/// found, until one stops it.
struct StuckDiagnosis {
  /// Of the row, oldest first.
  var operations: [OperationDetail]
  var errors: [OperationError]
  var base: Record?
  var server: Record?
  var place: (place: Int, count: Int)
  var tablesBefore: [String]
  var isOffline: Bool
  var now: Timestamp

  /// - Parameter operation: The one of the row that is asked about; nil for the first.
  func checks(of operation: Int64? = nil) -> [DiagnosisCheck] {
    guard let first = operations.first(where: { $0.info.id == operation }) ?? operations.first
    else { return Self.nothingWaits }
    let waited =
      [queued(first), order(first), tables(first)] + named(first) + [online(), pause(first)]
    // Before the first sending, the server's version is news; afterwards it explains the answer.
    let steps =
      first.isUnsentAsItIs
      ? waited + [version(first), sent(first), accepted(first)]
      : waited + [sent(first), version(first), accepted(first)]
    var isStopped = false
    return steps.map { step in
      defer { if step.result == .no { isStopped = true } }
      return isStopped
        ? DiagnosisCheck(step.check, .skipped, DiagnosisCheck.notChecked) : step
    }
  }

  private static let nothingWaits = [
    DiagnosisCheck(
      "No change of this row waits.", .ok,
      "The queue has no operation of this row: it is as the last pull or push left it.")
  ]

  private func queued(_ first: OperationDetail) -> DiagnosisCheck {
    let info = first.info
    return DiagnosisCheck(
      "The change is in the queue.", .ok,
      "Operation \(info.id), \(info.kind.name), queued \(info.queuedAt.words), "
        + "place \(place.place) of \(place.count).")
  }

  private func order(_ asked: OperationDetail) -> DiagnosisCheck {
    let check = "No earlier change of this row is in front of it."
    guard let front = operations.first, front.info.id != asked.info.id else {
      let later = operations.dropFirst().map { String($0.info.id) }
      return DiagnosisCheck(
        check, .ok,
        later.isEmpty
          ? "It is the only operation of this row."
          : "It is the first of this row; \(later.joined(separator: ", ")) "
            + "\(later.count == 1 ? "waits" : "wait") behind it.")
    }
    let error = errors.first { $0.operationID == front.info.id && !$0.isOutcomeUnknown }
    let what =
      switch front.info.state {
      case .conflict, .failed: "and needs your decision first"
      case .sending: "and is being sent just now"
      case .unknown: "and nobody knows yet whether the server has it: the next push asks"
      case .pending, .blocked: "and goes out with the next push"
      }
    return DiagnosisCheck(
      check, .no,
      "Operation \(front.info.id), \(front.info.kind.name), was queued before it \(what).",
      finding: "Operation \(front.info.id) of this row is in front of it.",
      fix: error.map { .decide($0.id) } ?? .look(front.info.id))
  }

  private func tables(_ first: OperationDetail) -> DiagnosisCheck {
    let check = "No other table has to go first."
    if tablesBefore.isEmpty {
      return DiagnosisCheck(check, .ok, "\(first.info.table) depends on no table.")
    }
    let names = tablesBefore.joined(separator: ", ")
    let before = first.blockedBy.filter { !first.insertsBefore.contains($0) }
    if before.isEmpty { return DiagnosisCheck(check, .ok, "\(names): nothing waits there.") }
    let count = first.countOfTablesBefore
    let shown = before.prefix(Self.shownMax).map(String.init).joined(separator: ", ")
    let operations = count > before.count ? "\(count) operations" : "Operations"
    let rest = count > Self.shownMax ? ", …" : "."
    return DiagnosisCheck(
      check, .warn, "\(operations) of \(names) go first: \(shown)\(rest)",
      finding: "Another table has to go first.")
  }

  /// Operations of other tables that one step names.
  private static let shownMax = 5

  /// Only where a row can't be named before the server has it.
  private func named(_ first: OperationDetail) -> [DiagnosisCheck] {
    guard !first.insertsBefore.isEmpty else { return [] }
    let inserts = first.insertsBefore.map(String.init).joined(separator: ", ")
    return [
      DiagnosisCheck(
        "The server has the rows that it names.", .warn,
        "It names a row that is new here. Operation \(inserts) inserts that one and goes first, so "
          + "that the server's id can be sent.",
        finding: "The server does not have a row that it names.")
    ]
  }

  private func online() -> DiagnosisCheck {
    isOffline
      ? DiagnosisCheck(
        DiagnosisCheck.onlineCheck, .no,
        "It is switched offline: nothing is sent until it is back.",
        finding: "The store is offline.", fix: .goOnline)
      : DiagnosisCheck(DiagnosisCheck.onlineCheck, .ok, "The offline switch is off.")
  }

  private func pause(_ first: OperationDetail) -> DiagnosisCheck {
    let check = DiagnosisCheck.pauseCheck
    if let next = first.nextAttemptAt, next > now {
      return DiagnosisCheck(
        check, .no, "It is tried again from \(next.words) on.",
        finding: "A pause is running.", fix: .retry(first.info.id))
    }
    let kept = first.pausedUntil.flatMap { $0 > now ? $0 : nil }
    if let wait = first.askedToWait(now: now) {
      let until = wait.until ?? kept
      return DiagnosisCheck(
        check, .no, waitWords(wait.attempt, until: until),
        finding: Self.askedToWait, fix: pushAfterPause(first, until))
    }
    if let until = kept {
      return DiagnosisCheck(
        check, .no,
        "The server asked an earlier push to wait until \(until.words). Nothing is lost; a push that "
          + "begins before waits until then.",
        finding: Self.askedToWait, fix: pushAfterPause(first, until))
    }
    let needsDecision = first.info.state == .conflict || first.info.state == .failed
    return DiagnosisCheck(
      check, .ok,
      needsDecision
        ? "It is not sent by itself: it waits for your decision." : "It may be sent at once.")
  }

  private static let askedToWait = "The server asked to wait."

  private func pushAfterPause(_ first: OperationDetail, _ until: Timestamp?) -> DiagnosisCheck.Fix {
    guard let until, until > now else { return .push(first.info.id) }
    return .pushAnyway(first.info.id, until: until)
  }

  private func waitWords(_ attempt: AttemptInfo, until: Timestamp?) -> String {
    let number =
      "Attempt \(attempt.number), \(attempt.startedAt.words): the server asked to"
    guard let until else {
      return "\(number) slow down and did not say for how long. Nothing is lost; push again later."
    }
    return "\(number) wait until \(until.words). "
      + (until > now
        ? "Nothing is lost; a push that begins before waits until then."
        : "That time is over: the next push sends it again.")
  }

  private func sent(_ first: OperationDetail) -> DiagnosisCheck {
    let check = "It was sent."
    if first.info.state == .sending {
      return DiagnosisCheck(check, .warn, "A request is under way just now.")
    }
    if first.isUnsentAsItIs {
      return DiagnosisCheck(
        check, .no, "The next push takes it.", finding: first.unsentFinding,
        fix: .push(first.info.id))
    }
    guard let attempt = first.attempts.last else {
      return DiagnosisCheck(check, .unknown, "It was sent, and what came of it was not recorded.")
    }
    let number =
      (attempt.wasSent ? "Attempt \(attempt.number), " : "") + attempt.startedAt.words
    if let status = attempt.status {
      return DiagnosisCheck(
        check, .ok,
        "\(number): the server answered HTTP \(status) after \(attempt.durationMilliseconds) ms.")
    }
    let reason = attempt.message?.asClause ?? "no answer came"
    return first.info.state == .unknown
      ? DiagnosisCheck(
        check, .unknown,
        "\(number): \(reason). The server may have it; the next push asks before sending again.")
      : DiagnosisCheck(
        check, .no, "\(number): \(reason).", finding: "It has not reached the server.",
        fix: .push(first.info.id))
  }

  private func version(_ first: OperationDetail) -> DiagnosisCheck {
    let check = "The server has no other version of this row."
    let ours = first.info.baseVersion ?? base?.version
    guard let server else {
      return first.info.state == .conflict
        ? DiagnosisCheck(
          check, .no, "It answered that it has one; its copy is not here yet.",
          finding: Self.otherVersion, fix: decide(first))
        : DiagnosisCheck(
          check, .ok, "No other copy came since \(ours ?? "this row was made here").")
    }
    guard
      server.version != ours || first.info.kind == .insert
        || !isSameStamp(base?.createdAt, server.createdAt)
    else {
      return DiagnosisCheck(check, .ok, "Both have \(ours ?? "none").")
    }
    let isDecided = first.info.state == .conflict || first.info.state == .failed
    let changed =
      server.updatedAt.map { text in
        ", changed there \(Timestamp(text).map(\.words) ?? text)"
      } ?? ""
    return DiagnosisCheck(
      check, isDecided ? .no : .warn,
      "Ours \(ours ?? "none"), server \(server.version ?? "none")\(changed)"
        + (server.deleted ? ", deleted there." : "."), finding: Self.otherVersion,
      fix: isDecided ? decide(first) : nil)
  }

  private func accepted(_ first: OperationDetail) -> DiagnosisCheck {
    let check = "The server takes the change."
    let error = errors.first { $0.operationID == first.info.id }
    if first.info.state == .unknown {
      return DiagnosisCheck(
        check, .no,
        error?.message ?? first.info.lastError ?? "The next push asks the server first.",
        finding: "It is not known whether the server has the change.", fix: .push(first.info.id))
    }
    if let error {
      let status = error.status > 0 ? "HTTP \(error.status): " : ""
      return DiagnosisCheck(
        check, .no, status + error.message, finding: "The server refuses the change.",
        fix: .decide(error.id))
    }
    if let attempt = first.refusedSignIn {
      let status = attempt.status.map { "HTTP \($0): " } ?? ""
      return DiagnosisCheck(
        check, .no,
        "\(status)\((attempt.message ?? "").asSentence) Check the token that the configuration "
          + "names, then push again.", finding: "The server refused the sign-in.",
        fix: .push(first.info.id))
    }
    if let attempt = first.sentElsewhere {
      let place = attempt.otherAddress.map { ", \($0)" } ?? ""
      return DiagnosisCheck(
        check, .no,
        "HTTP \(attempt.status ?? 0): the request is to go to another address\(place). Nothing was "
          + "done, and nothing is lost. Look at the remote's address in the settings of the store, "
          + "then push again.",
        finding: "The server sends requests on to another address.", fix: .push(first.info.id))
    }
    return DiagnosisCheck(
      check, .unknown, first.info.lastError ?? "Nothing says that it does not.")
  }

  private func decide(_ operation: OperationDetail) -> DiagnosisCheck.Fix? {
    errors.first { $0.operationID == operation.info.id }.map { .decide($0.id) }
  }

  private static let otherVersion = "The server has another version of this row."
}

extension OperationDetail {
  fileprivate var unsentFinding: String {
    if attempts.isEmpty { return "It has not been sent yet." }
    return decidedAt == nil
      ? "It has not been sent since it was changed." : "It has not been sent since you decided."
  }
}

extension DiagnosisCheck {
  /// The check of the offline switch, behind which further ones can be put.
  package static let onlineCheck = "The store is online."
  /// The check of the wait that the server asked for.
  package static let pauseCheck = "No pause is running."
  /// The evidence of a step behind one that stops.
  package static let notChecked = "Not checked: a step before stops it."
}
