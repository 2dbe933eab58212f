import HTTPClient
import HTTPKit
import Support
import TestSupport
import Testing

/// A connection that already carried a request ends while the next one's answer is awaited.
@Suite struct LostConnectionTests {
  @Test(arguments: [HTTPMethod.post, .put, .patch, .delete])
  func whatMayHaveTakenEffectIsNotSentAgain(method: HTTPMethod) async throws {
    let (failure, received) = try await secondRequest(method, body: [1])
    #expect(received == 1)
    let error = try #require(failure)
    guard case .lost(let detail) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(error.mayHaveArrived)
    #expect(detail.hasSuffix("was lost before the server answered."))
  }

  @Test func aDeletionWithoutABodyIsNotSentAgainEither() async throws {
    let (failure, received) = try await secondRequest(.delete, body: nil)
    #expect(received == 1)
    #expect(failure?.mayHaveArrived == true)
  }

  @Test func whatOnlyReadsMayBeSentAgain() async throws {
    let (failure, received) = try await secondRequest(.get, body: nil)
    #expect(received > 1)
    #expect(failure != nil)
  }

  /// Sends a request that is answered, and one whose connections are all cut once it has come.
  private func secondRequest(
    _ method: HTTPMethod, body: [UInt8]?
  ) async throws -> (HTTPClientError?, received: Int) {
    let received = Locked(0)
    let server = try RawServer { connection in
      while true {
        let request = try await connection.read(until: "\r\n\r\n")
        if request.isEmpty { return }
        if request.contains("/second ") {
          received.withLock { $0 += 1 }
          connection.hangUp()
          return
        }
        try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let client = HTTPClient()
    let address = "http://127.0.0.1:\(server.port)"
    _ = try await client.send(ClientRequest(.get, "\(address)/first"))
    let failure = await client.failure(ClientRequest(method, "\(address)/second", body: body))
    return (failure, received.withLock { $0 })
  }
}
