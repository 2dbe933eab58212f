import Support

/// Copies a database with its log, without a connection to it: nothing is written beside it.
public enum DatabaseCopy {
  private static let attemptsMax = 5

  /// Copies file and log as they are at one moment.
  public static func make(of path: String, at target: String) throws {
    let log = "\(path)-wal"
    for _ in 1...attemptsMax {
      let before = [path, log].map(Files.stamp)
      try Files.copy(path, to: target)
      try Files.remove("\(target)-wal")
      if Files.exists(log) { try Files.copy(log, to: "\(target)-wal") }
      if [path, log].map(Files.stamp) == before { return }
    }
    throw StorageProblem(
      .locked, file: path, detail: "it kept changing while it was copied for reading")
  }
}
