import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// Rows that are as an action on many makes them were not left as they are: they were so already.
@Suite struct UnchangedRowsTests {
  private func filled() async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull("Movie", ["a", "b", "c"].map { ($0, ["title": "x"]) })
    for id in ["a", "b"] { try await console.sync.table("Movie").delete(id) }
    return console
  }

  @Test func theReportOfAnUndeleteCountsThem() async throws {
    let console = try await filled()
    let rows = ["a", "c", "gone"].map { id -> JSONValue in ["table": "Movie", "id": .string(id)] }
    let answer = await console.post("/s/todo/trash/undelete", ["rows": .array(rows)])
    #expect(answer.json["changed"] == 1 && answer.json["problems"]?.array?.count == 2)
    let entry = try #require(answer.json["entry"]?.integer)
    let page = await console.page("/s/todo/reports/\(entry)").page
    #expect(page.contains("<dt>Needed no change</dt><dd>1</dd><dt>Not changed</dt><dd>1</dd>"))
    #expect(page.contains("Movie has no row gone") && !page.contains("is not deleted"))
    let report = await console.get("/s/todo/reports/\(entry).json").json
    #expect(report["problemCount"] == 1, "\(report)")
    #expect(await console.post("/undo/\(entry)", [:]).json["changed"] == 1)
  }

  @Test(arguments: ["delete", "undelete"])
  func theMessageSaysSo(_ action: String) async throws {
    let console = try await filled()
    var browser = try await console.browser(.operate)
    let done = await browser.submit(
      "/s/todo/t/Movie/bulk", [("action", action), ("id", "a"), ("id", "c")],
      token: try await browser.csrfToken)
    let page = await browser.get(done.headers["Location"] ?? "").page
    #expect(page.contains("1 of 2 rows \(action)d.") && page.contains("1 needed no change."))
    #expect(!page.contains("left as it is"))
  }
}
