import HTTPKit
import JSONKit
import RemoteHTTP
import SyncCore

/// Turns responses to writes into outcomes.
struct AzureOutcomes: Sendable {
  let client: RemoteClient

  func result(of change: Change, _ response: RemoteResponse) -> SendResult {
    client.result(outcome(of: change, response), response)
  }

  /// The result of a change in a batch: what was done leaves no answer for people to read.
  func result(inBatch change: Change, _ response: RemoteResponse) -> SendResult {
    let outcome = outcome(of: change, response)
    if case .accepted = outcome { return SendResult(outcome) }
    return client.result(outcome, response)
  }

  private func outcome(of change: Change, _ response: RemoteResponse) -> SendOutcome {
    if response.isSuccess { return success(of: change, response) }
    switch client.meaning(of: response) {
    // Nobody inserts into a missing row, and a web page means a wrong address: taking either for
    // "the row is gone" would throw away a delete that never happened.
    case .notFound where change.kind != .insert: return .missing
    case .conflict where change.kind == .insert && response.status == 409:
      return .exists(storedRow(response))
    case .conflict: return .conflict(storedRow(response))
    default: return client.outcome(of: response)
    }
  }

  private func success(of change: Change, _ response: RemoteResponse) -> SendOutcome {
    // A sign-in page of a network between us and the server answers 200 too.
    if response.isWebPage {
      return .unknown(
        "\(client.host) answered with a web page instead of a row; something between may have taken the "
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

  private func row(_ response: RemoteResponse) -> Record? {
    guard case .object(let row)? = response.json else { return nil }
    return Record(row: row, etag: response.headers["ETag"], takesNumber: true)
  }

  /// The server's row in a refusal.
  ///
  /// Easy Tables answers 409 with what the client sent, which has no version and no times.
  private func storedRow(_ response: RemoteResponse) -> Record? {
    guard case .object(let row)? = response.json,
      row.contains(where: { [.version, .updatedAt].contains(SystemColumn.named($0.name)) })
    else { return nil }
    return Record(row: row, etag: response.headers["ETag"], takesNumber: true)
  }
}
