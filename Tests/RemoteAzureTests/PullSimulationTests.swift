import JSONKit
import Support
import SyncCore
import Testing

@testable import RemoteAzure

/// Many small worlds: odd servers whose rows change between the pages of a pull.
@Suite struct PullSimulationTests {
  @Test(arguments: 0..<60)
  func localCopyEqualsTheServerOnceItIsQuiet(_ seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var quirks = QuirkyServer.Quirks()
    quirks.pageCap = Int.random(in: 2...12, using: &random)
    quirks.isV3 = Bool.random(using: &random)
    quirks.counts = Bool.random(using: &random)
    quirks.variesPages = Bool.random(using: &random)
    quirks.foldsIDs = Bool.random(using: &random)
    quirks.printsWholeSeconds = seed % 10 == 0
    let world = Locked(
      World(random: random, spread: [1, 300, 20_000, 4_000_000].randomElement(using: &random) ?? 1))
    let server = QuirkyServer(quirks) { server, _ in
      for row in world.withLock({ $0.someChanges() }) { server.put(row) }
    }
    let remote = try AzureRemote.test(server, quirks.isV3 ? .v3 : .v2)
    let pageSize = Int.random(in: 1...15, using: &random)
    var table = PulledTable()
    for round in 0..<4 {
      for row in world.withLock({ $0.startOfRound(isLast: round == 3) }) { server.put(row) }
      let before = server.rows
      try await table.pull(remote, pageSize: pageSize, pagesMax: 8_000)
      // What is written during a pull may be left to the next one.
      let after = server.rows
      for row in before.values where after[row.id]?.changes == row.changes {
        let copy = try #require(table.records[row.id], "row \(row.id) was lost")
        #expect(
          (copy.values["n"]?.integer ?? 0) >= (row.values["n"]?.integer ?? 0),
          "row \(row.id) is stale")
      }
    }
    for row in server.rows.values {
      #expect(table.records[row.id]?.values["n"] == row.values["n"], "row \(row.id)")
      #expect(table.records[row.id]?.deleted == row.deleted)
    }
  }
}

private struct World: Sendable {
  var random: SeededGenerator
  /// How far the server's clock moves between two changes, in steps of 100 ns.
  let spread: Int64
  var now = Timestamp(milliseconds: 1_600_000_000_000)
  var number: Int64 = 0
  var changesLeft = 0

  mutating func startOfRound(isLast: Bool) -> [QuirkyServer.StoredRow] {
    changesLeft = isLast ? 0 : 20
    return (0..<Int.random(in: 0...40, using: &random)).map { _ in change() }
  }

  mutating func someChanges() -> [QuirkyServer.StoredRow] {
    guard changesLeft > 0, Int.random(in: 0..<3, using: &random) == 0 else { return [] }
    changesLeft -= 1
    return [change()]
  }

  private mutating func change() -> QuirkyServer.StoredRow {
    number += 1
    now.ticks += Int64.random(in: 0...spread, using: &random)
    let id = ["A", "a b", "ä", "z'"].randomElement(using: &random) ?? ""
    return QuirkyServer.StoredRow(
      id: "\(id)\(Int.random(in: 0..<20, using: &random))", updatedAt: now,
      deleted: Int.random(in: 0..<5, using: &random) == 0, values: ["n": .integer(number)])
  }
}

/// SplitMix64: small, and the same on every machine.
private struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
