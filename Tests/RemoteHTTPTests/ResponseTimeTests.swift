import HTTPClient
import HTTPKit
import RemoteHTTP
import Support
import SyncCore
import TestSupport
import Testing

@Suite struct ResponseTimeTests {
  /// Of a client whose requests took so long, one after the other.
  private func responseTime(_ milliseconds: [Int64]) async throws -> ResponseTime? {
    let time = ManualTime()
    let rest = Locked(milliseconds[...])
    let transport = ScriptedTransport { _ throws(HTTPClientError) in
      time.advance(milliseconds: rest.withLock { $0.removeFirst() })
      return ClientResponse(503)
    }
    let client = RemoteClient.test(transport, time: time)
    for _ in milliseconds { _ = try await client.send(ClientRequest(.get, "http://a/x")) }
    return client.responseTime
  }

  @Test func theMedianHasEveryResponse() async throws {
    #expect(try await responseTime([]) == nil)
    #expect(try await responseTime([40]) == ResponseTime(medianMilliseconds: 40, requests: 1))
    #expect(
      try await responseTime([900, 30, 50]) == ResponseTime(medianMilliseconds: 50, requests: 3))
  }

  @Test func oldResponsesDoNotCount() async throws {
    let found = try await responseTime(
      Array(repeating: 900, count: 80) + Array(repeating: 20, count: 100))
    #expect(found == ResponseTime(medianMilliseconds: 20, requests: 100))
  }

  @Test func aResponseThatASetBackClockMakesNegativeIsLeftOut() async throws {
    #expect(
      try await responseTime([-5_000, 60]) == ResponseTime(medianMilliseconds: 60, requests: 1))
  }
}
