/// A remote whose server tells what changes, as it changes.
package protocol LiveRemote: Remote {
  /// Listens until the connection is lost, the server ends it, or the task is cancelled.
  ///
  /// - Parameters:
  ///   - tables: Those of the store, for servers that tell only what is asked for.
  ///   - hear: Called as soon as the server listens, and then with each change. On any thread, so it
  ///     must be quick.
  /// - Throws: `RemoteError.unsupported` where the server tells nobody.
  func listen(
    to tables: [String], _ hear: @escaping @Sendable (ServerChange) -> Void
  ) async throws(RemoteError)
}

/// What a server says has changed.
package enum ServerChange: Sendable, Equatable {
  /// Tables by the server's names.
  case tables([String])
  /// A row that is gone for good, which no pull shows.
  case removed(Removal)
}
