import HTTPClient
import HTTPKit
import JSONKit
import SQLiteKit
import Support
import TableService
import TestSupport

/// The table service, called by its bytes, with a trigger log in its database.
final class SimulatedTableService: SimulatedService {
  let time: SkewedTime
  private let service: TableService
  private let database: DatabasePool
  private let turns = Turns()
  private let state = Locked(ServiceLog(ordersByStamp: true))

  init(_ plan: HistoryPlan, _ time: ManualTime, in directory: TemporaryDirectory) async throws {
    self.time = SkewedTime(time)
    let path = directory.file("service.sqlite")
    var configuration = TableServiceConfiguration()
    configuration.softDelete = plan.keepsTombstones ? .all : .none
    configuration.pageSize = plan.servicePageSize
    let random = Locked(SplitMix64(plan.seed ^ 0x5e41))
    service = try await TableService(
      database: path, configuration: configuration, time: self.time,
      random: RandomSource { count in
        random.withLock { random in
          (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        }
      })
    database = try await DatabasePool(path: path, durability: .normal)
    // The first row makes table and columns, which the triggers name.
    let first: JSONValue = ["id": "first", "w": "first", "m": "first", "n": 0]
    _ = await service.respond(to: Self.request(.post, nil, first))
    let bug = plan.bug?.serviceTriggers ?? []
    try await database.write { connection in
      for statement in CommitLog.statements + bug { try connection.execute(statement) }
      try connection.execute("UPDATE items SET w = w")
    }
    note(by: ServiceCommit.rival)
  }

  var log: ServiceLog { state.withLock { $0 } }
  var assignsIDs: Bool { false }

  func perform(
    _ request: ClientRequest, by author: String, after _: [String: Int]
  ) async throws(HTTPClientError) -> ClientResponse {
    let path = request.url.split(separator: "/", maxSplits: 2).dropFirst(2).joined()
    let incoming = HTTPRequest(
      request.method, "/" + path, headers: request.headers, body: request.body ?? [])
    let response = await turns.take {
      let response = await service.respond(to: incoming)
      if request.method != .get { note(by: author) }
      return response
    }
    guard case .bytes(let body) = response.body else { throw .lost("the answer is a stream") }
    return ClientResponse(response.status, headers: response.headers, body: body)
  }

  /// Adds what the triggers logged since the last look.
  private func note(by author: String) {
    let last = log.commits.last?.number ?? 0
    let found = try? database.readNow { connection in
      try CommitLog.commits(after: last, by: author, on: connection)
    }
    state.withLock { state in
      state.add(found ?? [])
      if found == nil { state.fail(InvariantViolation(.live, "the log can't be read")) }
    }
  }

  // MARK: - The rival

  func write(_ id: String, _ values: JSONObject) async {
    let exists = rows[id] != nil
    var body = values
    if !exists { body["id"] = .string(id) }
    await rival(Self.request(exists ? .patch : .post, exists ? id : nil, .object(body)))
  }

  func delete(_ id: String) async { await rival(Self.request(.delete, id, nil)) }

  func undelete(_ id: String) async { await rival(Self.request(.post, id, nil)) }

  private func rival(_ request: HTTPRequest) async {
    await turns.take {
      _ = await service.respond(to: request)
      note(by: ServiceCommit.rival)
    }
  }

  func removeFromDatabase(_ id: String) async throws {
    try await database.write {
      try $0.execute("DELETE FROM \(CommitLog.table) WHERE id = ?", [.text(id)])
    }
    await turns.take { note(by: ServiceCommit.rival) }
  }

  func close() async { await database.close() }

  private static func request(
    _ method: HTTPMethod, _ id: String?, _ body: JSONValue?
  ) -> HTTPRequest {
    HTTPRequest(
      method, "/tables/\(CommitLog.table)" + (id.map { "/\($0)" } ?? ""),
      headers: ["ZUMO-API-VERSION": "2.0.0", "Content-Type": "application/json"],
      body: body?.serialized ?? [])
  }
}
