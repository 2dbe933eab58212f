import HTTPClient
import HTTPKit
import JSONKit
import Support
import TestSupport

/// A small zone of CloudKit Web Services: records in memory, their feed, and a log of every commit.
///
/// It has what the adapter uses: `records/modify`, `records/lookup` and `changes/zone`. A write on a
/// stale `recordChangeTag` is refused, and the feed names records that were deleted.
final class SimulatedCloudKitZone: SimulatedService {
  struct State: Sendable {
    var records: [String: CloudKitRecord] = [:]
    var log = ServiceLog(ordersByStamp: false)
    /// The number of the newest change, and of the last one of each record.
    var sequence = 0
    var places: [String: Int] = [:]
  }

  static let zone = "Notes"

  let time: SkewedTime
  let plan: CloudKitPlan
  private let base: ManualTime
  let state = Locked(State())

  init(_ plan: HistoryPlan, _ time: ManualTime) {
    self.plan = plan.cloudKit
    self.time = SkewedTime(time)
    base = time
    put("first", ["w": "first", "m": "firstm", "n": 0])
  }

  var log: ServiceLog { state.withLock { $0.log } }
  var assignsIDs: Bool { false }

  func place(of row: RowImage) -> String? {
    state.withLock { state in state.places[row.id].map(CloudKitRecord.token) }
  }

  func perform(
    _ request: ClientRequest, by author: String, after reads: [String: Int]
  ) async throws(HTTPClientError) -> ClientResponse {
    let path = request.url.split(separator: "?")[0]
    let operation = path.split(separator: "/").suffix(2).joined(separator: "/")
    let body = request.body.flatMap { try? JSONValue(parsing: $0).object } ?? JSONObject()
    let answer: JSONObject? =
      switch operation {
      case "records/modify": modify(body, by: author)
      case "records/lookup": lookup(body)
      case "changes/zone": changes(body)
      default: nil
      }
    return ClientResponse(
      answer == nil ? 404 : 200,
      headers: ["Content-Type": "application/json; charset=UTF-8"],
      body: JSONValue.object(answer ?? Self.failure("BAD_REQUEST", nil)).serialized)
  }

  func close() async {}

  // MARK: - Operations

  private func modify(_ body: JSONObject, by author: String) -> JSONObject {
    let entries = (body["operations"]?.array ?? []).map { operation -> JSONValue in
      // The work of a server takes time.
      base.advance(milliseconds: 1)
      let now = time.now
      return .object(state.withLock { $0.apply(operation, by: author, at: now, plan) })
    }
    return ["records": .array(entries)]
  }

  private func lookup(_ body: JSONObject) -> JSONObject {
    let records = state.withLock { $0.records }
    let entries = (body["records"]?.array ?? []).map { wanted -> JSONValue in
      let name = wanted["recordName"]?.string ?? ""
      guard let record = records[name], !record.isDeleted else {
        return .object(Self.failure("NOT_FOUND", name))
      }
      return .object(record.shown)
    }
    return ["records": .array(entries)]
  }

  private func changes(_ body: JSONObject) -> JSONObject {
    let limit = min(Int(body["resultsLimit"]?.integer ?? 200), plan.limitMax)
    let token = body["zones"]?.array?.first?["syncToken"]?.string
    return state.withLock { state in
      let since = token.flatMap { Int($0) } ?? 0
      let news = state.places.filter { $0.value > since }.sorted { $0.value < $1.value }
      let page = news.prefix(limit)
      let records = page.compactMap { name, _ -> JSONValue? in
        guard let record = state.records[name] else { return nil }
        if !record.isDeleted { return .object(record.shown) }
        // Who starts from nothing is not told of what went before.
        return token == nil ? nil : .object(plan.tombstone(record))
      }
      var zone: JSONObject = [
        "zoneID": ["zoneName": .string(Self.zone)], "records": .array(records),
        "syncToken": .string(CloudKitRecord.token(page.last?.value ?? max(since, state.sequence))),
      ]
      if news.count > limit { zone["moreComing"] = true }
      return ["zones": [.object(zone)]]
    }
  }

  static func failure(_ code: String, _ name: String?) -> JSONObject {
    var entry: JSONObject = ["serverErrorCode": .string(code), "reason": "told by the simulation"]
    entry["recordName"] = name.map { .string($0) }
    return entry
  }

  // MARK: - The rival

  private func put(_ id: String, _ values: JSONObject) {
    let exists = log.rows[id] != nil
    let fields = JSONObject(
      values.map { name, value in
        let type: JSONValue = value.integer == nil ? "STRING" : "INT64"
        return (name, ["value": value, "type": type])
      })
    let kind: JSONValue = exists ? "forceUpdate" : "create"
    _ = modify(
      [
        "operations": [
          [
            "operationType": kind,
            "record": [
              "recordName": .string(id), "recordType": .string(CommitLog.table),
              "fields": .object(fields),
            ],
          ]
        ]
      ], by: ServiceCommit.rival)
  }

  func write(_ id: String, _ values: JSONObject) async { put(id, values) }

  func delete(_ id: String) async {
    _ = modify(
      ["operations": [["operationType": "forceDelete", "record": ["recordName": .string(id)]]]],
      by: ServiceCommit.rival)
  }

  func undelete(_ id: String) async {}

  func removeFromDatabase(_ id: String) async throws { await delete(id) }
}
