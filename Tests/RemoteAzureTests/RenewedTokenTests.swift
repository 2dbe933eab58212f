import HTTPClient
import HTTPKit
import RemoteHTTP
import Support
import SyncCore
import TestSupport
import Testing

@testable import RemoteAzure

@Suite struct RenewedTokenTests {
  @Test func everyRequestGoesOutOnceMoreWithTheNewToken() async throws {
    let file = Locked("token-1")
    let settings = try RenewableConfiguration(
      read: { [file.withLock { $0 }] },
      make: {
        try AzureConfiguration(url: "http://host.test:8081", authToken: file.withLock { $0 })
      },
      log: {})
    let transport = ScriptedTransport { request throws(HTTPClientError) in
      let token = file.withLock { $0 }
      guard request.headers["X-ZUMO-AUTH"] == token else {
        return ClientResponse(401, body: Array(#"{"error":"token-1 has expired"}"#.utf8))
      }
      return ClientResponse(
        request.method == .get ? 200 : 201, headers: ["X-ZUMO-Batch-Max": "5"],
        body: Array("[]".utf8))
    }
    let remote = AzureRemote(settings, transport: transport)
    let change = Change(.insert, table: "items", id: "1")
    for number in 2...4 {
      file.withLock { $0 = "token-\(number)" }
      switch number {
      case 2: #expect(await remote.send(change).outcome == .accepted(nil))
      case 3:
        #expect(try await remote.changes(PullRequest(table: "items", pageSize: 1)).next == nil)
      default: #expect(await remote.send(batch: [change, change]).count == 2)
      }
    }
    let tokens = transport.requests.map { $0.headers["X-ZUMO-AUTH"] }
    #expect(tokens.prefix(4) == ["token-1", "token-2", "token-2", "token-3"])
    #expect(tokens.suffix(2) == ["token-3", "token-4"])
    #expect(remote.batchSize == 5)
    // Nobody may read the old token either, as a server may repeat it.
    file.withLock { $0 = "token-5" }
    let answer = remote.client.answer(
      RemoteResponse(ClientResponse(401, body: Array("token-4 and token-3".utf8))))
    #expect(answer.body == "••• and •••")
  }
}
