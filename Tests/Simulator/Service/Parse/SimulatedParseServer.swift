import HTTPClient
import HTTPKit
import JSONKit
import Support
import TestSupport

/// A small Parse Server: one class, rows in memory, and a log of every commit.
///
/// It has what the adapter uses: create, update, delete and get, queries, batches, the schema and
/// the counts. Rows that are deleted are gone, and no write has a condition. No answer has a `Date`:
/// the adapter subtracts the time of the request from it, which differs from run to run.
final class SimulatedParseServer: SimulatedService {
  struct State: Sendable {
    var rows: [String: JSONObject] = [:]
    var log = ServiceLog(ordersByStamp: false)
    var requestIDs: Set<String> = []
    var made: UInt64 = 0
  }

  let time: SkewedTime
  let plan: ParsePlan
  private let base: ManualTime
  private let seed: UInt64
  let state = Locked(State())

  init(_ plan: HistoryPlan, _ time: ManualTime) {
    self.plan = plan.parse
    self.time = SkewedTime(time)
    base = time
    seed = plan.seed
    _ = create(["w": "first", "m": "firstm", "n": 0], by: ServiceCommit.rival)
  }

  var log: ServiceLog { state.withLock { $0.log } }
  var assignsIDs: Bool { plan.assignsIDs }

  func perform(
    _ request: ClientRequest, by author: String, after reads: [String: Int]
  ) async throws(HTTPClientError) -> ClientResponse {
    let answer = ParseRequest(request, author, reads).flatMap { route($0) } ?? .noSuchAddress
    return ClientResponse(
      answer.status,
      headers: ["Content-Type": "application/json; charset=utf-8"],
      body: answer.body.serialized)
  }

  func close() async {}

  func name(_ id: String, _ name: String) { state.withLock { $0.log.name(id, name) } }

  // MARK: - Routes

  private func route(_ request: ParseRequest) -> ParseAnswer? {
    switch (request.method, request.parts.first, request.parts.count) {
    case (.get, "health", 1): ParseAnswer(200, ["status": "ok"])
    case (.get, "serverInfo", 1): ParseAnswer(200, ["parseServerVersion": "9.10.0"])
    case (.get, "schemas", _):
      ParseAnswer(200, ["className": .string(CommitLog.table), "fields": [:]])
    case (.post, "batch", 1): batch(request)
    case (_, "classes", 2...3) where request.parts[1] == CommitLog.table: object(request)
    default: nil
    }
  }

  private func object(_ request: ParseRequest) -> ParseAnswer? {
    let id = request.parts.count == 3 ? request.parts[2] : nil
    switch (request.method, id) {
    case (.get, nil): return find(request.query)
    case (.get, let id?):
      return state.withLock { $0.rows[id] }.map { ParseAnswer(200, $0) }
        ?? .missing
    case (.post, nil):
      if plan.remembersRequests, let id = request.requestID,
        !state.withLock({ $0.requestIDs.insert(id).inserted })
      {
        return ParseAnswer(159, error: "Duplicate request")
      }
      return create(request.body, by: request.author)
    case (.put, let id?): return update(id, request)
    case (.delete, let id?): return delete(id, request)
    default: return nil
    }
  }

  private func batch(_ request: ParseRequest) -> ParseAnswer {
    guard plan.answersBatches else {
      return ParseAnswer(status: 500, body: ["code": 1, "message": "Internal server error."])
    }
    let items = request.body["requests"]?.array ?? []
    let answers = items.map { item -> JSONValue in
      let answer = ParseRequest(item, of: request).flatMap { object($0) } ?? .missing
      return answer.status < 300 ? ["success": answer.body] : ["error": answer.body]
    }
    return ParseAnswer(status: 200, body: .array(answers))
  }

  // MARK: - Reading

  private func find(_ query: JSONObject) -> ParseAnswer {
    let condition = ParseCondition(condition: query["where"]?.object ?? JSONObject())
    var found = state.withLock { $0.rows.values.filter { condition.matches($0) } }
    found.sort { ParseOrder.key($0["objectId"]) < ParseOrder.key($1["objectId"]) }
    for part in (query["order"]?.string ?? "").split(separator: ",").reversed() {
      let isDown = part.hasPrefix("-")
      let name = String(isDown ? part.dropFirst() : part)
      found.sort { left, right in
        let (left, right) = (ParseOrder.key(left[name]), ParseOrder.key(right[name]))
        return isDown ? right < left : left < right
      }
    }
    let limit = min(Int(query["limit"]?.integer ?? 100), plan.limitMax)
    let skip = Int(query["skip"]?.integer ?? 0)
    var answer: JSONObject = [
      "results": .array(found.dropFirst(skip).prefix(limit).map { .object($0) })
    ]
    if query["count"]?.integer == 1 { answer["count"] = .integer(Int64(found.count)) }
    return ParseAnswer(200, answer)
  }

  // MARK: - Writing

  /// Moves the clock, as the work of a server does: two writes of one row never have one stamp.
  private func stamp(after earlier: String?) -> String {
    let isMoved = earlier == text(time.now) || state.withLock { $0.made % 3 != 0 }
    if isMoved { base.advance(milliseconds: 1) }
    return text(time.now)
  }

  private func text(_ moment: Timestamp) -> String {
    Timestamp(milliseconds: moment.milliseconds).description
  }

  private func create(_ body: JSONObject, by author: String) -> ParseAnswer {
    var row = body
    if row["objectId"] != nil, !plan.takesIDs {
      return ParseAnswer(105, error: "objectId is an invalid field name.")
    }
    let stamp = stamp(after: nil)
    return state.withLock { state in
      state.made += 1
      let id = row["objectId"]?.string ?? Self.newID(state.made, seed)
      guard state.rows[id] == nil else {
        return ParseAnswer(137, error: "A duplicate value for a field with unique values")
      }
      row["objectId"] = .string(id)
      row["createdAt"] = .string(stamp)
      row["updatedAt"] = .string(stamp)
      state.put(row, by: author, readAt: nil)
      return ParseAnswer(201, ["objectId": .string(id), "createdAt": .string(stamp)])
    }
  }

  private func update(_ id: String, _ request: ParseRequest) -> ParseAnswer {
    guard let old = state.withLock({ $0.rows[id] }) else { return .missing }
    let stamp = stamp(after: old["updatedAt"]?.string)
    return state.withLock { state in
      guard var row = state.rows[id] else { return .missing }
      for (name, value) in request.body {
        row[name] = value["__op"]?.string == "Delete" ? nil : value
      }
      row["updatedAt"] = .string(stamp)
      state.made += 1
      state.put(row, by: request.author, readAt: request.reads[id])
      return ParseAnswer(200, ["updatedAt": .string(stamp)])
    }
  }

  private func delete(_ id: String, _ request: ParseRequest) -> ParseAnswer {
    state.withLock { state in
      state.remove(id, by: request.author, readAt: request.reads[id])
        ? ParseAnswer(200, JSONObject()) : .missing
    }
  }

  /// Ids in no order, as the server makes them.
  private static func newID(_ number: UInt64, _ seed: UInt64) -> String {
    var random = SplitMix64(seed &+ number &* 0x9e37)
    let text = String(random.next(), radix: 16)
    return "p" + (String(repeating: "0", count: 16 - text.count) + text).prefix(9)
  }

  // MARK: - The rival

  func write(_ id: String, _ values: JSONObject) async {
    let log = log
    let serverID = log.serverID(id)
    if log.rows[id] != nil {
      _ = update(serverID, ParseRequest(values, by: ServiceCommit.rival))
    } else {
      var body = values
      if !assignsIDs { body["objectId"] = .string(id) }
      _ = create(body, by: ServiceCommit.rival)
    }
  }

  func delete(_ id: String) async {
    _ = delete(log.serverID(id), ParseRequest(JSONObject(), by: ServiceCommit.rival))
  }

  func undelete(_ id: String) async {}

  func removeFromDatabase(_ id: String) async throws { await delete(id) }
}

extension SimulatedParseServer.State {
  /// Stores a row and logs the commit.
  fileprivate mutating func put(_ row: JSONObject, by author: String, readAt: Int?) {
    let id = row["objectId"]?.string ?? ""
    let isNew = rows[id] == nil
    if isNew, let key = row["synclineKey"]?.string {
      if log.rows[log.rowID(key)] != nil {
        log.fail(InvariantViolation(.once, "\(author): the insert of \(key) was carried out twice"))
      }
      log.assign(id, to: key)
    }
    let before = isNew ? nil : log.rows[log.rowID(id)]
    rows[id] = row
    log.add([
      ServiceCommit(
        number: Int64(log.commits.count + 1), author: author, before: before,
        after: RowImage(parse: row, id: log.rowID(id)), readAt: readAt)
    ])
  }

  fileprivate mutating func remove(_ id: String, by author: String, readAt: Int?) -> Bool {
    guard rows.removeValue(forKey: id) != nil else { return false }
    log.add([
      ServiceCommit(
        number: Int64(log.commits.count + 1), author: author, before: log.rows[log.rowID(id)],
        after: nil, readAt: readAt)
    ])
    return true
  }
}

extension RowImage {
  fileprivate init(parse row: JSONObject, id: String) {
    var values: [String: String] = [:]
    for column in Self.columns {
      values[column] = row[column]?.string ?? row[column]?.integer.map { "\($0)" }
    }
    self.init(
      id: id, version: row["updatedAt"]?.string, updatedAt: row["updatedAt"]?.string,
      isDeleted: false, values: values)
  }
}
