/// Why a backup can't be made, read or restored.
public enum BackupError: Error, Equatable, CustomStringConvertible {
  case folderNotEmpty(String)
  case nothingToBackUp(String)
  case notABackup(String)
  case newerFormat(String, Int)
  case copyDamaged(String, String)
  case damaged(String, String)
  case inUse(String)
  case restoreUnderWay(String)
  case newerData(Int)

  public var description: String {
    switch self {
    case .folderNotEmpty(let path):
      "\(path) exists and is not empty, so no backup was made. Name a new folder, or use --keep N to "
        + "make a dated folder in it."
    case .nothingToBackUp(let path):
      "\(path) has no files to back up. Name the data directory of `syncline serve`: --data DIR."
    case .notABackup(let path):
      "\(path) is not a backup of Syncline: it has no valid \(BackupManifest.fileName). Nothing was "
        + "changed. Name the folder that `syncline backup` made."
    case .newerFormat(let path, let format):
      "\(path) was made by a newer version of Syncline (format \(format)). Nothing was changed. Use "
        + "that version to restore it."
    case .copyDamaged(let file, let reason):
      "\(file) is damaged, so no backup was made: \(reason). The data was not changed. Recover the "
        + "file, or restore an earlier backup."
    case .damaged(let file, let reason):
      "\(file) in the backup is damaged: \(reason). Nothing was changed. Restore another backup."
    case .inUse(let path):
      "\(path) is in use, so nothing was changed. Stop `syncline serve`, `syncline service` and every "
        + "other program that has it open, then try again."
    case .restoreUnderWay(let path):
      "A restore into \(path) is under way. Wait until it has finished."
    case .newerData(let files):
      "\(files) \(files == 1 ? "file has" : "files have") changes that the backup lacks, so nothing "
        + "was changed. Use --apply --force to replace \(files == 1 ? "it" : "them"); what is replaced "
        + "is kept as a backup."
    }
  }
}
