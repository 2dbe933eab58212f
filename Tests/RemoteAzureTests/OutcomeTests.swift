import HTTPClient
import HTTPKit
import JSONKit
import RemoteHTTP
import SyncCore
import TestSupport
import Testing

@testable import RemoteAzure

@Suite struct OutcomeTests {
  private func outcome(
    _ kind: OperationKind, _ status: Int, _ body: String = "", _ headers: HTTPHeaders = [:]
  ) async throws -> SendOutcome {
    let change = Change(
      kind, table: "items", id: "1", values: ["text": "x"], allValues: ["text": "x"])
    return try await AzureRemote.test(ScriptedTransport(status, body, headers)).send(change).outcome
  }

  private let row =
    #"{"id":"1","version":"b2xk","updatedAt":"2024-01-01T00:00:00.000Z","text":"s"}"#
  private let record = Record(
    id: "1", version: "b2xk", updatedAt: "2024-01-01T00:00:00.000Z", values: ["text": "s"])

  @Test func entityTagBeatsTheVersionInTheBody() async throws {
    let outcome = try await outcome(.insert, 201, row, ["ETag": "\"new\\\"er\""])
    var expected = record
    expected.version = "new\"er"
    #expect(outcome == .accepted(expected))
  }

  @Test func weakTagIsNoVersion() async throws {
    #expect(try await outcome(.update, 200, row, ["ETag": "W/\"abc\""]) == .accepted(record))
  }

  @Test(arguments: ["", "nonsense", "[]", "null", "{}"])
  func successWithoutAReadableRowIsStillSuccess(_ body: String) async throws {
    #expect(try await outcome(.insert, 201, body) == .accepted(nil))
    #expect(try await outcome(.update, 200, body) == .accepted(nil))
    #expect(try await outcome(.delete, 204, body) == .accepted(nil))
  }

  @Test func webPageInPlaceOfARowLeavesTheOutcomeOpen() async throws {
    let outcome = try await outcome(
      .insert, 200, "<html>Sign in to the hotel</html>", ["Content-Type": "text/html"])
    guard case .unknown = outcome else {
      Issue.record("got \(outcome)")
      return
    }
  }

  @Test func softDeleteKeepsTheTombstoneAndHardDeleteNothing() async throws {
    let tombstone = #"{"id":"1","version":"v","deleted":true}"#
    #expect(
      try await outcome(.delete, 200, tombstone)
        == .accepted(Record(id: "1", version: "v", deleted: true)))
    #expect(try await outcome(.delete, 200, row) == .accepted(nil))
  }

  @Test func aDeleteThatShowsAnotherRowIsNotTakenForDone() async throws {
    let other = #"{"id":"2","version":"v"}"#
    #expect(try await outcome(.delete, 200, other) == .accepted(Record(id: "2", version: "v")))
  }

  @Test func aReadThatBringsAnotherRowMakesNoSense() async throws {
    let remote = try AzureRemote.test(ScriptedTransport(200, row, [:]))
    #expect(try await remote.read("items", id: "1") == record)
    await #expect(
      throws: RemoteError.malformed(detail: "Row 2 of items was asked for, and row 1 came.")
    ) { try await remote.read("items", id: "2") }
  }

  @Test(arguments: [404, 410])
  func missingRow(_ status: Int) async throws {
    for kind in [OperationKind.update, .delete, .undelete] {
      #expect(try await outcome(kind, status) == .missing)
    }
    #expect(try await outcome(.insert, status) == .refused)
  }

  @Test func wrongAddressIsNotAMissingRow() async throws {
    let page: HTTPHeaders = ["Content-Type": "text/html; charset=utf-8"]
    #expect(try await outcome(.delete, 404, "<pre>Cannot DELETE</pre>", page) == .refused)
  }

  @Test func conflictsBringTheServersRow() async throws {
    #expect(try await outcome(.update, 412, row) == .conflict(record))
    #expect(try await outcome(.delete, 412, row) == .conflict(record))
    #expect(try await outcome(.update, 409, row) == .conflict(record))
    #expect(try await outcome(.update, 412, "") == .conflict(nil))
    #expect(try await outcome(.update, 412, #"{"error":"stale"}"#) == .conflict(nil))
  }

  @Test func existingRowIsOnlyTakenForTheServersWhenItIs() async throws {
    #expect(try await outcome(.insert, 409, row) == .exists(record))
    #expect(try await outcome(.insert, 409, #"{"id":"1","text":"x"}"#) == .exists(nil))
    #expect(try await outcome(.insert, 409) == .exists(nil))
  }

  @Test(arguments: [400, 403, 405, 413, 415, 422, 428])
  func refusals(_ status: Int) async throws {
    #expect(try await outcome(.insert, status, #"{"error":"no"}"#) == .refused)
  }

  @Test func cancelledTaskSendsNothing() async throws {
    let transport = ScriptedTransport(201)
    let remote = try AzureRemote.test(transport)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await remote.send(Change(.insert, table: "items", id: "1")).outcome
    }
    guard case .unreachable = await task.value else {
      Issue.record("a cancelled task sent something")
      return
    }
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: [
    (#"{"error":"one"}"#, "one"), (#"{"error":{"code":"x","message":"two"}}"#, "two"),
    (#"{"message":"three","details":null}"#, "three"), (#"{"Message":"caps"}"#, "caps"),
    (#"{"type":"t","title":"Bad","detail":"because","status":400}"#, "Bad: because"),
    (#"{"title":"Invalid","errors":{"Text":["too long","odd"]}}"#, "Text: too long odd"),
    (#"[{"memberNames":["a"],"errorMessage":"No."},{"errorMessage":"Never."}]"#, "No. Never."),
    (#""bare text""#, "bare text"), ("plain\n text", "plain text"),
    ("<!DOCTYPE html><title>Error</title><pre>Cannot PUT /x &amp; y</pre>", "Cannot PUT /x & y"),
    ("<html><body><h1>Bad <b>Gateway</b></h1></body></html>", "Bad Gateway"),
    (#"{"name":"JsonWebTokenError","message":"invalid token"}"#, "invalid token"),
  ])
  func messageIsFoundInEveryForm(_ body: String, _ message: String) {
    #expect(
      ServerMessage.of(RemoteResponse(ClientResponse(400, body: Array(body.utf8)))) == message)
  }

  @Test(arguments: [
    (412, #"{"id":"1","title":"Conf 14","version":"dg==","updatedAt":"2024-01-01T00:00:00Z"}"#),
    (409, #"{"Id":"1","message":"call first","error":"none","description":"text"}"#),
    (400, #"{"id":"1","title":"Conf 14","version":"dg==","message":"text"}"#),
  ])
  func aRowIsNoMessageWhateverItsColumnsAreCalled(_ status: Int, _ body: String) {
    #expect(ServerMessage.of(RemoteResponse(ClientResponse(status, body: Array(body.utf8)))) == nil)
    let problem = ClientResponse(
      status, headers: ["Content-Type": "application/problem+json"],
      body: Array(#"{"id":"x","title":"Bad","detail":"because"}"#.utf8))
    #expect(ServerMessage.of(RemoteResponse(problem)) == "Bad: because")
    let error = ClientResponse(status, body: Array(#"{"error":"stale"}"#.utf8))
    #expect(ServerMessage.of(RemoteResponse(error)) == "stale")
  }

  @Test(arguments: ["", "  ", "{}", "[]", #"{"error":null}"#, "<html></html>", "7"])
  func bodyWithoutASentenceGivesNoneOrItself(_ body: String) {
    let message = ServerMessage.of(RemoteResponse(ClientResponse(500, body: Array(body.utf8))))
    #expect(message == (body == "7" ? "7" : nil))
  }
}
