internal import Localization
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
      return isStopped ? step.skipped : step
    }
  }

  private static var nothingWaits: [DiagnosisCheck] {
    [
      DiagnosisCheck(
        localized("No pending changes for this row"), .ok,
        localized("The queue has no operation for this row."))
    ]
  }

  private func queued(_ first: OperationDetail) -> DiagnosisCheck {
    let operation = first.info.id
    let kindName = first.info.kind.noun
    let time = first.info.queuedAt.words
    let (position, count) = place
    return DiagnosisCheck(
      localized("In the queue"), .ok,
      localized(
        "Operation \(operation), \(kindName), queued \(time), number \(position) of \(count) "
          + "in the queue."))
  }

  private func order(_ asked: OperationDetail) -> DiagnosisCheck {
    let check = localized("First in line for this row")
    guard let front = operations.first, front.info.id != asked.info.id else {
      return DiagnosisCheck(check, .ok, followers)
    }
    let error = errors.first { $0.operationID == front.info.id && !$0.isOutcomeUnknown }
    let operation = front.info.id
    return DiagnosisCheck(
      check, .no, front.before,
      finding: localized("Operation \(operation) of this row comes first"),
      fix: error.map { .decide($0.id) } ?? .look(operation))
  }

  /// What is queued behind the first operation.
  private var followers: String {
    let later = operations.dropFirst().map { String($0.info.id) }
    let list = later.joinedAsList()
    return switch later.count {
    case 0: localized("The only operation of this row.")
    case 1: localized("\(list) follows.")
    default: localized("\(list) follow.")
    }
  }

  private func tables(_ first: OperationDetail) -> DiagnosisCheck {
    let check = localized("No other table comes first")
    let table = first.info.table
    if tablesBefore.isEmpty {
      return DiagnosisCheck(check, .ok, localized("\(table) depends on no table."))
    }
    let tables = tablesBefore.joinedAsList()
    let before = first.blockedBy.filter { !first.insertsBefore.contains($0) }
    if before.isEmpty {
      return DiagnosisCheck(check, .ok, localized("\(tables): no pending operations."))
    }
    let count = first.countOfTablesBefore
    let list = before.prefix(Self.shownMax).map(String.init).joinedAsList()
    let evidence =
      switch (count > before.count, count > Self.shownMax) {
      case (true, true): localized("\(count) operations of \(tables) go first: \(list), …")
      case (true, false): localized("\(count) operations of \(tables) go first: \(list).")
      case (false, true): localized("Operations of \(tables) go first: \(list), …")
      case (false, false): localized("Operations of \(tables) go first: \(list).")
      }
    return DiagnosisCheck(
      check, .warn, evidence, finding: localized("Another table comes first"))
  }

  /// Operations of other tables that one step names.
  private static let shownMax = 5

  /// Only where a row can't be named before the server has it.
  private func named(_ first: OperationDetail) -> [DiagnosisCheck] {
    guard !first.insertsBefore.isEmpty else { return [] }
    let inserts = first.insertsBefore.map(String.init).joinedAsList()
    return [
      DiagnosisCheck(
        localized("Referenced rows are on the server"), .warn,
        localized(
          "New rows that it references are sent first, to get their ids from the server. "
            + "Inserts: \(inserts)."),
        finding: localized("A referenced row is not on the server yet"))
    ]
  }

  private func online() -> DiagnosisCheck {
    let check = localized("Store is online")
    return isOffline
      ? DiagnosisCheck(
        check, .no, localized("Nothing is sent until it is online again."),
        finding: localized("Store is offline"), fix: .goOnline, code: .online)
      : DiagnosisCheck(check, .ok, localized("It sends and receives."), code: .online)
  }

  private func pause(_ first: OperationDetail) -> DiagnosisCheck {
    let check = localized("No wait in effect")
    if let next = first.nextAttemptAt, next > now {
      let time = next.words
      return DiagnosisCheck(
        check, .no, localized("Next attempt at \(time)."),
        finding: localized("Waiting for the next attempt"), fix: .retry(first.info.id), code: .pause
      )
    }
    let kept = first.pausedUntil.flatMap { $0 > now ? $0 : nil }
    if let wait = first.askedToWait(now: now) {
      let until = wait.until ?? kept
      return DiagnosisCheck(
        check, .no, waitWords(wait.attempt, until: until),
        finding: Self.rateLimited, fix: pushAfterPause(first, until), code: .pause)
    }
    if let until = kept {
      let time = until.words
      return DiagnosisCheck(
        check, .no,
        localized("Rate limited by the server until \(time).") + sentenceSpace
          + PersistedRetryAfter.effect(until: until, at: now),
        finding: Self.rateLimited, fix: pushAfterPause(first, until), code: .pause)
    }
    let needsDecision = first.info.state == .conflict || first.info.state == .failed
    return DiagnosisCheck(
      check, .ok,
      needsDecision
        ? localized("It is skipped until it is resolved.") : localized("It can be sent now."),
      code: .pause)
  }

  private static var rateLimited: String { localized("Rate limited by the server") }

  private func pushAfterPause(_ first: OperationDetail, _ until: Timestamp?) -> DiagnosisCheck.Fix {
    guard let until, until > now else { return .push(first.info.id) }
    return .pushAnyway(first.info.id, until: until)
  }

  private func waitWords(_ attempt: AttemptInfo, until: Timestamp?) -> String {
    let (number, time) = (attempt.number, attempt.startedAt.words)
    guard let until else {
      return localized(
        "Attempt \(number), \(time): rate limited by the server, without a time to retry. Push "
          + "again later.")
    }
    let end = until.words
    return localized("Attempt \(number), \(time): rate limited by the server until \(end).")
      + sentenceSpace
      + (until > now
        ? localized("A push started earlier waits until then.")
        : localized("That time has passed: the next push sends it again."))
  }
}

extension OperationKind {
  /// Within a sentence.
  package var noun: String {
    switch self {
    case .insert: localized("insert")
    case .update: localized("update")
    case .delete: localized("delete")
    case .undelete: localized("undelete")
    }
  }
}

extension OperationDetail {
  /// That it is queued before another operation of the row, and what comes of it.
  fileprivate var before: String {
    let (operation, kindName) = (info.id, info.kind.noun)
    return switch info.state {
    case .conflict, .failed:
      localized(
        "Operation \(operation), \(kindName), was queued before it and needs attention first.")
    case .sending:
      localized("Operation \(operation), \(kindName), was queued before it and is being sent.")
    case .unknown:
      localized(
        "Operation \(operation), \(kindName), was queued before it and has an unknown outcome: "
          + "the server may or may not have applied it. The next push checks before it resends it.")
    case .pending, .blocked:
      localized(
        "Operation \(operation), \(kindName), was queued before it and is sent with the next "
          + "push.")
    }
  }
}
