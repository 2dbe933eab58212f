import HTTPClient
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import RemoteAzure

private let takesBatches: HTTPHeaders = ["X-ZUMO-Batch-Max": "1000"]

/// A server that answers everything but batches with 200, and says that it takes those.
private func remote(
  _ version: AzureAPIVersion? = .v2,
  _ answer: @escaping @Sendable (ClientRequest) throws(HTTPClientError) -> ClientResponse
) async throws -> (AzureRemote, ScriptedTransport) {
  let transport = ScriptedTransport { request throws(HTTPClientError) in
    if request.url.hasSuffix("/$batch") { return try answer(request) }
    return ClientResponse(200, headers: takesBatches, body: Array(#"{"id":"0"}"#.utf8))
  }
  let remote = try AzureRemote.test(transport, version)
  #expect(remote.batchSize == 1)
  _ = await remote.send(Change(.insert, table: "items", id: "0"))
  return (remote, transport)
}

private func remote(
  _ status: Int, _ body: String = "", _ headers: HTTPHeaders = [:]
) async throws
  -> (AzureRemote, ScriptedTransport)
{
  try await remote { _ throws(HTTPClientError) in
    ClientResponse(status, headers: headers, body: Array(body.utf8))
  }
}

private let changes = ["a", "b", "c"].map {
  Change(.insert, table: "items", id: $0, values: ["text": "x"])
}

@Suite struct AzureBatchTests {
  @Test func aServerThatSaysNothingGetsNoBatch() async throws {
    let remote = try AzureRemote.test(ScriptedTransport(200, #"{"id":"0"}"#))
    _ = await remote.send(changes[0])
    #expect(remote.batchSize == 1)
  }

  @Test(arguments: [("1000", 500), ("20", 20), ("0", 1), ("-3", 1), ("many", 1)])
  func theServerSaysHowLargeABatchMayBe(_ field: String, _ size: Int) async throws {
    let remote = try AzureRemote.test(
      ScriptedTransport(200, #"{"id":"0"}"#, ["X-ZUMO-Batch-Max": field]))
    _ = await remote.send(changes[0])
    #expect(remote.batchSize == size)
  }

  @Test func aServerWithoutPATCHGetsNoBatch() async throws {
    let (remote, _) = try await remote(nil) { _ throws(HTTPClientError) in ClientResponse(404)
    }
    #expect(remote.batchSize == 1)
  }

  @Test func eachChangeGoesAsItWouldAlone() async throws {
    let (remote, transport) = try await remote(200, #"{"responses":[]}"#)
    _ = await remote.send(batch: [
      changes[0],
      Change(.update, table: "two words", id: "b c", values: ["n": 1], version: "v\"1"),
      Change(.delete, table: "items", id: "d", version: "v2"),
      Change(.undelete, table: "items", id: "e", version: "v3"),
    ])
    let request = try #require(transport.requests.last)
    #expect(request.method == .post)
    #expect(request.url == "http://host.test:8081/$batch")
    #expect(request.headers["ZUMO-API-VERSION"] == "2.0.0")
    #expect(request.headers["Content-Type"] == "application/json")
    let body = try JSONValue(parsing: request.body ?? [])
    #expect(
      body["requests"] == [
        [
          "id": "0", "method": "POST", "url": "tables/items", "body": ["id": "a", "text": "x"],
        ],
        [
          "id": "1", "method": "PATCH", "url": "tables/two%20words/b%20c",
          "headers": ["If-Match": "\"v\\\"1\""], "body": ["n": 1],
        ],
        [
          "id": "2", "method": "DELETE", "url": "tables/items/d",
          "headers": ["If-Match": "\"v2\""],
        ],
        [
          "id": "3", "method": "POST", "url": "tables/items/e", "headers": ["If-Match": "\"v3\""],
        ],
      ])
  }

  @Test func eachAnswerMeansWhatItWouldAlone() async throws {
    let (remote, _) = try await remote(
      200,
      #"""
      {"responses":[
        {"id":"2","status":400,"headers":{},"body":{"error":"The title is too long."}},
        {"id":"0","status":201,"headers":{"etag":"\"v1\""},"body":{"id":"a","text":"x"}},
        {"id":"1","status":409,"headers":{},"body":{"id":"b","version":"v7","text":"theirs"}},
        {"id":"9","status":200},{"id":7},{"status":200}
      ]}
      """#)
    let results = await remote.send(batch: changes + [Change(.delete, table: "items", id: "d")])
    #expect(
      results.prefix(3).map(\.outcome) == [
        .accepted(Record(id: "a", version: "v1", values: ["text": "x"])),
        .exists(Record(id: "b", version: "v7", values: ["text": "theirs"])),
        .refused,
      ])
    #expect(results[2].answer?.message == "The title is too long.")
    guard case .unknown = results[3].outcome else {
      Issue.record("what the answer leaves out is \(results[3].outcome)")
      return
    }
    #expect(remote.batchSize == 500)
  }

  @Test(arguments: [404, 405, 501, 403, 415, 302])
  func whereThereIsNoEndpointChangesGoAlone(_ status: Int) async throws {
    let (remote, _) = try await remote(status)
    let results = await remote.send(batch: changes)
    #expect(results.count == 3)
    for result in results {
      guard case .notTaken = result.outcome else {
        Issue.record("\(status) means \(result.outcome)")
        return
      }
    }
    #expect(remote.batchSize == 1)
    _ = await remote.send(changes[0])
    #expect(remote.batchSize == 1, "any answer brings the batches back")
  }

  @Test(arguments: [400, 413, 422])
  func aBatchThatIsRefusedAsAWholeIsNotDone(_ status: Int) async throws {
    let (remote, _) = try await remote(status)
    for result in await remote.send(batch: changes) {
      guard case .notTaken = result.outcome else {
        Issue.record("\(status) means \(result.outcome)")
        return
      }
    }
    _ = await remote.send(changes[0])
    // Too many bytes are too many the next time too.
    #expect(remote.batchSize == (status == 413 ? 1 : 500))
  }

  @Test(arguments: [
    (401, SendOutcome.unauthorized), (429, .throttled(retryAfterSeconds: 7)),
    (503, .throttled(retryAfterSeconds: 7)), (500, .failed), (502, .failed), (408, .failed),
  ])
  func troubleWithTheWholeIsTroubleWithEach(_ status: Int, _ outcome: SendOutcome) async throws {
    let (remote, _) = try await remote(status, "", ["Retry-After": "7"])
    #expect(await remote.send(batch: changes).map(\.outcome) == [outcome, outcome, outcome])
    #expect(remote.batchSize == 500)
  }

  @Test func aLostAnswerLeavesEveryChangeOpen() async throws {
    let (remote, _) = try await remote { _ throws(HTTPClientError) in throw .lost("cut") }
    #expect(
      await remote.send(batch: changes).map(\.outcome)
        == [.unknown("cut"), .unknown("cut"), .unknown("cut")])
  }

  @Test(arguments: ["", "nonsense", "[]", #"{"responses":7}"#, "<html>Sign in</html>"])
  func anAnswerThatMakesNoSenseLeavesEveryChangeOpen(_ body: String) async throws {
    let (remote, _) = try await remote(200, body)
    for expected in [500, 1] {
      for result in await remote.send(batch: changes) {
        guard case .unknown = result.outcome else {
          Issue.record("it means \(result.outcome)")
          return
        }
      }
      // A network's page may be in the way once; a server is odd every time.
      #expect(remote.batchSize == expected)
    }
  }

  @Test func anUpdateWithoutColumnsIsARead() async throws {
    let (remote, transport) = try await remote(200, #"{"responses":[]}"#)
    let results = await remote.send(
      batch: changes + [Change(.update, table: "items", id: "0", values: ["version": "x"])])
    #expect(results[3].outcome == .accepted(Record(id: "0")))
    #expect(transport.requests.last?.method == .get)
  }

  /// Against the service: each kind of change, both versions, over real sockets.
  @Test(arguments: AzureAPIVersion.allCases)
  func theServiceTakesBatches(_ version: AzureAPIVersion) async throws {
    let live = try await LiveService(version)
    let first = await live.remote.send(Change(.insert, table: "items", id: "first"))
    guard case .accepted(let row?) = first.outcome else {
      Issue.record("\(first)")
      return
    }
    #expect(live.remote.batchSize == 500)
    let results = await live.remote.send(
      batch: changes + [
        Change(.update, table: "items", id: "first", values: ["text": "y"], version: row.version),
        Change(.update, table: "items", id: "nobody", values: ["text": "y"], version: "old"),
      ])
    let rows = results.compactMap { result -> Record? in
      if case .accepted(let row?) = result.outcome { row } else { nil }
    }
    #expect(rows.map(\.id) == ["a", "b", "c", "first"])
    #expect(rows.allSatisfy { $0.version != nil })
    #expect(results.last?.outcome == .missing)
    let deleted = await live.remote.send(
      batch: rows.map { Change(.delete, table: "items", id: $0.id, version: $0.version) })
    #expect(deleted.allSatisfy { $0.isAccepted })
    let back = await live.remote.send(
      batch: rows.map { Change(.undelete, table: "items", id: $0.id) })
    #expect(back.allSatisfy { $0.isAccepted })
    #expect(try await live.remote.read("items", id: "a")?.deleted == false)
    await live.stop()
  }
}

extension SendResult {
  fileprivate var isAccepted: Bool {
    if case .accepted = outcome { true } else { false }
  }
}
