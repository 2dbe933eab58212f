public import JSONKit
public import SQLiteKit
public import Support

/// What a backup consists of: its `manifest.json`.
public struct BackupManifest: Sendable, Equatable {
  public static let fileName = "manifest.json"
  /// The newest format; a higher one is refused.
  static let format = 1

  /// A file of the backup with what was verified about it.
  public struct Entry: Sendable, Equatable {
    public let file: DataFile
    public let size: Int
    /// In hexadecimal.
    public let sha256: String
    /// Nil for a file that is no database.
    public let contents: DatabaseContents?
  }

  public let createdAt: Timestamp
  /// The version of Syncline that made it.
  public let version: String
  public let entries: [Entry]

  public init(createdAt: Timestamp, version: String, entries: [Entry]) {
    self.createdAt = createdAt
    self.version = version
    self.entries = entries
  }

  /// In bytes, of all files.
  public var size: Int { entries.reduce(0) { $0 + $1.size } }
}

extension BackupManifest {
  public var json: JSONValue {
    [
      "program": "syncline", "format": .integer(Int64(Self.format)), "version": .string(version),
      "createdAt": .string(createdAt.wholeSeconds),
      "files": .array(
        entries.map { entry in
          var members: JSONObject = [
            "path": .string(entry.file.path), "kind": .string(entry.file.kind.rawValue),
          ]
          members["store"] = entry.file.store.map { .string($0) }
          members["size"] = .integer(Int64(entry.size))
          members["sha256"] = .string(entry.sha256)
          if let contents = entry.contents {
            members["schemaVersion"] = .integer(Int64(contents.schemaVersion))
            members["tables"] = .array(
              contents.tables.map {
                ["name": .string($0.name), "rows": .integer(Int64($0.rows))]
              })
          }
          return .object(members)
        }),
    ]
  }

  func write(to folder: String) throws {
    try Files.write(json.serialized, to: "\(folder)/\(Self.fileName)")
  }

  /// Reads the manifest of a backup; the files themselves are not looked at.
  public init(readingFrom folder: String) throws {
    let path = "\(folder)/\(Self.fileName)"
    guard let bytes = try? Files.read(path), let value = try? JSONValue(parsing: bytes),
      value["program"] == "syncline", let format = value["format"]?.integer
    else { throw BackupError.notABackup(folder) }
    guard format <= Self.format else { throw BackupError.newerFormat(folder, Int(format)) }
    let entries = value["files"]?.array?.compactMap(Entry.init)
    guard let entries, entries.count == value["files"]?.array?.count,
      let version = value["version"]?.string,
      let createdAt = value["createdAt"]?.string.flatMap({ Timestamp($0) })
    else { throw BackupError.notABackup(folder) }
    self.init(createdAt: createdAt, version: version, entries: entries)
  }
}

extension BackupManifest.Entry {
  /// Nil for what is no entry, and for a path that leads out of the backup.
  fileprivate init?(_ value: JSONValue) {
    guard let path = value["path"]?.string, let size = value["size"]?.integer,
      let sha256 = value["sha256"]?.string
    else { return nil }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else { return nil }
    file = DataFile(path)
    self.size = Int(size)
    self.sha256 = sha256
    guard file.kind.isDatabase else {
      contents = nil
      return
    }
    let tables = value["tables"]?.array?.compactMap { table in
      table["name"]?.string.flatMap { name in
        table["rows"]?.integer.map { DatabaseContents.Table(name: name, rows: Int($0)) }
      }
    }
    guard let version = value["schemaVersion"]?.integer, let tables else { return nil }
    contents = DatabaseContents(schemaVersion: Int(version), tables: tables)
  }
}
