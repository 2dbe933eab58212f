import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import Console

/// Names that read alike and differ in their bytes, as programs and browsers send them.
@Suite struct UnicodeNamesTests {
  private let composed = SameLetters.composed
  private let decomposed = SameLetters.decomposed

  private var values: JSONObject { SameLetters.object(1, 2) }

  @Test func aNewRowKeepsTheValuesOfBothColumns() async throws {
    let console = try await RowsConsole()
    let answer = await console.post("/s/todo/t/Draft", ["values": .object(values)])
    #expect(answer.status == 201)
    let id = try #require(answer.json["id"]?.string)
    #expect(try await console.record("Draft", id)?.values == values)
    let shown = await console.get("\(Links.row("todo", "Draft", id)).json")
    #expect(shown.json["values"]?[composed] == 1)
    #expect(shown.json["values"]?[decomposed] == 2)
  }

  @Test func aFormSetsTheColumnOfItsBytes() async throws {
    let console = try await RowsConsole()
    try await console.pull("Draft", [("a", values)])
    var browser = try await console.browser(.operate)
    let link = Links.row("todo", "Draft", "a")
    let form = await browser.get("\(link)/edit").page
    for name in [composed, decomposed] { #expect(form.contains("name=\"v.\(name)\"")) }
    let edit = await console.post(link, ["values": .object(SameLetters.object(nil, 5))])
    #expect(edit.status == 200)
    #expect(
      try await console.record("Draft", "a")?.values
        == SameLetters.object(1, 5))
  }

  @Test func aListFiltersAndShowsBothColumns() async throws {
    let console = try await RowsConsole()
    try await console.pull("Draft", [("a", values), ("b", SameLetters.object(2, nil))])
    for (name, value, id) in [(composed, "2", "b"), (decomposed, "2", "a")] {
      let query = QueryItems([.init(name, value)])
      let link = Links.format("json", of: Links.rows("todo", "Draft"), query)
      let list = await console.get(link).json
      #expect(list["rows"]?.array?.compactMap { $0["id"]?.string } == [id])
    }
    let csv = await console.page(Links.format("csv", of: Links.rows("todo", "Draft")))
    let head = try await csv.whole().split(separator: "\r\n").first ?? ""
    #expect(head.utf8.split(separator: UInt8(ascii: ",")).count == 7)
  }

  @Test func aBulkActionTakesBothIDs() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", SameLetters.both.map { ($0, ["n": 1]) })
    let ids = SameLetters.both.map { JSONValue.string($0) }
    let answer = await console.post(
      "/s/todo/t/Movie/bulk", ["action": "delete", "ids": .array(ids)])
    #expect(answer.json["changed"] == 2)
    #expect(try await console.sync.counts().deleted == 2)
  }

  @Test func anImportKeepsBothColumnsAndBothIDs() async throws {
    let console = try await RowsConsole()
    try await console.pull("Draft", [("x", values)])
    let text = "id,\(composed),\(decomposed)\n\(composed),3,4\n\(decomposed),5,6\n"
    let (link, json) = try await console.importFile(text, mode: "insert", into: "Draft")
    #expect(json["state"] == "ready")
    let done = await console.post(link, [:])
    #expect(done.status < 300)
    while await console.get("\(link).json").json["state"] == "writing" {}
    #expect(
      try await console.record("Draft", composed)?.values
        == SameLetters.object(3, 4))
    #expect(
      try await console.record("Draft", decomposed)?.values
        == SameLetters.object(5, 6))
  }
}
