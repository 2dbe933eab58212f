/// What the server answered to one change.
package struct SendResult: Sendable, Hashable {
  package var outcome: SendOutcome
  /// The raw answer for the attempt's record; nil when there was none.
  package var answer: ServerAnswer?
  /// True when the server does nothing more with the request.
  ///
  /// A server that asks to wait has then done nothing at all.
  package var isFinished: Bool

  package init(_ outcome: SendOutcome, answer: ServerAnswer? = nil, isFinished: Bool = false) {
    self.outcome = outcome
    self.answer = answer
    self.isFinished = isFinished
  }

  /// The result of a write that was never sent, because the read that it needed first failed.
  package static func unsent(after error: RemoteError) -> SendResult {
    let answer = error.answer.map { ServerAnswer(status: $0.status, message: $0.detail) }
    return switch error {
    case .unauthorized: SendResult(.unauthorized)
    case .throttled(let seconds): SendResult(.throttled(retryAfterSeconds: seconds))
    case .redirected(_, let detail): SendResult(.elsewhere(detail), answer: answer)
    case .notFound, .tooLarge, .rejected: SendResult(.refused, answer: answer)
    case .serverFailed, .unreachable, .malformed, .unsupported, .cancelled:
      SendResult(.unreachable("the row could not be read before: \(error)"))
    }
  }
}

package enum SendOutcome: Sendable, Hashable {
  /// Done; the row as the server has it now, where it says so.
  case accepted(Record?)
  /// The server has no such row, or has it only as a tombstone.
  case missing
  /// An insert whose id the server has already; its row where it says so.
  case exists(Record?)
  /// The server's row has another version; its row where it says so.
  case conflict(Record?)
  /// Refused for good: the same request will not succeed.
  case refused
  /// The server fails on its own account; nothing says whether it wrote the change.
  case failed
  /// Wait before the next request to this remote; nil when the server does not say how long. What
  /// counts of it is ``RetryAfter/seconds(_:)``.
  case throttled(retryAfterSeconds: Double?)
  case unauthorized
  /// The request was definitely not sent.
  case unreachable(String)
  /// The server redirected the request to another address, and did nothing.
  case elsewhere(String)
  /// The request may have arrived, and its answer was lost.
  case unknown(String)
  /// A batch was turned down before any of it was done: its changes go again, in smaller ones or
  /// alone. Never the outcome of a change that was sent alone.
  case notTaken(String)
}

/// An answer as the server gave it, cut to what a person can read.
package struct ServerAnswer: Sendable, Hashable {
  /// The most bytes of a body that are kept; a longer one is cut at its end.
  package static let bodyMax = 16 << 10

  /// The HTTP status; 0 where the message explains why nothing was sent.
  package var status: Int
  package var headers: [[String]]
  /// At most ``bodyMax``, as text.
  package var body: String
  /// The server's own sentence, where the body holds one.
  package var message: String?

  /// The status; nil where 0 says that there was no answer.
  var knownStatus: Int? { status == 0 ? nil : status }

  package init(status: Int, headers: [[String]] = [], body: String = "", message: String? = nil) {
    self.status = status
    self.headers = headers
    self.body = body
    self.message = message
  }
}
