internal import Localization
package import Support

/// The texts of a storage problem in the language of the request; its own are English.
extension StorageProblem {
  package var localizedMessage: String {
    let path = file
    let what =
      switch cause {
      case .diskFull:
        localized(
          "The disk that holds \(path) is full, or the file has reached its size limit.")
      case .ioError: localized("The disk reported an error for \(path).")
      case .readOnly: localized("\(path) can only be read.")
      case .locked: localized("Another program holds a lock on \(path).")
      case .damaged: localized("\(path) is damaged.")
      case .notADatabase: localized("\(path) is not a SQLite database.")
      case .cannotOpen: localized("\(path) cannot be opened.")
      case .missing: localized("\(path) is missing, though it was there before.")
      case .emptied: localized("\(path) is empty, though it had contents before.")
      case .replaced: localized("\(path) is not the file that was opened.")
      case .newerSchema: localized("\(path) was written by a newer version of Syncline.")
      case .olderSchema: localized("\(path) has the schema of an older version of Syncline.")
      case .incompleteSchema: localized("\(path) lacks tables that Syncline needs.")
      case .unusable: localized("\(path) cannot be used.")
      }
    return detail.isEmpty ? what : "\(what) (\(detail))"
  }

  package var localizedRemedy: String {
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
        "It can be read once `syncline serve` has opened it with the right to write, which "
          + "brings it to the current schema.")
    case .unusable: localized("See what the server's log says about it.")
    case .cannotOpen:
      localized(
        "Check that the path names a file that the user running Syncline can open.")
    }
  }
}
