import SyncCore

extension ConsoleError {
  /// What was to be read from the server could not be read.
  static func remoteFailed(_ error: RemoteError, title: String, links: [Link]) -> ConsoleError {
    ConsoleError(
      502, title: title, reason: error.description, code: "remote_failed", links: links)
  }
}
