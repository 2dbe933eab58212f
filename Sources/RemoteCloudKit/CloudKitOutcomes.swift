import HTTPKit
import JSONKit
import Support
import SyncCore

/// Turns answers into the facts that the sync core knows.
struct CloudKitOutcomes: Sendable {
  let host: String
  var mask = SecretMask([])

  // MARK: Writes

  /// What an error means for one change.
  func result(_ error: ServerError, _ change: Change, answer: ServerAnswer) -> SendResult {
    SendResult(outcome(error, change), answer: answer)
  }

  private func outcome(_ error: ServerError, _ change: Change) -> SendOutcome {
    let creates = change.kind == .insert || change.kind == .undelete
    switch error.meaning {
    case .unauthorized: return .unauthorized
    case .throttled: return .throttled(retryAfterSeconds: error.retryAfterSeconds)
    case .exists: return .exists(nil)
    // Some servers say so of a name that is taken.
    case .conflict: return creates ? .exists(nil) : .conflict(nil)
    case .notFound: return creates ? .refused : .missing
    case .zoneNotFound, .refused: return .refused
    case .passing: return .failed
    }
  }

  /// What the failure of a whole request means for each of its changes.
  func result(_ failure: CallFailure, _ change: Change) -> SendResult {
    switch failure {
    case .transport(.notSent(let detail)): SendResult(.unreachable(detail))
    case .transport(.lost(let detail)), .transport(.unreadable(let detail)):
      SendResult(.unknown(detail))
    case .transport(.cancelled(let mayHaveArrived)):
      SendResult(
        mayHaveArrived
          ? .unknown("cancelled while the answer was awaited")
          : .unreachable("cancelled before it was sent"))
    case .transport(.invalid(let detail)): refused(detail)
    case .noToken(let detail): SendResult(.unauthorized, answer: Self.sentence(detail, status: 401))
    case .refused(let error, let response, let hint):
      result(
        error, change, answer: answer(response, message: message(error, hint)))
    }
  }

  /// A change that cannot be sent as it is.
  func refused(_ sentence: String) -> SendResult {
    SendResult(.refused, answer: Self.sentence(sentence, status: 0))
  }

  static func sentence(_ text: String, status: Int) -> ServerAnswer {
    ServerAnswer(status: status, message: text)
  }

  func answer(_ response: CloudKitResponse, message: String?) -> ServerAnswer {
    ServerAnswer(
      status: response.status, headers: visible(response.headers),
      body: mask(String(decoding: response.body.prefix(ServerAnswer.bodyMax), as: UTF8.self)),
      message: message)
  }

  /// The part of an answer that is about one record.
  func answer(
    _ entry: JSONObject, _ response: CloudKitResponse, _ error: ServerError?
  ) -> ServerAnswer {
    let body = JSONValue.object(entry).serializedText
    return ServerAnswer(
      status: error?.status ?? response.status, headers: visible(response.headers),
      body: mask(String(decoding: body.utf8.prefix(ServerAnswer.bodyMax), as: UTF8.self)),
      message: error.map { mask($0.message) })
  }

  /// Headers without the values that carry a sign-in.
  private func visible(_ headers: HTTPHeaders) -> [[String]] {
    headers.visible(
      mask.callAsFunction,
      hiding: ["x-apple-cloudkit-web-auth-token", "x-apple-cloudkit-session"])
  }

  private func message(_ error: ServerError, _ hint: String?) -> String {
    mask(hint.map { "\(error.message.asClause). \($0)" } ?? error.message)
  }

  // MARK: Reads

  func error(_ failure: CallFailure) -> RemoteError {
    switch failure {
    case .transport(.notSent(let detail)): .unreachable(host: host, detail: detail)
    case .transport(.lost(let detail)):
      .unreachable(host: host, detail: detail, wasReached: true)
    case .transport(.unreadable(let detail)), .transport(.invalid(let detail)):
      .malformed(detail: detail)
    case .transport(.cancelled): .cancelled
    case .noToken(let detail): .unauthorized(host: host, detail: detail)
    case .refused(let error, _, let hint): self.error(error, hint: hint)
    }
  }

  func error(_ error: ServerError, hint: String? = nil) -> RemoteError {
    let text = message(error, hint)
    return switch error.meaning {
    case .unauthorized: .unauthorized(host: host, detail: text)
    case .throttled: .throttled(retryAfterSeconds: error.retryAfterSeconds)
    case .passing: .rejected(status: max(error.status, 500), detail: text)
    case .conflict, .exists, .notFound, .zoneNotFound, .refused:
      .rejected(status: error.status, detail: text)
    }
  }
}
