import JSONKit
import RemoteParse
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

/// The server compares no version, so somebody else can write between our reading and our writing.
@Suite struct RivalWriteTests {
  private static let table = ParseFixture.table

  /// Somebody writes `values` to the row `id` right before our next write of it.
  private func meanwhile(
    _ fixture: ParseFixture, _ id: String, _ values: JSONObject
  ) async throws {
    var row = values
    row["objectId"] = .string(id)
    try await fixture.emulator.control(
      "faults",
      [
        "faults": ["changedMeanwhile"], "methods": ["PUT", "POST"],
        "path": .string("/Note/\(id)|/batch"),
        "row": .object(row), "class": .string(Self.table),
      ])
  }

  @Test(arguments: [false, true])
  func aPushShowsWhatSomebodyWroteBetweenReadingAndWriting(isInBatch: Bool) async throws {
    try await withParse(.with { $0.batchSize = isInBatch ? 50 : 1 }) { fixture in
      let ids = try await fixture.plant([["a": 1, "b": 1], ["a": 2], ["a": 3]])
      _ = try await fixture.store.pull()
      for id in ids { try await fixture.table.update(id, ["a": 10]) }
      try await meanwhile(fixture, ids[0], ["b": 100])
      #expect(try await fixture.store.push().isClean)
      let server = try #require(try await fixture.serverRows()[ids[0]])
      #expect(server["a"] == 10 && server["b"] == 100)
      let here = try #require(try await fixture.store.row(Self.table, ids[0])).record
      #expect(here.values["a"] == 10 && here.values["b"] == 100)
      #expect(here.version == server["updatedAt"]?.string)
    }
  }

  @Test(arguments: [false, true])
  func aPushShowsASoftDeleteFromBetweenReadingAndWriting(isInBatch: Bool) async throws {
    try await withParse(
      .with {
        $0.batchSize = isInBatch ? 50 : 1
        $0.softDelete = .flag(column: "gone")
      }
    ) { fixture in
      let ids = try await fixture.plant([["a": 1, "gone": false], ["a": 2], ["a": 3]])
      _ = try await fixture.store.pull()
      for id in ids { try await fixture.table.update(id, ["a": 10]) }
      try await meanwhile(fixture, ids[0], ["gone": true])
      _ = try await fixture.store.push()
      #expect(try await fixture.live()[ids[0]] == nil)
      #expect(try await fixture.live().count == 2)
    }
  }

  /// The second change was made on what its author saw, and that is not what the server has now.
  @Test func aSecondChangeOfTheRowDoesNotOverwriteWhatSomebodyWrote() async throws {
    try await withParse(.with { $0.batchSize = 1 }) { fixture in
      let ids = try await fixture.plant([["a": 1, "b": 1]])
      _ = try await fixture.store.pull()
      try await fixture.table.update(ids[0], ["a": 10])
      try await fixture.faults(["lostAnswer"], methods: ["PUT"])
      // The row is read before the write, and cannot be read after it.
      try await fixture.faults(["none", "failed", "failed", "failed"], methods: ["GET"])
      #expect(try await fixture.store.push().unknown == 1)
      try await fixture.plant([["objectId": .string(ids[0]), "b": 100]])
      try await fixture.table.update(ids[0], ["b": 7])
      for _ in 0..<4 { _ = try await fixture.store.push() }
      #expect(try await fixture.serverRows()[ids[0]]?["b"] == 100)
      #expect(try await fixture.store.errors().map(\.isConflict) == [true])
    }
  }

  /// What the server makes of a value is what the store holds after the push.
  @Test(arguments: [false, true])
  func aValueThatTheServerRewritesIsShownAsTheServerHasIt(isInBatch: Bool) async throws {
    try await withParse(.with { $0.batchSize = isInBatch ? 50 : 1 }) { fixture in
      for _ in 0..<3 { try await fixture.table.insert(["n": 9_007_199_254_740_993]) }
      #expect(try await fixture.store.push().isClean)
      let server = try await fixture.serverRows()
      for (id, values) in try await fixture.live() {
        #expect(values["n"] == server[id]?["n"])
      }
    }
  }
}

/// Nothing is sent a second time while the first request may still arrive.
@Suite struct DuplicateInsertTests {
  private func count(_ fixture: ParseFixture) async throws -> Int {
    try await fixture.serverRows().count
  }

  @Test(arguments: [false, true])
  func anAnswerThatAsksToWaitAfterTheWorkMakesNoSecondRow(isInBatch: Bool) async throws {
    try await withParse(.with { $0.batchSize = isInBatch ? 50 : 1 }) { fixture in
      for number in 0..<4 { try await fixture.table.insert(["n": .integer(Int64(number))]) }
      try await fixture.faults(["overloadedAfter"])
      #expect(try await fixture.store.push().isClean)
      #expect(try await count(fixture) == 4)
      #expect(try await fixture.live().count == 4)
    }
  }

  @Test(arguments: [false, true])
  func aRequestThatArrivesAfterItsConnectionBrokeMakesNoSecondRow(isInBatch: Bool) async throws {
    try await withParse(
      .with {
        $0.batchSize = isInBatch ? 50 : 1
        $0.insertResendSeconds = 30
        $0.server = ["lateSeconds": 2]
      }
    ) { fixture in
      for number in 0..<4 { try await fixture.table.insert(["n": .integer(Int64(number))]) }
      try await fixture.faults(["lateArrival"], methods: ["POST"])
      #expect(try await fixture.store.push().isClean)
      #expect(try await count(fixture) == 4)
      #expect(try await fixture.live().count == 4)
    }
  }

  @Test func anInsertThatIsSentAgainGoesAloneWithItsRequestID() async throws {
    try await withParse(.with { $0.insertResendSeconds = 1 }) { fixture in
      for number in 0..<4 { try await fixture.table.insert(["n": .integer(Int64(number))]) }
      try await fixture.faults(["lostRequest"], methods: ["POST"])
      #expect(try await fixture.store.push().isClean)
      #expect(try await count(fixture) == 4)
      let singles = try await fixture.log("POST").filter {
        $0["target"] == "/parse/classes/Note"
      }
      #expect(singles.count == 4)
      #expect(singles.allSatisfy { $0["headers"]?["X-Parse-Request-Id"] != nil })
    }
  }
}
