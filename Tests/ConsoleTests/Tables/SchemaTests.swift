import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import Testing

@testable import Console

/// The page of a table's columns.
@Suite struct SchemaTests {
  private func filled() async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie",
      [
        ("m1", ["title": "Heat", "year": 1995, "seen": true, "note": nil]),
        ("m2", ["title": "Ran", "year": 1985, "seen": false, "note": "café"]),
        ("m3", ["title": "Heat", "year": nil, "seen": true, "note": nil]),
      ])
    return console
  }

  private func column(_ name: String, _ json: JSONValue) throws -> JSONValue {
    try #require(json["columns"]?.array?.first { $0["name"]?.string == name })
  }

  @Test func eachColumnSaysWhatItsRowsHold() async throws {
    let console = try await filled()
    let json = await console.get("/s/todo/t/Movie/schema.json").json
    let year = try column("year", json)
    #expect(year["type"] == "number" && year["nulls"] == 1 && year["distinct"] == 2)
    #expect(year["least"] == 1985 && year["greatest"] == 1995 && year["longest"] == .null)
    let note = try column("note", json)
    #expect(note["nulls"] == 2 && note["distinct"] == 1 && note["longest"] == 4)
    #expect(try column("title", json)["nulls"] == 0)
    #expect(try column("id", json)["isSystem"] == true)
    let page = await console.page("/s/todo/t/Movie/schema").page
    #expect(page.contains("1,985 to 1,995") || page.contains("1985 to 1995"))
    #expect(page.contains(">Longest 4 characters<"))
    let link = try #require(page.link(containing: "note__null=true"))
    #expect(await console.page(link).page.contains("2 rows"))
  }

  @Test func columnsAreSearchedByNameAndType() async throws {
    let console = try await filled()
    for (text, name) in [("TIT", "title"), ("number", "year"), ("bool", "seen")] {
      let json = await console.get("/s/todo/t/Movie/schema.json?text=\(text)").json
      let names = (json["columns"]?.array ?? []).filter { $0["isSystem"] == false }
        .map { $0["name"]?.string }
      #expect(names == [name], "\(text)")
    }
    let page = await console.page("/s/todo/t/Movie/schema?text=TIT").page
    #expect(page.contains("<code>title</code>") && !page.contains("<code>year</code>"))
    let none = await console.page("/s/todo/t/Movie/schema?text=zebra").page
    #expect(none.contains("No columns match “zebra”."))
    #expect(none.contains("<a href=\"/s/todo/t/Movie/schema\">Clear search</a>"))
  }

  @Test func aColumnLeadsToItsRowsAndToTheTableThatItRefersTo() async throws {
    let console = try await filled()
    try await console.pull("TodoItem", [("t1", ["movieId": "m1"]), ("t2", ["movieId": nil])])
    let page = await console.page("/s/todo/t/TodoItem/schema").page
    #expect(!page.contains("without match"))
    #expect(page.contains("<a href=\"/s/todo/t/Movie\">→ Movie</a>"))
    let link = try #require(page.link(containing: "movieId__null=false"))
    #expect(await console.page(link).page.contains("1 row"))
    #expect(page.link(containing: "?view=all&id__null") == nil)
  }

  @Test func referencesThatMatchNoRowAreCounted() async throws {
    let console = try await filled()
    try await console.pull(
      "TodoItem",
      [("t1", ["movieId": "m1"]), ("t2", ["movieId": "gone"]), ("t3", ["movieId": nil])])
    let json = await console.get("/s/todo/t/TodoItem/schema.json").json
    #expect(try column("movieId", json)["unmatched"] == 1)
    #expect(try column("id", json)["unmatched"] == .null)
    let page = await console.page("/s/todo/t/TodoItem/schema").page
    #expect(page.contains("1 row without match"))
    #expect(!page.contains("Some columns were not counted."))
  }

  @Test func theTablesOwnColumnsComeFirst() async throws {
    let console = try await filled()
    let json = await console.get("/s/todo/t/Movie/schema.json").json
    let areSystem = (json["columns"]?.array ?? []).map { $0["isSystem"] == true }
    #expect(areSystem.first == false && areSystem.last == true)
    #expect(areSystem == areSystem.filter { !$0 } + areSystem.filter { $0 })
  }

  @Test func aColumnThatOnlyThisStoreHasIsMarked() async throws {
    let console = try await filled()
    try await console.sync.table("Movie").update("m1", ["rating": 5])
    let json = await console.get("/s/todo/t/Movie/schema.json").json
    #expect(try column("rating", json)["isLocal"] == true)
    #expect(try column("title", json)["isLocal"] == false)
    #expect(await console.page("/s/todo/t/Movie/schema").page.contains("Not on the server yet"))
  }

  @Test func aColumnShowsWhenTheStoreFirstSawIt() async throws {
    let console = try await filled()
    let json = await console.get("/s/todo/t/Movie/schema.json").json
    let moment = try column("title", json)["firstSeenAt"]?.string
    #expect(moment.flatMap { Timestamp($0) } != nil)
    #expect(try column("id", json)["firstSeenAt"] == .null)
    let page = await console.page("/s/todo/t/Movie/schema").page
    #expect(page.contains("<td class=\"num mut w\"><time"))
    #expect(page.contains("<td class=\"num mut w\">–</td>"))
  }

  @Test func theTableAndItsIndexesHaveTheirSizes() async throws {
    let console = try await filled()
    let json = await console.get("/s/todo/t/Movie/schema.json").json
    let sizes = (json["indexes"]?.array ?? []).map { $0["bytes"]?.integer }
    #expect(!sizes.isEmpty && sizes.allSatisfy { ($0 ?? 0) > 0 })
    #expect((json["bytes"]?.integer ?? 0) > 0)
    let page = await console.page("/s/todo/t/Movie/schema").page
    #expect(page.contains("kB without indexes.") && page.contains(" · 4.1 kB</dd>"))
  }

  @Test func aTableThatIsNotThereIsNotFound() async throws {
    let console = try await filled()
    #expect(await console.page("/s/todo/t/Nothing/schema").status == 404)
  }

  @Test func columnsThatTheTimeDoesNotReachAreNotCounted() async throws {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie", (1...5_000).map { ("m\($0)", ["title": .string("Film \($0)")]) })
    let figures = try await console.sync.figures(of: "Movie", within: .zero)
    #expect(figures.columns.count > 5 && figures.columns.allSatisfy { $0.counted == nil })
  }
}
