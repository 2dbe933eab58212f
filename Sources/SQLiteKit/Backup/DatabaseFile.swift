import Support

/// Reads a database file on the calling thread, which it blocks; nothing is written to it.
public enum DatabaseFile {
  /// Runs `body` on the file as it is at one moment, also while others write to it.
  public static func read<Output>(
    _ path: String, _ body: (Connection) throws -> Output
  ) throws -> Output {
    let readable = try ReadableFile(of: path)
    defer { withExtendedLifetime(readable) {} }
    let connection = try Connection(path: readable.path, mode: readable.mode, durability: .full)
    try connection.execute("BEGIN DEFERRED")
    return try body(connection)
  }

  /// Runs `body` on a file that nobody changes, such as a finished copy; nothing is written beside
  /// it.
  public static func readCopy<Output>(
    _ path: String, _ body: (Connection) throws -> Output
  ) throws -> Output {
    guard Files.exists(path) else { throw StorageProblem(.missing, file: path) }
    return try body(Connection(path: path, mode: .immutable, durability: .full))
  }
}
