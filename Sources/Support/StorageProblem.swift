/// What keeps a database file from being read or written, in words for whoever runs the program.
public struct StorageProblem: Error, Sendable, Equatable, CustomStringConvertible {
  public enum Cause: String, Sendable, CaseIterable {
    case diskFull = "disk_full"
    case ioError = "io_error"
    case readOnly = "file_read_only"
    case locked = "file_locked"
    case damaged = "file_damaged"
    case notADatabase = "not_a_database"
    case cannotOpen = "cannot_open_file"
  }

  public let cause: Cause
  /// The path of the database file.
  public let file: String
  /// Such as SQLite's own message.
  public let detail: String

  public init(_ cause: Cause, file: String, detail: String = "") {
    self.cause = cause
    self.file = file
    self.detail = detail
  }

  /// What happened to which file.
  public var message: String {
    let what =
      switch cause {
      case .diskFull: "The disk that holds \(file) is full, or the file has reached its size limit."
      case .ioError: "The disk reported an error for \(file)."
      case .readOnly: "\(file) can only be read."
      case .locked: "Another program holds a lock on \(file)."
      case .damaged: "\(file) is damaged."
      case .notADatabase: "\(file) is not a SQLite database."
      case .cannotOpen: "\(file) cannot be opened."
      }
    return detail.isEmpty ? what : "\(what) (\(detail))"
  }

  /// What to do about it.
  public var remedy: String {
    switch cause {
    case .diskFull: "Free space on that disk, then try again."
    case .ioError: "Check the disk and the system log. If they are fine, try again."
    case .readOnly:
      "Give the user that runs Syncline the right to write to the file and its folder, or mount the "
        + "file system for writing, then try again."
    case .locked: "Wait until the other program has finished, or end it, then try again."
    case .damaged, .notADatabase:
      "Keep a copy of the file, then put a backup in its place, or recover what is left with "
        + "sqlite3 FILE .recover."
    case .cannotOpen: "Check that the path names a file that the user running Syncline can open."
    }
  }

  /// 507 when there is no room, else 503.
  public var status: Int { cause == .diskFull ? 507 : 503 }

  public var description: String { "\(message) \(remedy)" }
}

/// An error that may come from the state of a database file or its disk.
public protocol StorageFailure: Error {
  /// Nil when the cause lies elsewhere, as in a statement.
  var storageProblem: StorageProblem? { get }
}
