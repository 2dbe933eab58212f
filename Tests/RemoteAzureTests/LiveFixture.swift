import HTTPClient
import HTTPKit
import HTTPServer
import RemoteAzure
import Support
import TableService
import TestSupport

/// A server on a free port and a remote that reaches it through real sockets.
struct LiveFixture {
  let remote: AzureRemote
  let client: HTTPClient
  private let server: HTTPServer

  init(
    _ version: AzureAPIVersion?, apiKey: String? = nil,
    respond: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) throws {
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    server = try HTTPServer(configuration, respond: respond)
    client = HTTPClient()
    remote = AzureRemote(
      try AzureConfiguration(
        url: "http://127.0.0.1:\(server.port)", apiVersion: version, apiKey: apiKey,
        requestTimeout: .seconds(120)),
      client: client)
  }

  func stop() async {
    client.shutdown()
    await server.stop()
  }
}

/// The project's own table service behind ``LiveFixture``.
struct LiveService {
  let remote: AzureRemote
  let time = ManualTime()
  private let fixture: LiveFixture
  private let directory: TemporaryDirectory

  init(
    _ version: AzureAPIVersion, apiKey: String? = nil,
    _ configure: (inout TableServiceConfiguration) -> Void = { _ in }
  ) async throws {
    directory = try TemporaryDirectory()
    var configuration = TableServiceConfiguration()
    configure(&configuration)
    let service = try await TableService(
      database: directory.file("service.sqlite"), configuration: configuration, time: time,
      random: .system)
    fixture = try LiveFixture(version, apiKey: apiKey) { await service.respond(to: $0) }
    remote = fixture.remote
  }

  func stop() async { await fixture.stop() }
}
