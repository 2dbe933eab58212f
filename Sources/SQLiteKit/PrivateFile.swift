import Glibc

/// A database file that nobody but its owner can read, with what SQLite writes beside it.
enum PrivateFile {
  /// Creates the file before SQLite does, which would let others read it, and takes the rights of
  /// others away from files that are there.
  ///
  /// SQLite gives the files beside it the rights of the database file. What can't be made is left to
  /// SQLite, which says why; the files of another owner stay as they are.
  static func prepare(_ path: String) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    // By name: closing a descriptor of a database in use would free the locks that SQLite holds on it.
    for file in [path, "\(path)-wal", "\(path)-shm"] {
      var status = stat()
      guard stat(file, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
      chmod(file, status.st_mode & 0o700)
    }
  }
}
