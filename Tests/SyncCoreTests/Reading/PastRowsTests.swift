import JSONKit
import Support
import TestSupport
import Testing

@testable import SyncCore
@testable import SyncInspection

/// A store whose clock goes on an hour with each step, and the moments between the steps.
private struct Past {
  let bench: Bench

  init() async throws { bench = try await Bench() }

  /// A moment after all that was done, and before all that is to come.
  func pause() -> Timestamp {
    bench.time.advance(milliseconds: 1_800_000)
    let moment = bench.time.now
    bench.time.advance(milliseconds: 1_800_000)
    return moment
  }

  func page(_ at: Timestamp, all: Bool = false, size: Int = 50) async throws -> [RowAtTime] {
    var query = PastRowsQuery(at: at)
    query.isOfChanged = !all
    query.size = size
    var rows: [RowAtTime] = []
    while true {
      let page = try await bench.context.pastRows("T", query)
      rows += page.rows
      guard let next = page.next else { return rows }
      #expect(page.rows.count == size)
      query.after = next
    }
  }

  /// From the last page back to the first: each has the rows before those of the page behind.
  func walkBack(_ at: Timestamp, all: Bool = false, size: Int, over ids: [String]) async throws {
    var query = PastRowsQuery(at: at)
    (query.isOfChanged, query.size) = (!all, size)
    var page = try await bench.context.pastRows("T", query)
    var start = 0
    while let next = page.next {
      start += page.rows.count
      query.after = next
      page = try await bench.context.pastRows("T", query)
    }
    while let previous = page.previous {
      query.before = previous
      page = try await bench.context.pastRows("T", query)
      let end = start
      start = max(start - size, 0)
      let shown = start == 0 ? ids.prefix(size) : ids[start..<end]
      #expect(page.rows.map(\.id) == Array(shown), "\(size) a page, at \(start)")
      #expect(start == 0 ? page.previous == nil : page.next == previous)
    }
    #expect(start == 0)
  }

  func row(_ id: String, _ at: Timestamp) async throws -> RowAtTime? {
    try await page(at, all: true).first { $0.id == id }
  }
}

private func title(_ state: PastState) -> JSONValue? {
  guard case .row(let record) = state else { return nil }
  return record.values["title"]
}

@Test func aRowIsAsItWasBetweenItsChanges() async throws {
  let past = try await Past()
  let bench = past.bench
  try await bench.synced("a", ["title": "first"])
  try await bench.synced("b", ["title": "still"])
  let start = past.pause()
  try await bench.table.update("a", ["title": "second"])
  _ = try await bench.context.push()
  let between = past.pause()
  bench.server.put("T", "a", ["title": "third"])
  _ = try await bench.context.pull()
  #expect(try await title(#require(past.row("a", start)).then) == "first")
  let row = try #require(try await past.row("a", between))
  #expect(title(row.then) == "second" && title(row.later) == "third")
  #expect(row.change == .changed && row.differing == ["title"] && row.entry != nil)
  #expect(try await past.page(between).map(\.id) == ["a"])
  #expect(try await past.row("b", start)?.change == .same)
}

@Test func rowsThatCameAndWentAreNotThere() async throws {
  let past = try await Past()
  let bench = past.bench
  try await bench.synced("gone", ["title": "gone"])
  let start = past.pause()
  try await bench.table.insert(["id": "made", "title": "made"])
  _ = try await bench.table.delete("gone")
  let between = past.pause()
  try await bench.table.delete("made")
  _ = try await bench.context.push()
  let rows = try await past.page(start)
  #expect(rows.first { $0.id == "made" }?.then == .absent)
  #expect(rows.first { $0.id == "gone" }.map { title($0.then) } == "gone")
  #expect(rows.first { $0.id == "gone" }?.change == .changed)
  #expect(try await title(#require(past.row("made", between)).then) == "made")
  #expect(try await past.row("made", between)?.change == .removed)
}

@Test func twoMomentsAreCompared() async throws {
  let past = try await Past()
  let bench = past.bench
  try await bench.synced("a", ["title": "first"])
  let start = past.pause()
  try await bench.table.update("a", ["title": "second"])
  let between = past.pause()
  try await bench.table.update("a", ["title": "third"])
  var query = PastRowsQuery(at: start)
  query.to = between
  let row = try #require(try await bench.context.pastRows("T", query).rows.first)
  #expect(title(row.then) == "first" && title(row.later) == "second")
}

/// The server changed the row after the moment and before the store saw it first.
@Test func valuesThatNobodyKeptAreUnknown() async throws {
  let past = try await Past()
  let bench = past.bench
  bench.server.put("T", "late", ["title": "first"])
  let created = try #require(bench.server.row("T", "late")?.createdAt.flatMap { Timestamp($0) })
  bench.server.put("T", "late", ["title": "second"])
  _ = try await bench.context.pull()
  let row = try #require(try await past.row("late", created))
  #expect(row.then == .unknown && row.change == .unknown)
  #expect(try await past.row("late", created.adding(seconds: -1))?.then == .absent)
  #expect(try await past.page(created).map(\.id) == ["late"])
}

@Test func changedRowsComeNewestFirstPageByPageAndOnce() async throws {
  let past = try await Past()
  let bench = past.bench
  for number in 0..<7 { bench.server.put("T", "r\(number)", ["title": "old"]) }
  _ = try await bench.context.pull()
  let start = past.pause()
  for (step, number) in [3, 1, 5, 3].enumerated() {
    try await bench.table.update("r\(number)", ["title": .string("new \(step)")])
    bench.time.advance(milliseconds: 1_000)
  }
  let together = try await past.page(start).map(\.id)
  #expect(together == ["r3", "r5", "r1"])
  for size in [1, 2] { #expect(try await past.page(start, size: size).map(\.id) == together) }
  #expect(try await past.page(start, all: true, size: 2).map(\.id) == (0..<7).map { "r\($0)" })
  for size in 1...4 {
    try await past.walkBack(start, size: size, over: together)
    try await past.walkBack(start, all: true, size: size, over: (0..<7).map { "r\($0)" })
  }
  await #expect(throws: SyncError.badCursor) {
    var query = PastRowsQuery(at: start)
    query.after = "r3"
    _ = try await bench.context.pastRows("T", query)
  }
}

/// Rows that were changed here, and above them the new ones that one pull brought after that.
@Test func pagesOfChangedRowsAreReadBackAsTheyCame() async throws {
  let past = try await Past()
  let bench = past.bench
  try await bench.synced("a", ["title": "old"])
  try await bench.synced("b", ["title": "old"])
  try await bench.synced("c", ["title": "old"])
  let start = past.pause()
  // The server's stamps follow the store's clock.
  bench.server.change { $0.stampStep = 3_600_000 }
  for (number, id) in ["a", "b", "c"].enumerated() {
    bench.server.put("T", "new \(number)", ["title": "there"])
    bench.server.change { $0.stampStep = 4_000 }
    bench.server.put("T", "newer \(number)", ["title": "there"])
    bench.time.advance(milliseconds: 5_000)
    try await bench.table.update(id, ["title": "here"])
    bench.time.advance(milliseconds: 5_000)
  }
  _ = try await bench.context.pull()
  let together = try await past.page(start).map(\.id)
  let order = [
    "newer 2", "new 2", "newer 1", "new 1", "newer 0", "new 0", "c", "b", "a",
  ]
  #expect(together == order)
  for size in 1...9 {
    #expect(try await past.page(start, size: size).map(\.id) == together)
    try await past.walkBack(start, size: size, over: together)
  }
}

/// The entry of its removal is the first one of the row, and has its last values.
@Test func aRowThatWasRemovedHereIsAsItWas() async throws {
  let past = try await Past()
  let bench = past.bench
  try await bench.synced("a", ["title": "kept"])
  let start = past.pause()
  bench.server.remove("T", "a")
  let report = try await bench.table.reconcile()
  let choices = ReconcileChoices(missingOnServer: .removeHere, confirm: 1)
  _ = try await bench.context.apply(report, choices, by: "ann")
  let row = try #require(try await past.row("a", start))
  #expect(title(row.then) == "kept" && row.change == .removed)
}
