import HTTPClient
import HTTPKit
import HTTPServer
import Support
import TestSupport

/// Runs a server on a free port; `body` gets the address that its URLs begin with.
func withServer(
  answering respond: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
  _ body: (String) async throws -> Void
) async throws {
  var configuration = HTTPServer.Configuration()
  configuration.port = 0
  configuration.stopGrace = .milliseconds(200)
  let server = try HTTPServer(configuration, respond: respond)
  do {
    try await body("http://127.0.0.1:\(server.port)")
  } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}

extension HTTPClient {
  /// The failure of a request; nil when there is an answer.
  func failure(_ request: ClientRequest) async -> HTTPClientError? {
    do {
      _ = try await send(request)
      return nil
    } catch {
      return error
    }
  }
}

/// A server that reads a request's header and then plays `answer`, byte for byte.
func brokenServer(_ answer: String, thenWait: Bool = false) throws -> RawServer {
  try RawServer { connection in
    _ = try await connection.read(until: "\r\n\r\n")
    try await connection.send(answer)
    // Until the client gives up.
    if thenWait { _ = try await connection.readToEnd() as [UInt8] }
  }
}
