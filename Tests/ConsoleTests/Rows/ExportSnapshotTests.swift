import HTTPKit
import JSONKit
import SyncCore
import Testing

/// A file has every row once, whatever changes while it is sent.
@Suite struct ExportSnapshotTests {
  private static let count = 1_200

  private func filled() async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull("Movie", rows("as it was"))
    return console
  }

  private func rows(_ text: String) -> [(String, JSONObject)] {
    (0..<Self.count).map { ("m\($0)", ["title": .string(text)]) }
  }

  @Test(arguments: ["csv", "ndjson"])
  func rowsThatChangeMeanwhileAreInTheFileAsTheyWere(_ form: String) async throws {
    let console = try await filled()
    let file = await console.get("/s/todo/t/Movie.\(form)")
    try await console.pull("Movie", rows("changed"))
    let lines = try await file.whole().split(whereSeparator: \.isNewline)
    #expect(lines.count { $0.contains("as it was") } == Self.count)
    #expect(!lines.contains { $0.contains("changed") })
    let next = try await console.get("/s/todo/t/Movie.\(form)").whole()
    #expect(next.split(whereSeparator: \.isNewline).count { $0.contains("changed") } == Self.count)
  }

  @Test func theTrashIsTheSame() async throws {
    let console = try await filled()
    let ids = (0..<Self.count).map { "m\($0)" }
    _ = try await console.sync.table("Movie").bulk(.delete, ids: ids, by: "mira")
    let file = await console.get("/s/todo/trash.ndjson")
    _ = try await console.sync.table("Movie").bulk(.undelete, ids: ids, by: "mira")
    #expect(try await file.whole().split(whereSeparator: \.isNewline).count == Self.count)
    #expect(try await console.get("/s/todo/trash.ndjson").whole().isEmpty)
  }
}
