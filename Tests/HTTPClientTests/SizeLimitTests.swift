import HTTPClient
import HTTPKit
import TestSupport
import Testing

@Suite struct SizeLimitTests {
  @Test(arguments: ["Content-Length: 2000", "Transfer-Encoding: chunked"])
  func answersOverTheLimitAreNotRead(framing: String) async throws {
    let part = String(repeating: "x", count: 2_000)
    let body = framing.hasPrefix("T") ? "7d0\r\n\(part)\r\n0\r\n\r\n" : part
    let server = try brokenServer("HTTP/1.1 200 OK\r\n\(framing)\r\n\r\n\(body)")
    var configuration = HTTPClient.Configuration()
    configuration.responseBytesMax = 1_999
    let request = ClientRequest(.get, "http://127.0.0.1:\(server.port)/")
    #expect(await HTTPClient(configuration).failure(request) == .tooLarge(limit: 1_999))
    configuration.responseBytesMax = 2_000
    let response = try await HTTPClient(configuration).send(request)
    #expect(response.body.count == 2_000)
  }

  @Test func theLimitCountsDecompressedBytes() async throws {
    let server = try RawServer { connection in
      _ = try await connection.read(until: "\r\n\r\n")
      try await connection.send(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(manyLetters.count)\r\n\r\n")
      try await connection.send(manyLetters)
    }
    let request = ClientRequest(.get, "http://127.0.0.1:\(server.port)/")
    var configuration = HTTPClient.Configuration()
    configuration.responseBytesMax = 99_999
    #expect(await HTTPClient(configuration).failure(request) == .tooLarge(limit: 99_999))
    let response = try await HTTPClient().send(request)
    #expect(response.body == [UInt8](repeating: UInt8(ascii: "a"), count: 100_000))
  }

  @Test func aHeaderWithoutEndIsNotRead() async throws {
    let line = "X: \(String(repeating: "y", count: 1_000))\r\n"
    let server = try brokenServer(
      "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 300), thenWait: true)
    let error = await HTTPClient().failure(
      ClientRequest(.get, "http://127.0.0.1:\(server.port)/", timeoutSeconds: 60))
    guard case .malformed = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
