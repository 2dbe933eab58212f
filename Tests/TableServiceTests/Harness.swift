import HTTPKit
import JSONKit
import Support
import TableService
import TestSupport
import Testing

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

  /// A second service over the same database, as after a restart.
  init(
    over other: Harness, _ configure: (inout TableServiceConfiguration) -> Void = { _ in }
  ) async throws {
    directory = other.directory
    time = other.time
    version = other.version
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
    return Answer(await answer(request))
  }

  /// Asks on the spot, the ordinary way, or, where asking changes nothing, both: they answer alike.
  private func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.method != .get else {
      let response = await service.respond(to: request)
      if let quick = await quickAnswer(request) {
        #expect(quick.status == response.status, "\(request.target)")
        #expect(quick.text == response.text, "\(request.target)")
        let fields = { (response: HTTPResponse) in
          response.headers.all.map { "\($0.name): \($0.value)" }.sorted()
        }
        #expect(fields(quick) == fields(response), "\(request.target)")
      }
      return response
    }
    let isOdd = request.body.count % 2 == 1
    if isOdd, let quick = await quickAnswer(request) { return quick }
    return await service.respond(to: request)
  }

  private func quickAnswer(_ request: HTTPRequest) async -> HTTPResponse? {
    await withCheckedContinuation { continuation in
      switch service.take(request, finish: { continuation.resume(returning: $0) }) {
      case .now(let response): continuation.resume(returning: response)
      case .no: continuation.resume(returning: nil)
      case .later: break
      }
    }
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
