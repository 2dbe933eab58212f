import HTTPClient
import HTTPKit
import RemoteHTTP
import Support
import SyncCore
import TestSupport
import Testing

/// A server that takes one key, and a file with the key that a client uses.
@Suite struct RenewalTests {
  private let file = Locked("old")
  private let good = Locked("old")
  private let lines = Locked(0)
  private let keys: RenewableConfiguration<String>
  private let transport: ScriptedTransport
  private let client: RemoteClient

  init() throws {
    let (file, good, lines) = (file, good, lines)
    keys = try RenewableConfiguration(
      read: { [file.withLock { $0 }] }, make: { file.withLock { $0 } },
      log: { lines.withLock { $0 += 1 } })
    transport = ScriptedTransport { request throws(HTTPClientError) in
      ClientResponse(request.headers["X-Key"] == good.withLock { $0 } ? 200 : 401)
    }
    client = .test(transport, secrets: keys)
  }

  private var request: ClientRequest {
    ClientRequest(.post, "http://host.test:8081/base", headers: ["X-Key": keys.current])
  }

  private var sent: [String?] { transport.requests.map { $0.headers["X-Key"] } }

  private func rotate() {
    good.withLock { $0 = "new" }
    file.withLock { $0 = "new" }
  }

  @Test func aReplacedSecretIsReadAtTheNextRefusal() async throws {
    #expect(try await client.send(request).isSuccess)
    rotate()
    #expect(try await client.send(request).isSuccess)
    #expect(try await client.success(of: request, "x").isSuccess)
    #expect(sent == ["old", "old", "new", "new"])
    #expect(lines.withLock { $0 } == 1)
    #expect(keys.current == "new" && keys.known == ["new", "old"])
  }

  @Test func aRefusalStaysOneWhereTheSecretIsAsItWas() async throws {
    good.withLock { $0 = "new" }
    #expect(try await client.send(request).status == 401)
    await #expect(throws: RemoteError.self) { try await client.success(of: request, "x") }
    #expect(sent == ["old", "old"])
    #expect(lines.withLock { $0 } == 0)
  }

  @Test func aNewSecretThatIsWrongTooIsTriedOnce() async throws {
    file.withLock { $0 = "new" }
    good.withLock { $0 = "another" }
    #expect(try await client.send(request).status == 401)
    #expect(sent == ["old", "new"])
  }

  @Test func requestsThatWereRefusedTogetherReadTheSecretOnce() {
    rotate()
    #expect(keys.renew(after: 0))
    #expect(keys.renew(after: 0))
    #expect(!keys.renew(after: 1))
    #expect(keys.renewals == 1 && lines.withLock { $0 } == 1)
  }
}
