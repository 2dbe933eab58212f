import SQLiteKit
import Support
import TestSupport
import Testing

@testable import Backups

/// Backups of a data directory.
@Suite struct BackupTests {
  private let folder: DataFolder

  init() throws { folder = try DataFolder() }

  @Test func isAStateThatExistedWhileOthersWrite() async throws {
    try await folder.change(times: 200)
    let pool = try await folder.openStore()
    let writing = Task {
      while !Task.isCancelled { try await DataFolder.change(pool) }
    }
    var counts: [Int] = []
    for number in 1...5 {
      let target = folder.directory.file("copy-\(number)")
      let writer = folder.writer
      _ = try await offPool { try writer.write(to: target) }
      let rows = try folder.rows("\(target)/\(DataFolder.store)")
      #expect(rows.count == 2 && rows[0] == rows[1])
      counts.append(rows[0])
    }
    writing.cancel()
    _ = await writing.result
    await pool.close()
    // Otherwise nothing was written meanwhile, and the test showed nothing.
    #expect(counts == counts.sorted() && counts.first != counts.last)
  }

  @Test func hasEveryFileClosedToOthers() async throws {
    try await folder.change()
    try Files.createDirectory("\(folder.data)/imports")
    for name in ["imports/a", "serve.lock", "stores/todo.sqlite-search"] {
      try Files.write([1], to: "\(folder.data)/\(name)")
    }
    let manifest = try folder.writer.write(to: folder.backup)
    #expect(
      manifest.entries.map(\.file.path) == [DataFolder.store, "syncline.json", "secrets/key"])
    #expect(try BackupManifest(readingFrom: folder.backup).entries == manifest.entries)
    #expect(Files.stamp(of: folder.backup)?.mode == 0o40700)
    for path in try Files.list(below: folder.backup) {
      #expect(Files.stamp(of: "\(folder.backup)/\(path)")?.mode == 0o100600, "\(path)")
    }
  }

  @Test func isThereWholeOrNotAtAll() async throws {
    struct Stop: Error {}
    try await folder.change()
    #expect(throws: Stop.self) { try folder.writer.write(to: folder.backup) { _ in throw Stop() } }
    #expect(!Files.exists(folder.backup))
    // What a killed program leaves goes with the next backup; one that is being made stays.
    let parent = folder.directory.path
    for name in ["dead", "alive"] { try Files.createDirectory("\(parent)/.\(name).partial") }
    let lock = try FileLock(tryLocking: "\(parent)/.alive.partial/.lock")
    try folder.writer.write(to: folder.backup)
    #expect(try Files.names(in: parent) == [".alive.partial", "backup", "data"])
    withExtendedLifetime(lock) {}
    #expect(throws: BackupError.folderNotEmpty(folder.backup)) {
      try folder.writer.write(to: folder.backup)
    }
  }

  @Test func refusesADamagedDatabase() async throws {
    try await folder.change(times: 2_000)
    let path = "\(folder.data)/\(DataFolder.store)"
    var bytes = try Files.read(path)
    for place in 4_096..<12_288 { bytes[place] = 0xff }
    try Files.replace(bytes, at: path)
    #expect { try folder.writer.write(to: folder.backup) } throws: { error in
      guard case BackupError.copyDamaged(DataFolder.store, _) = error else { return false }
      return true
    }
    #expect(!Files.exists(folder.backup))
  }

  @Test func removesOnlyOldBackups() throws {
    let dated = DatedBackups(in: folder.directory.file("all"))
    var made: [String] = []
    for _ in 1...3 {
      made.append(dated.place(for: folder.time.now))
      try folder.writer.write(to: made[made.count - 1])
      folder.time.advance(milliseconds: 60_000)
    }
    let other = folder.directory.file("all/syncline-other")
    try Files.createDirectory(other)
    #expect(try dated.keep(1) == [made[1], made[0]])
    #expect(Files.exists(made[2]) && !Files.exists(made[0]) && Files.exists(other))
  }
}
