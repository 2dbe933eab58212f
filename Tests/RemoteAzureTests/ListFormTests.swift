import HTTPClient
import SyncCore
import TestSupport
import Testing

@testable import RemoteAzure

/// What counts as a list of rows, and what as a mark of the next page.
@Suite struct ListFormTests {
  @Test(arguments: [
    #"[{"id":"1"}]"#, #"{"results":[{"id":"1"}],"count":1}"#,
    #"{"items":[{"ID":"1"}],"nextLink":null,"count":null}"#,
  ])
  func everyWrappingOfAListIsUnderstood(_ body: String) async throws {
    let transport = ScriptedTransport { request throws(HTTPClientError) in
      ClientResponse(200, body: Array((request.url.contains("gt") ? "[]" : body).utf8))
    }
    for version in [AzureAPIVersion.v2, .v3] {
      var table = PulledTable()
      try await table.pull(try .test(transport, version))
      #expect(table.records.keys.sorted() == ["1"])
    }
  }

  @Test func linkThatSaysMoreMakesAnEmptyListUnbelievable() async throws {
    let transport = ScriptedTransport(200, #"{"items":[],"nextLink":"x","count":null}"#)
    var table = PulledTable()
    await #expect(throws: RemoteError.self) { try await table.pull(try .test(transport)) }
  }

  @Test(arguments: [
    ("{}", 200), ("[{}]", 200), ("[1]", 200), ("<html></html>", 200), ("", 200), ("[", 200),
  ])
  func answerThatIsNoListIsAnError(_ body: String, _ status: Int) async throws {
    var table = PulledTable()
    await #expect(throws: RemoteError.self) {
      try await table.pull(try .test(ScriptedTransport(status, body)))
    }
  }

  @Test func foreignCursorIsRefused() async throws {
    let remote = try AzureRemote.test(QuirkyServer())
    for cursor in ["", "x", "{}", #"{"phase":"since"}"#, #"{"phase":"odd","from":1}"#] {
      await #expect(throws: RemoteError.self) {
        try await remote.changes(PullRequest(table: "items", cursor: cursor, pageSize: 5))
      }
    }
  }
}
