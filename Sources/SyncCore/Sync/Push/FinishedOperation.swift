import Support

/// An operation that was in flight, with its outcome, to be recorded.
struct FinishedOperation: Sendable {
  var flight: InFlightOperation
  var outcome: PushOutcome
  /// The last answer, where there was one.
  var answer: ServerAnswer?
  /// For an error entry, should one be made.
  var errorID: String
  /// False when the run has sent it often enough: a conflict then waits for a person.
  var maySendAgain = true

  init(
    _ flight: InFlightOperation, _ outcome: PushOutcome, _ answer: ServerAnswer? = nil,
    errorID: String
  ) {
    self.flight = flight
    self.outcome = outcome
    self.answer = answer
    self.errorID = errorID
  }

  /// - Parameter random: Makes up the id of an error entry, where one may be left.
  init(
    _ flight: InFlightOperation, _ outcome: PushOutcome, _ answer: ServerAnswer?,
    among ready: ReadyOperations, random: RandomSource
  ) {
    let mayLeaveError =
      switch outcome {
      case .conflict, .failed: true
      case .parked: flight.wasUncertain
      case .done: false
      }
    self.init(flight, outcome, answer, errorID: mayLeaveError ? random.uuid() : "")
    maySendAgain = ready.mayBeginAgain(flight.operationID)
  }
}

/// What was written down about an operation.
struct RecordedOutcome: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case done
    case failed
    case conflict
    /// A conflict that a rule decided at once.
    case decidedByRule
    /// Nobody knows whether the server has it: a later push asks.
    case unknown(why: String)
    /// The run ended before it was sent.
    case parked
    /// The operation was not this run's to record: it was taken out of the queue meanwhile.
    case gone
    /// A conflict after the handler had its say.
    case handled(isDecided: Bool)

    var isProblem: Bool {
      switch self {
      case .failed, .conflict, .unknown: true
      case .done, .decidedByRule, .parked, .gone, .handled: false
      }
    }
  }

  var operationID: Int64
  var kind: Kind
  var errorID: String?
  /// An operation of the same row that can be sent now.
  var next: Int64?
  /// The row of an insert that was sent more than once, and may have made the row each time.
  var createdAgain: RowReference?
}

extension InFlightOperation {
  /// Notes one request for the operation's record.
  ///
  /// - Parameter count: How many changes the request carried.
  mutating func add(
    _ result: SendResult, among count: Int, startedAt: Timestamp, milliseconds: Int,
    _ remote: any Remote
  ) {
    // What is done leaves the queue with its attempts, so nothing is kept for it.
    if case .accepted = result.outcome { return }
    let told = result.answer?.message ?? result.outcome.detail
    let batch = count > 1 ? "\(AttemptInfo.batchRemark)\(count)" : nil
    attempts.append(
      AttemptInfo(
        number: attempts.count + 1, startedAt: startedAt, durationMilliseconds: milliseconds,
        method: remote.describe(change).method, status: result.answer?.knownStatus,
        outcome: result.outcome.name, headers: result.answer?.headers ?? [],
        body: result.answer?.body,
        message: batch.map { batch in told.map { "\(batch): \($0)" } ?? batch } ?? told))
  }
}

extension AttemptInfo {
  /// True when the server may have made the change in spite of its answer, or without one.
  var mayHaveArrived: Bool {
    outcome == SendOutcome.failed.name || outcome == SendOutcome.unknown("").name
      || outcome == SendOutcome.throttled(retryAfterSeconds: nil).name
        && !StoredStatus.isBeforeWork(status)
  }

  fileprivate static let batchRemark = "In a batch of "

  /// What was said of the change itself, without the remark that it went in a batch.
  var ownMessage: String? {
    guard let message, message.hasPrefix(Self.batchRemark) else { return message }
    return message.firstIndex(of: ":").map { String(message[$0...].dropFirst(2)) }
  }
}

extension SendOutcome {
  /// The word for a request that surely never left.
  static let unreachableName = "unreachable"

  /// A word for the record of attempts.
  package var name: String {
    switch self {
    case .accepted: "accepted"
    case .missing: "missing"
    case .exists: "exists"
    case .conflict: "conflict"
    case .refused: "refused"
    case .failed: "failed"
    case .throttled: "throttled"
    case .unauthorized: "unauthorized"
    case .unreachable: Self.unreachableName
    case .elsewhere: "elsewhere"
    case .unknown: "unknown"
    case .notTaken: "not taken"
    }
  }

  /// The row that the answer shows.
  var record: Record? {
    switch self {
    case .accepted(let record), .exists(let record), .conflict(let record): record
    case .missing, .refused, .failed, .throttled, .unauthorized, .unreachable, .elsewhere, .unknown,
      .notTaken:
      nil
    }
  }

  var detail: String? {
    switch self {
    case .unreachable(let detail), .elsewhere(let detail), .unknown(let detail),
      .notTaken(let detail):
      detail
    case .accepted, .missing, .exists, .conflict, .refused, .failed, .throttled, .unauthorized: nil
    }
  }
}
