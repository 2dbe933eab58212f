import JSONKit
import RemoteParse
import Support
import SyncCore
import TestSupport
import Testing

@Suite struct BatchTests {
  private func posts(_ fixture: ParseFixture) async throws -> [Int] {
    try await fixture.log("POST").filter { $0["target"] == "/parse/batch" }
      .compactMap { request in
        let body = request["body"]?.string.flatMap { try? JSONValue(parsing: $0) }
        return body?["requests"]?.array?.count
      }
  }

  @Test func createUpdateAndDeleteGoTogetherAndEachGetsItsAnswer() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant([["n": 1], ["n": 2], ["n": 3]])
      _ = try await fixture.store.pull()
      try await fixture.table.insert(["n": 10])
      try await fixture.table.update(ids[0], ["n": 11])
      try await fixture.table.delete(ids[1])
      try await fixture.table.update(ids[2], ["o": ["$x": 1]])
      let report = try await fixture.store.push()
      #expect(report.succeeded == 3)
      #expect(report.failed == 1)
      #expect(try await posts(fixture).count == 1)
      #expect(
        Set(try await fixture.serverRows().values.compactMap { $0["n"]?.integer }) == [3, 10, 11])
      #expect(try await fixture.store.errors().map(\.itemID) == [ids[2]])
    }
  }

  @Test func batchesGrowWhileTheServerAcceptsThem() async throws {
    try await withParse(.with { $0.batchSize = nil }) { fixture in
      for number in 0..<550 { try await fixture.table.insert(["n": .integer(Int64(number))]) }
      #expect(try await fixture.store.push().succeeded == 550)
      let sizes = try await posts(fixture)
      #expect(sizes.first == 50)
      #expect(sizes.max() == 100)
      #expect(sizes.reduce(0, +) == 550)
      #expect(fixture.remote.batchSize == 100)
    }
  }

  @Test func manyChangesGoInBatchesOfTheSizeAskedFor() async throws {
    try await withParse { fixture in
      for number in 0..<120 { try await fixture.table.insert(["n": .integer(Int64(number))]) }
      #expect(try await fixture.store.push().succeeded == 120)
      let sizes = try await posts(fixture)
      #expect(sizes.allSatisfy { $0 <= 50 })
      #expect(sizes.reduce(0, +) == 120)
      let rows = try await fixture.serverRows()
      for (id, values) in try await fixture.live() {
        #expect(rows[id]?["n"] == values["n"], "each row got the id of its own insert")
      }
    }
  }

  @Test func smallerLimitOfTheServerIsFoundOut() async throws {
    try await withParse(
      .with {
        $0.masterKey = nil
        $0.restKey = "rec-rest"
        $0.server = ["batchLimit": 7]
      }
    ) { fixture in
      // What was in a refused batch goes alone, so each push finds out half of the size.
      for push in 1...4 {
        for number in 0..<40 { try await fixture.table.insert(["n": .integer(Int64(number))]) }
        _ = try await fixture.store.push()
        #expect(try await fixture.serverRows().count == 40 * push)
        #expect(try await fixture.waiting() == 0)
      }
      #expect(fixture.remote.batchSize <= 7)
    }
  }

  @Test func batchThatIsTooLargeGoesInHalves() async throws {
    try await withParse(.with { $0.server = ["maxUpload": 3_000] }) { fixture in
      for _ in 0..<20 {
        try await fixture.table.insert(["title": .string(String(repeating: "x", count: 300))])
      }
      #expect(try await fixture.store.push().succeeded == 20)
      #expect(try await fixture.serverRows().count == 20)
    }
  }

  @Test func serverWhoseBatchesFailGetsSingleRequestsAndItIsSaidOnce() async throws {
    try await withParse(.with { $0.setup = "C" }) { fixture in
      for number in 0..<30 { try await fixture.table.insert(["n": .integer(Int64(number))]) }
      _ = try await fixture.store.push()
      _ = try await fixture.store.push()
      #expect(try await fixture.serverRows().count == 30)
      #expect(try await fixture.waiting() == 0)
      #expect(fixture.sayings.withLock { $0.count } == 1)
      #expect(
        try await fixture.log("POST").filter { $0["target"] == "/parse/classes/Note" }.count == 30)
    }
  }

  @Test func batchPathsThatTheServerCannotRouteLoseNothing() async throws {
    try await withParse(.with { $0.server = ["batchPrefix": "/elsewhere/"] }) { fixture in
      for number in 0..<9 { try await fixture.table.insert(["n": .integer(Int64(number))]) }
      for _ in 0..<4 { _ = try await fixture.store.push() }
      #expect(try await fixture.serverRows().count == 9)
      #expect(try await fixture.waiting() == 0)
      let said = fixture.sayings.withLock { $0 }
      #expect(said.count == 1 && said[0].contains("mount path: /parse"))
    }
  }

  @Test func conflictInsideABatchStopsOnlyItsRow() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant([["n": 1], ["n": 2]])
      _ = try await fixture.store.pull()
      try await fixture.plant([["objectId": .string(ids[0]), "n": 100]])
      try await fixture.table.update(ids[0], ["n": 5])
      try await fixture.table.update(ids[1], ["n": 6])
      let report = try await fixture.store.push()
      #expect(report.conflicts == 1)
      #expect(report.succeeded == 1)
      #expect(try await fixture.serverRows()[ids[0]]?["n"] == 100)
    }
  }
}
