import JSONKit
import Support
import TestSupport
import Testing

@testable import SyncCore

/// A store on a scripted feed.
struct FeedBench: Sendable {
  let directory: TemporaryDirectory
  let remote: ScriptedFeed
  let context: SyncContext

  init(
    _ tables: [TableSettings] = [TableSettings(name: "Note"), TableSettings(name: "Task")],
    remote: ScriptedFeed = ScriptedFeed()
  )
    async throws
  {
    self.remote = remote
    directory = try TemporaryDirectory()
    context = try await SyncContext(
      path: directory.file("store.sqlite"), remote: remote,
      settings: StoreSettings(tables: tables), time: ManualTime())
  }

  func reopened(_ tables: [TableSettings]) async throws -> SyncContext {
    try await SyncContext(
      path: context.path, remote: remote, settings: StoreSettings(tables: tables),
      time: ManualTime())
  }

  /// Rows that server and store both have.
  func synced(_ table: String, _ ids: String..., token: String = "t1") async throws {
    remote.script(page(table, ids, token: token))
    _ = try await context.pull()
  }

  func page(_ table: String, _ ids: [String], token: String, more: Bool = false) -> FeedPage {
    FeedPage(
      tables: [FeedRecords(table: table, records: ids.map(record))], token: token, hasMore: more)
  }

  func record(_ id: String) -> Record {
    Record(
      id: id, version: "v-\(id)", updatedAt: "2026-01-01T00:00:00.000Z",
      values: ["title": .string(id)])
  }

  func row(_ table: String, _ id: String) async throws -> Record? {
    try await context.table(table).read(id: id)
  }

  func token() async throws -> String? { try await context.deltaTokens().first?.value }
}

@Test func oneWalkOfAFeedBringsTheRowsOfEveryTable() async throws {
  let bench = try await FeedBench()
  bench.remote.script(
    FeedPage(
      tables: [
        FeedRecords(
          table: "Note", records: [bench.record("n1")],
          columns: [RemoteColumn("title", .text, remoteType: "STRING")]),
        FeedRecords(table: "Task", records: [bench.record("t1")]),
      ], token: "one", hasMore: true),
    bench.page("Note", ["n2"], token: "two"))
  let report = try await bench.context.pull(tables: ["Note"])
  #expect(report.isComplete)
  #expect(report.inserted == 3)
  #expect(report.tables.map(\.table) == ["Note", "Task"])
  #expect(report.tables.map(\.received) == [2, 1])
  #expect(bench.remote.tokens == [nil, "one"])
  #expect(try await bench.token() == "two")
  _ = try await bench.context.pull()
  #expect(bench.remote.tokens == [nil, "one", "two"])
  let again = try await bench.reopened([TableSettings(name: "Note"), TableSettings(name: "Task")])
  #expect(again.settings.tables.count == 2)
  #expect(
    bench.remote.learned["Note"] == [RemoteColumn("title", .text, remoteType: "STRING")])
}

@Test func aWalkThatBreaksOffGoesOnFromItsLastPage() async throws {
  let bench = try await FeedBench()
  bench.remote.script(bench.page("Note", ["a"], token: "one", more: true))
  bench.remote.script(.unreachable(host: "h", detail: "gone"))
  #expect(try await bench.context.pull().stopped?.code == "unreachable")
  #expect(try await bench.token() == "one")
  bench.remote.script(bench.page("Note", ["b"], token: "two"))
  #expect(try await bench.context.pull().isComplete)
  #expect(bench.remote.tokens == [nil, "one", "one"])
}

@Test func aTableThatIsNewStartsTheFeedAnew() async throws {
  let bench = try await FeedBench([TableSettings(name: "Note")])
  bench.remote.script(
    FeedPage(
      tables: [
        FeedRecords(table: "Note", records: [bench.record("a")]),
        FeedRecords(table: "Task", records: [bench.record("t")]),
      ], token: "one"))
  let report = try await bench.context.pull()
  #expect(report.tables[0].warnings.count == 1)
  #expect(try await bench.row("Task", "t") == nil)
  let wider = try await bench.reopened([TableSettings(name: "Note"), TableSettings(name: "Task")])
  bench.remote.script(
    FeedPage(
      tables: [
        FeedRecords(table: "Note", records: [bench.record("a")]),
        FeedRecords(table: "Task", records: [bench.record("t")]),
      ], token: "two"))
  let second = try await wider.pull()
  #expect(bench.remote.tokens == [nil, nil])
  #expect(second.inserted == 1)
  #expect(try await bench.row("Task", "t") != nil)
  #expect(try await bench.row("Note", "a")?.deleted == false)
}

@Test func aTokenThatIsLostLeadsToOneFullWalkAndASweep() async throws {
  let bench = try await FeedBench()
  try await bench.synced("Note", "a", "b", "c", "d", "e", "f")
  try await bench.context.table("Note").insert(["id": "mine"])
  try await bench.context.table("Note").update("d", ["title": "changed"])
  for id in ["b", "f"] { bench.remote.has(bench.record(id), in: "Note") }
  bench.remote.script(
    FeedPage(isTokenLost: true, warnings: ["The token expired."]),
    bench.page("Note", ["a", "e"], token: "t9"))
  var settings = bench.context.settings
  settings.pushesBeforePull = false
  let context = try await SyncContext(
    path: bench.context.path, remote: bench.remote, settings: settings, time: ManualTime())
  let report = try await context.pull()
  #expect(bench.remote.tokens == [nil, "t1", nil])
  // b and f were not delivered and are there after all; c is gone; d waits to be sent.
  #expect(bench.remote.reads == ["b", "c", "f"])
  #expect(report.deleted == 1)
  #expect(try await bench.row("Note", "c")?.deleted == true)
  #expect(try await bench.row("Note", "c")?.values["title"] == "c")
  #expect(try await bench.row("Note", "mine")?.deleted == false)
  #expect(report.tables[0].warnings == ["The token expired."])
  #expect(try await bench.token() == "t9")
}

@Test func aSweepThatWasInterruptedGoesOnWithTheNextPull() async throws {
  let bench = try await FeedBench()
  try await bench.synced("Note", "a", "b")
  bench.remote.script(
    FeedPage(isTokenLost: true), bench.page("Note", ["a"], token: "t2", more: true))
  bench.remote.script(.unreachable(host: "h", detail: "gone"))
  #expect(try await bench.context.pull().isComplete == false)
  #expect(try await bench.row("Note", "b")?.deleted == false)
  #expect(try await bench.context.pull().deleted == 1)
  #expect(try await bench.row("Note", "b")?.deleted == true)
  // Swept once: the next pull asks for no row.
  let reads = bench.remote.reads.count
  _ = try await bench.context.pull()
  #expect(bench.remote.reads.count == reads)
}

@Test(arguments: [0, 1])
func aSweepThatWouldTakeTooMuchTakesNothing(delivered: Int) async throws {
  let bench = try await FeedBench()
  try await bench.synced("Note", "a", "b", "c", "d", "e", "f", "g")
  bench.remote.script(
    FeedPage(isTokenLost: true),
    bench.page("Note", delivered == 0 ? [] : ["a"], token: "t2"))
  let report = try await bench.context.pull()
  #expect(report.isComplete)
  #expect(report.deleted == 0)
  #expect(bench.remote.reads.isEmpty)
  #expect(report.tables[0].warnings.first?.contains("reconcile Note") == true)
}

@Test func aFeedThatSaysMoreWithoutMovingOnIsEnded() async throws {
  let bench = try await FeedBench()
  let stuck = bench.page("Note", ["a"], token: "one", more: true)
  bench.remote.script(stuck, stuck, stuck, stuck, stuck, stuck)
  let report = try await bench.context.pull()
  #expect(report.tables[0].failure?.contains("does not move on") == true)
  #expect(bench.remote.tokens.count == 4)
  #expect(try await bench.row("Note", "a") != nil)
}

@Test func aNewRowGetsAnIDThatNamesItsTable() async throws {
  let bench = try await FeedBench()
  let id = try await bench.context.table("Note").insert(["title": "x"])
  #expect(id.hasPrefix("Note|~|"))
}

@Test func aPreviewOfAFeedChangesNothing() async throws {
  let bench = try await FeedBench()
  try await bench.synced("Note", "a")
  var changed = bench.record("b")
  changed.version = "v2"
  bench.remote.script(
    FeedPage(
      tables: [FeedRecords(table: "Note", records: [changed])], removals: [Removal(id: "a")],
      token: "t2"))
  let before = bench.context.fileBytes
  let previews = try await bench.context.pullPreview()
  #expect(bench.context.fileBytes == before, "not a page is written")
  let note = try #require(previews.first { $0.table == "Note" })
  #expect(note.inserted == 1)
  #expect(note.deleted == 1)
  #expect(note.isComplete)
  #expect(try await bench.row("Note", "b") == nil)
  #expect(try await bench.row("Note", "a")?.deleted == false)
  #expect(try await bench.token() == "t1")
}
