import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import Console

/// A table that takes no changes, such as one of a zone that the signed-in user may only read.
@Suite struct ReadOnlyTablePagesTests {
  static let reason = "Its zone is somebody’s."
  private static let row = "/s/todo/t/Movie/r/a"

  private func filled() async throws -> RowsConsole {
    let console = try await RowsConsole(readOnly: ["Movie": Self.reason])
    console.server.put("Movie", "gone", ["title": "Gone"], deleted: true)
    try await console.pull("Movie", [("a", ["title": "Film"])])
    try await console.pull("TodoItem", [("t", ["text": "Task", "complete": false])])
    return console
  }

  @Test func itsPagesSaySoAndOfferNoChange() async throws {
    let console = try await filled()
    for path in ["/s/todo/t/Movie", Self.row, "/s/todo/t/Movie?peek=a"] {
      let page = await console.page(path).page
      #expect(page.contains("<b>This table is read-only.</b> \(Self.reason)"), "\(path)")
      for offer in ["New row", ">Import<", "/edit", "Delete row", "Hard delete", "Duplicate"] {
        #expect(!page.contains(offer), "\(path): \(offer)")
      }
    }
    let other = await console.page("/s/todo/t/TodoItem").page
    #expect(other.contains("New row") && !other.contains("read-only"))
    let tables = await console.page("/s/todo/tables").page
    #expect(tables.contains(">Movie</a> <span class=\"mut\">read-only</span>"))
    let listed = await console.get("/s/todo/tables.json").json["tables"]?.array ?? []
    let reasons = listed.map { $0["readOnly"] }
    #expect(reasons == [.null, .string(Self.reason), .null])
  }

  @Test func theTrashOffersToUndeleteOtherRowsOnly() async throws {
    let console = try await filled()
    try await console.sync.table("TodoItem").delete("t")
    let page = await console.page("/s/todo/trash").page
    #expect(page.contains("/TodoItem/r/t/undelete") && !page.contains("/Movie/r/gone/undelete"))
  }

  static let changes: [(String, JSONValue)] = [
    ("/s/todo/t/Movie", ["values": ["title": "New"]]),
    (row, ["values": ["title": "New"]]), (row + "/delete", [:]), (row + "/hard-delete", [:]),
    ("/s/todo/t/Movie/r/gone/undelete", [:]),
    ("/s/todo/t/Movie/bulk", ["action": "delete", "ids": ["a"]]),
    ("/s/todo/t/Movie/bulk", ["action": "undelete", "ids": ["gone"]]),
    ("/s/todo/t/Movie/bulk", ["action": "hard-delete", "ids": ["a"]]),
    ("/s/todo/t/Movie/past/stage", ["at": "2026-01-01T00:00:00Z", "ids": ["a"]]),
  ]

  @Test(arguments: changes)
  func programsAreRefused(path: String, body: JSONValue) async throws {
    let console = try await filled()
    let answer = await console.post(path, body, token: console.adminToken)
    #expect(answer.status == 403)
    #expect(answer.json["error"]?["code"] == "table_is_read_only")
    let message = answer.json["error"]?["message"]?.string ?? ""
    #expect(message.contains(Self.reason) && message.contains("Nothing was changed"))
    #expect(try await console.queued() == 0)
    #expect(try await console.record("Movie", "a")?.values["title"] == "Film")
  }

  @Test func formsAndImportsAreRefusedWithAPageThatLeadsBack() async throws {
    let console = try await filled()
    let paths = ["/s/todo/t/Movie/new", Self.row + "/edit", "/s/todo/t/Movie/import"]
    for path in paths {
      let answer = await console.page(path)
      #expect(answer.status == 403, "\(path)")
      #expect(
        answer.page.contains("This table is read-only") && answer.page.contains("Rows of Movie"))
    }
  }

  @Test func changesThatWaitCanStillBeTakenBack() async throws {
    let console = try await filled()
    for action in ["cancel", "retry"] {
      let answer = await console.post(
        "/s/todo/t/Movie/bulk", ["action": .string(action), "ids": ["a"]])
      #expect(answer.status == 200, "\(action)")
    }
  }
}
