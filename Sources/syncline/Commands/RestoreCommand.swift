import Backups
import ConsoleData
import JSONKit
import Support

/// `restore`: puts a backup in the place of a data directory's files.
enum RestoreCommand {
  static var specification: CommandSpecification {
    CommandSpecification(
      name: "restore",
      summary:
        "Verify a backup and show what a restore would lose; change nothing without --apply.",
      operands: .fixed(["DIR"]),
      options: [
        .flag("apply", "restore the backup; what it replaces is kept as a backup"),
        .flag("force", "with --apply: also replace files that have newer changes"),
        .value(
          "data", "DIR",
          "data directory, created if missing (default: \(DataDirectory.defaultPath))"),
        .flag("json", "print the result as JSON"),
      ],
      run: run)
  }

  private static func run(_ arguments: ParsedArguments) async throws -> Int32 {
    let (isApplied, isForced) = (arguments.has("apply"), arguments.has("force"))
    guard isApplied || !isForced else {
      throw UsageError(["--force needs --apply: write both."], usage: specification.usage)
    }
    let data = arguments.value("data") ?? DataDirectory.defaultPath
    let restorer = Restorer(
      backup: arguments.operands[0], data: data, version: Syncline.version, time: SystemTime())
    guard isApplied else {
      let preview = try await BlockingWork().run { try restorer.preview() }
      show(preview, replaced: nil, arguments)
      if !arguments.has("json") {
        let force = preview.newerFiles > 0 ? " --force" : ""
        Output.line("Nothing was changed. Stop the console and add --apply\(force) to restore.")
      }
      return 0
    }
    let (preview, replaced) = try await BlockingWork().run {
      try restorer.restore(force: isForced)
    }
    show(preview, replaced: replaced, arguments)
    if !arguments.has("json") {
      let restored = preview.files.count { $0.effect != .keep }
      Output.line("Restored \(counted(restored, "file")).")
      if let replaced { Output.line("What was replaced is a backup: \(replaced)") }
      Output.line(
        "Users, passwords and API tokens are those of the backup: remove again what was revoked "
          + "since.")
    }
    try await note(data, arguments.operands[0])
    return 0
  }

  private static func show(
    _ preview: RestorePreview, replaced: String?, _ arguments: ParsedArguments
  ) {
    if arguments.has("json") {
      var members = preview.json.object ?? [:]
      if arguments.has("apply") { members["replaced"] = replaced.map { .string($0) } ?? .null }
      return Output.line(JSONValue.object(members).serializedText)
    }
    let manifest = preview.manifest
    Output.line(
      "Backup of \(manifest.createdAt.spaced(" UTC")) by Syncline \(manifest.version): "
        + "\(manifest.summary), verified.")
    var table = TextTable(header: ["file", "effect", "newest here", "newest in backup", "lost"])
    table.cellMax = 100
    for file in preview.files {
      table.rows.append([
        file.path, file.effect.rawValue, file.newestHere?.wholeSeconds ?? "-",
        file.newestInBackup?.wholeSeconds ?? "-", file.losses,
      ])
    }
    for path in preview.unlisted {
      table.rows.append([path, "keep", "-", "-", "not in the backup"])
    }
    Output.line(table.text)
  }

  /// The audit log that was restored says so.
  private static func note(_ data: String, _ backup: String) async throws {
    let directory = try DataDirectory(creating: data)
    guard Files.exists(directory.consoleDatabase) else { return }
    let console = try await ConsoleData(
      path: directory.consoleDatabase, time: SystemTime(), random: .system)
    try await console.record(
      AuditRecord(
        who: StoreSession.commandLine, address: "local", action: "backup.restore", store: nil,
        target: backup, requestID: ""))
    await console.close()
  }
}

extension RestorePreview.File {
  fileprivate var losses: String {
    if let unreadable { return "unknown: \(unreadable)" }
    return lost.map(\.text).joined(separator: ", ")
  }
}
