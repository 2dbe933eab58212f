public import JSONKit
import SQLiteKit
public import Support

/// What a restore would do to a data directory, file by file.
public struct RestorePreview: Sendable {
  public struct File: Sendable {
    public enum Effect: String, Sendable {
      /// There is no such file here.
      case create
      case replace
      /// The file here stays.
      case keep
    }

    public let path: String
    public let effect: Effect
    /// Changes that the file here has and the backup lacks.
    public struct Loss: Sendable {
      public let count: Int
      /// Of one, whatever the count.
      public let name: String
      let plural: String

      /// `3 row changes`.
      public var text: String { "\(count) \(count == 1 ? name : plural)" }

      init(_ count: Int, _ name: (one: String, many: String)) {
        self.count = count
        (self.name, plural) = name
      }
    }

    public internal(set) var lost: [Loss] = []
    /// Why the file here can't be compared.
    public internal(set) var unreadable: String?
    public internal(set) var newestHere: Timestamp?
    public internal(set) var newestInBackup: Timestamp?

    /// True if changes would be lost, or may be.
    public var isNewer: Bool { !lost.isEmpty || unreadable != nil }
  }

  public let manifest: BackupManifest
  public let files: [File]
  /// Files here that the backup lacks; they stay.
  public let unlisted: [String]

  public var newerFiles: Int { files.count { $0.isNewer } }

  public var json: JSONValue {
    [
      "createdAt": .string(manifest.createdAt.wholeSeconds), "version": .string(manifest.version),
      "files": .array(files.map(\.json)), "unlisted": .array(unlisted.map { .string($0) }),
    ]
  }
}

extension RestorePreview.File {
  fileprivate var json: JSONValue {
    [
      "path": .string(path), "effect": .string(effect.rawValue),
      "lost": .array(lost.map { ["count": .integer(Int64($0.count)), "what": .string($0.name)] }),
      "unreadable": unreadable.map { .string($0) } ?? .null,
      "newestHere": newestHere.map { .string($0.wholeSeconds) } ?? .null,
      "newestInBackup": newestInBackup.map { .string($0.wholeSeconds) } ?? .null,
    ]
  }
}

extension RestorePreview {
  /// Compares the files of a verified backup with those of a data directory.
  init(_ manifest: BackupManifest, in backup: String, over data: String) throws {
    self.manifest = manifest
    files = manifest.entries.map { entry in
      File(entry, in: backup, over: "\(data)/\(entry.file.path)", manifest.createdAt)
    }
    let listed = UTF8Set(manifest.entries.map(\.file.path))
    let here = Files.exists(data) ? try DataFile.all(in: data) : []
    unlisted = here.map(\.path).filter { !listed.contains($0) }
  }
}

extension RestorePreview.File {
  fileprivate init(
    _ entry: BackupManifest.Entry, in backup: String, over path: String, _ madeAt: Timestamp
  ) {
    let (file, copy) = (entry.file, "\(backup)/\(entry.file.path)")
    let stamp = Files.stamp(of: path)
    guard let stamp, stamp.size > 0 || !file.kind.isDatabase else {
      self.init(path: file.path, effect: .create, newestInBackup: Self.newest(file.kind, copy))
      return
    }
    switch file.kind {
    // A secret may have been renewed since, and the old one is worth nothing then.
    case .file: self.init(path: file.path, effect: .keep)
    case .configuration:
      let isEqual = (try? BackupVerifier.digest(of: path)) == entry.sha256
      let isNewer = !isEqual && stamp.modifiedAt > madeAt
      self.init(
        path: file.path, effect: isEqual ? .keep : .replace,
        lost: isNewer ? [Loss(1, ("change of the settings", "changes of the settings"))] : [],
        newestHere: stamp.modifiedAt,
        newestInBackup: madeAt)
    default: self.init(comparing: file, with: copy, path)
    }
  }

  private init(comparing file: DataFile, with copy: String, _ path: String) {
    let probes = ChangeProbe.all(for: file.kind)
    let inBackup = Self.newest(file.kind, copy)
    do {
      let marks = try DatabaseFile.readCopy(copy) { connection in
        try probes.map { try $0.mark(on: connection) }
      }
      let (lost, newest) = try DatabaseFile.read(path) { connection in
        let found = try zip(probes, marks).map { probe, mark in
          Loss(try probe.count(after: mark, on: connection), probe.name)
        }
        return (found, try probes.compactMap { try $0.mark(on: connection).time }.max())
      }
      self.init(
        path: file.path, effect: .replace, lost: lost.filter { $0.count > 0 }, newestHere: newest,
        newestInBackup: inBackup)
    } catch {
      let reason = StorageProblem(error)?.message ?? "\(error)"
      self.init(
        path: file.path, effect: .replace, unreadable: reason, newestInBackup: inBackup)
    }
  }

  private static func newest(_ kind: DataFile.Kind, _ copy: String) -> Timestamp? {
    try? DatabaseFile.readCopy(copy) { connection in
      try ChangeProbe.all(for: kind).compactMap { try $0.mark(on: connection).time }.max()
    }
  }
}
