import ConsoleData
import JSONKit
import Localization
import Support
import TemplateKit

/// The backups that were made, and the one that is being made.
struct BackupsPage {
  static let template = "Backups/backups"

  let settings: BackupSettings
  let running: BackupCenter.Running?
  /// The newest first.
  let backups: [BackupRecord]
  /// Only backups with this text are listed.
  let text: String?
  let mayMake: Bool
  let now: Timestamp

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "DIRECTORY": settings.directory, "SCHEDULE": schedule, "BACKUPS_URL": Links.backups,
    ]
    values.show("MAY_MAKE", if: mayMake && running == nil)
    values.add("RUNNING", list: running.map { [self.values(of: $0)] } ?? [])
    let isEmpty = backups.isEmpty && text == nil
    values.show("EMPTY", if: isEmpty)
    if !isEmpty {
      ListFilter(
        searching: localized("Backups"), Links.backups, for: text, localized("Search backups")
      ).addTools(to: &values, shown: backups.count)
    }
    values.add("BACKUP", list: backups.map(row))
    return values
  }

  private var schedule: String {
    let kept = Format.number(settings.keep)
    guard let minutes = settings.everyMinutes else {
      return localized("No schedule; the newest \(kept) are kept.")
    }
    let interval = Format.duration(milliseconds: Int64(minutes) * 60_000)
    return localized("Every \(interval); the newest \(kept) are kept.")
  }

  private func values(of running: BackupCenter.Running) -> TemplateDictionary {
    var values: TemplateDictionary = ["SAY": localized("Backup in progress…")]
    if let progress = running.progress {
      let (filesDone, file) = (progress.filesDone, progress.file)
      let files = Format.count(progress.filesTotal, "file")
      let bytesDone = Format.bytes(progress.bytes)
      let bytes = Format.bytes(progress.bytesTotal)
      values.set(
        "SAY", localized("\(filesDone) of \(files); \(file): \(bytesDone) of \(bytes)."))
      values.add(
        "BAR", ["MAX": "\(max(progress.filesTotal, 1))", "VALUE": "\(progress.filesDone)"])
    }
    return values
  }

  private func row(_ backup: BackupRecord) -> TemplateDictionary {
    var row: TemplateDictionary = [
      "WHO": backup.who.actorName, "FOLDER": backup.folder,
      "FILES": backup.failure == nil ? Format.number(backup.files) : "–",
      "SIZE": backup.failure == nil ? Format.bytes(backup.bytes) : "–",
      "TOOK": Format.duration(
        milliseconds: backup.finishedAt.milliseconds - backup.startedAt.milliseconds),
    ]
    row.add("FAILED", list: backup.failure.map { [["FAILURE": localized(stored: $0)]] } ?? [])
    row.set(
      badge: "STATE",
      backup.failure == nil
        ? Badge(.done, localized("Verified")) : Badge(.failed, localized("Failed")))
    row.set(time: "STARTED", backup.startedAt, now: now)
    return row
  }

  var json: JSONValue {
    [
      "directory": .string(settings.directory),
      "everyMinutes": settings.everyMinutes.map { .integer(Int64($0)) } ?? .null,
      "keep": .integer(Int64(settings.keep)), "running": running.map(\.json) ?? .null,
      "backups": .array(backups.map(\.json)),
    ]
  }
}

extension BackupCenter.Running {
  fileprivate var json: JSONValue {
    [
      "by": .string(who), "startedAt": .string(startedAt.description),
      "filesDone": .integer(Int64(progress?.filesDone ?? 0)),
      "filesTotal": progress.map { .integer(Int64($0.filesTotal)) } ?? .null,
    ]
  }
}

extension BackupRecord {
  fileprivate var json: JSONValue {
    [
      "id": .integer(id), "by": .string(who), "startedAt": .string(startedAt.description),
      "finishedAt": .string(finishedAt.description), "folder": .string(folder),
      "files": .integer(Int64(files)), "bytes": .integer(Int64(bytes)),
      "verified": .bool(failure == nil), "failure": JSONValue(failure),
    ]
  }
}
