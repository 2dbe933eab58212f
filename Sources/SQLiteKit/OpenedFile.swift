import Support

/// Tells the database file that a pool opened from whatever is at its path later.
///
/// SQLite itself goes on with a file that was removed, replaced or emptied: changes would be
/// acknowledged and lost with it.
final class OpenedFile: Sendable {
  private let path: String
  private let opened: Files.Stamp
  private let isImmutable: Bool
  /// Set for good once the file had other contents than the connections know.
  private let loss = Locked<StorageProblem?>(nil)

  /// - Parameter isImmutable: Whether the file was opened as one that nobody changes.
  init(_ path: String, isImmutable: Bool = false) throws(StorageProblem) {
    self.path = path
    self.isImmutable = isImmutable
    guard let stamp = Files.stamp(of: path) else { throw StorageProblem(.missing, file: path) }
    opened = stamp
  }

  func check() throws(StorageProblem) {
    if let loss = loss.withLock({ $0 }) { throw loss }
    // One that was moved away may come back as it was.
    guard let stamp = Files.stamp(of: path) else { throw StorageProblem(.missing, file: path) }
    guard let cause = cause(stamp) else { return }
    let problem = StorageProblem(cause, file: path)
    loss.withLock { $0 = problem }
    throw problem
  }

  private func cause(_ stamp: Files.Stamp) -> StorageProblem.Cause? {
    if stamp.size == 0, opened.size > 0 { return .emptied }
    if !stamp.isSameFile(as: opened) { return .replaced }
    guard isImmutable else { return nil }
    return stamp == opened && Files.size(of: "\(path)-wal") == 0 ? nil : .replaced
  }
}
