import JSONKit
import SQLiteKit
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// A column that goes on the server stays here: rows keep its values until they change, and their
/// history keeps them afterwards.
@Suite struct RemovedColumnTests {
  private func withoutColumn() async throws -> Bench {
    let bench = try await Bench()
    for id in ["a", "b"] { bench.server.put("T", id, ["title": "x", "note": "kept"]) }
    _ = try await bench.context.pull()
    bench.server.dropColumn("T", "note")
    bench.server.put("T", "a", ["title": "y"])
    return bench
  }

  @Test func theColumnAndItsValuesStay() async throws {
    let bench = try await withoutColumn()
    let report = try await bench.context.pull()
    #expect(report.tables.first?.updated == 1)
    #expect(try await bench.context.columns(of: "T").map(\.name).contains("note"))
    #expect(try await bench.row("b")?.values["note"] == "kept")
    let row = try #require(try await bench.context.row("T", "a"))
    #expect(row.record.values["title"] == "y")
    #expect(row.record.values["note"] == .null)
    #expect(row.history.map { $0.record?.values["note"] ?? .null } == [.null, "kept"])
  }

  @Test func anEditOfTheColumnHereIsNotOverwritten() async throws {
    let bench = try await withoutColumn()
    try await bench.table.update("a", ["note": "mine"])
    bench.remote.script("a", [.refused])
    _ = try await bench.context.pull()
    #expect(try await bench.row("a")?.values["note"] == "mine")
    #expect(try await bench.base("a")?.values["note"] == "kept")
  }
}
