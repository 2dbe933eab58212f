import HTTPKit
import HTTPServer
import TestSupport

/// Runs a server on a free port for the length of `body`.
func withServer(
  _ configuration: HTTPServer.Configuration = .with { _ in },
  answering respond: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
  _ body: (HTTPServer) async throws -> Void
) async throws {
  let server = try HTTPServer(configuration, respond: respond)
  do {
    try await body(server)
  } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}

extension HTTPServer.Configuration {
  /// The standard limits on a free port, with changes.
  static func with(_ change: (inout Self) -> Void) -> Self {
    var configuration = Self()
    configuration.port = 0
    change(&configuration)
    return configuration
  }
}

/// Answers with what arrived.
@Sendable func echo(_ request: HTTPRequest) async -> HTTPResponse {
  HTTPResponse(200, headers: ["X-Target": request.target], body: .bytes(request.body))
}

extension HTTPServer {
  /// Sends text on a connection of its own; the answer's first response.
  func exchange(_ request: String, isHead: Bool = false) async throws -> RawResponse? {
    let connection = try RawConnection(port: port)
    try await connection.send(request)
    var reader = RawResponseReader(connection)
    return try await reader.next(isHead: isHead)
  }
}
