import JSONKit
import Support
import TestSupport
import Testing

@testable import SyncCore

@Suite struct SeveralFeedsTests {
  private static let feeds = [
    ChangeFeed("zone A", .allBut(["Shared"])), ChangeFeed("zone B", .only(["Shared"])),
  ]

  private func bench() async throws -> FeedBench {
    try await FeedBench(
      ["Note", "Shared"].map { TableSettings(name: $0) }, remote: ScriptedFeed(feeds: Self.feeds))
  }

  private func tokens(_ bench: FeedBench) async throws -> [String] {
    try await bench.context.deltaTokens().map { "\($0.queryID): \($0.value)" }
  }

  @Test func eachFeedIsWalkedAndAPullOfOneTableWalksItsOwn() async throws {
    let bench = try await bench()
    bench.remote.script(
      bench.page("Note", ["a"], token: "a1"), bench.page("Shared", ["a"], token: "b1"))
    #expect(try await bench.context.pull().inserted == 2)
    #expect(try await tokens(bench) == ["zone A: a1", "zone B: b1"])
    _ = try await bench.context.pull(tables: ["Shared"])
    #expect(bench.remote.walked == ["zone A", "zone B", "zone B"])
    #expect(bench.remote.tokens == [nil, nil, "b1"])
  }

  @Test func aFeedThatFailsStopsNoOther() async throws {
    let bench = try await bench()
    bench.remote.script(.notFound(status: 404, detail: "ZONE_NOT_FOUND"))
    bench.remote.script(bench.page("Shared", ["a"], token: "b1"))
    let report = try await bench.context.pull()
    #expect(report.stopped == nil && report.inserted == 1)
    #expect(report.tables.filter { $0.failure != nil }.map(\.table) == ["zone A"])
  }

  @Test func aServerThatCannotBeReachedStopsAll() async throws {
    let bench = try await bench()
    bench.remote.script(.unauthorized(host: "z", detail: "signed out"))
    let report = try await bench.context.pull()
    #expect(report.stopped != nil && bench.remote.walked == ["zone A"])
  }

  @Test func aDeletionNamesNoTableOfAnotherFeed() async throws {
    let bench = try await bench()
    bench.remote.script(
      bench.page("Note", ["a"], token: "a1"), bench.page("Shared", ["a"], token: "b1"),
      FeedPage(token: "a2"),
      FeedPage(removals: [Removal(id: "a", suggestedTable: "Note")], token: "b2"))
    _ = try await bench.context.pull()
    #expect(try await bench.context.pull().deleted == 1)
    #expect(try await bench.row("Note", "a")?.deleted == false)
    #expect(try await bench.row("Shared", "a")?.deleted == true)
  }

  @Test func aWalkFromTheBeginningRemovesNoRowsOfAnotherFeed() async throws {
    let bench = try await bench()
    bench.remote.script(
      bench.page("Note", ["a", "b", "c"], token: "a1"), bench.page("Shared", ["a"], token: "b1"))
    _ = try await bench.context.pull()
    bench.remote.script(bench.page("Shared", ["z"], token: "b2"))
    _ = try await bench.context.pull(tables: ["Shared"], full: true)
    #expect(
      bench.remote.reads == ["a"], "only the row of its own table that did not come is looked for")
    #expect(try await bench.context.table("Note").read(id: "b")?.deleted == false)
    #expect(try await tokens(bench) == ["zone A: a1", "zone B: b2"])
  }

  @Test func aPurgeOfATableForgetsTheTokenOfItsFeed() async throws {
    let bench = try await bench()
    bench.remote.script(
      bench.page("Note", ["a"], token: "a1"), bench.page("Shared", ["a"], token: "b1"))
    _ = try await bench.context.pull()
    try await bench.context.table("Shared").purge()
    #expect(try await tokens(bench) == ["zone A: a1"])
    #expect(try await bench.context.queriesWithoutToken().map(\.queryID) == ["zone B"])
  }

  @Test func aPreviewWalksEachFeed() async throws {
    let bench = try await bench()
    bench.remote.script(
      bench.page("Note", ["a"], token: "a1"), bench.page("Shared", ["a"], token: "b1"))
    let previews = try await bench.context.pullPreview()
    #expect(previews.filter { $0.inserted > 0 }.map(\.table) == ["Note", "Shared"])
    #expect(try await bench.context.deltaTokens().isEmpty)
  }

  @Test func aTokenOfASingleFeedHoldsWhenTablesMoveToAnotherOne() async throws {
    let bench = try await FeedBench(
      [TableSettings(name: "Note")], remote: ScriptedFeed(feeds: [ChangeFeed("zone A")]))
    try await bench.synced("Note", "a", token: "a1")
    await bench.context.close()
    let remote = ScriptedFeed(feeds: Self.feeds)
    let context = try await SyncContext(
      path: bench.context.path, remote: remote,
      settings: StoreSettings(tables: ["Note", "Shared"].map { TableSettings(name: $0) }),
      time: ManualTime())
    let report = try await context.pull()
    #expect(remote.tokens == ["a1", nil])
    #expect(report.tables.flatMap(\.warnings) == [])
    await context.close()
  }
}
