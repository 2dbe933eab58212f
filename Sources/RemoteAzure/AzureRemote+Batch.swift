import HTTPClient
import HTTPKit
import JSONKit
import RemoteHTTP
package import SyncCore

extension AzureRemote {
  /// More would only make each answer wait longer.
  static let batchMost = 500
  /// Names the most requests in one batch; a server that does not say so never gets one.
  static let batchField = "X-ZUMO-Batch-Max"

  package var batchSize: Int { batches.current }

  package func learn(batchSize: Int) { batches.learn(batchSize) }

  package func send(batch changes: [Change]) async -> [SendResult] {
    if Task.isCancelled { return changes.map { _ in .cancelledUnsent } }
    // An update without columns of its own is a read, so it goes alone.
    let together = changes.indices.filter { !isEmptyUpdate(changes[$0]) }
    var results = [SendResult?](repeating: nil, count: changes.count)
    if together.count > 1 {
      let sent = together.map { changes[$0] }
      for (index, result) in zip(together, await post(sent)) { results[index] = result }
    }
    return await completed(results, changes)
  }

  private func isEmptyUpdate(_ change: Change) -> Bool {
    change.kind == .update && change.values.withoutSystemColumns.isEmpty
  }

  private func post(_ changes: [Change]) async -> [SendResult] {
    let response: RemoteResponse
    do throws(HTTPClientError) {
      response = try await client.send(requests.batch(changes))
    } catch {
      let result = client.result(error)
      // No header could make this one change wrong, so they may do better alone.
      let isInvalid = result.outcome == .refused
      return changes.map { _ in isInvalid ? SendResult(.notTaken("\(error)")) : result }
    }
    guard response.isSuccess else { return refused(changes, response) }
    guard !response.isWebPage, let parts = response.json?["responses"]?.array else {
      batches.unreadable()
      let result = client.result(
        .unknown("the answer to a batch of changes makes no sense"), response)
      return changes.map { _ in result }
    }
    batches.accepted(changes.count)
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
      inBatch: change, RemoteResponse(status, headers: headers, part: part["body"]))
  }

  /// The outcome of a batch that was refused as a whole.
  private func refused(_ changes: [Change], _ response: RemoteResponse) -> [SendResult] {
    let outcome: SendOutcome
    switch client.meaning(of: response) {
    case .unauthorized, .throttled: outcome = client.outcome(of: response)
    case .tooLarge:
      batches.refused(changes.count)
      outcome = .notTaken("the batch is too large for the server")
    case .rejected where [400, 422].contains(response.status):
      outcome = .notTaken("the server refused the batch")
    case .serverFailed where response.status != 501: outcome = .failed
    default:
      // Not there, not for us, or somewhere else: a change alone may do better.
      batches.giveUp()
      outcome = .notTaken("the server takes no batches: \(response.status)")
    }
    let result = client.result(outcome, response)
    return changes.map { _ in result }
  }
}
