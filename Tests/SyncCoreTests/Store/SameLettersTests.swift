import JSONKit
import SQLiteKit
import Support
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// Names and ids that look alike and differ in their bytes are two, from the list to the server.
@Suite struct SameLettersTests {
  private let composed = SameLetters.composed
  private let decomposed = SameLetters.decomposed

  @Test func aRowKeepsBothColumns() async throws {
    let context = try await StoreFixture().open()
    let table = context.table("todo")
    let id = try await table.insert(SameLetters.object("a", "b"))
    #expect(try await table.read(id: id)?.values == SameLetters.object("a", "b"))
    try await table.update(id, SameLetters.object(nil, "c"))
    #expect(try await table.read(id: id)?.values == SameLetters.object("a", "c"))
    let columns = try await context.columns(of: "todo").filter { !$0.isSystem }
    #expect(columns.map(\.name.utf8Key) == [composed.utf8Key, decomposed.utf8Key])
  }

  @Test func aFilterMeansTheColumnOfItsBytes() async throws {
    let context = try await StoreFixture().open()
    let table = context.table("todo")
    let first = try await table.insert(SameLetters.object("a", "b"))
    let second = try await table.insert(SameLetters.object("b", "a"))
    for (column, id) in [(composed, first), (decomposed, second)] {
      let page = try await table.read(
        RowQuery(filters: [RowFilter(column, .equals, "a")], sort: [RowSort(column)]))
      #expect(page.rows.map(\.id) == [id])
      let sorted = try await table.read(RowQuery(sort: [RowSort(column)], size: 1))
      #expect(sorted.rows.map(\.id) == [id])
    }
  }

  @Test func aValueIsSetFromOneFormToTheOther() async throws {
    let context = try await StoreFixture().open()
    try await context.seed(
      "todo", [Record(id: "a", version: "1", values: ["n": .string(composed)])])
    try await context.table("todo").update("a", ["n": .string(decomposed)])
    #expect(try await context.counts().pending == 1)
    #expect(try await context.table("todo").read(id: "a")?.values["n"] == .string(decomposed))
  }

  @Test func aBulkActionReachesTheRowsOfBothIDs() async throws {
    let context = try await StoreFixture().open()
    try await context.seed("todo", SameLetters.both.map { Record(id: $0, version: "1") })
    let table = context.table("todo")
    #expect(try await table.bulk(.delete, ids: SameLetters.both) == BulkOutcome(changed: 2))
    #expect(try await context.counts().deleted == 2)
    let back = try await table.bulk(.undelete, matching: RowQuery(view: .deleted), expect: 2)
    #expect(back == BulkOutcome(changed: 2))
    #expect(try await context.counts().live == 2)
  }

  @Test func rowsOfBothIDsArePulledChangedAndPushed() async throws {
    let bench = try await Bench(settings: Bench.settings())
    for id in SameLetters.both { bench.server.put("T", id, SameLetters.object("a", "b")) }
    _ = try await bench.context.pull(tables: ["T"])
    #expect(try await bench.rows().map(\.id.utf8Key) == SameLetters.both.map(\.utf8Key).sorted())
    try await bench.table.update(composed, SameLetters.object(nil, "c"))
    try await bench.table.hardDelete(decomposed)
    let report = try await bench.context.push()
    #expect(report.sent == 2)
    #expect(bench.server.row("T", composed)?.values == SameLetters.object("a", "c"))
    #expect(bench.server.row("T", composed)?.deleted == false)
    #expect(bench.server.row("T", decomposed)?.deleted == true)
  }

  @Test func rowsOfBothIDsArePulledPageByPage() async throws {
    let bench = try await Bench(settings: Bench.settings())
    bench.server.change { $0.pageMax = 1 }
    for id in SameLetters.both + ["cafz", "caf"] { bench.server.put("T", id, ["n": 1]) }
    _ = try await bench.context.pull(tables: ["T"], full: true)
    #expect(try await bench.rows().count == 4)
    let run = try await bench.context.reconcile("T")
    #expect(run.missingHere.count + run.missingOnServer.count + run.different.count == 0)
  }

  @Test func anAccentAtTheBeginningOfAValueHidesNoSeparator() {
    #expect(FilterList.values("a,\u{301}b").map(\.utf8Key) == ["a", "\u{301}b"])
    #expect(FilterList.values("\"\u{301}a,b\",c").map(\.utf8Key) == ["\u{301}a,b", "c"])
  }

  @Test func tablesOfBothNamesStayApart() async throws {
    let context = try await StoreFixture().open()
    for name in SameLetters.both {
      try await context.table(name).insert(["id": "x", "n": .string(name)])
    }
    #expect(try await context.tables().count { $0.live == 1 } == 2)
    for name in SameLetters.both {
      #expect(try await context.table(name).read(id: "x")?.values["n"] == .string(name))
    }
  }
}
