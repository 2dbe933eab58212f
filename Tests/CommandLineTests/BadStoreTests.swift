import Console
import ConsoleData
import Foundation
import HTTPClient
import JSONKit
import Support
import SyncCore
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
    let house = try await StoreHouse(definitions, opener: opener)
    for name in ["bad", "good"] {
      let store = try #require(house.open(name))
      _ = try await store.table("Note").insert(["id": "a", "title": "kept"])
      await store.close()
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: bad))
  }

  private func cause(_ house: StoreHouse) -> StorageProblem.Cause? {
    house.stores.first { $0.name == "bad" }?.trouble?.cause
  }

  private func expectOthersWork(_ house: StoreHouse) async throws {
    #expect(house.stores.map(\.name) == ["bad", "good"])
    #expect(try await house.required("good").counts().pending == 1)
    await #expect(throws: StorageProblem.self) { try await house.context(of: "bad") }
    #expect(house.unready.count == 1 && house.unready.first?.contains(bad) == true)
  }

  @Test func aFileThatIsNoDatabaseIsTheTroubleOfItsStoreAlone() async throws {
    try await used()
    try write([UInt8](repeating: 65, count: 20_000))
    let house = try await StoreHouse(definitions, opener: opener)
    #expect(cause(house) == .notADatabase)
    try await expectOthersWork(house)
  }

  @Test func aTruncatedFileIsDamaged() async throws {
    try await used()
    #expect(truncate(bad, 5_000) == 0)
    let house = try await StoreHouse(definitions, opener: opener)
    #expect(cause(house) == .damaged)
    try await expectOthersWork(house)
  }

  @Test func anEmptiedOrVanishedStoreIsNotTakenForANewOne() async throws {
    try await used()
    #expect(truncate(bad, 0) == 0)
    let emptied = try await StoreHouse(definitions, opener: opener)
    #expect(cause(emptied) == .emptied)
    try await expectOthersWork(emptied)
    #expect(Files.size(of: bad) == 0)
    try Files.remove(bad)
    let vanished = try await StoreHouse(definitions, opener: opener)
    #expect(cause(vanished) == .missing)
    #expect(!Files.exists(bad))
  }

  @Test func aStoreIsTriedAgainUntilItsFileIsBack() async throws {
    try await used()
    let contents = try Files.read(bad)
    try write([UInt8](repeating: 65, count: 20_000))
    let time = ManualTime()
    let house = try await StoreHouse(definitions, opener: opener)
    #expect(await house.recheck(now: time.now).isEmpty, "nothing new")
    try write(contents)
    time.advance(milliseconds: 60_000)
    let lines = await house.recheck(now: time.now)
    #expect(lines == ["The store bad can be used again."])
    #expect(try await house.required("bad").counts().pending == 1)
  }

  @Test func aFileThatIsReplacedWhileOpenIsOpenedAnewWithoutTheOldLog() async throws {
    try await used()
    let backup = directory.file("backup")
    try Files.copy(bad, to: backup)
    let house = try await StoreHouse(definitions, opener: opener)
    let store = try #require(house.open("bad"))
    _ = try await store.table("Note").insert(["id": "b", "title": "after the backup"])
    #expect(Files.size(of: "\(bad)-wal") > 0)
    #expect(rename(backup, bad) == 0)
    await #expect(throws: StorageProblem.self) {
      _ = try await store.table("Note").insert(["id": "c", "title": "into the void"])
    }
    _ = await house.recheck(now: ManualTime().now)
    #expect(cause(house) == nil)
    #expect(try await house.required("bad").counts().pending == 1)
    #expect(Files.size(of: "\(bad)-wal.before") > 0)
  }

  @Test func aFileThatGoesBadWhileOpenIsNoticedAndTakesNothingWithIt() async throws {
    try await used()
    let house = try await StoreHouse(definitions, opener: opener)
    #expect(truncate(bad, 0) == 0)
    let lines = await house.recheck(now: ManualTime().now)
    #expect(lines.count == 1 && lines.first?.contains("is empty") == true)
    #expect(cause(house) == .emptied)
    try await expectOthersWork(house)
    #expect(Files.size(of: bad) == 0)
  }

  @Test func aRemovedStoreMayBeginAnew() async throws {
    try await used()
    try Files.remove(bad)
    try await opener.console?.forgetStore("bad")
    let house = try await StoreHouse(definitions, opener: opener)
    #expect(cause(house) == nil)
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
