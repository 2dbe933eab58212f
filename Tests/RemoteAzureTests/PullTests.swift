import HTTPClient
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import RemoteAzure

@Suite struct PullTests {
  private static let start = Timestamp(milliseconds: 1_600_000_000_000)

  /// A stamp `ticks` of 100 ns behind the start.
  private func stamp(_ ticks: Int64) -> Timestamp {
    Timestamp(ticks: Self.start.ticks + ticks)
  }

  private func fill(_ server: QuirkyServer, _ count: Int, stamp: (Int) -> Timestamp?) {
    for number in 0..<count {
      server.put("row \(number)'", stamp(number), ["n": .integer(Int64(number))])
    }
  }

  @Test(arguments: [AzureAPIVersion.v2, .v3])
  func firstPullBringsEveryRowEvenWithoutAStamp(_ version: AzureAPIVersion) async throws {
    var quirks = QuirkyServer.Quirks()
    quirks.pageCap = 5
    quirks.isV3 = version == .v3
    let server = QuirkyServer(quirks)
    fill(server, 33) { $0 % 4 == 0 ? nil : stamp(Int64($0) * 10_000) }
    var table = PulledTable()
    try await table.pull(try .test(server, version))
    #expect(table.records.count == 33)
    #expect(table.token == stamp(31 * 10_000).description)
    #expect(table.warnings.isEmpty)
  }

  @Test func rowsWithoutAnyStampArePulledInFullWithAWarning() async throws {
    let server = QuirkyServer()
    fill(server, 7) { _ in nil }
    var table = PulledTable()
    try await table.pull(try .test(server))
    #expect(table.records.count == 7)
    #expect(table.token == nil)
    #expect(table.warnings.contains { $0.contains("updatedAt") })
  }

  @Test func pullOfNothingNewCostsTwoRequests() async throws {
    let server = QuirkyServer()
    fill(server, 20) { stamp(Int64($0) * 10_000_000) }
    var table = PulledTable()
    let remote = try AzureRemote.test(server)
    try await table.pull(remote)
    let before = server.targets.count
    try await table.pull(remote, overlap: 10)
    #expect(server.targets.count - before == 2)
    #expect(table.token == stamp(19 * 10_000_000).description)
  }

  @Test func serverThatRefusesTheProbeIsAskedThePlainWay() async throws {
    let server = QuirkyServer()
    fill(server, 20) { stamp(Int64($0) * 10_000_000) }
    let transport = ScriptedTransport { request throws(HTTPClientError) in
      if request.url.contains("%20ne%20") { return ClientResponse(414) }
      let target = request.url.replacing("http://host.test:8081", with: "")
      let response = server.respond(HTTPRequest(.get, target))
      return ClientResponse(response.status, body: Array((response.text ?? "").utf8))
    }
    var table = PulledTable()
    table.token = stamp(0).description
    try await table.pull(try .test(transport))
    #expect(table.records.count == 20)
  }

  @Test func overlapNeverMovesTheTokenBack() async throws {
    let server = QuirkyServer()
    fill(server, 3) { stamp(Int64($0) * 10_000) }
    var table = PulledTable()
    table.token = stamp(50_000_000).description
    try await table.pull(try .test(server), overlap: 10)
    #expect(table.records.count == 3)
    #expect(table.token == stamp(50_000_000).description)
  }

  /// More rows than a page share one printed stamp, finer ones behind it.
  @Test(arguments: [1, 3, 5, 100], [false, true])
  func manyRowsInOneMillisecond(_ pageSize: Int, _ foldsIDs: Bool) async throws {
    var quirks = QuirkyServer.Quirks()
    quirks.pageCap = 5
    quirks.foldsIDs = foldsIDs
    let server = QuirkyServer(quirks)
    fill(server, 43) { stamp(Int64($0 * 6_151 % 9_999)) }
    server.put("later", stamp(20_000))
    var table = PulledTable()
    table.token = stamp(0).description
    try await table.pull(try .test(server), pageSize: pageSize)
    #expect(table.records.count == 44)
    #expect(table.token == stamp(20_000).description)
  }

  @Test func stampsPrintedInWholeSecondsAreNoTrap() async throws {
    var quirks = QuirkyServer.Quirks()
    quirks.pageCap = 4
    quirks.printsWholeSeconds = true
    let server = QuirkyServer(quirks)
    fill(server, 60) { stamp(Int64($0) * 900_000) }
    var table = PulledTable()
    table.token = stamp(0).description
    try await table.pull(try .test(server), pagesMax: 6_000)
    #expect(table.records.count == 60)
  }

  @Test func rowChangedBetweenPagesComesAgainAndHidesNoOther() async throws {
    var quirks = QuirkyServer.Quirks()
    quirks.pageCap = 5
    let moved = stamp(90_000_000)
    let server = QuirkyServer(quirks) { server, list in
      if list == 2 { server.put("row 1'", moved, ["n": 100]) }
    }
    fill(server, 23) { stamp(Int64($0) * 10_000) }
    var table = PulledTable()
    table.token = stamp(0).description
    try await table.pull(try .test(server))
    #expect(table.records.count == 23)
    #expect(table.records["row 1'"]?.values["n"] == 100)
  }

  @Test func pageSizeThatTheServerRefusesIsLeftToIt() async throws {
    var quirks = QuirkyServer.Quirks()
    quirks.pageCap = 5
    quirks.topMax = 20
    let server = QuirkyServer(quirks)
    fill(server, 17) { stamp(Int64($0) * 10_000) }
    let remote = try AzureRemote.test(server)
    var table = PulledTable()
    try await table.pull(remote, pageSize: 1_000)
    #expect(table.records.count == 17)
    #expect(server.targets.count { $0.contains("$top=1000") } == 1)
  }

  @Test func linkOfTheServerIsNeverFollowed() async throws {
    let server = QuirkyServer()
    fill(server, 12) { stamp(Int64($0) * 10_000) }
    var table = PulledTable()
    try await table.pull(try .test(server), pageSize: 3)
    #expect(table.records.count == 12)
    #expect(!server.targets.contains { $0.contains("skip") })
  }

  @Test func serverThatRepeatsItsPageEndsInAnError() async throws {
    var quirks = QuirkyServer.Quirks()
    quirks.pageCap = 5
    quirks.ignoresIDCondition = true
    let server = QuirkyServer(quirks)
    fill(server, 20) { stamp(Int64($0)) }
    let remote = try AzureRemote.test(server)
    var full = PulledTable()
    await #expect(throws: RemoteError.self) { try await full.pull(remote) }
    var incremental = PulledTable()
    incremental.token = stamp(0).description
    await #expect(throws: RemoteError.self) { try await incremental.pull(remote) }
  }

  @Test func serverThatIgnoresTheStampEndsInAnErrorWithAToken() async throws {
    var quirks = QuirkyServer.Quirks()
    quirks.ignoresStampCondition = true
    quirks.pageCap = 5
    let server = QuirkyServer(quirks)
    fill(server, 20) { stamp(Int64($0) * 100_000_000) }
    let remote = try AzureRemote.test(server)
    var table = PulledTable()
    try await table.pull(remote)
    #expect(table.records.count == 20)
    let error = await #expect(throws: RemoteError.self) { try await table.pull(remote) }
    #expect("\(try #require(error))".contains("ignore the filter"))
  }

  @Test func wrongOrderOfIdsIsNoticedByTheCountAndReadAgainByStamp() async throws {
    var quirks = QuirkyServer.Quirks()
    quirks.pageCap = 5
    quirks.ignoresIDOrder = true
    let server = QuirkyServer(quirks)
    fill(server, 30) { stamp(Int64($0) * 10_000) }
    var table = PulledTable()
    try await table.pull(try .test(server))
    #expect(table.records.count == 30)
    #expect(table.warnings.contains { $0.contains("counted 30 rows") })
  }

  @Test func filterIsJoinedInParentheses() async throws {
    let server = QuirkyServer()
    for number in 0..<10 {
      server.put("\(number)", stamp(Int64(number) * 10_000), ["done": .bool(number % 2 == 0)])
    }
    var table = PulledTable()
    try await table.pull(try .test(server), filter: "done eq true")
    #expect(table.records.count == 5)
    #expect(table.warnings.isEmpty)
    #expect(server.targets.allSatisfy { $0.contains("$filter=%28done%20eq%20true%29") })
  }

  @Test func filterOnAnUnknownColumnIsReported() async throws {
    let server = QuirkyServer()
    fill(server, 3) { stamp(Int64($0)) }
    var table = PulledTable()
    try await table.pull(try .test(server), filter: "finished eq true")
    #expect(table.records.isEmpty)
    #expect(table.warnings.contains { $0.contains("“finished”") })
  }

  @Test func emptyTableIsNoReasonForAWarning() async throws {
    var table = PulledTable()
    try await table.pull(try .test(QuirkyServer()), filter: "finished eq true")
    #expect(table.warnings.isEmpty)
  }

  @Test func unreadableTokenStartsAnewWithAWarning() async throws {
    let server = QuirkyServer()
    fill(server, 3) { _ in stamp(0) }
    var table = PulledTable()
    table.token = "yesterday"
    try await table.pull(try .test(server))
    #expect(table.records.count == 3)
    #expect(table.token == stamp(0).description)
    #expect(table.warnings.count == 1)
  }

  @Test func rowStampedInTheFutureDoesNotHideLaterChanges() async throws {
    let body = #"[{"id":"1","updatedAt":"2030-01-01T00:00:00.000Z"}]"#
    let transport = ScriptedTransport { request throws(HTTPClientError) in
      let isDone = request.url.contains("id%20gt")
      return ClientResponse(
        200, headers: ["Date": "Mon, 08 May 2017 07:07:01 GMT"],
        body: Array((isDone ? "[]" : body).utf8))
    }
    var table = PulledTable()
    try await table.pull(try .test(transport))
    #expect(table.token == "2017-05-08T07:07:01.000Z")
  }

  /// The toolkit leaves the link out when `$top` is reached, whatever follows.
  @Test func absentLinkOnAFullPageIsNotTheEnd() async throws {
    var quirks = QuirkyServer.Quirks()
    quirks.isV3 = true
    let server = QuirkyServer(quirks)
    fill(server, 25) { stamp(Int64($0) * 10_000) }
    var table = PulledTable()
    try await table.pull(try .test(server, .v3), pageSize: 5)
    #expect(table.records.count == 25)
  }

  @Test func requestSaysWhatItIsFor() async throws {
    let server = QuirkyServer()
    fill(server, 2) { stamp(Int64($0)) }
    let remote = try AzureRemote.test(server)
    var table = PulledTable()
    try await table.pull(remote)
    try await table.pull(remote)
    let features = server.state.withLock { $0.headers.map { $0["X-ZUMO-FEATURES"] ?? "" } }
    #expect(features.first == "TQ,OL")
    #expect(features.last == "TQ,OL,IP")
    #expect(server.targets.allSatisfy { $0.contains("__includeDeleted=true") })
  }
}
