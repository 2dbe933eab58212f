import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

/// Pages as files: those that have rows are sent whole, and no other page pretends to be one.
@Suite struct PageFilesTests {
  private func trash(_ count: Int) async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie", (0..<count).map { ("m\($0)", ["title": .string("=Heat, \($0)")]) })
    _ = try await console.sync.table("Movie").bulk(
      .delete, ids: (0..<count).map { "m\($0)" }, by: "mira")
    return console
  }

  @Test func theTrashIsAFileOfAllItsRows() async throws {
    let console = try await trash(503)
    let csv = await console.page("/s/todo/trash.csv?table=Movie")
    #expect(csv.headers["Content-Type"] == "text/csv; charset=utf-8")
    let lines = try await csv.whole().split(separator: "\r\n")
    #expect(lines.first == "table,id,deletedAt,by,values")
    #expect(lines.count == 504)
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("Movie,m") && $0.contains(",mira,") })
    let objects = try await console.page("/s/todo/trash.ndjson").whole().split(separator: "\n")
    let first = try JSONValue(parsing: Array(objects[0].utf8))
    #expect(objects.count == 503 && first["table"] == "Movie")
    #expect(first["values"]?["title"]?.string?.hasPrefix("=Heat") == true)
    let none = try await console.page("/s/todo/trash.csv?by=nobody").whole()
    #expect(none.split(separator: "\r\n").count == 1)
    #expect(await console.page("/s/todo/trash").page.contains("/s/todo/trash.csv"))
  }

  @Test func theFileOfOneRowIsNamedInTheSingular() async throws {
    let page = try await trash(1).page("/s/todo/trash").page
    #expect(page.contains(" 1 row as ") && !page.contains("The 1 row"))
  }

  @Test(arguments: [
    "/s/todo", "/s/todo/tables", "/s/todo/queue", "/s/todo/errors", "/s/todo/sync",
    "/s/todo/tokens", "/s/todo/removals", "/s/todo/reconcile", "/s/todo/changes", "/users",
    "/s/todo/t/Movie/views",
  ])
  func noOtherListPretendsToBeOne(_ page: String) async throws {
    let console = try await trash(1)
    for format in ["csv", "ndjson"] {
      let answer = await console.page("\(page).\(format)")
      #expect(answer.status == 404, "\(page).\(format)")
    }
  }
}
