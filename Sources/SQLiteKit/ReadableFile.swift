import CSQLite
import Support

/// Where a database can be read from without writing anything beside its file.
///
/// SQLite reads a database in WAL mode only with an index of the log beside the file, which a
/// read-only file system may lack. With an empty log the file itself holds everything; a log with
/// contents is read in a temporary copy of both, since without it the newest changes would be missing.
struct ReadableFile: Sendable {
  let path: String
  let mode: Connection.Mode
  /// Removed with the last reference.
  let folder: ScratchFolder?

  init(of path: String) throws {
    guard Files.exists(path) else { throw StorageProblem(.missing, file: path) }
    do {
      try Self.probe(path, .readOnly)
      (self.path, mode, folder) = (path, .readOnly, nil)
      return
    } catch let error as SQLiteError where Self.needsIndex(error) {
      // Looked at as below.
    }
    guard Files.size(of: "\(path)-wal") > 0 else {
      try Self.probe(path, .immutable)
      (self.path, mode, folder) = (path, .immutable, nil)
      return
    }
    let folder = try ScratchFolder()
    let copy = "\(folder.path)/copy.sqlite"
    try DatabaseCopy.make(of: path, at: copy)
    try Self.probe(copy, .readOnly)
    (self.path, mode, self.folder) = (copy, .readOnly, folder)
  }

  private static func needsIndex(_ error: SQLiteError) -> Bool {
    [SQLITE_CANTOPEN, SQLITE_READONLY].contains(error.primaryCode)
  }

  private static func probe(_ path: String, _ mode: Connection.Mode) throws {
    let connection = try Connection(path: path, mode: mode, durability: .full)
    try connection.forEach("SELECT count(*) FROM sqlite_schema") { _ in }
  }
}
