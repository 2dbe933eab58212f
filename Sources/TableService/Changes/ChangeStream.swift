import Support

/// A table and the `updatedAt` of its newest change.
struct TableStamp: Sendable, Equatable {
  var name: String
  var updatedAt: String
}

/// Tells listeners which tables change.
///
/// A listener that is slower than the changes gets each table once, with its newest stamp.
final class ChangeStream: Sendable {
  private struct Entry {
    var stamp: TableStamp
    var sequence: Int
  }

  private struct State {
    /// By name in lower case.
    var tables: UTF8Dictionary<Entry> = [:]
    var sequence = 0
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextListener = 0
  }

  private let state = Locked(State())

  var listenerCount: Int { state.withLock { $0.listeners.count } }

  /// Tells of changes that are durable.
  func publish(_ stamps: [TableStamp]) {
    let listeners = state.withLock { state -> [AsyncStream<Void>.Continuation] in
      var isNew = false
      for stamp in stamps {
        let key = Name.folded(stamp.name)
        guard state.tables[key]?.stamp != stamp else { continue }
        state.sequence += 1
        state.tables[key] = Entry(stamp: stamp, sequence: state.sequence)
        isNew = true
      }
      return isNew ? Array(state.listeners.values) : []
    }
    for listener in listeners { listener.yield() }
  }

  /// Wakes once for any number of changes since it woke last.
  ///
  /// - Parameter onEnd: Called when the listener has gone.
  func listen(onEnd: @escaping @Sendable () -> Void) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.nextListener += 1
      state.listeners[state.nextListener] = continuation
      return state.nextListener
    }
    continuation.onTermination = { [self] _ in
      state.withLock { _ = $0.listeners.removeValue(forKey: number) }
      onEnd()
    }
    return stream
  }

  /// The tables that changed behind `sequence`, in order of name, and where the next look begins.
  ///
  /// - Parameter sequence: 0 for all tables.
  func changes(after sequence: Int) -> (stamps: [TableStamp], sequence: Int) {
    state.withLock { state in
      let changed = state.tables.values.filter { $0.sequence > sequence }
      return (changed.map(\.stamp).sorted { $0.name < $1.name }, state.sequence)
    }
  }
}
