import Support
import SyncCore

/// Several changes of a server.
struct ServerChanges: Sendable {
  var tables: UTF8Set = []
  var removals: [Removal] = []
}

/// What a server said has changed, gathered until somebody takes it.
final class ChangeInbox: Sendable {
  private struct State {
    var changes = ServerChanges()
    /// True when something has come, if only that the server listens.
    var isFilled = false
  }

  private static let removalsMax = 10_000

  private let state = Locked(State())
  private let wakes: AsyncStream<Void>
  private let wake: AsyncStream<Void>.Continuation

  init() {
    (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func add(_ change: ServerChange) {
    state.withLock { state in
      state.isFilled = true
      switch change {
      case .tables(let names): state.changes.tables.formUnion(names)
      case .removed(let row):
        // What is beyond is found by the next comparison.
        guard state.changes.removals.count < Self.removalsMax else { break }
        state.changes.removals.append(row)
      }
    }
    wake.yield()
  }

  /// Waits for something; nil when the task is cancelled.
  ///
  /// For one caller at a time.
  func take() async -> ServerChanges? {
    for await _ in wakes {
      let changes = state.withLock { state -> ServerChanges? in
        defer { state = State() }
        return state.isFilled ? state.changes : nil
      }
      if let changes { return changes }
    }
    return nil
  }
}
