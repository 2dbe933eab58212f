import SQLiteKit
import Support
import TestSupport
import Testing

@testable import Backups

/// Restores of a backup.
@Suite struct RestoreTests {
  private let folder: DataFolder

  init() throws { folder = try DataFolder() }

  private var staging: StagedRestore { StagedRestore(in: folder.data) }

  @Test func bringsEveryFileBackAndKeepsWhatItReplaces() async throws {
    try await folder.change(times: 3)
    try folder.writer.write(to: folder.backup)
    let before = try folder.contents(of: folder.backup)
    try await folder.change()
    #expect(throws: BackupError.newerData(1)) { try folder.restorer.restore(force: false) }
    #expect(try folder.rows() == [4, 4])
    let preview = try folder.restorer.preview().files[0]
    #expect(preview.lost.map(\.count) == [1] && preview.lost.map(\.name) == ["row change"])
    let replaced = try #require(try folder.restorer.restore(force: true).replaced)
    #expect(try folder.contents(of: folder.data) == before)
    // The backup of what was replaced undoes it.
    _ = try folder.restorer(of: replaced).restore(force: false)
    #expect(try folder.rows() == [4, 4])
  }

  @Test func startsAnEmptyFolder() async throws {
    try await folder.change()
    try folder.writer.write(to: folder.backup)
    try Files.removeFolder(folder.data)
    #expect(try folder.restorer.restore(force: false).replaced == nil)
    #expect(try folder.contents(of: folder.data) == folder.contents(of: folder.backup))
  }

  @Test func keepsRenewedSecretsAndAsksForNewerSettings() throws {
    try folder.writer.write(to: folder.backup)
    try Files.write(Array("two".utf8), to: "\(folder.data)/secrets/key")
    try Files.write(Array("{ }".utf8), to: "\(folder.data)/syncline.json")
    #expect(throws: BackupError.newerData(1)) { try folder.restorer.restore(force: false) }
    _ = try folder.restorer.restore(force: true)
    #expect(try Files.read("\(folder.data)/secrets/key") == Array("two".utf8))
    #expect(try Files.read("\(folder.data)/syncline.json") == Array("{}".utf8))
  }

  @Test func refusesAFolderInUse() async throws {
    try await folder.change()
    try folder.writer.write(to: folder.backup)
    let pool = try await folder.openStore()
    #expect(throws: BackupError.inUse("\(folder.data)/\(DataFolder.store)")) {
      try folder.restorer.restore(force: true)
    }
    await pool.close()
    let lock = try FileLock(tryLocking: InterruptedRestore.lock(of: folder.data))
    #expect(throws: BackupError.inUse(folder.data)) { try folder.restorer.restore(force: true) }
    withExtendedLifetime(lock) {}
    #expect(!Files.exists(StagedRestore.folder(in: folder.data)))
  }

  @Test func replacesADamagedFileAndKeepsIt() async throws {
    try await folder.change(times: 2)
    try folder.writer.write(to: folder.backup)
    let path = "\(folder.data)/\(DataFolder.store)"
    try Files.write([UInt8](repeating: 65, count: 9_000), to: path)
    #expect(throws: BackupError.newerData(1)) { try folder.restorer.restore(force: false) }
    let replaced = try #require(try folder.restorer.restore(force: true).replaced)
    #expect(try folder.rows() == [2, 2])
    #expect(Files.size(of: "\(replaced)/damaged/\(DataFolder.store)") == 9_000)
  }

  @Test func refusesAChangedBackup() async throws {
    try await folder.change()
    try folder.writer.write(to: folder.backup)
    let path = "\(folder.backup)/secrets/key"
    try Files.write(Array("two".utf8), to: path)
    #expect(throws: BackupError.damaged("secrets/key", "its SHA-256 differs from the manifest")) {
      try folder.restorer.preview()
    }
    try Files.remove("\(folder.backup)/\(BackupManifest.fileName)")
    #expect(throws: BackupError.notABackup(folder.backup)) { try folder.restorer.preview() }
  }

  /// A program that ends before the plan has changed nothing; afterwards, the next one finishes.
  @Test func isFinishedOrDroppedByTheNextStart() async throws {
    try await folder.change()
    try folder.writer.write(to: folder.backup)
    try await folder.change()
    let preview = try folder.restorer.preview()
    try staging.begin()
    try staging.stage(preview, from: folder.backup)
    do {
      let lock = try FileLock(tryLocking: InterruptedRestore.lock(of: folder.data))
      #expect(throws: BackupError.restoreUnderWay(folder.data)) {
        try InterruptedRestore.finish(in: folder.data)
      }
      withExtendedLifetime(lock) {}
    }
    try InterruptedRestore.finish(in: folder.data)
    #expect(try folder.rows() == [2, 2])

    try Files.write(Array("{ }".utf8), to: "\(folder.data)/syncline.json")
    try staging.begin()
    try staging.stage(try folder.restorer.preview(), from: folder.backup)
    try staging.commit(settingAside: [], in: "")
    // One file was put in its place before the program ended.
    try Files.put(
      "\(StagedRestore.folder(in: folder.data))/files/syncline.json",
      inPlaceOf: "\(folder.data)/syncline.json")
    try InterruptedRestore.finish(in: folder.data)
    #expect(try folder.rows() == [1, 1])
    #expect(!Files.exists(StagedRestore.folder(in: folder.data)))
  }
}
