public import Support

/// Keeps a user's web-auth token over restarts.
public protocol WebTokenStore: Sendable {
  /// The newest token, and the one before it as long as that may still be good.
  func load() throws -> (current: String, previous: String?)
  /// Returns once both are safe from a power loss.
  func save(current: String, previous: String?) async throws
  /// Keeps others from using the same sign-in for as long as the lock is held.
  ///
  /// Nil where nobody else can, or where it can't be kept from them.
  func lock() async -> FileLock?
}

extension WebTokenStore {
  /// Nobody else uses the sign-in.
  public func lock() async -> FileLock? { nil }
}

/// Keeps the token in a file that only its owner can read: its first line, the one before below.
public struct WebTokenFile: WebTokenStore {
  /// Of the file.
  public let path: String

  /// The file must be there when the token is loaded first.
  public init(_ path: String) { self.path = path }

  /// - Throws: What keeps the file from being read; it is open to others, or holds no token.
  public func load() throws -> (current: String, previous: String?) {
    let text = String(decoding: try SecretFile.read(path), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
      .map { String($0.filter { !$0.isWhitespace }) }.filter { !$0.isEmpty }
    guard let current = lines.first else { throw WebTokenError.empty(path) }
    return (current, lines.dropFirst().first)
  }

  /// Other stores of this program and other processes wait, a minute at most: a request that is lost
  /// must not stop them for good.
  public func lock() async -> FileLock? {
    for _ in 0..<3_000 {
      do {
        if let lock = try FileLock(tryLocking: path + ".lock") { return lock }
        try await Task.sleep(for: .milliseconds(20))
      } catch {
        return nil
      }
    }
    return nil
  }

  /// Replaces the file as a whole.
  public func save(current: String, previous: String?) async throws {
    let lines = [current] + (previous.map { [$0] } ?? [])
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    let path = path
    // Writing waits for the disk, which the cooperative pool must not.
    let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
      let thread = BackgroundThread {
        continuation.resume(returning: Result { try Files.write(bytes, to: path) })
      }
      guard let thread else {
        return continuation.resume(returning: .failure(WebTokenError.notKept(path)))
      }
      thread.detach()
    }
    try result.get()
  }
}

package enum WebTokenError: Error, Sendable, Hashable, CustomStringConvertible {
  case empty(String)
  case notKept(String)

  package var description: String {
    switch self {
    case .empty(let path): "\(path) holds no web-auth token in its first line."
    case .notKept(let path): "\(path) cannot be written: the system grants no further thread."
    }
  }
}
