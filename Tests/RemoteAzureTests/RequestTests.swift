import HTTPClient
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import RemoteAzure

@Suite struct RequestTests {
  private let values: JSONObject = ["text": "milk", "due": nil, "version": "x", "Deleted": true]

  private func sent(
    _ change: Change, _ version: AzureAPIVersion?, token: String? = nil
  ) async throws -> ClientRequest {
    let transport = ScriptedTransport(200, "{}")
    _ = try await AzureRemote.test(transport, version, token: token).send(change)
    return try #require(transport.requests.first)
  }

  @Test func insertPostsIdAndOwnColumnsOnly() async throws {
    let request = try await sent(Change(.insert, table: "Items", id: "a/b", values: values), .v2)
    #expect(request.method == .post)
    #expect(request.url == "http://host.test:8081/tables/Items")
    #expect(request.headers["ZUMO-API-VERSION"] == "2.0.0")
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(request.headers["X-ZUMO-FEATURES"] == "OL")
    #expect(request.headers["If-Match"] == nil)
    let body = try JSONValue(parsing: try #require(request.body))
    #expect(body == ["id": "a/b", "text": "milk", "due": nil])
  }

  @Test(arguments: [AzureAPIVersion.v2, .v3])
  func updatePatchesTheChangedColumns(_ version: AzureAPIVersion) async throws {
    let change = Change(
      .update, table: "Items", id: "ä 1", values: values, allValues: ["text": "milk", "more": 1],
      version: "a\"b")
    let request = try await sent(change, version)
    #expect(request.method == .patch)
    #expect(request.url == "http://host.test:8081/tables/Items/%C3%A4%201")
    #expect(request.headers["If-Match"] == "\"a\\\"b\"")
    #expect(request.headers["X-ZUMO-FEATURES"] == "OC,OL")
    #expect(
      try JSONValue(parsing: try #require(request.body)) == ["text": "milk", "due": nil])
  }

  @Test func updateWithoutAVersionIsUnconditional() async throws {
    let request = try await sent(
      Change(.update, table: "Items", id: "1", values: ["text": "x"]), .v2)
    #expect(request.headers["If-Match"] == nil)
    #expect(request.headers["X-ZUMO-FEATURES"] == "OL")
  }

  @Test func newerToolkitGetsTheWholeRowByPut() async throws {
    let change = Change(
      .update, table: "items", id: "1", values: ["text": "new"],
      allValues: ["text": "old", "more": 1, "updatedAt": "x"], version: "v")
    let request = try await sent(change, nil)
    #expect(request.method == .put)
    #expect(request.headers["ZUMO-API-VERSION"] == nil)
    #expect(request.headers["If-Match"] == "\"v\"")
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(
      try JSONValue(parsing: try #require(request.body)) == ["id": "1", "text": "new", "more": 1])
  }

  @Test func deleteHasNoBody() async throws {
    let request = try await sent(Change(.delete, table: "items", id: "1", version: "v"), .v3)
    #expect(request.method == .delete)
    #expect(request.body == nil)
    #expect(request.headers["Content-Type"] == nil)
    #expect(request.headers["If-Match"] == "\"v\"")
  }

  @Test func undeleteFollowsTheGeneration() async throws {
    let change = Change(
      .undelete, table: "items", id: "1", allValues: ["text": "x"], version: "v")
    let old = try await sent(change, .v2)
    #expect(old.method == .post)
    #expect(old.url.hasSuffix("/tables/items/1"))
    #expect(old.body == nil)
    let middle = try await sent(change, .v3)
    #expect(middle.method == .patch)
    #expect(try JSONValue(parsing: try #require(middle.body)) == ["deleted": false])
    let newest = try await sent(change, nil)
    #expect(newest.method == .put)
    #expect(newest.url.hasSuffix("/tables/items/1?__includedeleted=true"))
    #expect(
      try JSONValue(parsing: try #require(newest.body))
        == ["id": "1", "text": "x", "deleted": false])
  }

  @Test func signInGoesIntoBothHeadersForV2AndOneOtherwise() async throws {
    let change = Change(.delete, table: "items", id: "1")
    let old = try await sent(change, .v2, token: "secret")
    #expect(old.headers["X-ZUMO-AUTH"] == "secret")
    #expect(old.headers["Authorization"] == "Bearer secret")
    let new = try await sent(change, .v3, token: "secret")
    #expect(new.headers["X-ZUMO-AUTH"] == nil)
    #expect(new.headers["Authorization"] == "Bearer secret")
  }

  @Test func describedRequestShowsNoSecret() throws {
    let remote = try AzureRemote.test(ScriptedTransport(200), .v2, token: "hidden-token")
    let description = remote.describe(
      Change(.insert, table: "items", id: "1", values: ["text": "x"]))
    #expect(description.headers.contains(["Authorization", "•••"]))
    #expect(description.headers.contains(["X-ZUMO-AUTH", "•••"]))
    #expect(!"\(description)".contains("hidden-token"))
    #expect(description.body == #"{"id":"1","text":"x"}"#)
  }

  @Test func serverWithoutPatchIsRememberedAndGetsPut() async throws {
    let transport = ScriptedTransport { request throws(HTTPClientError) in
      request.method == .put
        ? ClientResponse(200, body: Array(#"{"id":"1"}"#.utf8))
        : ClientResponse(405, headers: ["Allow": "GET, PUT, DELETE"])
    }
    let remote = try AzureRemote.test(transport, .v2)
    let change = Change(
      .update, table: "items", id: "1", values: ["text": "x"], allValues: ["text": "x", "n": 1])
    #expect(await remote.send(change).outcome == .accepted(Record(id: "1")))
    #expect(await remote.send(change).outcome == .accepted(Record(id: "1")))
    #expect(transport.requests.map(\.method) == [.patch, .put, .put])
  }

  @Test func forbiddenUpdateOfEasyTablesIsNotTriedAsPut() async throws {
    let transport = ScriptedTransport(405, "Method update is not allowed")
    let remote = try AzureRemote.test(transport, .v2)
    let result = await remote.send(
      Change(.update, table: "items", id: "1", values: ["text": "x"]))
    #expect(result.outcome == .refused)
    #expect(result.answer?.message == "Method update is not allowed")
    #expect(transport.requests.count == 1)
  }

  @Test func putWithoutKnownValuesTakesThemFromTheServer() async throws {
    let transport = ScriptedTransport { request throws(HTTPClientError) in
      let row = #"{"id":"1","text":"kept","deleted":true,"version":"v"}"#
      return ClientResponse(200, body: Array(row.utf8))
    }
    _ = try await AzureRemote.test(transport, nil).send(Change(.undelete, table: "items", id: "1"))
    #expect(transport.requests.map(\.method) == [.get, .put])
    let body = try JSONValue(parsing: try #require(transport.requests.last?.body))
    #expect(body == ["id": "1", "text": "kept", "deleted": false])
  }

  @Test func updateOfNothingOnlyReads() async throws {
    let transport = ScriptedTransport(200, #"{"id":"1","version":"v"}"#)
    let result = try await AzureRemote.test(transport).send(
      Change(.update, table: "items", id: "1"))
    #expect(result.outcome == .accepted(Record(id: "1", version: "v")))
    #expect(transport.requests.map(\.method) == [.get])
  }
}
