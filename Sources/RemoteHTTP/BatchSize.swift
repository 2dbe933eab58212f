import Support

/// The number of changes in one batch request, adapted to what the server accepts.
package final class BatchSize: Sendable {
  private struct State {
    var size: Int
    /// Lowered by each refusal.
    var most: Int
    /// As the server's own responses say it.
    var announced: Int?
    var unreadable = 0

    var limit: Int { min(most, announced ?? most) }
  }

  /// Unreadable responses in a row after which no more batches are sent.
  private static let unreadableMax = 2

  private let grows: Bool
  private let state: Locked<State>

  /// - Parameter grows: Doubles the size after each full batch that was accepted, up to `most`.
  package init(first: Int, most: Int, grows: Bool) {
    self.grows = grows
    state = Locked(State(size: first, most: most))
  }

  package var current: Int { state.withLock { $0.size } }

  /// Starts with the size of an earlier run, where the server has announced none.
  package func learn(_ size: Int) {
    state.withLock { state in
      if size > 1, state.announced == nil { state.size = min(size, state.limit) }
    }
  }

  /// The server says itself how many it takes.
  package func announced(_ count: Int) {
    state.withLock { state in
      state.announced = max(1, count)
      state.size = state.limit
    }
  }

  package func accepted(_ count: Int) {
    state.withLock { state in
      state.unreadable = 0
      if grows, count >= state.size { state.size = min(state.size * 2, state.limit) }
    }
  }

  /// Halves a batch that was refused.
  package func refused(_ count: Int) { limit(to: count / 2) }

  /// A response to a batch made no sense.
  package func unreadable() {
    let isLast = state.withLock { state in
      state.unreadable += 1
      return state.unreadable >= Self.unreadableMax
    }
    if isLast { giveUp() }
  }

  /// From here on changes go out one by one.
  package func giveUp() { limit(to: 1) }

  private func limit(to size: Int) {
    state.withLock { state in
      state.most = max(1, min(state.most, size))
      state.size = min(state.size, state.most)
    }
  }
}
