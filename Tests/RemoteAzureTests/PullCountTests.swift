import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import RemoteAzure

/// What a pull says that it brought, where its pages begin with the last stamp of the one before.
@Suite struct PullCountTests {
  @Test func rowsAtTheBorderOfTwoPagesCountOnce() async throws {
    var quirks = QuirkyServer.Quirks()
    quirks.pageCap = 5
    let (server, directory) = (QuirkyServer(quirks), try TemporaryDirectory())
    let start = Timestamp(milliseconds: 1_600_000_000_000)
    let remote = try AzureRemote.test(DirectTransport { server.respond($0) })
    let store = try await SyncContext(
      path: directory.file("store.sqlite"), remote: remote,
      settings: StoreSettings(tables: [TableSettings(name: "items")]), time: ManualTime())
    server.put("old", start, ["n": 0])
    #expect(try await store.pull().received == 1)

    // Two rows share each stamp, so every page ends inside one that the next page begins with.
    for number in 0..<41 {
      server.put(
        "row \(number)", start.adding(seconds: 100 + Int64(number / 2)),
        ["n": .integer(Int64(number))])
    }
    let before = server.targets.count
    let report = try await store.pull()
    // The row at which the first pull ended comes with it.
    #expect(report.received == 42 && report.inserted == 41)
    #expect(report.tables.map(\.unchanged) == [1])
    #expect(try await store.deltaTokens().map(\.rows) == [42])
    #expect(server.targets.count - before > 41 / 5 + 1, "no page overlapped")
  }
}
