import Support
package import SyncCore

/// A change stream that tests speak on.
extension FakeRemote: LiveRemote {
  struct Stream: Sendable {
    var hear: (@Sendable (ServerChange) -> Void)?
    var end: CheckedContinuation<RemoteError, Never>?
    /// How many streams there have been.
    var opened = 0
    /// What answers the next ones.
    var refusals: [RemoteError] = []
  }

  /// How many streams have been opened, refused ones left out.
  package var streamsOpened: Int { stream.withLock { $0.opened } }
  package var isHeard: Bool { stream.withLock { $0.hear != nil } }

  /// Refuses the next streams with these errors.
  package func refuseStreams(_ errors: [RemoteError]) { stream.withLock { $0.refusals += errors } }

  package func tell(_ tables: String...) {
    let hear = stream.withLock { $0.hear }
    hear?(.tables(tables))
  }

  package func tellRemoval(_ id: String, of table: String) {
    let hear = stream.withLock { $0.hear }
    hear?(.removed(Removal(id: id, table: table)))
  }

  package func loseStream() { end(.unreachable(host: "fake", detail: "The stream was lost")) }

  package func listen(
    to tables: [String], _ hear: @escaping @Sendable (ServerChange) -> Void
  ) async throws(RemoteError) {
    let refusal = stream.withLock { stream in
      stream.refusals.isEmpty ? nil : stream.refusals.removeFirst()
    }
    if let refusal { throw refusal }
    let reason = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = stream.withLock { stream in
          if Task.isCancelled { return true }
          stream.opened += 1
          stream.hear = hear
          stream.end = continuation
          return false
        }
        if isOver { continuation.resume(returning: .cancelled) } else { hear(.tables([])) }
      }
    } onCancel: {
      end(.cancelled)
    }
    throw reason
  }

  private func end(_ reason: RemoteError) {
    let end = stream.withLock { stream in
      stream.hear = nil
      return stream.end.take()
    }
    end?.resume(returning: reason)
  }
}
