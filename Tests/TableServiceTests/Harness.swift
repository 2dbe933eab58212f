import HTTPKit
import JSONKit
import Support
import TableService
import TestSupport

/// A table service over a fresh database, called in process.
struct Harness {
  let directory: TemporaryDirectory
  let service: TableService
  let time: ManualTime
  let version: String?

  var databasePath: String { directory.file("service.sqlite") }

  /// - Parameter version: Sent with every request that names none itself.
  init(
    version: String? = "2.0.0",
    _ configure: (inout TableServiceConfiguration) -> Void = { _ in }
  ) async throws {
    directory = try TemporaryDirectory()
    time = ManualTime()
    self.version = version
    var configuration = TableServiceConfiguration()
    configure(&configuration)
    service = try await TableService(
      database: directory.file("service.sqlite"), configuration: configuration, time: time,
      random: .system)
  }

  @discardableResult
  func send(
    _ method: HTTPMethod, _ target: String, _ body: JSONValue? = nil,
    headers: [String: String] = [:]
  ) async -> Answer {
    await send(method, target, bytes: body?.serialized ?? [], headers: headers)
  }

  func send(
    _ method: HTTPMethod, _ target: String, bytes: [UInt8], headers: [String: String] = [:]
  ) async -> Answer {
    var fields: HTTPHeaders = ["Host": "127.0.0.1:8081"]
    if let version { fields["ZUMO-API-VERSION"] = version }
    if !bytes.isEmpty { fields["Content-Type"] = "application/json" }
    for (name, value) in headers { fields[name] = value.isEmpty ? nil : value }
    let request = HTTPRequest(method, target, headers: fields, body: bytes)
    return Answer(await service.respond(to: request))
  }

  func get(_ target: String, headers: [String: String] = [:]) async -> Answer {
    await send(.get, target, headers: headers)
  }

  /// The ids of a list, in order.
  func ids(_ target: String) async -> [String] {
    await get(target).rows.compactMap { $0["id"]?.string }
  }
}

struct Answer {
  let status: Int
  let headers: HTTPHeaders
  let json: JSONValue?

  init(_ response: HTTPResponse) {
    status = response.status
    headers = response.headers
    json = response.text.flatMap { try? JSONValue(parsing: $0) }
  }

  /// The rows of a list in any of its shapes.
  var rows: [JSONValue] {
    json?.array ?? json?["results"]?.array ?? json?["items"]?.array ?? []
  }

  subscript(name: String) -> JSONValue? { json?[name] }

  var error: String { json?["error"]?.string ?? "" }
}
