import HTTPClient
import HTTPKit
import JSONKit
import RemoteHTTP
import Support
import SyncCore
import TestSupport
import Testing

@Suite struct SendingTests {
  private let request = ClientRequest(.get, "http://host.test:8081/base/x")

  @Test func everyResponseIsObserved() async throws {
    let seen = Locked<[Int]>([])
    let transport = ScriptedTransport(404)
    let client = RemoteClient.test(transport) { response in
      seen.withLock { $0.append(response.status) }
    }
    #expect(try await client.send(request).status == 404)
    #expect(try await client.response(to: request).status == 404)
    await #expect(throws: RemoteError.notFound(status: 404, detail: "It gives no reason (x).")) {
      try await client.success(of: request, "x")
    }
    #expect(seen.withLock { $0 } == [404, 404, 404])
    #expect(transport.requests.allSatisfy { $0.timeoutSeconds == 7 })
  }

  @Test(arguments: [
    (
      HTTPClientError.unreachable("cut"),
      RemoteError.unreachable(host: "host.test:8081", detail: "cut")
    ),
    (.lost("cut"), .unreachable(host: "host.test:8081", detail: "cut", wasReached: true)),
    (.malformed("cut"), .malformed(detail: "cut")),
    (.invalidRequest("cut"), .malformed(detail: "cut")),
    (.cancelled(mayHaveArrived: true), .cancelled),
  ])
  func readsWithoutAResponseAreToldApart(
    _ failure: HTTPClientError, _ expected: RemoteError
  ) async throws {
    let client = RemoteClient.test(
      ScriptedTransport { _ throws(HTTPClientError) in throw failure })
    await #expect(throws: expected) { try await client.response(to: request) }
  }

  @Test(arguments: [
    (HTTPClientError.unreachable("refused"), SendOutcome.unreachable("refused")),
    (.lost("cut"), .unknown("cut")), (.malformed("SSH"), .unknown("SSH")),
    (.tooLarge(limit: 9), .unknown("The answer is larger than 9 bytes and was not read.")),
    (.cancelled(mayHaveArrived: false), .unreachable("cancelled before it was sent")),
    (.cancelled(mayHaveArrived: true), .unknown("cancelled while the answer was awaited")),
    (.invalidRequest("a blank"), .refused), (.forbidden("a blank"), .refused),
  ])
  func writesWithoutAResponseAreToldApart(_ failure: HTTPClientError, _ outcome: SendOutcome) {
    let result = RemoteClient.test(ScriptedTransport(200)).result(failure)
    #expect(result.outcome == outcome)
    #expect(!result.isFinished)
    #expect((result.answer?.message == "a blank") == (outcome == .refused))
  }

  @Test func aResponseIsKeptForTheAttempt() {
    let client = RemoteClient.test(ScriptedTransport(200), mask: SecretMask(["top-secret"]))
    let body = #"{"error":"top-secret is wrong"}"# + String(repeating: " ", count: 20_000)
    let answer = client.answer(
      RemoteResponse(400, body, ["Set-Cookie": "a=b", "X-Kept": "top-secret", "X-Key": "k"]))
    #expect(answer.status == 400)
    #expect(
      Set(answer.headers)
        == [["Set-Cookie", "(hidden)"], ["X-Kept", "•••"], ["X-Key", "(hidden)"]])
    #expect(answer.body.hasPrefix(#"{"error":"••• is wrong"}"#))
    #expect((16_000...(16 << 10)).contains(answer.body.utf8.count))
    #expect(answer.message == "••• is wrong")
    #expect(client.answer(RemoteResponse(200, body)).message == nil)
  }

  @Test func aRequestIsShownWithoutItsSecrets() {
    var request = request
    request.headers = ["X-Key": "secret", "Accept": "text/plain"]
    let shown = RemoteClient.test(ScriptedTransport(200)).description(of: request)
    #expect(shown.headers == [["X-Key", "•••"], ["Accept", "text/plain"]])
    #expect(shown.method == "GET" && shown.url == request.url && shown.body == nil)
  }

  @Test func aPartOfABatchKeepsTheTextOfAnErrorOnly() {
    let part: JSONValue = ["error": "no"]
    #expect(RemoteResponse(400, part: part).body == part.serialized)
    #expect(RemoteResponse(200, part: part).body.isEmpty)
    #expect(RemoteResponse(200, part: part).json == part)
  }

  @Test func aCursorOfAnotherRemoteIsRefused() throws {
    #expect(try JSONObject(cursor: #"{"at":5}"#).moment("at") == Timestamp(ticks: 5))
    for text in ["", "[]", "x"] {
      #expect(throws: RemoteError.foreignCursor(restart: "Again.")) {
        try JSONObject(cursor: text, restart: "Again.")
      }
    }
  }
}
