import HTTPKit
import JSONKit
import RemoteAzure
import Support
import SyncCore
import TableService
import TestSupport
import Testing

/// Store, adapter and service together, over a wire with every fault.
@Test(arguments: simulationSeeds(40))
func nothingIsLostBetweenStoreAdapterAndService(_ seed: UInt64) async throws {
  var history = try await ChainHistory(seed: seed)
  try await history.run(steps: 50)
  try await history.heal()
}

private struct ChainHistory {
  let seed: UInt64
  let version: AzureAPIVersion
  let keepsTombstones: Bool
  let service: TableService
  let effects = Locked<[FaultyTransport.Effect]>([])
  let clients: [ChainClient]
  let window: Int
  let time = ManualTime()
  private let directory: TemporaryDirectory
  private var random: SplitMix64

  init(seed: UInt64) async throws {
    self.seed = seed
    random = SplitMix64(seed)
    version = seed % 2 == 0 ? .v2 : .v3
    let keepsTombstones = seed / 2 % 2 == 0
    self.keepsTombstones = keepsTombstones
    directory = try TemporaryDirectory()
    var configuration = TableServiceConfiguration()
    configuration.softDelete = keepsTombstones ? .all : .none
    configuration.pageSize = [2, 5, 50][Int(random.next() % 3)]
    let service = try await TableService(
      database: directory.file("service.sqlite"), configuration: configuration, time: time,
      random: .system)
    self.service = service
    window = [1, 1, 4, 16][Int(random.next() % 4)]
    let asksForNone = random.next() % 2 == 0
    var settings = StoreSettings(
      tables: [
        TableSettings(name: "items", softDelete: !keepsTombstones && asksForNone ? .none : .system)
      ])
    settings.pushWindow = window
    settings.pageSize = [1, 3, 100][Int(random.next() % 3)]
    settings.overlapSeconds = [0, 10][Int(random.next() % 2)]
    let percent: UInt64 = [0, 10, 30, 50][Int(random.next() % 4)]
    // Each history has some of the faults, so that rare pairs meet.
    var random = random
    let faults = FaultyTransport.Fault.allCases.filter { _ in random.next() % 2 == 0 }
    var clients: [ChainClient] = []
    for name in ["one", "two"] {
      let wire = FaultyTransport(name, effects: effects) { await service.respond(to: $0) }
      wire.set(
        chaos: FaultyTransport.Chaos(
          random: SplitMix64(random.next()), percent: percent, faults: faults,
          reorders: window > 1))
      clients.append(try await ChainClient(name, wire, version, settings, time))
    }
    self.clients = clients
    self.random = random
  }

  mutating func run(steps: Int) async throws {
    for step in 0..<steps {
      let client = clients[Int(random.next() % 2)]
      time.advance(milliseconds: Int64(random.next() % 50))
      let what = try await take(client)
      try await check(client, "step \(step), \(client.name) \(what)")
    }
  }

  private mutating func take(_ client: ChainClient) async throws -> String {
    switch random.next() % 20 {
    case 0...8:
      try await client.act(&random)
      return "acts"
    case 9...12:
      editDuringWrites(client)
      _ = try await client.context.push()
      client.wire.beforeWrite(nil)
      return "pushes"
    case 13...15:
      editDuringWrites(client)
      _ = try await client.context.pull()
      client.wire.beforeWrite(nil)
      return "pulls"
    case 16:
      try await client.decide(&random)
      return "decides"
    case 17:
      try await client.reconcile()
      return "compares"
    case 18:
      _ = try await client.context.pull(full: true)
      return "pulls everything"
    default:
      try await client.reopen()
      return "starts anew"
    }
  }

  /// A person goes on working while requests are under way.
  private mutating func editDuringWrites(_ client: ChainClient) {
    let start = random.next()
    // With more in flight the order of the edits, and so the promise, would be another each time.
    guard start % 2 == 0, window == 1 else { return }
    let random = Locked(SplitMix64(start))
    let left = Locked(3)
    client.wire.beforeWrite {
      var own = random.withLock { random in
        _ = random.next()
        return random
      }
      let isTime = left.withLock { left in
        left -= 1
        return left >= 0 && own.next() % 3 == 0
      }
      if isTime { await #expect(throws: Never.self) { try await client.act(&own) } }
    }
  }

  // MARK: - After every step

  private func check(_ client: ChainClient, _ when: String) async throws {
    let operations = try await client.operations()
    let effects = effects.withLock { $0 }
    for (id, promise) in client.promises where !promise.isTakenBack {
      let isQueued = operations.contains { $0.itemID == id }
      switch promise.kind {
      case .write:
        let local = try await client.table.read(id: id)
        #expect(
          isQueued || effects.contains { $0.tag == promise.tag },
          "seed \(seed), \(when): \(promise.tag) of \(id) is nowhere")
        #expect(
          !isQueued || local?.values["w"]?.string == promise.tag,
          "seed \(seed), \(when): \(id) lost \(promise.tag)")
      case .delete:
        #expect(
          isQueued || !effects.contains { $0.id == id }
            || effects.contains { $0.method == .delete && $0.id == id },
          "seed \(seed), \(when): the deletion of \(id) is nowhere")
      case .withdrawal:
        let written = effects.lastIndex { $0.tag == promise.tag } ?? effects.endIndex
        #expect(
          isQueued || written == effects.endIndex
            || effects[written...].contains { $0.method == .delete && $0.id == id },
          "seed \(seed), \(when): \(id) was withdrawn here and is on the server")
      case .other: break
      }
    }
    #expect(
      !operations.contains { $0.state == .sending },
      "seed \(seed), \(when): something is still marked as being sent")
    #expect(
      client.wire.requests < FaultyTransport.requestsMax, "seed \(seed), \(when): an endless loop")
  }

  // MARK: - In the end

  /// Faults stop; within a few rounds every queue is empty and every store is as the server.
  func heal() async throws {
    for client in clients { client.wire.set(chaos: nil) }
    for round in 1...6 {
      for client in clients {
        _ = try await client.context.push()
        try await client.giveIn()
        try await client.reconcile()
        let pull = try await client.context.pull()
        #expect(pull.isComplete, "seed \(seed): \(pull)")
      }
      var queued = 0
      for client in clients { queued += try await client.operations().count }
      if queued == 0, round > 1 { break }
    }
    let server = try await serverRows()
    for client in clients {
      let left = try await client.operations()
      #expect(left.isEmpty, "seed \(seed): \(client.name) still has \(left)")
      #expect(try await client.context.errors().isEmpty, "seed \(seed)")
      let local = try await client.rows()
      let known = Set(local.map(\.id))
      // A store that removed a row for good need not have its tombstone.
      let expected = server.filter { known.contains($0.id) || !$0.deleted }
      #expect(
        local.map(\.settled) == expected.map(\.settled),
        "seed \(seed): \(client.name) differs from the server")
    }
    checkEffects()
  }

  private func serverRows() async throws -> [Record] {
    let remote = try AzureRemote.test(
      DirectTransport { [service] in await service.respond(to: $0) }, version)
    var table = PulledTable()
    try await table.pull(remote)
    return table.records.values.sorted { $0.id < $1.id }
  }

  /// Every write took effect once, unless somebody decided otherwise, and no update went without a
  /// version.
  private func checkEffects() {
    var tags: [String: Set<String>] = [:]
    let kept = clients.reduce(into: Set<String>()) { $0.formUnion($1.kept) }
    for effect in effects.withLock({ $0 }) {
      // Without tombstones, a row that another client removed looks like one that never arrived.
      if effect.method == .delete, !keepsTombstones { tags[effect.id] = nil }
      guard let tag = effect.tag else { continue }
      #expect(
        tags[effect.id, default: []].insert(tag).inserted || kept.contains(tag),
        "seed \(seed): \(tag) was written twice")
      #expect(
        effect.method == .post || effect.isConditional, "seed \(seed): \(tag) went without a check")
    }
  }
}

extension Record {
  /// The row without what a missing column and a null one differ by.
  fileprivate var settled: Record {
    var settled = self
    settled.values = JSONObject(values.filter { !$0.value.isNull }.map { ($0.name, $0.value) })
    return settled
  }
}
