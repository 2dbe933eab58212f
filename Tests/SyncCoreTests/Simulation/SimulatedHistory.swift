import JSONKit
import Support
import TestSupport
import Testing

@testable import SyncCore

/// One history of two clients and a server, drawn from a seed, with its promises checked.
struct SimulatedHistory {
  let seed: UInt64
  let server = FakeServer()
  let clients: [SimulatedClient]
  var random: SplitMix64

  init(seed: UInt64) async throws {
    self.seed = seed
    random = SplitMix64(seed)
    let window = [1, 1, 4, 16][Int(random.next() % 4)]
    // From its own generator, so that the rest of the history is as it was without batches.
    var sizes = SplitMix64(seed ^ 0xba7c)
    let batchSize = [1, 3, 100][Int(sizes.next() % 3)]
    clients = [
      try await SimulatedClient("one", server, window: window, batchSize: batchSize),
      try await SimulatedClient("two", server, window: window, batchSize: batchSize),
    ]
    server.change { [pageMax = [1, 3, 100][Int(random.next() % 3)]] in $0.pageMax = pageMax }
    let hides = random.next() % 4 == 0
    let isSilent = random.next() % 4 == 0
    server.change {
      $0.hidesConflictingRows = hides
      $0.answersWithoutRow = isSilent
    }
    // Each history has some of the faults, from none to all, so that rare pairs meet.
    let faults = FakeFault.transient.filter { _ in random.next() % 2 == 0 }
    let percent = [0, 10, 30, 60][Int(random.next() % 4)]
    for (index, client) in clients.enumerated() {
      client.remote.set(
        chaos: FakeChaos(
          seed: seed &* 31 &+ UInt64(index), percent: UInt64(percent), faults: faults))
    }
  }

  mutating func run(steps: Int) async throws {
    for step in 0..<steps {
      let client = clients[Int(random.next() % 2)]
      let what = try await take(client)
      try await check(client, "step \(step), \(client.name) \(what)")
    }
  }

  private mutating func take(_ client: SimulatedClient) async throws -> String {
    switch random.next() % 20 {
    case 0...8:
      try await client.act(&random)
      return "acts"
    case 9...11:
      editDuringSends(client)
      _ = try await client.context.push()
      client.remote.beforeSend(nil)
      return "pushes"
    case 12...14:
      editDuringSends(client)
      _ = try await client.context.pull()
      client.remote.beforeSend(nil)
      return "pulls"
    case 15:
      try await client.crash(after: Int(random.next() % 3) + 1) { _ = try await $0.push() }
      return "crashes in a push"
    case 16:
      try await client.crash(after: Int(random.next() % 5) + 1) { _ = try await $0.pull() }
      return "crashes in a pull"
    case 17:
      try await client.decide()
      return "decides"
    case 18:
      _ = try await client.context.pull(full: true)
      client.state.withLock { $0.token = nil }
      return "pulls everything"
    default:
      try await client.reopen()
      return "starts anew"
    }
  }

  /// A person goes on working while requests are under way.
  private mutating func editDuringSends(_ client: SimulatedClient) {
    let start = random.next()
    // With more in flight the order of the edits, and so the history, would not repeat.
    guard start % 2 == 0, client.settings.pushWindow == 1 else { return }
    let left = Locked(3)
    client.remote.beforeSend { change in
      let isEnough = left.withLock { left in
        left -= 1
        return left < 0
      }
      if isEnough { return }
      var random = SplitMix64(start ^ UInt64(change.id.utf8.last ?? 0))
      guard random.next() % 3 == 0 else { return }
      await expectNoThrow { try await client.act(&random) }
    }
  }

  // MARK: - After every step

  private func check(_ client: SimulatedClient, _ when: String) async throws {
    let operations = try await client.context.allOperations()
    let commits = server.commits
    for (id, promise) in client.promises where !promise.isTakenBack {
      let isQueued = operations.contains { $0.itemID == id }
      switch promise.kind {
      case .write:
        let isCommitted = commits.contains { $0.record.values["w"]?.string == promise.tag }
        let local = try await client.record(id)
        #expect(
          isQueued || isCommitted,
          "I-ACK, seed \(seed), \(when): \(promise.tag) of \(id) is nowhere")
        #expect(
          !isQueued || local?.values["w"]?.string == promise.tag,
          "I-NOCLOBBER, seed \(seed), \(when): \(id) lost \(promise.tag)")
      case .delete:
        let isCommitted = commits.contains { $0.kind == .delete && $0.record.id == id }
        let neverThere = !commits.contains { $0.record.id == id }
        #expect(
          isQueued || isCommitted || neverThere,
          "I-ACK, seed \(seed), \(when): the deletion of \(id) is nowhere")
      case .other: break
      }
    }
    let rows = Dictionary(grouping: operations, by: \.itemID)
    #expect(
      rows.values.allSatisfy { $0.filter { $0.state == .sending }.isEmpty },
      "seed \(seed), \(when): something is still marked as being sent")
    try await checkToken(client, when)
  }

  /// The token never moves back by itself.
  private func checkToken(_ client: SimulatedClient, _ when: String) async throws {
    let token = try await client.token()
    let before = client.state.withLock { $0.token }
    if let before {
      #expect(
        token.map { $0 >= before } == true,
        "I-TOKEN, seed \(seed), \(when): from \(before) to \(token ?? "none")")
    }
    client.state.withLock { $0.token = token }
  }

  // MARK: - In the end

  /// Faults stop; within a few rounds every queue is empty and every store is as the server.
  func heal() async throws {
    for client in clients { client.remote.set(chaos: nil) }
    var rounds = 0
    while rounds < 6 {
      rounds += 1
      for client in clients {
        _ = try await client.context.push()
        try await client.decide()
        let pull = try await client.context.pull()
        #expect(pull.isComplete, "I-LIVE, seed \(seed): \(pull)")
      }
      var queued = 0
      for client in clients { queued += try await client.context.allOperations().count }
      if queued == 0, rounds > 1 { break }
    }
    let rows = server.rows("T")
    for client in clients {
      let left = try await client.context.allOperations()
      #expect(left.isEmpty, "I-LIVE, seed \(seed): \(client.name) still has \(left)")
      #expect(try await client.context.errors().isEmpty, "I-LIVE, seed \(seed)")
      let local = try await client.context.allRows("T")
      let known = Set(local.map(\.id))
      let hardDeleted = client.state.withLock { $0.hardDeleted }
      let expected = rows.filter {
        known.contains($0.id) || !($0.deleted && hardDeleted.contains($0.id))
      }
      #expect(local == expected, "I-CONV, seed \(seed): \(client.name) differs from the server")
      #expect(try await client.integrity() == ["ok"], "seed \(seed): \(client.name)")
    }
    checkLog()
  }

  /// The server's log: every change once, and each client's changes of a row in their order.
  private func checkLog() {
    var tags: Set<String> = []
    var inserted: Set<String> = []
    var newest: [String: Int] = [:]
    for commit in server.commits where commit.kind == .insert || commit.kind == .update {
      guard let tag = commit.record.values["w"]?.string else { continue }
      #expect(tags.insert(tag).inserted, "I-ONCE, seed \(seed): \(tag) was made twice")
      if commit.kind == .insert {
        #expect(
          inserted.insert(commit.record.id).inserted,
          "I-ONCE, seed \(seed): \(commit.record.id) was inserted twice")
      } else {
        #expect(commit.previousVersion != nil, "I-LOSTUPD, seed \(seed): \(tag)")
      }
      let number = Int(tag.split(separator: "-").last ?? "") ?? 0
      let key = "\(commit.client) \(commit.record.id)"
      #expect(
        newest[key, default: 0] < number, "I-ORDER, seed \(seed): \(tag) came late in \(key)")
      newest[key] = number
    }
    for client in clients {
      for call in client.remote.sends where call.name == "update" {
        #expect(call.version != nil, "I-LOSTUPD, seed \(seed): \(call) went without a version")
      }
    }
  }
}
