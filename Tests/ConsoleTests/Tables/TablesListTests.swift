import HTTPKit
import JSONKit
import Support
import SyncInspection
import Testing

@testable import Console

/// The page of a store's tables.
@Suite struct TablesListTests {
  private func filled() async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("m1", ["title": "Heat"])])
    try await console.pull("TodoItem", [("t1", ["title": "Buy milk"])])
    return console
  }

  private func names(_ address: String, _ console: RowsConsole) async -> [String] {
    let json = await console.get(address).json
    return (json["tables"]?.array ?? []).compactMap { $0["name"]?.string }
  }

  @Test func searchFindsTablesByAPartOfTheirNameInAnyCase() async throws {
    let console = try await filled()
    #expect(await names("/s/todo/tables.json?text=MOV", console) == ["Movie"])
    #expect(await Set(names("/s/todo/tables.json", console)).isSuperset(of: ["Movie", "TodoItem"]))
    let page = await console.page("/s/todo/tables?text=MOV").page
    #expect(page.link(containing: "/s/todo/t/Movie") != nil)
    #expect(page.contains("<table>") && !page.contains(">TodoItem</a></th>"))
    #expect(page.contains("value=\"MOV\""))
  }

  @Test func showsTheSizeOfEachTable() async throws {
    let console = try await filled()
    let page = await console.page("/s/todo/tables").page
    #expect(page.contains("<th scope=\"col\" class=\"num w\">Size</th>"))
    #expect(page.ranges(of: "<td class=\"num w\">4.1 kB</td>").count >= 2)
    let sizes = try await console.sync.sizes(of: ["Movie", "None"], within: .seconds(5))
    #expect(sizes["Movie"] == 4_096 && sizes["None"] == nil)
  }

  @Test func searchWithoutAMatchSaysSoAndLeadsBackToAllTables() async throws {
    let console = try await filled()
    #expect(await names("/s/todo/tables.json?text=nothing", console).isEmpty)
    let page = await console.page("/s/todo/tables?text=nothing").page
    #expect(page.contains("No tables match “nothing”."))
    #expect(!page.contains("This store has no tables yet."))
    #expect(page.contains("<a href=\"/s/todo/tables\">Clear search</a>"))
  }
}
