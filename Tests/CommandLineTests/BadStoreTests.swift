import Console
import ConsoleData
import Foundation
import HTTPClient
import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import syncline

/// Stores whose files cannot be used, beside one whose file can.
@Suite struct BadStoreTests {
  private let directory: TemporaryDirectory
  private let data: DataDirectory
  private let opener: StoreOpener
  private let definitions: [StoreDefinition]
  private let bad: String

  init() async throws {
    directory = try TemporaryDirectory()
    data = try DataDirectory(creating: directory.file("data"))
    let remote = #"{ "kind": "azure", "url": "http://127.0.0.1:9" }"#
    let text = """
      { "stores": [ { "name": "bad", "remote": \(remote) }, { "name": "good", "remote": \(remote) } ] }
      """
    try Files.write(Array(text.utf8), to: data.configurationFile)
    definitions = try data.configuration(named: nil)
    let console = try await ConsoleData(
      path: data.consoleDatabase, time: ManualTime(), random: .system)
    opener = StoreOpener(data: data, client: HTTPClient(), console: console)
    bad = data.storeFile("bad")
  }

  /// Both stores, once used and closed.
  private func used() async throws {
    let manager = try await StoreManager(definitions, opener: opener)
    for name in ["bad", "good"] {
      let store = try #require(manager.open(name))
      _ = try await store.table("Note").insert(["id": "a", "title": "kept"])
      await store.close()
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: bad))
  }

  private func cause(_ manager: StoreManager) -> StorageProblem.Cause? {
    manager.stores.first { $0.name == "bad" }?.trouble?.cause
  }

  private func expectOthersWork(_ manager: StoreManager) async throws {
    #expect(manager.stores.map(\.name) == ["bad", "good"])
    #expect(try await manager.required("good").counts().pending == 1)
    await #expect(throws: StorageProblem.self) { try await manager.context(of: "bad") }
    #expect(manager.unready.count == 1 && manager.unready.first?.contains(bad) == true)
  }

  @Test func aFileThatIsNoDatabaseIsTheTroubleOfItsStoreAlone() async throws {
    try await used()
    try write([UInt8](repeating: 65, count: 20_000))
    let manager = try await StoreManager(definitions, opener: opener)
    #expect(cause(manager) == .notADatabase)
    try await expectOthersWork(manager)
  }

  @Test func aTruncatedFileIsDamaged() async throws {
    try await used()
    #expect(truncate(bad, 5_000) == 0)
    let manager = try await StoreManager(definitions, opener: opener)
    #expect(cause(manager) == .damaged)
    try await expectOthersWork(manager)
  }

  @Test func anEmptiedOrVanishedStoreIsNotTakenForANewOne() async throws {
    try await used()
    #expect(truncate(bad, 0) == 0)
    let emptied = try await StoreManager(definitions, opener: opener)
    #expect(cause(emptied) == .emptied)
    try await expectOthersWork(emptied)
    #expect(Files.size(of: bad) == 0)
    try Files.remove(bad)
    let vanished = try await StoreManager(definitions, opener: opener)
    #expect(cause(vanished) == .missing)
    #expect(!Files.exists(bad))
  }

  @Test func aStoreIsTriedAgainUntilItsFileIsBack() async throws {
    try await used()
    let contents = try Files.read(bad)
    try write([UInt8](repeating: 65, count: 20_000))
    let time = ManualTime()
    let manager = try await StoreManager(definitions, opener: opener)
    #expect(await manager.recheck(now: time.now).isEmpty, "nothing new")
    try write(contents)
    time.advance(milliseconds: 60_000)
    let lines = await manager.recheck(now: time.now)
    #expect(lines == ["The store bad can be used again."])
    #expect(try await manager.required("bad").counts().pending == 1)
  }

  @Test func aFileThatIsReplacedWhileOpenIsOpenedAnewWithoutTheOldLog() async throws {
    try await used()
    let backup = directory.file("backup")
    try Files.copy(bad, to: backup)
    let manager = try await StoreManager(definitions, opener: opener)
    let store = try #require(manager.open("bad"))
    _ = try await store.table("Note").insert(["id": "b", "title": "after the backup"])
    #expect(Files.size(of: "\(bad)-wal") > 0)
    #expect(rename(backup, bad) == 0)
    await #expect(throws: StorageProblem.self) {
      _ = try await store.table("Note").insert(["id": "c", "title": "into the void"])
    }
    _ = await manager.recheck(now: ManualTime().now)
    #expect(cause(manager) == nil)
    #expect(try await manager.required("bad").counts().pending == 1)
    #expect(Files.size(of: "\(bad)-wal.before") > 0)
  }

  @Test func aFileThatGoesBadWhileOpenIsNoticedAndTakesNothingWithIt() async throws {
    try await used()
    let manager = try await StoreManager(definitions, opener: opener)
    #expect(truncate(bad, 0) == 0)
    let lines = await manager.recheck(now: ManualTime().now)
    #expect(lines.count == 1 && lines.first?.contains("is empty") == true)
    #expect(cause(manager) == .emptied)
    try await expectOthersWork(manager)
    #expect(Files.size(of: bad) == 0)
  }

  @Test func aRemovedStoreMayBeginAnew() async throws {
    try await used()
    try Files.remove(bad)
    try await opener.console?.forgetStore("bad")
    let manager = try await StoreManager(definitions, opener: opener)
    #expect(cause(manager) == nil)
  }

  @Test func readingCommandsTakeNoLockAndNeedNoSecret() async throws {
    try await used()
    let lock = try FileLock(tryLocking: "\(data.path)/serve.lock")
    for command in ["status", "tables", "queue", "errors"] {
      #expect(
        await Syncline.run([command, "--data", data.path, "--store", "bad"]) == 0, "\(command)")
    }
    withExtendedLifetime(lock) {}
  }
}
