import HTTPKit
import JSONKit
import Support
import SyncCore
import Testing

@testable import RemoteAzure

/// Where a pull ends while others write, and where the next one begins.
@Suite struct PullEndTests {
  private static let start = Timestamp(milliseconds: 1_600_000_000_000)

  private func stamp(_ seconds: Int64) -> Timestamp { Self.start.adding(seconds: seconds) }

  private func fill(_ server: QuirkyServer, _ count: Int) {
    for number in 0..<count {
      server.put("row \(1_000 + number)", stamp(Int64(number)), ["n": .integer(Int64(number))])
    }
  }

  /// A server on which somebody writes before each list, as long as `isBusy`.
  private func server(
    _ quirks: QuirkyServer.Quirks, isBusy: Locked<Bool>,
    write: @escaping @Sendable (QuirkyServer, Int) -> Void
  ) -> QuirkyServer {
    QuirkyServer(quirks) { server, list in
      if isBusy.withLock({ $0 }) { write(server, list) }
    }
  }

  @Test(arguments: [5, 50], [false, true])
  func pullEndsWhileOthersWriteAndTheNextBringsTheRest(_ cap: Int, _ isV3: Bool) async throws {
    var quirks = QuirkyServer.Quirks()
    quirks.pageCap = cap
    quirks.isV3 = isV3
    let isBusy = Locked(true)
    let server = server(quirks, isBusy: isBusy) { server, list in
      for number in 0..<6 {
        let row = (list * 6 + number) % 200
        let moment = stamp(1_000).adding(milliseconds: Int64(list * 6 + number))
        server.put("row \(1_000 + row)", moment, ["n": .integer(Int64(10_000 + list))])
      }
    }
    fill(server, 200)
    var table = PulledTable()
    table.token = stamp(0).description
    let remote = try AzureRemote.test(server, isV3 ? .v3 : .v2)
    try await table.pull(remote, pagesMax: 200)
    isBusy.withLock { $0 = false }
    try await table.pull(remote)
    for row in server.rows.values { #expect(table.records[row.id]?.values["n"] == row.values["n"]) }
  }

  @Test func readOfAWholeTableEndsWhileRowsWithGrowingIdsArrive() async throws {
    var quirks = QuirkyServer.Quirks()
    quirks.pageCap = 5
    let isBusy = Locked(true)
    let server = server(quirks, isBusy: isBusy) { server, list in
      for number in 0..<3 {
        server.put("row \(10_000 + list * 3 + number)", stamp(1_000 + Int64(list)), ["n": 1])
      }
    }
    fill(server, 23)
    var table = PulledTable()
    let remote = try AzureRemote.test(server)
    try await table.pull(remote, pagesMax: 200)
    isBusy.withLock { $0 = false }
    try await table.pull(remote)
    #expect(Set(table.records.keys) == Set(server.rows.keys))
  }

  @Test(arguments: [false, true])
  func serverThatCannotSortBackwardsIsReadToItsEnd(_ hasToken: Bool) async throws {
    var quirks = QuirkyServer.Quirks()
    quirks.pageCap = 5
    quirks.sortsForwardsOnly = true
    let isBusy = Locked(true)
    let server = server(quirks, isBusy: isBusy) { server, list in
      guard list < 12 else { return }
      server.put("row \(10_000 + list)", stamp(1_000 + Int64(list)), ["n": 1])
    }
    fill(server, 43)
    var table = PulledTable()
    if hasToken { table.token = stamp(0).description }
    try await table.pull(try .test(server))
    #expect(Set(table.records.keys).isSuperset(of: (0..<43).map { "row \(1_000 + $0)" }))
  }

  // MARK: - Where the next pull begins

  @Test func overlapIsReadAgainUntilItsTimeHasPassedSinceTheLastPull() async throws {
    var quirks = QuirkyServer.Quirks()
    quirks.clock = stamp(99)
    let server = QuirkyServer(quirks)
    fill(server, 100)
    let remote = try AzureRemote.test(server)
    var table = PulledTable()
    try await table.pull(remote, overlap: 10)
    #expect(table.delivered == 100)
    // Right after the rows were written some may still be to come.
    server.state.withLock { $0.quirks.clock = stamp(150) }
    try await table.pull(remote, overlap: 10)
    #expect((11...12).contains(table.delivered))
    server.state.withLock { $0.quirks.clock = stamp(200) }
    try await table.pull(remote, overlap: 10)
    #expect(table.delivered == 1)
    // A row that was committed late, with a stamp from before the last pull.
    server.put("late", stamp(195), ["n": 1])
    server.put("newer", stamp(199), ["n": 1])
    try await table.pull(remote, overlap: 10)
    #expect(table.records["late"] != nil && table.token == stamp(199).description)
  }

  @Test func serverWithoutDateIsReadFromTheOverlapOn() async throws {
    let server = QuirkyServer()
    fill(server, 100)
    let remote = try AzureRemote.test(server)
    var table = PulledTable()
    for _ in 0..<3 { try await table.pull(remote, overlap: 10) }
    #expect(table.asOf == nil)
    #expect(table.delivered == 11)
  }

  @Test func pullThatGoesOnKeepsTheTimeAtWhichItBegan() async throws {
    var quirks = QuirkyServer.Quirks()
    (quirks.pageCap, quirks.clock) = (5, stamp(100))
    let server = QuirkyServer(quirks)
    fill(server, 23)
    let remote = try AzureRemote.test(server)
    var page = try await remote.changes(PullRequest(table: "items", pageSize: 5))
    while let next = page.next {
      server.state.withLock { $0.quirks.clock = $0.quirks.clock?.adding(seconds: 100) }
      page = try await remote.changes(PullRequest(table: "items", cursor: next, pageSize: 5))
    }
    let asOf = try #require(page.asOf)
    #expect(asOf <= stamp(100) && asOf > stamp(90))
  }
}
