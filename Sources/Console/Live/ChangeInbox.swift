import Support
import SyncCore

/// What a server said has changed, gathered until somebody takes it.
final class ChangeInbox: Sendable {
  private struct State {
    var tables: UTF8Set = []
    var isUnknown = false
    /// True when something has come, if only that the server listens.
    var isFilled = false
  }

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
      case .tables(let names): state.tables.formUnion(names)
      case .unknown: state.isUnknown = true
      }
    }
    wake.yield()
  }

  /// Waits for something; nil when the task is cancelled. One caller at a time.
  func take() async -> ServerChange? {
    for await _ in wakes {
      let change = state.withLock { state -> ServerChange? in
        defer { state = State() }
        guard state.isFilled else { return nil }
        return state.isUnknown ? .unknown : .tables(state.tables.sorted())
      }
      if let change { return change }
    }
    return nil
  }
}
