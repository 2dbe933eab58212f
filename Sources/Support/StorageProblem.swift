import Glibc
import Localization

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
    case missing = "file_missing"
    case emptied = "file_emptied"
    case replaced = "file_replaced"
    case newerSchema = "schema_newer"
    case olderSchema = "schema_older"
    case incompleteSchema = "schema_incomplete"
    case unusable = "file_unusable"
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
      case .diskFull:
        localized(
          "The disk that holds \(file) is full, or the file has reached its size limit.")
      case .ioError: localized("The disk reported an error for \(file).")
      case .readOnly: localized("\(file) can only be read.")
      case .locked: localized("Another program holds a lock on \(file).")
      case .damaged: localized("\(file) is damaged.")
      case .notADatabase: localized("\(file) is not a SQLite database.")
      case .cannotOpen: localized("\(file) cannot be opened.")
      case .missing: localized("\(file) is missing, though it was there before.")
      case .emptied: localized("\(file) is empty, though it had contents before.")
      case .replaced: localized("\(file) is not the file that was opened.")
      case .newerSchema: localized("\(file) was written by a newer version of Syncline.")
      case .olderSchema: localized("\(file) has the schema of an older version of Syncline.")
      case .incompleteSchema: localized("\(file) lacks tables that Syncline needs.")
      case .unusable: localized("\(file) cannot be used.")
      }
    return detail.isEmpty ? what : "\(what) (\(detail))"
  }

  /// What to do about it.
  public var remedy: String {
    switch cause {
    case .diskFull: localized("Free space on that disk, then try again.")
    case .ioError: localized("Check the disk and the system log. If they are fine, try again.")
    case .readOnly:
      localized(
        "Give the user that runs Syncline the right to write to the file and its folder, or "
          + "mount the file system for writing, then try again.")
    case .locked: localized("Wait until the other program has finished, or end it, then try again.")
    case .damaged, .notADatabase, .incompleteSchema:
      localized(
        "Keep a copy of the file, then put a backup in its place, or recover what is left with "
          + "sqlite3 FILE .recover.")
    case .missing, .emptied:
      localized(
        "Put the file back, or a backup in its place. To start over with an empty store, remove "
          + "the store and add it again.")
    case .replaced: localized("Syncline opens the new file by itself within seconds.")
    case .newerSchema:
      localized(
        "Use that version, or put a backup from before the upgrade in its place.")
    case .olderSchema:
      localized(
        "Run `syncline serve` once with write access to the file, which updates it to the current "
          + "schema.")
    case .unusable: localized("See what the server’s log says about it.")
    case .cannotOpen:
      localized(
        "Check that the path names a file that the user running Syncline can open.")
    }
  }

  /// 507 when there is no room, else 503.
  public var status: Int { cause == .diskFull ? 507 : 503 }

  public var description: String { "\(message) \(remedy)" }
}

extension StorageProblem: StorageFailure {
  public var storageProblem: StorageProblem? { self }

  /// What `error` says about a file; nil when the cause lies elsewhere.
  public init?(_ error: any Error) {
    guard let problem = (error as? any StorageFailure)?.storageProblem else { return nil }
    self = problem
  }

  /// The cause behind a number of the system; nil for one that has nothing to do with storage.
  ///
  /// - Parameter writing: Whether the file was to be written, created or moved.
  init?(errorNumber: Int32, writing: Bool, file: String) {
    let cause: Cause? =
      switch errorNumber {
      case _ where Files.isNoRoom(errorNumber): .diskFull
      case EIO: .ioError
      case EROFS: .readOnly
      case EACCES, EPERM: writing ? .readOnly : .cannotOpen
      default: nil
      }
    guard let cause else { return nil }
    self.init(cause, file: file, detail: String(cString: strerror(errorNumber)))
  }
}

/// An error that may come from the state of a database file or its disk.
public protocol StorageFailure: Error {
  /// Nil when the cause lies elsewhere, as in a statement.
  var storageProblem: StorageProblem? { get }
}
