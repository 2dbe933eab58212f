import Backups
import Console
import Support

/// Makes the console's backups as the configuration says.
final class ConfiguredBackups: BackupMaker {
  private let data: DataDirectory
  private let configurationFile: String
  private let definition: Locked<BackupDefinition>

  init(_ definition: BackupDefinition, data: DataDirectory, configurationFile: String) {
    self.data = data
    self.configurationFile = configurationFile
    self.definition = Locked(definition)
  }

  /// Follows a changed configuration, from the next backup on.
  func follow(_ new: BackupDefinition) { definition.withLock { $0 = new } }

  var settings: BackupSettings {
    let definition = definition.withLock { $0 }
    let directory = definition.directory
    return BackupSettings(
      directory: directory.hasPrefix("/") ? directory : "\(data.path)/\(directory)",
      everyMinutes: definition.everyMinutes, keep: definition.keep)
  }

  func make(
    progress: @escaping @Sendable (BackupProgress) -> Void
  ) async throws -> FinishedBackup {
    let settings = settings
    let writer = BackupWriter(
      data: data.path, configurationFile: configurationFile, version: Syncline.version,
      time: SystemTime())
    return try await BlockingWork().run {
      let dated = DatedBackups(in: settings.directory)
      let folder = dated.place(for: SystemTime().now)
      let manifest = try writer.write(to: folder) { now in
        try Task.checkCancellation()
        progress(
          BackupProgress(
            file: now.file, filesDone: now.filesDone, filesTotal: now.filesTotal,
            bytes: now.bytes, bytesTotal: now.bytesTotal))
      }
      try dated.keep(settings.keep)
      return FinishedBackup(
        folder: folder, files: manifest.entries.count, bytes: manifest.size)
    }
  }
}
