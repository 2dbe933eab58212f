import HTTPClient
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import RemoteAzure

@Suite struct ReadingTests {
  private func server(_ count: Int, _ quirks: QuirkyServer.Quirks = .init()) -> QuirkyServer {
    let server = QuirkyServer(quirks)
    for number in 0..<count {
      server.put("id \(number)", Timestamp(milliseconds: 1_000 * Int64(number % 3)), ["n": 1])
    }
    return server
  }

  private func identities(_ remote: AzureRemote, pageSize: Int = 100) async throws -> [RowIdentity]
  {
    var found: [RowIdentity] = []
    var cursor: String?
    repeat {
      let page = try await remote.identities("items", after: cursor, pageSize: pageSize)
      found += page.identities
      cursor = page.next
      try #require(found.count < 10_000, "the list does not end")
    } while cursor != nil
    return found
  }

  // MARK: Identities

  @Test(arguments: [AzureAPIVersion.v2, .v3], [1, 4, 100])
  func listsEachIdOnce(_ version: AzureAPIVersion, _ pageSize: Int) async throws {
    var quirks = QuirkyServer.Quirks()
    quirks.pageCap = 5
    quirks.isV3 = version == .v3
    let server = server(23, quirks)
    server.put(.init(id: "gone", updatedAt: .epoch, deleted: true))
    let found = try await identities(try .test(server, version), pageSize: pageSize)
    #expect(found.count == 24)
    #expect(Set(found.map(\.id)) == Set(server.rows.keys))
    #expect(found.filter(\.deleted).map(\.id) == ["gone"])
    #expect(found.allSatisfy { $0.version != nil && $0.updatedAt != nil })
    #expect(server.targets[0].contains("$select=id%2Cversion%2CupdatedAt%2Cdeleted"))
  }

  @Test func unknownColumnInTheSelectionIsNotTakenForAnEmptyTable() async throws {
    let server = QuirkyServer()
    for number in 0..<7 { server.put("id \(number)", nil) }
    #expect(try await identities(try .test(server)).count == 7)
  }

  @Test func emptyTableListsNothing() async throws {
    #expect(try await identities(try .test(QuirkyServer())).isEmpty)
  }

  @Test func listThatIsEmptyOnlyInOrderIsAnError() async throws {
    let transport = ScriptedTransport { request throws(HTTPClientError) in
      let body = request.url.contains("orderby") ? "[]" : #"[{"id":"1"}]"#
      return ClientResponse(200, body: Array(body.utf8))
    }
    await #expect(throws: RemoteError.self) { try await identities(try .test(transport)) }
  }

  @Test func incompleteListIsAnError() async throws {
    var quirks = QuirkyServer.Quirks()
    quirks.pageCap = 5
    quirks.ignoresIDOrder = true
    let error = await #expect(throws: RemoteError.self) {
      try await identities(try .test(server(30, quirks)))
    }
    #expect("\(try #require(error))".contains("of 30 rows"))
  }

  @Test func repeatedPageIsAnError() async throws {
    var quirks = QuirkyServer.Quirks()
    quirks.pageCap = 5
    quirks.ignoresIDCondition = true
    await #expect(throws: RemoteError.self) { try await identities(try .test(server(30, quirks))) }
  }

  @Test func circleOfPagesIsAnError() async throws {
    let calls = Locked(0)
    let transport = ScriptedTransport { _ throws(HTTPClientError) in
      let number = calls.withLock { calls in
        calls += 1
        return calls % 3
      }
      return ClientResponse(200, body: Array(#"[{"id":"\#(number)"}]"#.utf8))
    }
    await #expect(throws: RemoteError.self) { try await identities(try .test(transport)) }
  }

  @Test func answerThatIsTooLargeIsAskedForInSmallerPages() async throws {
    let server = server(23)
    let transport = ScriptedTransport { request throws(HTTPClientError) in
      if request.url.contains("top=100&") { throw .tooLarge(limit: 64 << 20) }
      let target = request.url.replacing("http://host.test:8081", with: "")
      guard case .bytes(let body) = server.respond(HTTPRequest(.get, target)).body else {
        throw .lost("no bytes")
      }
      return ClientResponse(200, body: body)
    }
    #expect(try await identities(try .test(transport)).count == 23)
    #expect(transport.requests.count { $0.url.contains("top=100&") } == 1)
    #expect(transport.requests[1].url.contains("top=12&"))
  }

  // MARK: One row

  @Test func readsARowWithItsTag() async throws {
    let server = server(1)
    let record = try await AzureRemote.test(server).read("items", id: "id 0")
    #expect(record?.version == "MQ==")
    #expect(record?.values == ["n": 1])
    #expect(server.targets == ["GET /tables/items/id%200?__includeDeleted=true"])
  }

  @Test func tombstoneThatIsHiddenByIdIsFoundInTheList() async throws {
    let server = QuirkyServer()
    server.put(.init(id: "it's", updatedAt: .epoch, deleted: true))
    let record = try await AzureRemote.test(server).read("items", id: "it's")
    #expect(record?.deleted == true)
    #expect(server.targets.count == 2)
  }

  @Test func missingRowIsNil() async throws {
    #expect(try await AzureRemote.test(server(1)).read("items", id: "other") == nil)
    let transport = ScriptedTransport(404)
    #expect(try await AzureRemote.test(transport, .v3).read("items", id: "other") == nil)
    #expect(transport.requests.count == 1)
  }

  @Test func missingTableIsNotAMissingRow() async throws {
    let remote = try AzureRemote.test(server(1))
    let error = await #expect(throws: RemoteError.self) {
      try await remote.read("nowhere", id: "1")
    }
    #expect("\(try #require(error))".contains("Check the remote’s URL"))
  }

  @Test(arguments: ["", "[]", "{}", "nonsense"])
  func rowThatIsNoneIsAnError(_ body: String) async throws {
    let remote = try AzureRemote.test(ScriptedTransport(200, body))
    await #expect(throws: RemoteError.self) { try await remote.read("items", id: "1") }
  }

  @Test func systemColumnsAreSplitOffInAnyCaseAndValuesStayExact() throws {
    let text = """
      {"ID":"first","id":"1","CreatedAt":"2017-05-08T07:07:01.3Z","UpdatedAt":"x","Version":7,
      "big":123456789012345678901234567890.5,"date":"2017-05-08T07:07:01Z","nested":{"a":[1]}}
      """
    let row = try #require(try JSONValue(parsing: text).object)
    let record = try #require(Record(row: row))
    #expect(record.id == "1")
    #expect(record.createdAt == "2017-05-08T07:07:01.3Z")
    #expect(record.version == "7")
    #expect(!record.deleted)
    #expect(record.values["big"] == .number("123456789012345678901234567890.5"))
    #expect(record.values["date"] == "2017-05-08T07:07:01Z")
    #expect(record.values["nested"] == ["a": [1]])
    #expect(record.values.count == 3)
  }

  // MARK: Errors and the probe

  @Test func errorsOfReadsAreToldApart() async throws {
    func error(_ status: Int, _ headers: HTTPHeaders = [:]) async throws -> RemoteError? {
      let remote = try AzureRemote.test(ScriptedTransport(status, #"{"error":"why"}"#, headers))
      return await #expect(throws: RemoteError.self) { try await remote.read("items", id: "1") }
    }
    #expect(try await error(401) == .unauthorized(host: "host.test:8081", detail: "why"))
    #expect(try await error(429) == .throttled(retryAfterSeconds: nil))
    #expect(try await error(503, ["Retry-After": "3"]) == .throttled(retryAfterSeconds: 3))
    #expect(try await error(500) == .serverFailed(status: 500, detail: "why"))
    #expect(try await error(400) == .rejected(status: 400, detail: "why"))
  }

  @Test func brokenConnectionAndCancellationAreToldApart() async throws {
    func error(isCancelled: Bool) async throws -> RemoteError? {
      let transport = ScriptedTransport { _ throws(HTTPClientError) in
        throw isCancelled ? .cancelled(mayHaveArrived: true) : .lost("cut")
      }
      let remote = try AzureRemote.test(transport)
      return await #expect(throws: RemoteError.self) { try await remote.read("items", id: "1") }
    }
    #expect(
      try await error(isCancelled: false)
        == .unreachable(host: "host.test:8081", detail: "cut", wasReached: true))
    #expect(try await error(isCancelled: true) == .cancelled)
  }

  @Test func probeAsksTheTableUsedLastAndElseTheRoot() async throws {
    let server = server(1)
    let remote = try AzureRemote.test(server)
    try await remote.probe()
    _ = try await remote.read("items", id: "id 0")
    try await remote.probe()
    #expect(server.targets.first == "GET /tables/")
    #expect(server.targets.last == "GET /tables/items?$top=1&__includeDeleted=true")
  }

  @Test(arguments: [401, 403, 500, 503])
  func probeReportsAServerThatWouldRefuse(_ status: Int) async throws {
    let remote = try AzureRemote.test(ScriptedTransport(status))
    await #expect(throws: RemoteError.self) { try await remote.probe() }
  }

  @Test(arguments: [
    ("complete eq false", ["complete"]), ("(a eq 'b c') and not (d_1 lt 5L)", ["a", "d_1"]),
    ("tolower(name) eq tolower('it''s x')", ["name"]),
    ("x in ('a','b') or active", ["x", "active"]),
    ("due ge datetimeoffset'2017-01-01T00:00:00Z'", ["due"]),
    (
      "due ge cast(2017-01-01T00:00:00Z,Edm.DateTimeOffset) and due lt 2018-01-01T00:00:00Z",
      ["due"]
    ),
    ("'unclosed", []), ("", []),
  ])
  func columnsOfAFilterAreFound(_ filter: String, _ columns: [String]) {
    #expect(filterColumns(filter) == columns)
  }
}
