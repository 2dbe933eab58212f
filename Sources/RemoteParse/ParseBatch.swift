import HTTPKit
import JSONKit
import RemoteHTTP
import Support
package import SyncCore

extension ParseRemote {
  /// Changes in the first batch, where the configuration names no size.
  static let firstBatchSize = 50
  /// The size up to which batches grow, where the configuration names none.
  static let largestBatchSize = 100

  /// Rows read by one request before a batch.
  private static let rowsByID = RowsByID(partSize: 500, mayOmitRows: true)

  package var batchSize: Int { batches.current }

  /// A Parse Server runs on one thread: more batches at a time make it slower.
  package var batchesInFlightMax: Int { 2 }

  package func learn(batchSize: Int) { batches.learn(batchSize) }

  package func send(batch changes: [Change]) async -> [SendResult] {
    if Task.isCancelled { return changes.map { _ in .cancelledUnsent } }
    var results = [SendResult?](repeating: nil, count: changes.count)
    var items: [Item] = []
    for (index, row) in await presentRows(changes).enumerated() {
      switch row {
      case .failure(let result): results[index] = result
      case .success(let row):
        guard Self.takesInBatch(changes[index].id) else { break }
        items.append(Item(index: index, change: changes[index], row: row))
      case nil:
        // What can't be found again after a lost answer goes alone, with an id of its own.
        if isRepeatable { items.append(Item(index: index, change: changes[index])) }
      }
    }
    let sent = await post(items)
    let read = await reread(items.map(\.change), sent.map(\.1))
    for (item, result) in zip(sent, read) { results[item.0] = result }
    return await completed(results, changes)
  }

  /// One request of a batch.
  private struct Item: Sendable {
    /// Its place among the changes.
    var index: Int
    var change: Change
    var row: Record?
  }

  /// False for an id that the server does not find by the path of a batch's item, which it neither
  /// decodes nor takes as it stands; alone, in the address, it does.
  private static func takesInBatch(_ id: String) -> Bool {
    id != "." && id != ".."
      && id.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: "-_.".utf8.contains(byte)
        }
      }
  }

  private var isRepeatable: Bool {
    switch configuration.newIDs {
    case .client: true
    case .server: configuration.keyColumn != nil
    // The first insert finds out what the server does with an id of ours.
    case .auto: configuration.keyColumn != nil && learned.withLock { $0.takesIDs } != nil
    }
  }

  // MARK: The rows before

  /// The server's rows of all updates and deletes, read together; nil for an insert.
  private func presentRows(_ changes: [Change]) async -> [Present?] {
    var present = [Present?](repeating: nil, count: changes.count)
    let existing = changes.indices.filter { changes[$0].kind != .insert }
    for (table, indices) in UTF8Dictionary(grouping: existing, by: { changes[$0].table }) {
      do {
        let found = try await read(table, ids: indices.map { changes[$0].id })
        if found.count < indices.count { try await requireMasterKey() }
        let rows = UTF8Dictionary(
          found.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for index in indices {
          present[index] =
            changes[index].kind == .undelete
            ? .failure(SendResult(.missing)) : checked(changes[index], rows[changes[index].id])
        }
      } catch {
        for index in indices { present[index] = .failure(.unsent(after: error)) }
      }
    }
    return present
  }

  package func read(_ table: String, ids: [String]) async throws(RemoteError) -> [Record] {
    try await Self.rowsByID.read(ids, id: \.id) { ids throws(RemoteError) in
      let query = ParseQuery(
        [["objectId": ["$in": .array(ids.map(JSONValue.string))]]], limit: ids.count)
      return try await rows(table, query).rows.compactMap { record($0, table) }
    }
  }

  // MARK: Sending

  private func post(_ items: [Item]) async -> [(Int, SendResult)] {
    if items.isEmpty { return [] }
    var dates: UTF8Dictionary<UTF8Set> = [:]
    var bodies: [JSONValue] = []
    for item in items {
      do {
        dates[item.change.table, default: []].formUnion(
          try await dateColumns(of: item.change.table, in: item.change.values))
      } catch {
        return items.map { ($0.index, .unsent(after: error)) }
      }
    }
    for item in items { bodies.append(envelope(item.change, dates[item.change.table] ?? [])) }
    let answer: RemoteResponse
    do {
      answer = try await client.send(
        requests.write(.post, "/batch", ["requests": .array(bodies), "transaction": false]))
    } catch {
      return items.map { ($0.index, client.result(error)) }
    }
    guard answer.isSuccess else { return await refused(items, answer) }
    guard let answers = answer.json?.array, answers.count == items.count else {
      batches.unreadable()
      return all(items, .unknown("the answer to a batch does not fit its requests"), answer)
    }
    batches.accepted(items.count)
    return zip(items, answers).map { item, part in
      let single = Self.single(part)
      var result = result(of: item.change, single, row: item.row, dates[item.change.table] ?? [])
      result.outcome = Self.settled(result.outcome)
      return (item.index, result)
    }
  }

  /// Inside a batch a limit of the server's is an error like any other, and nothing was done.
  private static func settled(_ outcome: SendOutcome) -> SendOutcome {
    if case .unauthorized = outcome { return .refused }
    return outcome
  }

  private func envelope(_ change: Change, _ dates: UTF8Set) -> JSONValue {
    let id = change.kind == .insert ? nil : change.id
    var envelope: JSONObject = [
      "path": .string(configuration.mountPath + requests.path(change.table, id: id))
    ]
    switch change.kind {
    case .insert: envelope["method"] = "POST"
    case .update, .undelete: envelope["method"] = "PUT"
    case .delete: envelope["method"] = "DELETE"
    }
    if change.kind != .delete { envelope["body"] = .object(body(change, dates)) }
    return .object(envelope)
  }

  /// An item's answer as a request of its own would have had it.
  private static func single(_ part: JSONValue) -> RemoteResponse {
    if let success = part["success"] { return RemoteResponse(200, part: success) }
    let error = part["error"] ?? ["code": 1]
    let status: Int
    switch error["code"]?.integer.flatMap({ ParseErrorCode(rawValue: Int($0)) }) {
    case .objectNotFound: status = 404
    case .internalError: status = 500
    default: status = error["code"]?.integer == nil ? 500 : 400
    }
    return RemoteResponse(status, part: error)
  }

  // MARK: Batches that fail

  /// The whole request went wrong: items before the one at fault may have been done all the same.
  private func refused(_ items: [Item], _ answer: RemoteResponse) async -> [(Int, SendResult)] {
    switch client.meaning(of: answer) {
    case .unauthorized, .redirected, .notModified:
      return all(items, client.outcome(of: answer), answer)
    case .throttled where answer.status == 429 || answer.status == 503:
      return all(items, client.outcome(of: answer), answer)
    case .tooLarge:
      // Said before anything is done.
      batches.refused(items.count)
      return all(items, .notTaken("the batch is larger than the server takes"), answer)
    case .serverFailed:
      batches.giveUp()
      say(
        once: .batchesFail,
        "\(client.host) fails on batches, so changes go out one by one from now on.")
      return all(items, .failed, answer)
    case .noSuchAddress, .notFound, .conflict, .throttled, .rejected:
      batches.refused(items.count)
      let reason = client.message(in: answer)
      // Where it goes on, the paths inside the batch may not be the server's own.
      say(
        once: .batchesAreRefused,
        "\(client.host) refuses a batch as a whole (\(reason ?? "no reason")), so smaller ones are "
          + "tried, down to single requests. Nothing is lost. Check that the remote’s URL ends with "
          + "the server’s own mount path: \(configuration.mountPath).")
      return all(
        items,
        .unknown("the server refused the batch as a whole: \(reason ?? "it gives no reason")"),
        answer)
    }
  }

  private func all(
    _ items: [Item], _ outcome: SendOutcome, _ answer: RemoteResponse
  ) -> [(Int, SendResult)] {
    let result = client.result(outcome, answer)
    return items.map { ($0.index, result) }
  }
}
