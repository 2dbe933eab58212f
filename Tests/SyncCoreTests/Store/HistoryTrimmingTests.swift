import JSONKit
import SQLiteKit
import Support
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

@Suite struct HistoryTrimmingTests {
  private func bench(_ history: HistorySettings) async throws -> Bench {
    var settings = Bench.settings()
    settings.history = history
    return try await Bench(settings: settings)
  }

  private func texts(_ bench: Bench, _ id: String = "a") async throws -> [String?] {
    try await bench.context.row("T", id)?.history.map { $0.record?.values["text"]?.string } ?? []
  }

  @Test func onlyTheNewestVersionsOfARowAreKept() async throws {
    let bench = try await bench(HistorySettings(days: 100, versionsPerRow: 3))
    let table = bench.context.table("T")
    _ = try await table.insert(["id": "a", "text": "0"])
    _ = try await table.insert(["id": "b", "text": "0"])
    for number in 1...6 { try await table.update("a", ["text": .string("\(number)")]) }
    _ = try await bench.context.push()
    #expect(try await texts(bench).count == 3)
    #expect(try await texts(bench, "b").count == 2)
    for number in 7...8 { try await table.update("a", ["text": .string("\(number)")]) }
    _ = try await bench.context.push()
    #expect(try await texts(bench).count == 3)
    #expect(try await texts(bench).first == "8")
  }

  @Test func versionsThatAreTooOldGo() async throws {
    let bench = try await bench(HistorySettings(days: 2, versionsPerRow: 100))
    let table = bench.context.table("T")
    _ = try await table.insert(["id": "a", "text": "old"])
    bench.time.advance(milliseconds: 3 * 86_400_000)
    try await table.update("a", ["text": "new"])
    _ = try await bench.context.pull(tables: ["T"])
    #expect(!(try await texts(bench).contains("old")))
    #expect(try await bench.context.row("T", "a")?.record.values["text"] == "new")
  }

  /// What the server had for years is as young as the change that took its place.
  @Test func whatARowWasBeforeIsKeptWithTheChange() async throws {
    let bench = try await bench(HistorySettings(days: 2, versionsPerRow: 100))
    for id in ["a", "b"] { bench.server.put("T", id, ["text": "old"]) }
    _ = try await bench.context.pull()
    bench.time.advance(milliseconds: 30 * 86_400_000)
    for id in ["a", "b"] { bench.server.put("T", id, ["text": "new"]) }
    _ = try await bench.context.pull()
    for id in ["a", "b"] { #expect(try await texts(bench, id) == ["new", "old"]) }
    bench.time.advance(milliseconds: 3 * 86_400_000)
    _ = try await bench.context.pull()
    #expect(try await texts(bench).isEmpty)
  }

  /// Marks of a moment are ids: those of later entries have to be higher, whatever was dropped.
  @Test func theNewestEntryStaysSoThatIDsNeverBeginAnew() async throws {
    let bench = try await bench(HistorySettings(days: 1, versionsPerRow: 2))
    let table = bench.context.table("T")
    _ = try await table.insert(["id": "a", "text": "0"])
    for number in 1...5 { try await table.update("a", ["text": .string("\(number)")]) }
    _ = try await bench.context.push()
    bench.time.advance(milliseconds: 2 * 86_400_000)
    let mark = try await newestEntry(bench)
    _ = try await bench.context.push()
    #expect(try await texts(bench) == ["5"])
    #expect(try await newestEntry(bench) == mark)
    for number in 6...9 { try await table.update("a", ["text": .string("\(number)")]) }
    _ = try await bench.context.push()
    #expect(try await texts(bench).count == 2)
    #expect(try await newestEntry(bench) > mark)
  }

  private func newestEntry(_ bench: Bench) async throws -> Int64 {
    try await bench.context.database.read { try RowHistory.newest(on: $0) }
  }
}
