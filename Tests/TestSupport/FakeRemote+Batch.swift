import Support
package import SyncCore

/// What goes wrong with a whole batch.
package enum FakeBatchFault: Sendable, Hashable {
  /// Every change of it meets this.
  case all(FakeFault)
  /// It is turned down before any of it is done.
  case notTaken
  /// There is no batch endpoint any more.
  case gone
  /// The answer names only the first few changes; all were made.
  case cutShort(Int)
}

extension FakeRemote {
  /// The sizes of the batches that arrived, in order.
  package var batches: [Int] { state.withLock { $0.batches } }

  package func set(batchSize: Int) { state.withLock { $0.batchSize = batchSize } }

  package func set(batchesInFlightMax: Int) {
    state.withLock { $0.batchesInFlightMax = batchesInFlightMax }
  }

  package func learn(batchSize: Int) {
    state.withLock { $0.batchSize = max($0.batchSize, batchSize) }
  }

  /// The next batches go wrong in this order; nil lets one pass.
  package func script(batches faults: [FakeBatchFault?]) {
    state.withLock { $0.scriptedBatches += faults }
  }

  package var batchesInFlightMax: Int { state.withLock { $0.batchesInFlightMax } }

  package var batchSize: Int { state.withLock { $0.batchSize } }

  package func send(batch changes: [Change]) async -> [SendResult] {
    deliverLate()
    enter()
    defer { leave() }
    let (number, fault) = state.withLock { state in
      state.batches.append(changes.count)
      return (state.batches.count, state.batchFault(changes))
    }
    switch fault {
    case .notTaken:
      return changes.map { _ in
        SendResult(.notTaken("too large"), answer: ServerAnswer(status: 413))
      }
    case .gone:
      set(batchSize: 1)
      return changes.map { _ in
        SendResult(.notTaken("no batches here"), answer: ServerAnswer(status: 404))
      }
    default: break
    }
    var whole: FakeFault?
    if case .all(let fault) = fault { whole = fault }
    var results: [SendResult] = []
    for change in changes { results.append(await send(change, batch: number, whole)) }
    if case .cutShort(let count) = fault { results.removeLast(max(0, results.count - count)) }
    return results
  }
}

extension FakeRemote.State {
  fileprivate mutating func batchFault(_ changes: [Change]) -> FakeBatchFault? {
    if !scriptedBatches.isEmpty { return scriptedBatches.removeFirst() }
    let request = "batch " + changes.map { "\($0.kind.name) \($0.id)" }.joined(separator: " ")
    guard let fault = chaosFault(request) else { return nil }
    // Now and then the batch itself is the trouble.
    attempts[request, default: 0] += 1
    return chaosFault(request).map { _ in .notTaken } ?? .all(fault)
  }
}
