import HTTPClient
import HTTPKit
import JSONKit
import RemoteHTTP
import SQLiteKit
import Support
import SyncCore
import TableService
import TestSupport

@testable import RemoteAzure

/// The Azure adapter with the project's own table service behind a wire that can break.
final class AzureUnderTest: RemoteUnderTest {
  let remote: any Remote
  private let service: TableService
  private let wire: BreakingWire
  private let folder: TemporaryDirectory

  init() async throws {
    folder = try TemporaryDirectory()
    var configuration = TableServiceConfiguration()
    configuration.softDelete = .all
    let service = try await TableService(
      database: folder.file("service.sqlite"), configuration: configuration, time: SystemTime(),
      random: .system)
    self.service = service
    wire = BreakingWire { await service.respond(to: $0) }
    remote = AzureRemote(
      RenewableConfiguration(
        try AzureConfiguration(url: "http://host.test:8081", authToken: "secret-of-the-test")),
      transport: wire)
  }

  func somebodyInserts(_ values: JSONObject) async throws -> String {
    let row = try await ask(.post, "/tables/\(table)", values)
    guard let id = row["id"]?.string else { throw BadAnswer() }
    return id
  }

  func somebodyUpdates(_ id: String, _ values: JSONObject) async throws {
    _ = try await ask(.patch, "/tables/\(table)/\(id)", values)
  }

  func somebodyRemoves(_ id: String) async throws {
    let database = try await DatabasePool(path: folder.file("service.sqlite"))
    let name = Connection.quoted(table)
    try await database.write { try $0.execute("DELETE FROM \(name) WHERE id = ?", [.text(id)]) }
  }

  func serverRows() async throws -> [String: JSONObject] {
    let response = await service.respond(
      HTTPRequest(.get, "/tables/\(table)?$top=1000", headers: Self.headers))
    let rows = try JSONValue(parsing: try response.bytes).array ?? []
    var byID: [String: JSONObject] = [:]
    for row in rows {
      guard var values = row.object, let id = values["id"]?.string else { continue }
      for column in SystemColumn.allCases { values[column.rawValue] = nil }
      byID[id] = values
    }
    return byID
  }

  func nextWrites(_ faults: [WireFault]) async throws { wire.next(faults) }

  func nextReads(_ faults: [WireFault], after passing: Int) async throws {
    wire.nextReads(Array(repeating: nil, count: passing) + faults)
  }

  func stop() async {}

  private static let headers: HTTPHeaders = [
    "ZUMO-API-VERSION": "2.0.0", "Content-Type": "application/json",
  ]

  private func ask(
    _ method: HTTPMethod, _ path: String, _ body: JSONObject
  ) async throws -> JSONObject {
    let response = await service.respond(
      to: HTTPRequest(
        method, path, headers: Self.headers, body: JSONValue.object(body).serialized))
    guard (200...299).contains(response.status),
      let row = try JSONValue(parsing: try response.bytes).object
    else { throw BadAnswer() }
    return row
  }
}

struct BadAnswer: Error {}

extension HTTPResponse {
  fileprivate var bytes: [UInt8] {
    get throws {
      guard case .bytes(let bytes) = body else { throw BadAnswer() }
      return bytes
    }
  }
}

extension TableService {
  fileprivate func respond(_ request: HTTPRequest) async -> HTTPResponse {
    await respond(to: request)
  }
}

/// Leads to a server's function; requests break as they are told.
private final class BreakingWire: RemoteTransport {
  private let faults = Locked<[WireFault]>([])
  private let readFaults = Locked<[WireFault?]>([])
  private let respond: @Sendable (HTTPRequest) async -> HTTPResponse

  init(_ respond: @escaping @Sendable (HTTPRequest) async -> HTTPResponse) {
    self.respond = respond
  }

  func next(_ faults: [WireFault]) { self.faults.withLock { $0 += faults } }

  func nextReads(_ faults: [WireFault?]) { readFaults.withLock { $0 += faults } }

  func send(_ request: ClientRequest) async throws(HTTPClientError) -> ClientResponse {
    let fault =
      request.method == .get
      ? readFaults.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      : faults.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    switch fault {
    case .lostRequest: throw .lost("the connection broke")
    case .failed: return ClientResponse(500, body: Array(#"{"error":"broken"}"#.utf8))
    case .throttled: return ClientResponse(429, headers: ["Retry-After": "0"])
    case .expiredToken: return ClientResponse(401)
    case .lostAnswer, .truncatedAnswer, .wrongOrder, nil: break
    }
    let path = request.url.split(separator: "/", maxSplits: 2).dropFirst(2).joined()
    let response = await respond(
      HTTPRequest(request.method, "/" + path, headers: request.headers, body: request.body ?? []))
    if let fault, fault != .wrongOrder { throw .lost("the answer broke off") }
    guard case .bytes(var body) = response.body else { throw .lost("the answer is a stream") }
    if fault == .wrongOrder, let list = (try? JSONValue(parsing: body))?.array {
      body = JSONValue.array(list.reversed()).serialized
    }
    return ClientResponse(response.status, headers: response.headers, body: body)
  }
}
