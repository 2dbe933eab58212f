/// A remote whose server tells what changes, as it changes.
package protocol LiveRemote: Remote {
  /// Listens until the connection is lost, the server ends it, or the task is cancelled.
  ///
  /// - Parameter hear: Called at once when the server listens, with every change that it knows of, and
  ///   then with each change. On any thread, so it must be quick.
  /// - Throws: `RemoteError.unsupported` where the server tells nobody.
  func listen(_ hear: @escaping @Sendable (ServerChange) -> Void) async throws(RemoteError)
}

/// What a server says has changed.
package enum ServerChange: Sendable, Equatable {
  /// Tables by the server's names.
  case tables([String])
  /// Something, perhaps anywhere.
  case unknown
}
