import Backups
import Console
import JSONKit
import Support

/// `backup`: copies of everything in a data directory.
enum BackupCommand {
  static var specification: CommandSpecification {
    CommandSpecification(
      name: "backup", summary: "Back up a data directory, also while the console runs on it.",
      operands: .fixed(["DIR"]),
      options: [
        .value("keep", "N", "make a dated folder in DIR, and remove all but the newest N backups"),
        .value("data", "DIR", "data directory (default: \(DataDirectory.defaultPath))"),
        .value("config", "FILE", "configuration file (default: DIR/syncline.json)"),
        .flag("json", "print the manifest as JSON"),
      ],
      run: run)
  }

  private static func run(_ arguments: ParsedArguments) async throws -> Int32 {
    var reader = OptionReader(arguments)
    let keep =
      arguments.value("keep") == nil
      ? nil : reader.integer("keep", in: 1...10_000, default: 1)
    guard reader.problems.isEmpty else {
      throw UsageError(reader.problems, usage: specification.usage)
    }
    let data = try DataDirectory(existing: arguments.value("data") ?? DataDirectory.defaultPath)
    let writer = BackupWriter(
      data: data.path, configurationFile: arguments.value("config"), version: Syncline.version,
      time: SystemTime())
    let (folder, dated) = (arguments.operands[0], DatedBackups(in: arguments.operands[0]))
    let target = keep == nil ? folder : dated.place(for: SystemTime().now)
    let manifest = try await BlockingWork().run { try writer.write(to: target) }
    let removed = try keep.map { try dated.keep($0) } ?? []
    if arguments.has("json") {
      Output.line(manifest.json.serializedText)
    } else {
      Output.line("Backed up to \(target): \(manifest.summary), verified.")
      for path in removed { Output.line("Removed \(path), an old backup.") }
    }
    return 0
  }
}

extension BackupManifest {
  /// The number of files and their size.
  var summary: String { "\(counted(entries.count, "file")), \(Format.bytes(size))" }
}
