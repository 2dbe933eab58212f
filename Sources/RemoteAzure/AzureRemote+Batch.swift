import HTTPKit
import JSONKit
import Support
public import SyncCore

extension AzureRemote {
  /// More would only make each answer wait longer.
  private static let batchMost = 500
  /// So many answers to batches in a row that made no sense, and no more are sent.
  private static let oddMost = 2

  /// 1 until an answer of the server says that it takes batches.
  public var batchSize: Int {
    learned.withLock { learned in
      learned.isWithoutBatches || learned.replacesRows
        ? 1 : max(1, min(learned.batchMax, learned.batchLimit, Self.batchMost))
    }
  }

  public func learn(batchSize: Int) {
    learned.withLock { learned in
      if learned.batchMax == 0, batchSize > 1 { learned.batchMax = batchSize }
    }
  }

  public func send(batch changes: [Change]) async -> [SendResult] {
    if Task.isCancelled {
      return changes.map { _ in SendResult(.unreachable("cancelled before it was sent")) }
    }
    // An update without columns of its own is a read, so it goes alone.
    let together = changes.indices.filter { !isEmptyUpdate(changes[$0]) }
    var results = [SendResult?](repeating: nil, count: changes.count)
    if together.count > 1 {
      let sent = together.map { changes[$0] }
      for (index, result) in zip(together, await post(sent)) { results[index] = result }
    }
    var complete: [SendResult] = []
    for (index, result) in results.enumerated() {
      if let result {
        complete.append(result)
      } else {
        complete.append(await send(changes[index]))
      }
    }
    return complete
  }

  private func isEmptyUpdate(_ change: Change) -> Bool {
    change.kind == .update && change.values.withoutSystemColumns.isEmpty
  }

  private func post(_ changes: [Change]) async -> [SendResult] {
    let response: AzureResponse
    do throws(AzureTransportFailure) {
      response = try await transport.send(requests.batch(changes))
    } catch {
      let result = outcomes.result(error)
      // No header could make this one change wrong, so they may do better alone.
      let isInvalid = result.outcome == .refused
      return changes.map { _ in isInvalid ? SendResult(.notTaken("\(error)")) : result }
    }
    guard response.isSuccess else { return refused(changes, response) }
    guard !response.isWebPage, let parts = response.json?["responses"]?.array else {
      noteOddAnswer()
      let detail = "the answer to a batch of changes makes no sense"
      return changes.map { _ in SendResult(.unknown(detail), answer: outcomes.answer(response)) }
    }
    learned.withLock { $0.oddBatches = 0 }
    var results = [SendResult?](repeating: nil, count: changes.count)
    for part in parts {
      guard let id = part["id"]?.string.flatMap({ Int($0) }), results.indices.contains(id),
        let status = part["status"]?.integer.flatMap({ Int(exactly: $0) })
      else { continue }
      results[id] = result(of: changes[id], status, part)
    }
    return results.map {
      $0 ?? SendResult(.unknown("the answer to a batch of changes leaves this one out"))
    }
  }

  private func result(of change: Change, _ status: Int, _ part: JSONValue) -> SendResult {
    var headers = HTTPHeaders()
    for (name, value) in part["headers"]?.object ?? [:] {
      if let value = value.string { headers.add(name, value) }
    }
    return outcomes.result(
      inBatch: change, AzureResponse(status, headers: headers, part: part["body"]))
  }

  private func noteOddAnswer() {
    learned.withLock { learned in
      learned.oddBatches += 1
      if learned.oddBatches >= Self.oddMost { learned.isWithoutBatches = true }
    }
  }

  // MARK: A batch as a whole

  private func refused(_ changes: [Change], _ response: AzureResponse) -> [SendResult] {
    let outcome: SendOutcome
    switch response.status {
    case 401: outcome = .unauthorized
    case 429: outcome = .throttled(retryAfterSeconds: outcomes.retryAfter(response))
    case 503 where outcomes.retryAfter(response) != nil:
      outcome = .throttled(retryAfterSeconds: outcomes.retryAfter(response))
    case 413:
      limit(to: changes.count / 2)
      outcome = .notTaken("the batch is too large for the server")
    case 400, 422: outcome = .notTaken("the server refused the batch")
    case 408, 500, 502...: outcome = .failed
    default:
      // Not there, not for us, or somewhere else: a change alone may do better.
      learned.withLock { $0.isWithoutBatches = true }
      outcome = .notTaken("the server takes no batches: \(response.status)")
    }
    let result = SendResult(outcome, answer: outcomes.answer(response))
    return changes.map { _ in result }
  }

  private func limit(to size: Int) {
    learned.withLock { $0.batchLimit = min($0.batchLimit, max(1, size)) }
  }
}
