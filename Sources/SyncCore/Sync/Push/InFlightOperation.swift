import Localization
import Support

/// An operation in flight: sent, looked up, sent again, until its outcome is known.
struct InFlightOperation: Sendable {
  enum Step: Sendable, Hashable {
    case send
    case look(LookupReason)
  }

  enum Next: Sendable, Hashable {
    case record(PushOutcome)
    /// Take the present step, after a while.
    case again(after: Duration)
    case pause(seconds: Double?)
    case stop(PushStop)
  }

  /// How often a run sends a change again whose outcome stayed unknown.
  static let retriesMax = 3

  let operationID: Int64
  private(set) var change: Change
  /// The server's row that the change was made on, read only where an answer asks for it.
  private let base: StoredRecord?
  let remoteHasVersions: Bool
  /// True where the server compares the version in the same step as it writes.
  let remoteChecksWrites: Bool
  /// True where a new row gets its id from the server.
  let remoteAssignsIDs: Bool
  private var resendDelay: ResendDelay
  private var equalFailures: RepeatedFailures
  /// What became of an insert that had to be looked for without its id.
  var trace: InsertTrace?
  var step: Step
  /// True while the server may have the change and may not.
  private(set) var isUncertain: Bool {
    didSet { wasUncertain = wasUncertain || isUncertain }
  }
  /// True once an answer was lost: a request that was given up may still arrive late, so a later
  /// run looks first.
  private(set) var wasUncertain: Bool
  private(set) var failures = 0
  /// The answer that turned the change down, while the row is read for why.
  private(set) var refusal: ServerAnswer?
  /// The id of the row that the server answered with in the place of this one.
  private var answeredAs: String?
  /// True when the server's row has nothing but this change on top of what its author saw.
  ///
  /// Only an accepted insert proves that, or a write that the server accepted on a version that it
  /// compared itself; a row that was read, or that came with a refusal, may have somebody else's
  /// change too.
  private(set) var isOnlyOwnChange = false
  /// True for an insert that went out once more, since the server did not have a row that an earlier
  /// request may have made.
  private(set) var isInsertedAgain = false
  /// What the requests of this push came to, for the operation's record.
  var attempts: [AttemptInfo] = []

  init(
    operationID: Int64, change: Change, base: StoredRecord?, remoteHasVersions: Bool,
    remoteChecksWrites: Bool = true, isUncertain: Bool, remoteAssignsIDs: Bool = false,
    resendDelay: ResendDelay = ResendDelay(seconds: 0),
    equalFailures: RepeatedFailures = RepeatedFailures(), mayVersionRepeat: Bool = false
  ) {
    self.operationID = operationID
    self.change = change
    self.base = base
    self.remoteHasVersions = remoteHasVersions
    self.remoteChecksWrites = remoteChecksWrites
    self.remoteAssignsIDs = remoteAssignsIDs
    self.resendDelay = resendDelay
    self.equalFailures = equalFailures
    self.isUncertain = isUncertain
    wasUncertain = isUncertain
    if isUncertain { self.resendDelay.restart() }
    let isUnversioned =
      remoteHasVersions && change.kind != .insert && (change.version == nil || mayVersionRepeat)
    step =
      isUncertain
      ? .look(.unknown(localized("an earlier run ended before the answer came")))
      : isUnversioned ? .look(.unversioned) : .send
  }

  /// What an answer says of this row: one that shows another row does not count for it.
  mutating func ofThisRow(_ result: SendResult) -> SendResult {
    let mayBeRenamed = remoteAssignsIDs && change.kind == .insert
    guard !mayBeRenamed, let shown = result.outcome.record, !shown.isNamed(change.id) else {
      return result
    }
    switch result.outcome {
    case .exists: return SendResult(.exists(nil), answer: result.answer)
    case .conflict: return SendResult(.conflict(nil), answer: result.answer)
    case .accepted, .missing, .refused, .failed, .throttled, .unauthorized, .unreachable,
      .elsewhere, .unknown, .notTaken:
      answeredAs = shown.id
      return SendResult(.unknown(localized("with another row, \(shown.id)")), answer: result.answer)
    }
  }

  /// Takes in the answer to a send.
  mutating func sent(_ result: SendResult) -> Next {
    equalFailures.add(result)
    switch OutcomeDecision(
      change, result.outcome, base: base?.record, remoteHasVersions: remoteHasVersions)
    {
    case .done(let record):
      if case .accepted = result.outcome { isOnlyOwnChange = isProof(of: record) }
      return .record(.done(record))
    case .conflict(let record): return .record(.conflict(record))
    case .failed(let reason): return .record(.failed(reason))
    case .look(let reason):
      // A row that has the id of an insert may be the one that an earlier request made.
      isUncertain = reason != .turnedDown || change.kind == .insert
      refusal = reason == .turnedDown ? result.answer : nil
      if case .unknown = reason { failures += 1 }
      if !result.isFinished { resendDelay.restart() }
      step = .look(reason)
      return .again(after: .zero)
    case .pause(let seconds):
      isUncertain = !result.isFinished
      if isUncertain {
        resendDelay.restart()
        step = .look(.unknown(localized("it was rate limited")))
      }
      return .pause(seconds: seconds)
    case .stop(let stop):
      isUncertain = false
      return .stop(stop.told(by: result.answer?.message))
    }
  }

  /// Takes in the server's row.
  mutating func looked(_ answer: Result<Record?, RemoteError>) -> Next {
    guard case .look(let reason) = step else { return .again(after: .zero) }
    switch trace {
    // A row that carries our mark is the one we made, whatever became of it since.
    case .found(let record)?: return .record(.done(record))
    case .untraceable(let detail)?: return .record(.failed(.untraceable(detail)))
    case .absent?, nil: break
    }
    switch answer {
    case .success(let server):
      switch ReconciledOutcome(change, base: base?.record, server: server, after: reason) {
      case .done(let record): return .record(.done(record))
      case .conflict(let record): return .record(.conflict(record))
      case .missing: return .record(.failed(.missing))
      case .refused: return .record(.failed(.turnedDown))
      case .untouched:
        return .record(
          .failed(.unsettled(localized("\(doubt(reason)), and its row is as it was before"))))
      case .sendAgain:
        if change.kind == .insert, let answeredAs {
          return .record(
            .failed(.untraceable(localized("The server answered with another id, \(answeredAs)."))))
        }
        if equalFailures.isPermanent { return .record(.failed(.keepsFailing(equalFailures))) }
        if isResendEarly, let pause = resendDelay.next() { return .again(after: pause) }
        isUncertain = false
        isInsertedAgain = change.kind == .insert
        if change.kind != .insert, change.version == nil { change.version = server?.version }
        step = .send
        return again(reason)
      }
    case .failure(let error): return lookFailed(error, reason)
    }
  }

  /// True for an insert that would make a second row, should the first request still arrive.
  private var isResendEarly: Bool { change.kind == .insert && remoteAssignsIDs }

  /// True for a change that shares no request with others: its outcome has to be its own.
  var goesAlone: Bool { isResendEarly && wasUncertain }

  /// True when an accepted change leaves `record`, and nobody else's change is in it.
  private func isProof(of record: Record?) -> Bool {
    if remoteChecksWrites { return change.kind == .insert || change.version != nil }
    // A row that was read after the write is new as long as nobody has updated it.
    guard change.kind == .insert, let record else { return false }
    return record.createdAt != nil && record.createdAt == record.updatedAt
  }

  /// Takes in that the server's row could not be read.
  private mutating func lookFailed(_ error: RemoteError, _ reason: LookupReason) -> Next {
    if case .throttled(let seconds) = error { return .pause(seconds: seconds) }
    if let stop = error.stop { return .stop(stop) }
    failures = error.isTransient ? failures + 1 : Self.retriesMax + 1
    return again(reason, asking: error)
  }

  /// - Parameter asking: Why the server's row could not be read, where that was so.
  private func again(_ reason: LookupReason, asking: RemoteError? = nil) -> Next {
    guard failures > Self.retriesMax else {
      return .again(after: failures == 0 ? .zero : .milliseconds(250 << failures))
    }
    switch reason {
    // Turned down for another state of the row is a conflict, shown or not.
    case .turnedDown: return .record(.conflict(nil))
    case .unversioned:
      return .record(.failed(.unreadable(asking.map(\.description.asRemark) ?? "no answer")))
    case .accepted, .unknown: break
    }
    return .record(.failed(.unsettled(doubt(reason, asking: asking))))
  }
}

extension InFlightOperation {
  /// What is written down when the run ends before the outcome is known; nil where surely nothing
  /// arrived.
  var unsettled: FailureReason? {
    guard wasUncertain else { return nil }
    if case .look(let reason) = step { return .unsettled(doubt(reason)) }
    return .unsettled(doubt(.unknown(lastSent?.message ?? "")))
  }

  /// The last request that left.
  var lastSent: AttemptInfo? { attempts.last(where: \.wasSent) }

  /// Why nobody knows whether the server has the change, at the beginning of a sentence.
  private func doubt(_ reason: LookupReason, asking: RemoteError? = nil) -> String {
    let answer =
      switch lastSent {
      case nil: localized("The answer to an earlier request was lost")
      case let sent?:
        sent.status.map { localized("The server answered \($0)") } ?? localized("No answer came")
      }
    if let asking {
      return localized("\(answer), and asking for the row failed (\(asking.description.asRemark))")
    }
    guard lastSent != nil, case .unknown(let detail) = reason, !detail.isEmpty else {
      return answer
    }
    let remark = detail.asRemark
    return lastSent?.status.map { localized("The server answered \($0) (\(remark))") }
      ?? localized("No answer came (\(remark))")
  }
}

/// The outcome of pushing one operation.
enum PushOutcome: Sendable, Hashable {
  /// The server has the change; its row where it said so.
  case done(Record?)
  /// The server has another row; nil when it hides it.
  case conflict(Record?)
  case failed(FailureReason)
  /// The run ends first: the operation goes back to the queue, where it may have arrived with the
  /// reason why nobody knows.
  case parked
}
