import Foundation
import SQLiteKit
import Support
import TestSupport

@testable import Backups

/// A data directory with databases that have the tables which a restore compares.
struct DataFolder {
  let directory: TemporaryDirectory
  let data: String
  let time = ManualTime()

  static let store = "stores/todo.sqlite"

  init() throws {
    directory = try TemporaryDirectory(inMemory: true)
    data = directory.file("data")
    try Files.createDirectory("\(data)/stores")
    try Files.createDirectory("\(data)/secrets")
    try Files.write(Array("{}".utf8), to: "\(data)/syncline.json")
    try Files.write(Array("one".utf8), to: "\(data)/secrets/key")
  }

  var backup: String { directory.file("backup") }
  var writer: BackupWriter { BackupWriter(data: data, version: "1", time: time) }
  var restorer: Restorer { restorer(of: backup) }

  func restorer(of backup: String) -> Restorer {
    Restorer(backup: backup, data: data, version: "1", time: time)
  }

  /// The open store.
  func openStore() async throws -> DatabasePool {
    let pool = try await DatabasePool(path: "\(data)/\(Self.store)")
    try await pool.write { connection in
      for sql in [
        "CREATE TABLE IF NOT EXISTS syncline_history (id INTEGER PRIMARY KEY, at TEXT NOT NULL)",
        """
        CREATE TABLE IF NOT EXISTS syncline_operations (
          operationId INTEGER PRIMARY KEY, queuedAt TEXT NOT NULL)
        """,
        """
        CREATE TABLE IF NOT EXISTS MS_TableOperations (
          id INTEGER PRIMARY KEY AUTOINCREMENT, itemId TEXT)
        """,
        "CREATE TABLE IF NOT EXISTS twin (id INTEGER PRIMARY KEY)",
      ] { try connection.execute(sql) }
    }
    return pool
  }

  /// Adds rows to the store and closes it.
  func change(times: Int = 1) async throws {
    let pool = try await openStore()
    for _ in 0..<times { try await Self.change(pool) }
    await pool.close()
  }

  /// One transaction that adds a row to two tables.
  static func change(_ pool: DatabasePool) async throws {
    try await pool.write { connection in
      try connection.execute("INSERT INTO syncline_history (at) VALUES ('2026-01-02T03:04:05Z')")
      try connection.execute("INSERT INTO twin DEFAULT VALUES")
    }
  }

  /// How many rows both tables of the store have.
  func rows(_ path: String? = nil) throws -> [Int] {
    try DatabaseFile.readCopy(path ?? "\(data)/\(Self.store)") { connection in
      try connection.contents().tables.filter { ["twin", "syncline_history"].contains($0.name) }
        .map(\.rows)
    }
  }

  /// The contents of every file, without what a restore keeps.
  func contents(of folder: String) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for path in try Files.list(below: folder)
    where !path.hasPrefix("backups/") && !path.hasSuffix(".lock") && path != "manifest.json" {
      contents[path] = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(path)"))
    }
    return contents
  }
}
