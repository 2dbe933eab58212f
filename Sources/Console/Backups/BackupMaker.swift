/// Makes backups of all stores and of the console.
///
/// Whoever implements this knows the files; the console knows when to make one.
package protocol BackupMaker: Sendable {
  var settings: BackupSettings { get }

  /// Makes a backup and removes old ones; blocks no thread of the caller.
  func make(
    progress: @escaping @Sendable (BackupProgress) -> Void
  ) async throws -> FinishedBackup
}

/// Where backups go, how often they are made, and how many are kept.
package struct BackupSettings: Sendable, Equatable {
  package var directory: String
  /// Nil for backups by hand only.
  package var everyMinutes: Int?
  package var keep: Int

  package init(directory: String, everyMinutes: Int? = nil, keep: Int = 7) {
    self.directory = directory
    self.everyMinutes = everyMinutes
    self.keep = keep
  }
}

/// How far a backup is.
package struct BackupProgress: Sendable, Equatable {
  package var file: String
  package var filesDone: Int
  package var filesTotal: Int
  /// Of this file.
  package var bytes: Int
  package var bytesTotal: Int

  package init(file: String, filesDone: Int, filesTotal: Int, bytes: Int, bytesTotal: Int) {
    self.file = file
    self.filesDone = filesDone
    self.filesTotal = filesTotal
    self.bytes = bytes
    self.bytesTotal = bytesTotal
  }
}

/// A verified backup.
package struct FinishedBackup: Sendable, Equatable {
  package var folder: String
  package var files: Int
  package var bytes: Int

  package init(folder: String, files: Int, bytes: Int) {
    self.folder = folder
    self.files = files
    self.bytes = bytes
  }
}
