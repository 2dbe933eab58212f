import JSONKit
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import SyncCore

/// Rows that go into the store as they stand in an answer come to the same as records of them.
@Suite struct BatchStorerTests {
  private static let deletions: [SoftDelete] = [
    .system, .none, .flag(column: "done"), .date(column: "deletedAt"),
  ]

  @Test(arguments: deletions, 1...6 as ClosedRange<UInt64>)
  func randomPagesComeToTheSameAsRecords(_ softDelete: SoftDelete, _ seed: UInt64) async throws {
    let table = TableSettings(name: "T", softDelete: softDelete)
    let settings = Bench.settings([table])
    let (quick, plain) = (try await Bench(settings: settings), try await Bench(settings: settings))
    var pages = RandomPages(seed: seed)
    for step in 0..<12 {
      if step == 4 { try await changeLocally(quick, plain) }
      let texts = (0..<2).map { _ in pages.next() }
      let quickResult = try await store(texts.map(Self.wire), in: quick)
      let plainResult = try await store(texts.map(Self.records), in: plain)
      #expect(quickResult == plainResult, "after \(texts)")
      for table in ["T", "syncline_columns", "syncline_trash", "syncline_history"] {
        #expect(try await quick.dump(table) == plain.dump(table), "\(table) after \(texts)")
      }
      #expect(
        try await quick.dump("syncline_server_copies") == plain.dump("syncline_server_copies"))
    }
    #expect(try await quick.rows().count > 5)
  }

  /// Some rows get operations, so that pulled copies have to stand beside them.
  private func changeLocally(_ benches: Bench...) async throws {
    for bench in benches {
      for id in try await bench.rows().map(\.id).sorted().prefix(6) {
        do {
          try await bench.table.update(id, ["title": "mine"])
        } catch is SyncError {
          continue  // A deleted row cannot be changed.
        }
      }
      try await bench.table.insert(["id": "new", "title": "mine"])
    }
  }

  private func store(_ batches: [RecordBatch], in bench: Bench) async throws -> StoredPage {
    let job = PullJob(table: "T", query: PullQuery(queryID: nil))
    return try await bench.context.store(
      batches.map { PullPage(batch: $0, next: "more") }, of: job, after: SyncCursor())
  }

  static func wire(_ text: String) throws -> RecordBatch {
    let rows = try #require(try JSONRows(parsing: Array(text.utf8), listedUnder: []))
    return RecordBatch(rows, system: rows.columns.map { SystemColumn(rawValue: $0) }) {
      RecordCoding.record($0)
    }
  }

  static func records(_ text: String) throws -> RecordBatch {
    let rows = try #require(try JSONValue(parsing: text).array)
    return RecordBatch(rows.compactMap { $0.object.flatMap(RecordCoding.record) })
  }

  /// From a token on the rows of several pages are stored in the order of their ids.
  @Test(arguments: 11...16 as ClosedRange<UInt64>)
  func pagesOfALaterPullComeToTheSame(_ seed: UInt64) async throws {
    let (together, single) = (try await Bench(), try await Bench())
    var pages = RandomPages(seed: seed)
    let job = PullJob(table: "T", query: PullQuery(queryID: nil))
    for step in 0..<10 {
      if step == 4 { try await changeLocally(together, single) }
      let texts = (0..<3).map { _ in pages.next() }
      let stored = try await together.context.store(
        texts.map { PullPage(batch: try Self.wire($0), next: "more") }, of: job,
        after: SyncCursor(token: "t"))
      var expected = StoredPage()
      for text in texts {
        expected.add(try await store([Self.wire(text)], in: single))
      }
      #expect(stored.inserted == expected.inserted && stored.updated == expected.updated)
      #expect(stored.deleted == expected.deleted && stored.unchanged == expected.unchanged)
      #expect(stored.keptBeside == expected.keptBeside)
      for table in ["T", "syncline_trash", "syncline_server_copies"] {
        #expect(try await together.dump(table) == single.dump(table), "\(table) after \(texts)")
      }
    }
  }

  /// As on servers that count versions per row.
  @Test(arguments: [wire, records])
  func aRowThatWasInsertedAgainUnderItsFirstVersionIsTaken(
    _ read: @Sendable (String) throws -> RecordBatch
  ) async throws {
    let bench = try await Bench()
    let first = #"[{"id":"a","version":"MQ==","createdAt":"2024-01-01T00:00:00.000Z","n":1}]"#
    let again = #"[{"id":"a","version":"MQ==","createdAt":"2024-01-02T00:00:00.000Z","n":2}]"#
    #expect(try await store([read(first)], in: bench).inserted == 1)
    #expect(try await store([read(first)], in: bench).unchanged == 1)
    #expect(try await store([read(again)], in: bench).updated == 1)
    #expect(try await bench.row("a")?.values["n"] == 2)
  }

  @Test(arguments: [wire, records], [1, 2])
  func newRowsOfALaterPullAreNotedUpToALimit(
    _ read: @Sendable (String) throws -> RecordBatch, _ pagesAtOnce: Int
  ) async throws {
    let bench = try await Bench()
    let texts = [#"[{"id":"a","n":1},{"id":"b","n":1}]"#, #"[{"id":"c","n":1},{"id":"d","n":1}]"#]
    let job = PullJob(table: "T", query: PullQuery(queryID: nil))
    var inserted = 0
    for start in stride(from: 0, to: texts.count, by: pagesAtOnce) {
      let pages = try texts[start..<start + pagesAtOnce].map {
        PullPage(batch: try read($0), next: "more")
      }
      inserted += try await bench.context.store(
        pages, of: job, after: SyncCursor(token: "t"), notingNew: 3 - inserted
      ).inserted
    }
    #expect(inserted == 4)
    let noted = try await bench.context.database.read { db in
      try db.query("SELECT itemId, source, kind FROM syncline_history ORDER BY id") {
        (row) throws(SQLiteError) in
        (0..<3).map { "\(row[$0])" }.joined(separator: " ")
      }
    }
    #expect(noted.count == 3 && noted.allSatisfy { $0.contains("pull") && $0.contains("new") })
  }

  @Test func aPageThatFailsLeavesNothingBehind() async throws {
    let bench = try await Bench()
    let good = try Self.wire(#"[{"id":"a","version":"1","n":1}]"#)
    let bad = try Self.wire(#"[{"id":"b","version":"1","n":1},{"id":"c\u0000","version":"1"}]"#)
    try await bench.context.database.write { db in
      _ = try Catalogue.ensure("T", on: db)
      try db.execute(
        """
        CREATE TRIGGER broken BEFORE INSERT ON T WHEN new.id > 'b'
        BEGIN SELECT raise(ABORT, 'no'); END
        """)
    }
    await #expect(throws: (any Error).self) { _ = try await store([good, bad], in: bench) }
    #expect(try await bench.rows().isEmpty)
  }
}

extension Bench {
  /// All rows of a table of the file, with the classes in which SQLite holds the values.
  fileprivate func dump(_ table: String) async throws -> [String] {
    try await context.database.read { db in
      try db.query("SELECT * FROM \(table)") { (row) throws(SQLiteError) in
        (0..<row.count).map { "\(row[$0])" }.joined(separator: " | ")
      }
    }.sorted()
  }
}

/// Pages as servers write them, with everything that JSON allows in a row.
struct RandomPages {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed) }

  private static let ids =
    (1...12).map { "row-\($0)" } + ["e\u{301}", "é", "ROW-2", "NEW", "a\"b", "\n"]
  private static let versions = [#""1""#, #""2""#, #""3""#, "null", "7", #""""#]
  private static let stamps = [
    #""2020-01-01T00:00:00.000Z""#, #""2021-01-01T00:00:00.123Z""#, "null", "5", #""soon""#,
  ]
  private static let values = [
    "null", "true", "false", "0", "-1", "9007199254740993", "9223372036854775808", "1.5", "-0",
    "-0.0", "1.10", "1e3", "1e400", "0.1000000000000000055511151231257827", "123456789.123456789",
    #""""#, #""text""#, #""2017-05-08T07:07:01.595Z""#, #""2017""#, #""\u0000\ud83d\ude00\"""#,
    #""é""#, "[]", #"[1,{"a":null}]"#, "{}", #"{"b":1,"a":[2.50]}"#, #"{"id":"inner"}"#,
  ]
  private static let names = [
    "title", "n", "done", "deletedAt", "json", "e\u{301}", "Title", "odd", "",
  ]

  mutating func next() -> String {
    let rows = (0..<Int.random(in: 0...12, using: &random)).map { _ in row() }
    return "[" + rows.joined(separator: ", ") + "]"
  }

  private mutating func row() -> String {
    var members = [("id", JSONValue.string(pick(Self.ids)).serializedText)]
    if chance(9) { members.append(("version", pick(Self.versions))) }
    if chance(8) { members.append(("updatedAt", pick(Self.stamps))) }
    if chance(5) { members.append(("createdAt", pick(Self.stamps))) }
    if chance(6) { members.append(("deleted", chance(3) ? "true" : "false")) }
    // Mostly plain rows of one shape, so that the quick way is taken too.
    if chance(5) {
      members += [("title", #""plain""#), ("n", "1"), ("done", "false")]
    } else {
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        members.append((pick(Self.names), pick(Self.values)))
      }
    }
    if chance(3) { members.shuffle(using: &random) }
    let texts = members.map { JSONValue.string($0.0).serializedText + ":" + $0.1 }
    return "{" + texts.joined(separator: ",") + "}"
  }

  private mutating func pick(_ texts: [String]) -> String {
    texts[Int.random(in: texts.indices, using: &random)]
  }

  private mutating func chance(_ tenths: Int) -> Bool {
    Int.random(in: 0..<10, using: &random) < tenths
  }
}
