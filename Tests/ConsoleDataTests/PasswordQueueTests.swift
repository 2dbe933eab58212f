import Support
import TestSupport
import Testing

@testable import ConsoleData

/// The queue of passwords to be checked.
@Suite struct PasswordQueueTests {
  private let queue = PasswordQueue()

  /// Takes the turn until the gate opens, and returns once it has it.
  private func occupy(until gate: Gate) async -> Task<Void, any Error> {
    let began = Gate()
    let queue = queue
    let task = Task {
      try await queue.withTurn(.known) {
        began.open()
        await gate.wait()
      }
    }
    await began.wait()
    return task
  }

  @Test func aFloodOfStrangersIsRefusedAtOnceAndKnownBrowsersGoFirst() async throws {
    let (queue, gate, order) = (queue, Gate(), Locked<[String]>([]))
    let first = await occupy(until: gate)
    let refusals = Locked<[ConsoleDataError]>([])
    let strangers = (0..<40).map { index in
      Task {
        do throws(ConsoleDataError) {
          try await queue.withTurn(.stranger(address: "192.0.2.\(index)")) {
            order.withLock { $0.append("stranger") }
          }
        } catch {
          refusals.withLock { $0.append(error) }
        }
      }
    }
    try await waitUntil { refusals.withLock { $0.count } == 40 - PasswordQueue.strangersMax }
    let known = Task {
      try await queue.withTurn(.known) { order.withLock { $0.append("known") } }
    }
    // The task has to be in the queue before the turn is given on.
    try await Task.sleep(for: .milliseconds(50))
    gate.open()
    try await known.value
    try await first.value
    for stranger in strangers { await stranger.value }
    #expect(refusals.withLock { $0 }.allSatisfy { $0 == .passwordChecksBusy })
    #expect(order.withLock { $0 } == ["known"] + Array(repeating: "stranger", count: 16))
  }

  @Test func oneNetworkDoesNotFillTheQueue() async throws {
    let (queue, gate, refusals) = (queue, Gate(), Locked<[ConsoleDataError]>([]))
    let first = await occupy(until: gate)
    let tasks = (0..<20).map { index in
      Task {
        do throws(ConsoleDataError) {
          try await queue.withTurn(.stranger(address: "2001:db8::\(index)")) {}
        } catch {
          refusals.withLock { $0.append(error) }
        }
      }
    }
    try await waitUntil { refusals.withLock { $0.count } == 12 }
    let other = Task { try await queue.withTurn(.stranger(address: "192.0.2.1")) { true } }
    gate.open()
    #expect(try await other.value)
    try await first.value
    for task in tasks { await task.value }
    #expect(refusals.withLock { $0 }.allSatisfy { $0 == .passwordChecksBusyHere })
  }

  private func waitUntil(_ isTrue: () -> Bool) async throws {
    for _ in 0..<2_000 where !isTrue() { try await Task.sleep(for: .milliseconds(5)) }
    #expect(isTrue())
  }
}
