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
      "No pending changes for this row", .ok,
      "The queue has no operation for this row.")
  ]

  private func queued(_ first: OperationDetail) -> DiagnosisCheck {
    let info = first.info
    return DiagnosisCheck(
      "In the queue", .ok,
      "Operation \(info.id), \(info.kind.name), queued \(info.queuedAt.words), "
        + "place \(place.place) of \(place.count).")
  }

  private func order(_ asked: OperationDetail) -> DiagnosisCheck {
    let check = "First in line for this row"
    guard let front = operations.first, front.info.id != asked.info.id else {
      let later = operations.dropFirst().map { String($0.info.id) }
      return DiagnosisCheck(
        check, .ok,
        later.isEmpty
          ? "The only operation of this row."
          : "\(later.joined(separator: ", ")) \(later.count == 1 ? "follows" : "follow").")
    }
    let error = errors.first { $0.operationID == front.info.id && !$0.isOutcomeUnknown }
    let what =
      switch front.info.state {
      case .conflict, .failed: "and needs attention first"
      case .sending: "and is being sent"
      case .unknown: "and has an unknown outcome: the next push checks with the server"
      case .pending, .blocked: "and is sent with the next push"
      }
    return DiagnosisCheck(
      check, .no,
      "Operation \(front.info.id), \(front.info.kind.name), was queued before it \(what).",
      finding: "Operation \(front.info.id) of this row comes first",
      fix: error.map { .decide($0.id) } ?? .look(front.info.id))
  }

  private func tables(_ first: OperationDetail) -> DiagnosisCheck {
    let check = "No other table comes first"
    if tablesBefore.isEmpty {
      return DiagnosisCheck(check, .ok, "\(first.info.table) depends on no table.")
    }
    let names = tablesBefore.joined(separator: ", ")
    let before = first.blockedBy.filter { !first.insertsBefore.contains($0) }
    if before.isEmpty { return DiagnosisCheck(check, .ok, "\(names): no pending operations.") }
    let count = first.countOfTablesBefore
    let shown = before.prefix(Self.shownMax).map(String.init).joined(separator: ", ")
    let operations = count > before.count ? "\(count) operations" : "Operations"
    let rest = count > Self.shownMax ? ", …" : "."
    return DiagnosisCheck(
      check, .warn, "\(operations) of \(names) go first: \(shown)\(rest)",
      finding: "Another table comes first")
  }

  /// Operations of other tables that one step names.
  private static let shownMax = 5

  /// Only where a row can't be named before the server has it.
  private func named(_ first: OperationDetail) -> [DiagnosisCheck] {
    guard !first.insertsBefore.isEmpty else { return [] }
    let inserts = first.insertsBefore.map(String.init).joined(separator: ", ")
    return [
      DiagnosisCheck(
        "Referenced rows are on the server", .warn,
        "It references a new row. Operation \(inserts) inserts that row and is sent first to get the "
          + "server's id.",
        finding: "A referenced row is not on the server yet")
    ]
  }

  private func online() -> DiagnosisCheck {
    isOffline
      ? DiagnosisCheck(
        DiagnosisCheck.onlineCheck, .no,
        "Nothing is sent until it is online again.",
        finding: "Store is offline", fix: .goOnline)
      : DiagnosisCheck(DiagnosisCheck.onlineCheck, .ok, "It sends and receives.")
  }

  private func pause(_ first: OperationDetail) -> DiagnosisCheck {
    let check = DiagnosisCheck.pauseCheck
    if let next = first.nextAttemptAt, next > now {
      return DiagnosisCheck(
        check, .no, "Next attempt at \(next.words).",
        finding: "Waiting for the next attempt", fix: .retry(first.info.id))
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
        "The server asked to wait until \(until.words). "
          + PersistedRetryAfter.effect(until: until, at: now),
        finding: Self.askedToWait, fix: pushAfterPause(first, until))
    }
    let needsDecision = first.info.state == .conflict || first.info.state == .failed
    return DiagnosisCheck(
      check, .ok,
      needsDecision
        ? "It is skipped until it is resolved." : "It can be sent now.")
  }

  private static let askedToWait = "The server asked to wait"

  private func pushAfterPause(_ first: OperationDetail, _ until: Timestamp?) -> DiagnosisCheck.Fix {
    guard let until, until > now else { return .push(first.info.id) }
    return .pushAnyway(first.info.id, until: until)
  }

  private func waitWords(_ attempt: AttemptInfo, until: Timestamp?) -> String {
    let number =
      "Attempt \(attempt.number), \(attempt.startedAt.words): the server asked to"
    guard let until else {
      return "\(number) slow down without a time. Push again later."
    }
    return "\(number) wait until \(until.words). "
      + (until > now
        ? "A push started earlier waits until then."
        : "That time has passed: the next push sends it again.")
  }

  private func sent(_ first: OperationDetail) -> DiagnosisCheck {
    let check = "Sent"
    if first.info.state == .sending {
      return DiagnosisCheck(check, .warn, "A request is in progress.")
    }
    if first.isUnsentAsItIs {
      return DiagnosisCheck(
        check, .no, "It is sent with the next push.", finding: first.unsentFinding,
        fix: .push(first.info.id))
    }
    guard let attempt = first.attempts.last else {
      return DiagnosisCheck(check, .unknown, "It was sent, but the result was not recorded.")
    }
    let number =
      (attempt.wasSent ? "Attempt \(attempt.number), " : "") + attempt.startedAt.words
    if let status = attempt.status {
      return DiagnosisCheck(
        check, .ok,
        "\(number): HTTP \(status), \(attempt.durationMilliseconds) ms.")
    }
    let reason = attempt.message?.asClause ?? "no response"
    return first.info.state == .unknown
      ? DiagnosisCheck(
        check, .unknown,
        "\(number): \(reason). The server may have it; the next push checks before sending again.")
      : DiagnosisCheck(
        check, .no, "\(number): \(reason).", finding: "It has not reached the server",
        fix: .push(first.info.id))
  }

  private func version(_ first: OperationDetail) -> DiagnosisCheck {
    let check = "No newer version on the server"
    let ours = first.info.baseVersion ?? base?.version
    guard let server else {
      return first.info.state == .conflict
        ? DiagnosisCheck(
          check, .no, "The server reported one; it is not loaded yet.",
          finding: Self.otherVersion, fix: decide(first))
        : DiagnosisCheck(
          check, .ok, "None received since \(ours ?? "the row was created here").")
    }
    guard
      server.version != ours || first.info.kind == .insert
        || !isSameStamp(base?.createdAt, server.createdAt)
    else {
      return DiagnosisCheck(check, .ok, "Version \(ours ?? "none") on both sides.")
    }
    let isDecided = first.info.state == .conflict || first.info.state == .failed
    let changed =
      server.updatedAt.map { text in
        ", changed \(Timestamp(text).map(\.words) ?? text)"
      } ?? ""
    return DiagnosisCheck(
      check, isDecided ? .no : .warn,
      "Here \(ours ?? "none"), server \(server.version ?? "none")\(changed)"
        + (server.deleted ? ", deleted there." : "."), finding: Self.otherVersion,
      fix: isDecided ? decide(first) : nil)
  }

  private func accepted(_ first: OperationDetail) -> DiagnosisCheck {
    let check = "Accepted by the server"
    let error = errors.first { $0.operationID == first.info.id }
    if first.info.state == .unknown {
      return DiagnosisCheck(
        check, .no,
        error?.message ?? first.info.lastError ?? "The next push checks with the server first.",
        finding: "The outcome is unknown", fix: .push(first.info.id))
    }
    if let error {
      let status = error.status > 0 ? "HTTP \(error.status): " : ""
      return DiagnosisCheck(
        check, .no, status + error.message, finding: "The server rejected the change",
        fix: .decide(error.id))
    }
    if let attempt = first.refusedSignIn {
      let status = attempt.status.map { "HTTP \($0): " } ?? ""
      return DiagnosisCheck(
        check, .no,
        "\(status)\((attempt.message ?? "").asSentence) Check the configured token, then push again.",
        finding: "The server rejected the sign-in",
        fix: .push(first.info.id))
    }
    if let attempt = first.sentElsewhere {
      let place = attempt.otherAddress.map { ", \($0)" } ?? ""
      return DiagnosisCheck(
        check, .no,
        "HTTP \(attempt.status ?? 0): redirected to another address\(place). Check the server address "
          + "in the store's settings, then push again.",
        finding: "The server redirects to another address", fix: .push(first.info.id))
    }
    return DiagnosisCheck(
      check, .unknown, first.info.lastError ?? "No rejection recorded.")
  }

  private func decide(_ operation: OperationDetail) -> DiagnosisCheck.Fix? {
    errors.first { $0.operationID == operation.info.id }.map { .decide($0.id) }
  }

  private static let otherVersion = "The server has a newer version"
}

extension OperationDetail {
  fileprivate var unsentFinding: String {
    if attempts.isEmpty { return "Not sent yet" }
    return decidedAt == nil
      ? "Not sent since the last edit" : "Not sent since the decision"
  }
}

extension DiagnosisCheck {
  /// The check of the offline switch, behind which further ones can be put.
  package static let onlineCheck = "Store is online"
  /// The check of the wait that the server asked for.
  package static let pauseCheck = "No wait in effect"
  /// The evidence of a step behind one that stops.
  package static let notChecked = "Not checked: an earlier check failed."
}
