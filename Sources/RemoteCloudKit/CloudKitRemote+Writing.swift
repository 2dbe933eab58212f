import JSONKit
import RemoteHTTP
import Support
package import SyncCore

extension CloudKitRemote {
  package var batchSize: Int { Self.recordsMax }

  package func send(_ change: Change) async -> SendResult {
    await send(batch: [change]).first ?? SendResult(.unreachable("nothing to send"))
  }

  /// One request for each zone.
  package func send(batch changes: [Change]) async -> [SendResult] {
    var results = changes.map { _ in SendResult.cancelledUnsent }
    var stop: SendResult?
    for (zone, indices) in layout.places(of: changes.map(\.table)) {
      let part = await send(indices.map { changes[$0] }, to: zone, unless: stop)
      for (index, result) in zip(indices, part) { results[index] = result }
      stop = stop ?? part.first(where: \.stopsRequests)
    }
    return results
  }

  /// - Parameter stop: What an earlier request came to that leaves no use in this one.
  private func send(
    _ changes: [Change], to zone: CloudKitZone, unless stop: SendResult?
  ) async -> [SendResult] {
    if Task.isCancelled { return changes.map { _ in .cancelledUnsent } }
    if let reason = Self.readOnlyReason(zone) {
      return changes.map { .unsendable("\($0.table) is read-only. \(reason) Discard the change.") }
    }
    if let stop { return changes.map { _ in stop } }
    var batch = Batch(changes, zone)
    await tag(&batch)
    prepare(&batch)
    await deliver(&batch)
    await showConflicts(&batch)
    return batch.results
  }

  package func describe(_ change: Change) -> RequestDescription {
    var headers = [["Content-Type", "application/json"]]
    var url = connection.url("records/modify")
    switch configuration.credential {
    case .serverKey:
      headers.append(["X-Apple-CloudKit-Request-KeyID", "…"])
      headers.append(["X-Apple-CloudKit-Request-SignatureV1", "…"])
    case .apiToken: url += "?ckAPIToken=…"
    case .user: url += "?ckAPIToken=…&ckWebAuthToken=…"
    }
    let body: String
    do {
      let modify = modify(layout.zone(of: change.table))
      let operation = try modify.operation(change, version: change.version)
      body = JSONValue.object(modify.body([operation])).serializedText
    } catch {
      body = error.sentence
    }
    return RequestDescription(method: "POST", url: url, headers: headers, body: body)
  }

  private func modify(_ zone: CloudKitZone) -> Modify {
    Modify(zone: zone, layout: layout, writer: FieldWriter(types: types))
  }

  // MARK: - Steps

  /// Finds the tag of records that shall be changed whatever they are.
  ///
  /// Forcing an update would make a record anew that somebody deleted.
  private func tag(_ batch: inout Batch) async {
    let untagged = batch.open.filter {
      batch.changes[$0].kind == .update && batch.changes[$0].version == nil
    }
    if untagged.isEmpty { return }
    do throws(RemoteError) {
      let found = try await lookup(untagged.map { batch.changes[$0].id }, in: batch.zone)
      for index in untagged {
        let change = batch.changes[index]
        guard
          let record = found.first(where: {
            $0.record.id === change.id && $0.table === change.table
          })
        else {
          batch.finish(index, SendResult(.missing))
          continue
        }
        batch.tags[index] = record.record.version
      }
    } catch {
      for index in untagged { batch.finish(index, .unsent(after: error)) }
    }
  }

  private func prepare(_ batch: inout Batch) {
    let modify = modify(batch.zone)
    for index in batch.open {
      let change = batch.changes[index]
      do throws(FieldWriter.Refusal) {
        batch.operations[index] = try modify.operation(
          change, version: change.version ?? batch.tags[index])
      } catch {
        batch.finish(index, .unsendable(error.sentence))
      }
    }
  }

  private func deliver(_ batch: inout Batch, mayCreateZone: Bool = true) async {
    let order = Modify.ordered(batch.open) { batch.operations[$0] ?? JSONObject() }
    if order.isEmpty { return }
    do throws(CallFailure) {
      let answer = try await connection.call(
        "records/modify", modify(batch.zone).body(order.compactMap { batch.operations[$0] }))
      take(answer, order, &batch)
    } catch {
      for index in order { batch.finish(index, connection.result(of: batch.changes[index], error)) }
    }
    guard creates(batch.zone), mayCreateZone else { return }
    let homeless = order.filter { batch.results[$0].isMissingZone }
    guard !homeless.isEmpty, await create(batch.zone) else { return }
    for index in homeless { batch.reopen(index) }
    await deliver(&batch, mayCreateZone: false)
  }

  /// Gives each change its part of the answer: by the record's name, wherever it stands.
  private func take(_ answer: CloudKitAnswer, _ order: [Int], _ batch: inout Batch) {
    let entries = (answer.object["records"]?.array ?? []).compactMap(\.object)
    for (place, index) in order.enumerated() {
      let change = batch.changes[index]
      let unnamed = place < entries.count && entries[place]["recordName"] == nil
      guard
        let entry = entries.first(where: { $0["recordName"]?.string === change.id })
          ?? (unnamed ? entries[place] : nil)
      else {
        batch.finish(
          index, SendResult(.unknown("\(connection.client.host) said nothing of this record")))
        continue
      }
      batch.finish(
        index, result(of: change, entry, RemoteResponse(entry, headers: answer.response.headers)))
    }
  }

  private func result(
    of change: Change, _ entry: JSONObject, _ part: RemoteResponse
  ) -> SendResult {
    guard part.isSuccess else { return connection.result(of: change, part) }
    let reader = reader(layout.zone(of: change.table))
    let record = change.kind == .delete ? nil : reader.record(entry)?.record
    return connection.client.result(.accepted(record?.version == nil ? nil : record), part)
  }

  /// Fetches the server's copies of all records that stood in the way, in one request.
  private func showConflicts(_ batch: inout Batch) async {
    let refused = batch.results.indices.filter { batch.results[$0].wantsServerCopy }
    if refused.isEmpty { return }
    let names = refused.map { batch.changes[$0].id }
    // Without an answer the core asks for the rows one by one.
    guard let found = try? await lookup(names, in: batch.zone) else { return }
    for index in refused {
      let change = batch.changes[index]
      let there = found.first { $0.record.id === change.id }
      batch.results[index].show(there, change)
    }
  }

  /// True when the zone is there afterwards.
  private func create(_ zone: CloudKitZone) async -> Bool {
    let zone: JSONObject = ["zoneID": .object(zone.json)]
    let answer = try? await call(
      "zones/modify",
      ["operations": [["operationType": "create", "zone": .object(zone)]]])
    guard let entry = answer?["zones"]?.array?.first?.object else { return false }
    return RemoteResponse(entry).isSuccess
  }
}

/// The changes of one request, all of one zone, and what became of each.
private struct Batch {
  let changes: [Change]
  let zone: CloudKitZone
  var operations: [Int: JSONObject] = [:]
  var tags: [Int: String] = [:]
  var results: [SendResult]
  private var isOpen: [Bool]

  init(_ changes: [Change], _ zone: CloudKitZone) {
    self.changes = changes
    self.zone = zone
    results = changes.map { _ in SendResult(.unreachable("it was not sent")) }
    isOpen = changes.map { _ in true }
  }

  /// The places of changes without a result.
  var open: [Int] { changes.indices.filter { isOpen[$0] } }

  mutating func finish(_ index: Int, _ result: SendResult) {
    results[index] = result
    isOpen[index] = false
  }

  mutating func reopen(_ index: Int) { isOpen[index] = true }
}

extension SendResult {
  /// Whether further requests would come to the same.
  fileprivate var stopsRequests: Bool {
    switch outcome {
    case .throttled, .unauthorized: true
    default: false
    }
  }

  fileprivate var isMissingZone: Bool {
    outcome == .refused && answer?.message?.hasPrefix("ZONE_NOT_FOUND") == true
  }

  fileprivate var wantsServerCopy: Bool {
    switch outcome {
    case .exists(nil), .conflict(nil): true
    default: false
    }
  }

  /// Adds what the server has of the record that was refused.
  fileprivate mutating func show(_ there: TypedRecord?, _ change: Change) {
    guard let there else {
      // A tag that is stale because the record is gone.
      if case .conflict = outcome { outcome = .missing }
      return
    }
    guard there.table === change.table else {
      outcome = .refused
      answer?.message =
        "The zone has a record named \(change.id) already, of the type \(there.recordType ?? "unknown"): "
        + "names are unique over all types of a zone. Insert the row under another id."
      return
    }
    if case .exists = outcome {
      outcome = .exists(there.record)
    } else {
      outcome = .conflict(there.record)
    }
  }
}
