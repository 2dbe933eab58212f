package import HTTPClient
import HTTPKit
import Localization
import Support
package import SyncCore

/// What responses mean, and what is shown of them.
extension RemoteClient {
  package func meaning(of response: RemoteResponse) -> ResponseMeaning {
    let asksToWait = response.status == 503 && retryAfter(response) != nil
    if asksToWait || response.status == 429 { return .throttled }
    return errors.meaning(of: response) ?? ResponseMeaning(status: response.status)
  }

  /// Seconds to wait; nil where the server does not say how long.
  package func retryAfter(_ response: RemoteResponse) -> Double? {
    if let told = errors.retryAfterSeconds(in: response) { return RetryAfter.seconds(told) }
    return response.headers["Retry-After"].flatMap {
      RetryAfter.seconds($0, answeredAt: response.serverTime ?? time.now)
    }
  }

  /// The server's sentence for people, without secrets; nil where it gives none.
  package func message(in response: RemoteResponse) -> String? {
    errors.message(in: response).map(mask.callAsFunction)
  }

  /// The response as the record of an attempt keeps it.
  package func answer(_ response: RemoteResponse) -> ServerAnswer {
    let body = response.body.prefix(ServerAnswer.bodyMax)
    return ServerAnswer(
      status: response.status,
      headers: response.headers.visible(mask.callAsFunction, hiding: secretHeaders),
      body: mask(String(decoding: body, as: UTF8.self)),
      message: response.isSuccess ? nil : message(in: response))
  }

  /// The request for people, without secrets.
  package func description(of request: ClientRequest) -> RequestDescription {
    RequestDescription(
      method: request.method.rawValue, url: request.url,
      headers: request.headers.all.map { field in
        let isSecret = secretHeaders.contains(field.name.lowercased())
        return [field.name, isSecret ? SecretMask.sign : field.value]
      },
      body: request.body.map { String(decoding: $0, as: UTF8.self) })
  }

  private var redirection: String {
    "\(host) sends requests on to another address; check the remote’s URL"
  }

  // MARK: - Reads

  /// - Parameter purpose: What was read, for messages.
  package func error(_ response: RemoteResponse, _ purpose: String) -> RemoteError {
    let status = response.status
    let message = message(in: response)
    let detail = message ?? localized("It gives no reason (\(purpose)).")
    return switch meaning(of: response) {
    case .unauthorized: .unauthorized(host: host, detail: detail)
    case .throttled: .throttled(retryAfterSeconds: retryAfter(response))
    case .redirected: .redirected(status: status, detail: "\(redirection).")
    case .notModified:
      .malformed(detail: "Not modified, though nothing was asked for that way (\(purpose)).")
    case .noSuchAddress:
      .notFound(
        status: status,
        detail: "There is no such address (\(purpose))\(message.map { ": \($0.asClause)" } ?? ""). "
          + errors.addressHint)
    case .notFound: .notFound(status: status, detail: detail)
    case .tooLarge: .tooLarge(status: status, detail: detail)
    case .serverFailed: .serverFailed(status: status, detail: detail)
    case .conflict, .rejected: .rejected(status: status, detail: detail)
    }
  }

  package func error(_ failure: HTTPClientError) -> RemoteError {
    switch failure {
    case .unreachable(let detail): .unreachable(host: host, detail: detail)
    case .lost(let detail): .unreachable(host: host, detail: detail, wasReached: true)
    case .malformed(let detail), .invalidRequest(let detail), .forbidden(let detail):
      .malformed(detail: detail)
    case .tooLarge: .malformed(detail: failure.description)
    case .cancelled: .cancelled
    }
  }

  // MARK: - Writes

  /// What a response without success means for a change, where its kind makes no difference.
  package func outcome(of response: RemoteResponse) -> SendOutcome {
    switch meaning(of: response) {
    case .unauthorized: .unauthorized
    case .throttled: .throttled(retryAfterSeconds: retryAfter(response))
    case .redirected: .elsewhere(redirection)
    // An answer to a read, which this was not: some cache in between took it for one.
    case .notModified: .unknown("\(host) answered a write with “not modified”")
    case .serverFailed: .failed
    case .noSuchAddress, .notFound, .conflict, .tooLarge, .rejected: .refused
    }
  }

  package func result(_ outcome: SendOutcome, _ response: RemoteResponse) -> SendResult {
    let isFinished =
      switch outcome {
      // "Too many requests" is said before any work; a gateway may ask to wait after it too.
      case .throttled: (400..<500).contains(response.status)
      // What answers 500 is the server itself; behind other failures it may still be working.
      case .failed: response.status == 500
      case .unknown: false
      default: true
      }
    return SendResult(outcome, answer: answer(response), isFinished: isFinished)
  }

  /// The result of a write that got no response.
  package func result(_ failure: HTTPClientError) -> SendResult {
    switch failure {
    case .unreachable(let detail): SendResult(.unreachable(detail))
    case .lost(let detail), .malformed(let detail): SendResult(.unknown(detail))
    case .tooLarge: SendResult(.unknown(failure.description))
    case .cancelled(mayHaveArrived: true):
      SendResult(.unknown(localized("cancelled while the answer was awaited")))
    case .cancelled(mayHaveArrived: false): .cancelledUnsent
    // Stopping the run would not help, so it counts like a refusal of this one change.
    case .invalidRequest(let detail), .forbidden(let detail): .unsendable(detail)
    }
  }
}
