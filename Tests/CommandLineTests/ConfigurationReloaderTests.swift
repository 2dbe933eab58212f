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

/// A data directory with its keeper, as `serve` has them.
private struct Kept {
  let directory: TemporaryDirectory
  let data: DataDirectory
  let manager: StoreManager
  let reloader: ConfigurationReloader
  let indexes = SearchIndexes()
  let time = ManualTime()
  let lines = Locked<[String]>([])
  private let client = HTTPClient()

  static func settings(_ name: String, _ url: String = "http://127.0.0.1:9") -> JSONObject {
    ["name": .string(name), "remote": ["kind": "azure", "url": .string(url)]]
  }

  init(_ stores: [JSONObject]) async throws {
    directory = try TemporaryDirectory()
    data = try DataDirectory(creating: directory.file("data"))
    let text = JSONValue.object(["stores": .array(stores.map { .object($0) })]).pretty
    try Files.write(Array(text.utf8), to: data.configurationFile)
    let opener = StoreOpener(data: data, client: client)
    let manager = try await StoreManager(data.configuration(named: nil), opener: opener)
    self.manager = manager
    let console = try await ConsoleData(path: data.consoleDatabase, time: time, random: .system)
    let runs = RunCenter(data: console, stores: manager.required)
    let scheduler = Scheduler([:], data: console, runs: runs, stores: manager.required) { _ in }
    let lines = lines
    reloader = ConfigurationReloader(
      file: data.configurationFile, data: data, opener: opener, manager: manager,
      scheduler: scheduler, searchIndexes: indexes, time: time,
      log: { line in lines.withLock { $0.append(line) } })
  }

  func write(_ text: String) throws {
    try Files.write(Array(text.utf8), to: data.configurationFile)
  }

  var names: [String] { manager.stores.map(\.name) }
}

@Suite struct ConfigurationReloaderTests {
  @Test func savingWritesTheFileAndOpensTheStore() async throws {
    let kept = try await Kept([Kept.settings("one")])
    try await kept.reloader.save(Kept.settings("two"), of: nil, expecting: nil)
    #expect(kept.names == ["one", "two"])
    #expect(try await kept.manager.context(of: "two") != nil)
    #expect(try kept.reloader.editor.settings(of: "two") == Kept.settings("two"))
    #expect(await kept.reloader.mistakes == [])
  }

  @Test func aStoreThatChangesIsOpenedAnewAndARunKeepsTheOldOne() async throws {
    let kept = try await Kept([Kept.settings("one")])
    let old = try await kept.manager.required("one")
    var settings = Kept.settings("one")
    settings["pull"] = ["pageSize": 7]
    try await kept.reloader.save(settings, of: "one", expecting: Kept.settings("one"))
    let new = try await kept.manager.required("one")
    #expect(old !== new && old.settings.pageSize == 1_000 && new.settings.pageSize == 7)
    _ = try await old.table("T").insert(["id": "a", "text": "of the old one"])
    #expect(try await new.counts().live == 1)

    settings["environment"] = "test"
    try await kept.reloader.save(settings, of: "one", expecting: nil)
    #expect(try await kept.manager.required("one") === new)
    #expect(kept.manager.stores.first?.environment == "test")
  }

  @Test func settingsThatChangedMeanwhileAreNotOverwritten() async throws {
    let kept = try await Kept([Kept.settings("one")])
    await #expect(throws: StoreChangeError.self) {
      try await kept.reloader.save(
        Kept.settings("one", "https://b"), of: "one", expecting: Kept.settings("one", "https://x"))
    }
    #expect(try kept.reloader.editor.settings(of: "one") == Kept.settings("one"))
  }

  @Test func aBrokenFileKeepsTheRunningConfigurationAndIsToldOnce() async throws {
    let kept = try await Kept([Kept.settings("one")])
    for text in ["{", #"{"stores":[{"name":"one"}]}"#] {
      try kept.write(text)
      await kept.reloader.reload()
      await kept.reloader.reload()
      #expect(kept.names == ["one"])
      #expect(await kept.reloader.mistakes.count == 1)
    }
    #expect(kept.lines.withLock { $0.count } == 2)
    await #expect(throws: ConfigurationError.self) {
      try await kept.reloader.save(Kept.settings("two"), of: nil, expecting: nil)
    }
    try kept.write(#"{"stores":[]}"#)
    await kept.reloader.reload()
    #expect(kept.names == [] && kept.lines.withLock { $0.last }?.contains("removed one") == true)
    #expect(await kept.reloader.mistakes == [])
  }

  @Test func aRemovedStoreTakesItsSearchIndexAlong() async throws {
    let kept = try await Kept([Kept.settings("one")])
    let store = try await kept.manager.required("one")
    await kept.indexes.index(of: store).catchUp(with: store)
    let index = SearchIndex.path(ofStoreAt: store.path)
    #expect(Files.exists(index))
    let removed = try await kept.reloader.remove("one")
    #expect(!Files.exists(index))
    await kept.indexes.index(of: store).catchUp(with: store)
    #expect(!Files.exists(index))
    try await kept.reloader.bringBack(removed)
    let back = try await kept.manager.required("one")
    await kept.indexes.index(of: back).catchUp(with: back)
    #expect(Files.exists(index))
  }

  @Test func theFileIsLookedAtEveryTwoSeconds() async throws {
    let kept = try await Kept([Kept.settings("one")])
    let task = Task { await kept.reloader.run() }
    try kept.write(
      JSONValue.object(["stores": [.object(Kept.settings("two"))]]).serializedText)
    while kept.names != ["two"] { await Task.yield() }
    task.cancel()
    await task.value
  }

  @Test func aRemovedStoreLiesAsideAndComesBack() async throws {
    let kept = try await Kept([Kept.settings("one")])
    _ = try await kept.manager.required("one").table("T").insert(["id": "a"])
    let removed = try await kept.reloader.remove("one")
    let file = try #require(removed.file)
    #expect(file.hasPrefix("stores/removed/one-"))
    #expect(kept.names == [] && !Files.exists(kept.data.storeFile("one")))
    #expect(Files.exists("\(kept.data.path)/\(file)"))
    try await kept.reloader.bringBack(removed)
    #expect(try await kept.manager.required("one").counts().pending == 1)
    #expect(!Files.exists("\(kept.data.path)/\(file)"))
  }

  /// The program ends after the first file was moved, or after all of them.
  @Test(arguments: [[""], ["", "-wal"]])
  func anUndoThatWasInterruptedIsFinished(moved: [String]) async throws {
    let kept = try await Kept([Kept.settings("one")])
    _ = try await kept.manager.required("one").table("T").insert(["id": "a"])
    let removed = try await kept.reloader.remove("one")
    let aside = "\(kept.data.path)/\(try #require(removed.file))"
    try Files.write([], to: aside + "-wal")
    for part in moved { try Files.move(aside + part, to: kept.data.storeFile("one") + part) }
    try await kept.reloader.bringBack(removed)
    #expect(try await kept.manager.required("one").counts().pending == 1)
    #expect(!Files.exists(aside) && !Files.exists(aside + "-wal"))
  }

  /// The log holds commits that the database lacks: apart, either is worth little.
  @Test(arguments: ["", "-wal"])
  func aStoreThatCannotBeMovedStaysWholeWhereItIs(blocked: String) async throws {
    let kept = try await Kept([])
    let (path, target) = (kept.data.storeFile("one"), kept.directory.file("target"))
    for part in ["", "-wal", "-shm"] { try Files.write(Array(part.utf8), to: path + part) }
    try Files.write([], to: target + blocked)
    #expect(throws: FileError.self) { try kept.data.moveStore(from: path, to: target) }
    for part in ["", "-wal", "-shm"] {
      #expect(Files.exists(path + part))
      #expect(Files.exists(target + part) == (part == blocked))
    }
  }

  @Test func aStoreWhoseFileCannotBeMovedStaysInTheConfiguration() async throws {
    let kept = try await Kept([Kept.settings("one"), Kept.settings("two")])
    _ = try await kept.manager.required("one").table("T").insert(["id": "a"])
    try Files.write([], to: "\(kept.data.path)/\(DataDirectory.removedStores)")
    await #expect(throws: FileError.self) { try await kept.reloader.remove("one") }
    #expect(try kept.reloader.editor.stores().compactMap { $0["name"]?.string } == ["one", "two"])
    #expect(try await kept.manager.required("one").counts().pending == 1)
  }

  @Test func aRunOfAStoreThatIsGoneIsNotFound() async throws {
    let kept = try await Kept([])
    let error = await #expect(throws: ConsoleError.self) {
      try await kept.manager.required("one")
    }
    #expect(error?.status == 404 && error?.code == "no_such_store")
  }

  @Test func aStoreIsRemovedTwiceWithinOneSecond() async throws {
    let kept = try await Kept([Kept.settings("one")])
    let first = try await kept.reloader.remove("one")
    try await kept.reloader.save(Kept.settings("one"), of: nil, expecting: nil)
    let second = try await kept.reloader.remove("one")
    #expect(first.file != second.file)
    for removed in [first, second] {
      #expect(Files.exists("\(kept.data.path)/\(try #require(removed.file))"))
    }
  }

  @Test func aStoreIsNotBroughtBackOverAnother() async throws {
    let kept = try await Kept([Kept.settings("one")])
    let removed = try await kept.reloader.remove("one")
    try await kept.reloader.save(Kept.settings("one"), of: nil, expecting: nil)
    await #expect(throws: StoreChangeError.self) { try await kept.reloader.bringBack(removed) }
    #expect(Files.exists("\(kept.data.path)/\(try #require(removed.file))"))
  }

  @Test func aStoreWithARunIsNotRemoved() async throws {
    let kept = try await Kept([Kept.settings("one")])
    let lock = try #require(try FileLock(tryLocking: kept.data.storeFile("one") + ".lock"))
    await #expect(throws: SyncError.self) { try await kept.reloader.remove("one") }
    #expect(kept.names == ["one"])
    withExtendedLifetime(lock) {}
  }

  @Test func aMissingSecretLeavesTheStoreAndItsNeighboursOpen() async throws {
    let directory = try TemporaryDirectory()
    let (master, rest) = (directory.file("master"), directory.file("rest"))
    var locked = Kept.settings("locked")
    locked["remote"] = [
      "kind": "parse", "url": "http://127.0.0.1:9/parse", "applicationId": "app",
      "masterKeyFile": .string(master), "restKeyFile": .string(rest),
    ]
    let kept = try await Kept([Kept.settings("one"), locked])
    #expect(kept.names == ["one", "locked"])
    #expect(kept.manager.stores.map { $0.problem == nil } == [true, false])
    // Everything that is missing is told at once.
    let problem = try #require(kept.manager.stores.last?.problem)
    #expect(problem.contains(master) && problem.contains(rest))
    let store = try #require(kept.manager.open("locked"))
    _ = try await store.table("Note").insert(["title": "written without the server"])
    #expect(try await store.counts().pending == 1)
    await #expect(throws: ConsoleError.self) { try await kept.manager.required("locked") }
    _ = try await kept.manager.required("one")
    #expect(try await store.push().stopped != nil)
    #expect(try await store.counts().pending == 1)

    try Files.write(Array("key\n".utf8), to: master)
    await kept.reloader.reload()
    #expect(kept.manager.open("locked") === store, "one secret is still missing")
    try Files.write(Array("key\n".utf8), to: rest)
    await kept.reloader.reload()
    #expect(kept.manager.stores.last?.problem == nil)
    #expect(try await kept.manager.required("locked").counts().pending == 1)
    // One that goes missing later takes nothing from a store that runs.
    try FileManager.default.removeItem(atPath: rest)
    await kept.reloader.reload(isForced: true)
    #expect(kept.manager.stores.last?.problem == nil)
    #expect(await kept.reloader.mistakes.contains { $0.contains("keeps its previous settings") })
  }

  /// Such a file's first line goes to whatever server the settings name, and a token's file is
  /// written again.
  @Test func settingsNameFilesOfSecretsInOneFolderAlone() async throws {
    let kept = try await Kept([Kept.settings("one")])
    let folder = "\(kept.data.path)/secrets"
    try Files.createDirectory(folder)
    let outside = kept.directory.file("outside")
    try Files.write(Array("theirs\n".utf8), to: outside)
    try Files.write(Array("ours\n".utf8), to: "\(folder)/key")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/link", withDestinationPath: outside)
    func settings(_ path: String) -> JSONObject {
      var settings = Kept.settings("two")
      settings["remote"] = [
        "kind": "azure", "url": "http://127.0.0.1:9", "authTokenFile": .string(path),
      ]
      return settings
    }
    for path in [
      outside, "/etc/hostname", "\(folder)/../syncline.json", "\(folder)/link", "secrets/key",
    ] {
      let found = await kept.reloader.problems(in: settings(path), of: nil)
      #expect(found.map(\.path) == ["remote.authTokenFile"], "\(path)")
      #expect(found.first?.text.contains("From here only files in") == true)
      #expect(await kept.reloader.probe(settings(path)).checks.map(\.result) == [.no])
    }
    #expect(await kept.reloader.problems(in: settings("\(folder)/key"), of: nil).isEmpty)
    // What somebody with a shell wrote into the file stays as it is.
    var known = settings(outside)
    known["name"] = "three"
    try kept.write(JSONValue.object(["stores": [.object(known)]]).pretty)
    await kept.reloader.reload()
    #expect(await kept.reloader.problems(in: known, of: "three").isEmpty)
    var token = Kept.settings("four")
    token["remote"] = [
      "kind": "cloudkit", "url": "http://127.0.0.1:9", "container": "iCloud.c",
      "environment": "development", "database": "private", "zone": "Z", "apiTokenEnv": "HOME",
      "webAuthTokenFile": .string(outside),
    ]
    let refused = await kept.reloader.problems(in: token, of: nil)
    #expect(refused.map(\.path) == ["remote.webAuthTokenFile"])
  }

  @Test func problemsStandBesideTheirFields() async throws {
    let kept = try await Kept([Kept.settings("one")])
    var settings = Kept.settings("one", "ftp://x")
    settings["tables"] = [["name": "A", "pull": [["filter": "x"]]]]
    settings["push"] = ["window": "many"]
    let found = await kept.reloader.problems(in: settings, of: nil)
    #expect(
      Set(found.map(\.path)) == ["remote.url", "tables.0.pull.0.queryId", "push.window", "name"])

    settings = Kept.settings("two")
    settings["remote"] = ["kind": "azure", "url": "https://a", "authTokenEnv": "NO_SUCH_VARIABLE"]
    let missing = await kept.reloader.problems(in: settings, of: nil)
    #expect(missing.map(\.path) == ["remote.authTokenEnv"])
    #expect(missing.first?.text.contains("NO_SUCH_VARIABLE is not set") == true)
  }
}

@Suite struct ConfigurationEditorTests {
  @Test func theFileKeepsItsRightsItsLinkAndItsOrder() throws {
    let directory = try TemporaryDirectory()
    let (real, link) = (directory.file("real.json"), directory.file("syncline.json"))
    let one = Kept.settings("one")
    try Files.write(
      Array(JSONValue.object(["stores": [.object(one)]]).serialized), to: real)
    #expect(chmod(real, 0o640) == 0)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
    let editor = ConfigurationEditor(file: link)
    try editor.change { $0.append(.object(Kept.settings("two"))) }
    #expect(try editor.stores().map { $0["name"] } == ["one", "two"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == real)
    #expect(Files.stamp(of: real).map { $0.mode & 0o777 } == 0o640)
    #expect(!Files.exists(real + ".new"))
  }

  @Test func aChangeThatWouldBreakTheFileIsNotWritten() throws {
    let directory = try TemporaryDirectory()
    let editor = ConfigurationEditor(file: directory.file("syncline.json"))
    #expect(throws: ConfigurationError.self) { try editor.change { $0.append(["name": "X Y"]) } }
    #expect(!Files.exists(editor.file))
  }

  @Test func oneProgramAtATimeChangesIt() throws {
    let directory = try TemporaryDirectory()
    let editor = ConfigurationEditor(file: directory.file("syncline.json"))
    let lock = try #require(try FileLock(tryLocking: "\(editor.file).lock"))
    #expect(throws: ConfigurationBusy.self) {
      try editor.change { $0.append(.object(Kept.settings("one"))) }
    }
    withExtendedLifetime(lock) {}
  }

  @Test func aFileWithoutTheRightToWriteIsLocked() throws {
    let directory = try TemporaryDirectory()
    let editor = ConfigurationEditor(file: directory.file("syncline.json"))
    #expect(editor.whyLocked == nil)
    try Files.write(Array("{}".utf8), to: editor.file)
    #expect(chmod(editor.file, 0o444) == 0)
    #expect(editor.whyLocked?.contains("not open for writing") == true)
  }
}
