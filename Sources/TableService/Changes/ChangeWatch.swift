import Support

/// Looks for rows that another program changed in the database, while somebody listens.
final class ChangeWatch: Sendable {
  private static let pause = Duration.seconds(1)

  private struct State {
    var seen: UTF8Dictionary<String> = [:]
    var task: Task<Void, Never>?
  }

  let stream: ChangeStream
  private let storage: any TableStorage
  private let time: any TimeSource
  private let state = Locked(State())

  init(_ storage: any TableStorage, time: any TimeSource) {
    self.storage = storage
    self.time = time
    stream = storage.changes
  }

  /// Publishes the newest stamp of each table that has another one than at the last look.
  func look() async throws {
    let newest = try await storage.newestStamps()
    let changed = state.withLock { state in
      let changed = newest.filter { state.seen[$0.name] != $0.updatedAt }
      for stamp in changed { state.seen[stamp.name] = stamp.updatedAt }
      return changed
    }
    stream.publish(changed)
  }

  /// Looks every second until nobody listens any more.
  func start() {
    state.withLock { state in
      guard state.task == nil else { return }
      state.task = Task.detached { [self] in
        while !Task.isCancelled {
          // A database that is busy is looked at a second later.
          try? await look()
          guard (try? await time.sleep(for: Self.pause)) != nil else { return }
        }
      }
    }
  }

  func stopIfUnused() {
    // Under the lock, so that a listener who comes now starts it again.
    let task = state.withLock { stream.listenerCount == 0 ? $0.task.take() : nil }
    task?.cancel()
  }
}
