import HTTPClient
import HTTPKit
import JSONKit
import RemoteHTTP
import Support
import SyncCore
import TestSupport
import Testing

@testable import RemoteAzure

/// First pulls of whole tables that break off.
@Suite struct ResumedPullTests {
  private static let start = Timestamp(milliseconds: 1_600_000_000_000)

  private func stamp(_ seconds: Int64) -> Timestamp { Self.start.adding(seconds: seconds) }

  private func id(_ number: Int) -> String { number < 10 ? "row 0\(number)" : "row \(number)" }

  /// A store on a server of 40 rows in pages of 5, whose line fails after some answers.
  private func store(
    _ server: QuirkyServer, in directory: TemporaryDirectory, answers: Locked<Int>
  ) async throws -> SyncContext {
    for number in 0..<40 {
      server.put(id(number), stamp(Int64(number)), ["n": .integer(Int64(number))])
    }
    let direct = DirectTransport { server.respond($0) }
    let remote = try AzureRemote.test(CutTransport(to: direct, answers: answers))
    return try await SyncContext(
      path: directory.file("store.sqlite"), remote: remote,
      settings: StoreSettings(tables: [TableSettings(name: "items")]), time: ManualTime())
  }

  private func server(counts: Bool = true) -> QuirkyServer {
    var quirks = QuirkyServer.Quirks()
    quirks.pageCap = 5
    quirks.counts = counts
    return QuirkyServer(quirks)
  }

  @Test(arguments: [true, false])
  func theNextPullAsksForTheRestAlone(_ counts: Bool) async throws {
    let (server, directory) = (server(counts: counts), try TemporaryDirectory())
    let answers = Locked(5)
    let store = try await store(server, in: directory, answers: answers)
    let broken = try await store.pull()
    #expect(broken.stopped?.code == "unreachable")
    #expect(broken.received == 20)
    #expect(broken.tables.map(\.goesOn) == [true])
    #expect(try await store.deltaTokens().isEmpty)

    // A row of the first page changes, one of the second goes, and one comes before all of them.
    server.put(id(1), stamp(100), ["n": 1_000])
    server.put(.init(id: id(7), updatedAt: stamp(101), deleted: true))
    server.put("aaa", stamp(102), ["n": 2_000])
    answers.withLock { $0 = 1_000 }
    let before = server.targets.count
    let report = try await store.pull()
    #expect(report.isComplete)
    let first = try #require(server.targets.dropFirst(before).first)
    #expect(first.contains("id%20gt%20%27row%2019%27"))
    #expect(!server.targets.dropFirst(before).contains { $0.contains("row%2003") })
    #expect(report.inserted == 21)
    let rows = try await store.table("items").read(RowQuery(view: .all, size: 100)).rows
    #expect(rows.count == 41)
    #expect(rows.first { $0.record.id == id(1) }?.record.values["n"] == 1_000)
    #expect(rows.first { $0.record.id == id(7) }?.record.deleted == true)
    #expect(try await store.deltaTokens().map(\.value) == [stamp(102).description])
  }

  /// Without a stamp from before the walk nothing would bring what changed meanwhile.
  @Test func aTableWithoutStampsIsReadAgain() async throws {
    let (server, directory) = (server(), try TemporaryDirectory())
    // One of them names the last id: the server counts no row that has no stamp.
    let answers = Locked(6)
    let store = try await store(server, in: directory, answers: answers)
    for number in 0..<40 { server.put(id(number), nil, ["n": .integer(Int64(number))]) }
    let broken = try await store.pull()
    #expect(broken.received == 20)
    #expect(broken.tables.map(\.goesOn) == [false])
    answers.withLock { $0 = 1_000 }
    let report = try await store.pull()
    #expect(report.received == 40 && report.inserted == 20)
  }
}

/// Answers so many times, then not at all.
private struct CutTransport: RemoteTransport {
  let to: DirectTransport
  let answers: Locked<Int>

  func send(_ request: ClientRequest) async throws(HTTPClientError) -> ClientResponse {
    let isCut = answers.withLock { left in
      left -= 1
      return left < 0
    }
    guard !isCut else { throw .unreachable("the line is cut") }
    return try await to.send(request)
  }
}
