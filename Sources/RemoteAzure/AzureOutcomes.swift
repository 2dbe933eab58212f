import HTTPKit
import JSONKit
import Support
import SyncCore

/// Turns answers into the facts that the sync core knows.
struct AzureOutcomes: Sendable {
  let host: String
  let time: any TimeSource
  var mask = SecretMask([])

  func result(of change: Change, _ response: AzureResponse) -> SendResult {
    SendResult(outcome(of: change, response), answer: answer(response))
  }

  /// The result of a change in a batch: what was done leaves no answer for people to read.
  func result(inBatch change: Change, _ response: AzureResponse) -> SendResult {
    let outcome = outcome(of: change, response)
    if case .accepted = outcome { return SendResult(outcome) }
    return SendResult(outcome, answer: answer(response))
  }

  func result(_ failure: AzureTransportFailure) -> SendResult {
    switch failure {
    case .notSent(let detail): SendResult(.unreachable(detail))
    case .lost(let detail), .unreadable(let detail), .tooLarge(let detail):
      SendResult(.unknown(detail))
    case .cancelled(let mayHaveArrived):
      SendResult(
        mayHaveArrived
          ? .unknown("cancelled while the answer was awaited")
          : .unreachable("cancelled before it was sent"))
    // Stopping the run would not help, so it counts like a refusal of this one change.
    case .invalid: SendResult(.refused)
    }
  }

  private func outcome(of change: Change, _ response: AzureResponse) -> SendOutcome {
    switch response.status {
    case 200...299: return success(of: change, response)
    // An answer to a read, which this was not: some cache in between took it for one.
    case 304: return .unknown("\(host) answered a write with “not modified”")
    case 300...399:
      return .elsewhere(
        "\(host) sends requests on to another address; check the remote's URL")
    case 401: return .unauthorized
    case 404, 410:
      // A page of the web server means a wrong address, and nobody inserts into a missing row:
      // taking either for "the row is gone" would throw away a delete that never happened.
      return response.isWebPage || change.kind == .insert ? .refused : .missing
    case 409:
      return change.kind == .insert ? .exists(storedRow(response)) : .conflict(storedRow(response))
    case 412: return .conflict(storedRow(response))
    case 429: return .throttled(retryAfterSeconds: retryAfter(response))
    case 503 where retryAfter(response) != nil:
      return .throttled(retryAfterSeconds: retryAfter(response))
    case 408, 500...: return .failed
    default: return .refused
    }
  }

  private func success(of change: Change, _ response: AzureResponse) -> SendOutcome {
    // A sign-in page of a network between us and the server answers 200 too.
    if response.isWebPage {
      return .unknown(
        "\(host) answered with a web page instead of a row; something between may have taken the "
          + "request")
    }
    guard let record = row(response) else { return .accepted(nil) }
    // A hard delete answers with the row as it was, which is no longer there.
    if change.kind == .delete, !record.deleted, record.isNamed(change.id) { return .accepted(nil) }
    return .accepted(named(change.id, record))
  }

  /// The row under the id that we know it by, where the server only writes it in another case.
  private func named(_ id: String, _ record: Record) -> Record {
    var record = record
    if record.isNamed(id) { record.id = id }
    return record
  }

  private func row(_ response: AzureResponse) -> Record? {
    guard case .object(let row)? = response.json else { return nil }
    return Record(row: row, etag: response.headers["ETag"], takesNumber: true)
  }

  /// The server's row in a refusal.
  ///
  /// Easy Tables answers 409 with what the client sent, which has no version and no times.
  private func storedRow(_ response: AzureResponse) -> Record? {
    guard case .object(let row)? = response.json,
      row.contains(where: { [.version, .updatedAt].contains(SystemColumn.named($0.name)) })
    else { return nil }
    return Record(row: row, etag: response.headers["ETag"], takesNumber: true)
  }

  /// Seconds to wait, from either form of the field; nil when absent or not understood.
  func retryAfter(_ response: AzureResponse) -> Double? {
    guard let field = response.headers["Retry-After"] else { return nil }
    let date = response.headers["Date"].flatMap { Timestamp(httpDate: $0) }
    return RetryAfter.seconds(field, answeredAt: date ?? time.now)
  }

  func answer(_ response: AzureResponse) -> ServerAnswer {
    ServerAnswer(
      status: response.status,
      headers: response.headers.visible(mask.callAsFunction),
      body: mask(String(decoding: response.body.prefix(ServerAnswer.bodyMax), as: UTF8.self)),
      message: response.isSuccess ? nil : ServerMessage.of(response).map(mask.callAsFunction))
  }

  // MARK: Reads

  func error(_ response: AzureResponse, _ purpose: String) -> RemoteError {
    let detail =
      ServerMessage.of(response).map(mask.callAsFunction) ?? "It gives no reason (\(purpose))."
    switch response.status {
    case 401: return .unauthorized(host: host, detail: detail)
    case 429: return .throttled(retryAfterSeconds: retryAfter(response))
    case 503 where retryAfter(response) != nil:
      return .throttled(retryAfterSeconds: retryAfter(response))
    case 304:
      return .malformed(detail: "Not modified, though nothing was asked for that way (\(purpose)).")
    case 300...399:
      return .rejected(
        status: response.status,
        detail: "\(host) sends requests on to another address; check the remote's URL.")
    case 404 where response.isWebPage:
      return .rejected(
        status: 404,
        detail: "There is no such address (\(purpose)): \(detail.asClause). "
          + "Check the remote's URL, and whether the table exists on the server.")
    default: return .rejected(status: response.status, detail: detail)
    }
  }

  func error(_ failure: AzureTransportFailure) -> RemoteError {
    switch failure {
    case .notSent(let detail): .unreachable(host: host, detail: detail)
    case .lost(let detail): .unreachable(host: host, detail: detail, wasReached: true)
    case .unreadable(let detail), .tooLarge(let detail), .invalid(let detail):
      .malformed(detail: detail)
    case .cancelled: .cancelled
    }
  }
}
