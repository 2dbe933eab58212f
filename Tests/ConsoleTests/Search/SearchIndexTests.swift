import Foundation
import HTTPKit
import JSONKit
import SQLiteKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import Console
@testable import SyncInspection

/// The index of a store's texts: what is found by it, and what becomes of its file.
@Suite struct SearchIndexTests {
  /// A console that scans for no time, so that rows far down are found by the index alone.
  private func console(rows count: Int = 3_000) async throws -> RowsConsole {
    let console = try await RowsConsole { $0.searchTime = .zero }
    try await console.pull("Movie", [("oldest", ["title": "Zebrafish"])])
    try await console.fill(count)
    return console
  }

  // MARK: - Finding

  @Test func rowsAreFoundThatAScanDoesNotComeTo() async throws {
    let console = try await console()
    #expect(try await console.found("ebraf") == [])
    await console.index()
    #expect(try await console.found("ebraf") == ["oldest"])
    #expect(try await console.found("EBRAF") == ["oldest"])
    #expect(try await console.found("oldes") == ["oldest"])
    #expect(try await console.found("zebrafishes") == [])
    let json = await console.get("/jump.json?q=ebraf").json
    #expect(json["index"] == ["rows": 3_001, "total": 3_001, "isComplete": true])
  }

  @Test func deletedRowsAreFoundAndMarked() async throws {
    let console = try await console(rows: 10)
    try await console.sync.table("Movie").delete("oldest")
    await console.index()
    let json = await console.get("/jump.json?q=ebraf").json
    #expect(json["results"]?.array?.first?["place"] == "deleted, Movie in store todo")
  }

  @Test func ofVeryManyRowsFiveAreListedAndTheRestIsALinkAway() async throws {
    let console = try await console(rows: 0)
    try await console.fill(1_500, title: "Frequent")
    try await console.fill(3_000, from: 1_500)
    await console.index()
    #expect(try await console.found("frequ").count == SearchHandlers.rowsMax)
    let page = await console.page("/jump?q=frequ").page
    #expect(page.contains("Show all 1,000+ in Movie with “frequ”"))
  }

  @Test func wholeValuesComeFirstAndThenThoseThatBeginWithTheText() async throws {
    let console = try await console(rows: 0)
    try await console.pull(
      "Movie",
      [
        ("begins", ["title": "Germanic"]), ("code", ["title": "Some code", "note": "GERMAN"]),
        ("exact", ["title": "German"]),
      ])
    try await console.fill(3_000, title: "Old german")
    await console.index()
    let found = try await console.found("german")
    #expect(found.prefix(3) == ["exact", "code", "begins"])
    #expect(found.count == SearchHandlers.rowsMax)
  }

  @Test func aWholeValueOfTwoLettersIsFound() async throws {
    let console = try await console(rows: 0)
    try await console.pull("Movie", [("m1", ["title": "Up"])])
    try await console.fill(3_000)
    await console.index()
    #expect(try await console.found("up") == ["m1"])
  }

  @Test func aSearchSaysHowManyRowsItFound() async throws {
    let console = try await console(rows: 10)
    await console.index()
    let page = await console.page("/jump?q=row&list=1").page
    #expect(page.contains("<span class=\"cnt\">10 rows in 1 table, "))
    #expect(page.contains("<h2>Movie <span class=\"cnt\">10</span>"))
    #expect(page.contains("Show all 10 in Movie with “row”"))
  }

  @Test func resultsOfSeveralTablesHaveATabEach() async throws {
    let console = try await console(rows: 10)
    try await console.pull("TodoItem", [("t1", ["text": "in this row"])])
    await console.index()
    let all = await console.page("/jump?q=row&list=1").page
    let tab = "href=\"/jump?q=row&amp;list=1&amp;table=todo%2FTodoItem\""
    #expect(all.contains("aria-label=\"Results by table\"") && all.contains(tab))
    #expect(all.contains("<h2>Movie ") && all.contains("<h2>TodoItem "))
    let one = await console.page("/jump?q=row&list=1&table=todo%2FTodoItem").page
    #expect(one.contains("<h2>TodoItem ") && !one.contains("<h2>Movie "))
    #expect(one.contains("11 rows in 2 tables"))
  }

  @Test func aChangeHereIsFound() async throws {
    let console = try await console()
    await console.index()
    try await console.sync.table("Movie").update("oldest", ["title": "Okapi"])
    await console.index()
    #expect(try await console.found("okapi") == ["oldest"])
    #expect(try await console.found("ebraf") == [])
  }

  @Test func aChangeByHandIsFoundByTheNextSweep() async throws {
    let console = try await console()
    await console.index()
    try await console.byHand("UPDATE Movie SET title = 'Okapi' WHERE id = 'oldest'")
    try await console.byHand("DELETE FROM Movie WHERE id = 'r7'")
    // The row does not match any more, whatever the index has of it.
    #expect(try await console.found("ebraf") == [])
    await console.index()
    #expect(try await console.found("okapi") == ["oldest"])
    let json = await console.get("/jump.json?q=ebraf").json
    #expect(json["index"]?["rows"] == 3_000)
  }

  @Test func aRowThatWentIsNotShown() async throws {
    let console = try await console()
    await console.index()
    try await console.byHand("DELETE FROM Movie WHERE id = 'oldest'")
    #expect(try await console.found("ebraf") == [])
  }

  @Test func rowsOfANewTableAndANewColumnAreFound() async throws {
    let console = try await console(rows: 10)
    await console.index()
    try await console.pull("Draft", [("d1", ["note": "Okapi"])])
    try await console.pull("Movie", [("m2", ["subtitle": "Okapi too"])])
    await console.index()
    #expect(try await console.found("okapi").sorted() == ["d1", "m2"])
  }

  @Test func aColumnMayBeCalledAsTheNumberOfARow() async throws {
    let console = try await RowsConsole { $0.searchTime = .zero }
    try await console.pull("Movie", [("m1", ["title": "x", "rowid": "Zebrafish", "OID": "okapi"])])
    await console.index()
    #expect(try await console.found("ebraf") == ["m1"])
    #expect(try await console.found("okapi") == ["m1"])
  }

  @Test func maskedTextsAreNotFoundByWhoMayNotSeeThem() async throws {
    var table = TableSettings(name: "Movie")
    table.masked = ["director"]
    let console = try await RowsConsole(settings: StoreSettings(tables: [table]))
    try await console.pull("Movie", [("m1", ["title": "Heat", "director": "Zebrafish"])])
    await console.index()
    for token in [console.viewerToken, console.adminToken] {
      let answer = await console.get("/jump.json?q=ebraf", token: token)
      #expect(answer.json["results"] == [])
      #expect(!answer.page.contains("director"))
    }
    #expect(try await console.found("hea") == ["m1"])
  }

  // MARK: - Behind the store

  @Test func aLagIsTold() async throws {
    let console = try await console(rows: 8_999)
    for _ in 0..<2 { _ = await console.advance() }
    let page = await console.page("/jump?q=zebra").page
    #expect(
      page.contains(
        "The search index is still being built: 2,000 of 9,000 rows. Matches in the rest may be "
          + "missing."))
    let json = await console.get("/jump.json?q=zebra").json
    #expect(json["index"] == ["rows": 2_000, "total": 9_000, "isComplete": false])
    await console.index()
    #expect(!(await console.page("/jump?q=zebra").page.contains("search index")))
    try await console.byHand(
      """
      INSERT INTO syncline_history("table", itemId, at, source, kind)
      VALUES ('Movie', 'oldest', '', 'local', 'update')
      """)
    #expect(
      await console.page("/jump?q=zebra").page.contains(
        "The search index does not have the latest changes yet. Matches in them may be missing."))
  }

  @Test func aKilledBuildGoesOnWhereItWas() async throws {
    let console = try await console(rows: 8_999)
    for _ in 0..<2 { _ = await console.advance() }
    let next = SearchIndexes().index(of: console.sync)
    _ = await next.advance(console.sync, waits: false)
    #expect(await next.standing(beside: console.sync)?.rows == 4_000)
    await next.catchUp(with: console.sync)
    #expect(await next.standing(beside: console.sync)?.isComplete == true)
  }

  // MARK: - The file

  @Test func aDamagedFileIsBuiltAnew() async throws {
    let console = try await console()
    await console.index()
    await console.searchIndex.close()
    let file = try #require(FileHandle(forWritingAtPath: console.indexPath))
    for page in 0..<10 {
      try file.seek(toOffset: UInt64(page * 4_096 + (page == 0 ? 100 : 0)))
      try file.write(contentsOf: Data(repeating: 0xa5, count: 3_900))
    }
    try file.close()
    #expect(try await console.found("ebraf") == [])
    try await console.byHand("UPDATE Movie SET title = title || ' ' WHERE id = 'r1'")
    await console.index()
    #expect(try await console.found("ebraf") == ["oldest"])
  }

  @Test func aFileThatWasDeletedIsBuiltAnew() async throws {
    let console = try await console()
    await console.index()
    for suffix in ["", "-wal", "-shm"] { try Files.remove(console.indexPath + suffix) }
    #expect(try await console.found("ebraf") == [])
    await console.index()
    #expect(try await console.found("ebraf") == ["oldest"])
  }

  @Test func nobodyElseReadsTheFile() async throws {
    let console = try await console(rows: 1)
    await console.index()
    for suffix in ["", "-wal"] {
      #expect((Files.stamp(of: console.indexPath + suffix)?.mode ?? 0) & 0o077 == 0)
    }
  }

  @Test func withoutAFileRowsAreScanned() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("m1", ["title": "Zebrafish"])])
    try Files.createDirectory(console.indexPath)
    await console.index()
    #expect(try await console.found("ebraf") == ["m1"])
    #expect(await console.get("/jump.json?q=ebraf").json["index"] == nil)
  }
}

extension RowsConsole {
  fileprivate var searchIndex: SearchIndex { console.searchIndexes.index(of: sync) }
  fileprivate var indexPath: String { SearchIndex.path(ofStoreAt: sync.path) }

  fileprivate func index() async { await searchIndex.catchUp(with: sync) }

  fileprivate func advance() async -> Bool { await searchIndex.advance(sync, waits: false) }

  /// Rows `r0`, `r1`, … that are newer than those before.
  fileprivate func fill(_ count: Int, from first: Int = 0, title: String = "Row") async throws {
    try await byHand(
      """
      WITH RECURSIVE n(i) AS (SELECT \(first) UNION ALL SELECT i + 1 FROM n WHERE i < \(first + count) - 1)
      INSERT INTO Movie(id, updatedAt, title)
      SELECT 'r' || i, '3000-01-01T00:00:00.000Z', '\(title) ' || i || ' ' FROM n WHERE \(count) > 0
      """)
  }

  /// Changes the file as `sqlite3` does.
  fileprivate func byHand(_ sql: String) async throws {
    let database = try await DatabasePool(path: sync.path)
    try await database.write { try $0.execute(sql) }
    await database.close()
  }

  /// The ids of the rows that the search finds.
  fileprivate func found(_ text: String) async throws -> [String] {
    let words = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    let results = await get("/jump.json?q=\(words)").json["results"]?.array ?? []
    return results.filter { $0["kind"] == "row" }.compactMap { $0["id"]?.string }
  }
}
