import HTTPKit
import JSONKit
import Support
import SyncCore

/// What an answer that is no success says, by status and error number; never by its text, which
/// differs from version to version.
enum ParseVerdict: Sendable, Hashable {
  case missing
  case duplicate
  /// A request with the same id was seen before, whatever became of it.
  case requestSeen
  case unauthorized
  case throttled(Double?)
  case tooLarge
  /// Cloud code failed: before the write, or after a delete.
  case triggerFailed
  case failed
  case elsewhere
  case refused
}

struct ParseReader: Sendable {
  let host: String
  let time: any TimeSource
  var mask = SecretMask([])

  func verdict(_ answer: ParseAnswer) -> ParseVerdict {
    switch (answer.status, answer.code) {
    case (429, _), (_, 155): return .throttled(retryAfter(answer))
    case (400, 100): return .throttled(retryAfter(answer))
    case (503, _) where retryAfter(answer) != nil: return .throttled(retryAfter(answer))
    case (_, 209), (_, 206), (401, _), (403, _): return .unauthorized
    case (_, 101): return .missing
    case (_, 137): return .duplicate
    case (_, 159): return .requestSeen
    case (_, 141): return .triggerFailed
    case (413, _): return .tooLarge
    case (408, _), (500..., _), (_, 2), (_, 124): return .failed
    case (300...399, _): return .elsewhere
    default: return .refused
    }
  }

  /// Seconds to wait, from either form of the field; nil when absent or not understood.
  func retryAfter(_ answer: ParseAnswer) -> Double? {
    guard let field = answer.headers["Retry-After"] else { return nil }
    return RetryAfter.seconds(field, answeredAt: serverTime(answer) ?? time.now)
  }

  func serverTime(_ answer: ParseAnswer) -> Timestamp? {
    answer.headers["Date"].flatMap { Timestamp(httpDate: $0) }
  }

  /// The server's sentence: `error` or, in one kind of 500, `message`.
  func sentence(_ answer: ParseAnswer) -> String? {
    let told = answer.json?["error"]?.string ?? answer.json?["message"]?.string
    guard let told = told.map(mask.callAsFunction), !told.isEmpty else { return nil }
    return answer.code.map { "\(told) (code \($0))" } ?? told
  }

  /// The raw answer for the attempt's record.
  func record(_ answer: ParseAnswer) -> ServerAnswer {
    ServerAnswer(
      status: answer.status,
      headers: answer.headers.visible(mask.callAsFunction),
      body: mask(String(decoding: answer.body.prefix(ServerAnswer.bodyMax), as: UTF8.self)),
      message: answer.isSuccess ? nil : sentence(answer))
  }

  // MARK: Reads

  func error(_ answer: ParseAnswer, _ purpose: String) -> RemoteError {
    let detail = sentence(answer) ?? "It gives no reason (\(purpose))."
    switch verdict(answer) {
    case .unauthorized: return .unauthorized(host: host, detail: detail)
    case .throttled(let seconds): return .throttled(retryAfterSeconds: seconds)
    case .elsewhere:
      return .rejected(
        status: answer.status,
        detail: "\(host) sends requests on to another address; check the remote's URL.")
    case .missing, .duplicate, .requestSeen, .tooLarge, .triggerFailed, .failed, .refused:
      guard answer.status != 404 || answer.code != nil else {
        return .rejected(
          status: 404,
          detail: "There is no such address (\(purpose)). Check the remote's URL: it ends with the "
            + "server's mount path, often /parse.")
      }
      return .rejected(status: answer.status, detail: detail)
    }
  }

  func error(_ failure: ParseFailure) -> RemoteError {
    switch failure {
    case .notSent(let detail): .unreachable(host: host, detail: detail)
    case .lost(let detail): .unreachable(host: host, detail: detail, wasReached: true)
    case .invalid(let detail): .malformed(detail: detail)
    case .cancelled: .cancelled
    }
  }

  // MARK: Writes

  func result(_ failure: ParseFailure) -> SendResult {
    switch failure {
    case .notSent(let detail): SendResult(.unreachable(detail))
    case .lost(let detail): SendResult(.unknown(detail))
    case .cancelled(let mayHaveArrived):
      SendResult(
        mayHaveArrived
          ? .unknown("cancelled while the answer was awaited")
          : .unreachable("cancelled before it was sent"))
    // Stopping the run would not help, so it counts like a refusal of this one change.
    case .invalid: SendResult(.refused)
    }
  }

  /// What a failed read means for the write that was to follow it and was never sent.
  func unsent(_ error: RemoteError) -> SendResult {
    let outcome = SendOutcome.unsent(after: error)
    guard case .rejected(let status, let detail) = error, outcome == .refused else {
      return SendResult(outcome)
    }
    return SendResult(outcome, answer: ServerAnswer(status: status, message: detail))
  }

  /// What no kind of write treats in a way of its own.
  func outcome(_ answer: ParseAnswer) -> SendOutcome {
    switch verdict(answer) {
    case .unauthorized: .unauthorized
    case .throttled(let seconds): .throttled(retryAfterSeconds: seconds)
    case .failed: .failed
    case .elsewhere:
      .elsewhere("\(host) sends requests on to another address; check the remote's URL")
    case .missing, .duplicate, .requestSeen, .tooLarge, .triggerFailed, .refused: .refused
    }
  }
}
