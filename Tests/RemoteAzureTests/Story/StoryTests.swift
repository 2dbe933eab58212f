import JSONKit
import RemoteAzure
import SyncCore
import TestSupport
import Testing

/// What people do with two devices and a server, with every part real but the sockets.
@Suite struct StoryTests {
  private static let versions = [AzureAPIVersion.v2, .v3]

  @Test(arguments: versions)
  func whatIsCompletedElsewhereLeavesTheListAndCanComeBack(
    _ version: AzureAPIVersion
  ) async throws {
    let world = try await StoryWorld(version)
    let flag = SoftDelete.flag(column: "complete")
    let mine = try await world.client("mine", flag, filter: "complete eq false")
    let hers = try await world.client("hers", flag, filter: "complete eq false")
    for id in ["a", "b"] {
      try await mine.table.insert(["id": .string(id), "text": "milk", "complete": false])
    }
    #expect(try await mine.push().isClean)
    _ = try await mine.pull()
    _ = try await hers.pull()
    #expect(try await hers.ids(.live) == ["a", "b"])

    try await hers.table.delete("a")
    #expect(try await hers.push().isClean)
    _ = try await mine.pull()
    #expect(try await mine.ids(.live) == ["b"])
    #expect(try await mine.ids(.deleted) == ["a"])
    #expect(try await mine.row("a")?.values["text"] == "milk")

    try await mine.table.undelete("a")
    #expect(try await mine.push().isClean)
    _ = try await hers.pull()
    #expect(try await hers.ids(.live) == ["a", "b"])
    #expect(try await world.row("a")?.values["complete"] == false)
  }

  @Test(arguments: versions)
  func aDeletedRowStaysOnTheServerAndComesBack(_ version: AzureAPIVersion) async throws {
    let world = try await StoryWorld(version)
    let (mine, hers) = (try await world.client("mine"), try await world.client("hers"))
    try await mine.table.insert(["id": "a", "text": "milk"])
    #expect(try await mine.push().isClean)
    _ = try await hers.pull()
    try await mine.table.delete("a")
    #expect(try await mine.push().isClean)
    #expect(try await mine.ids(.deleted) == ["a"])
    #expect(try await world.row("a")?.deleted == true)
    _ = try await hers.pull()
    #expect(try await hers.ids(.deleted) == ["a"])

    try await hers.table.undelete("a")
    #expect(try await hers.push().isClean)
    _ = try await mine.pull()
    #expect(try await mine.ids(.live) == ["a"])
    #expect(try await mine.row("a") == world.row("a"))
  }

  /// Without a pull in between, this store does not know the tombstone's version.
  @Test(arguments: versions)
  func anUndeleteRightAfterTheDeleteWasPushed(_ version: AzureAPIVersion) async throws {
    let world = try await StoryWorld(version)
    let mine = try await world.client("mine")
    try await mine.table.insert(["id": "a", "text": "milk"])
    #expect(try await mine.push().isClean)
    try await mine.table.delete("a")
    #expect(try await mine.push().isClean)
    try await mine.table.undelete("a")
    try await mine.table.update("a", ["text": "oat milk"])
    #expect(try await mine.push().isClean)
    #expect(try await world.row("a")?.values["text"] == "oat milk")
    #expect(try await mine.row("a") == world.row("a"))
  }

  @Test(arguments: versions)
  func aHardDeleteIsFoundByReconcileElsewhere(_ version: AzureAPIVersion) async throws {
    let world = try await StoryWorld(version, keepsTombstones: false)
    let mine = try await world.client("mine", .none)
    let hers = try await world.client("hers", .none)
    for id in ["a", "b"] { try await mine.table.insert(["id": .string(id), "text": "milk"]) }
    #expect(try await mine.push().isClean)
    _ = try await hers.pull()
    try await mine.table.delete("a")
    #expect(try await mine.row("a") == nil)
    #expect(try await mine.push().isClean)
    #expect(try await world.row("a") == nil)
    _ = try await hers.pull()
    #expect(try await hers.ids(.live) == ["a", "b"])
    try await hers.reconcile()
    #expect(try await hers.ids(.all) == ["b"])
  }

  @Test(arguments: versions)
  func rowsRemovedInTheDatabaseLeaveNothingStuck(_ version: AzureAPIVersion) async throws {
    let world = try await StoryWorld(version)
    let mine = try await world.client("mine")
    for id in ["a", "b", "c", "d"] {
      try await mine.table.insert(["id": .string(id), "text": "milk"])
    }
    #expect(try await mine.push().isClean)
    _ = try await mine.pull()
    for id in ["a", "b", "c"] { try await world.removeFromDatabase(id) }
    try await mine.table.update("b", ["text": "oat milk"])
    try await mine.table.delete("c")
    let push = try await mine.push()
    #expect(push.succeeded == 1 && push.failed == 1)  // Gone already, and nothing to change.
    let error = try #require(try await mine.context.errors().first)
    #expect(error.itemID == "b" && error.isMissingOnServer)
    try await mine.context.resolve(error.id, .takeServer, by: nil)
    #expect(try await mine.row("b") == nil)
    try await mine.reconcile()
    #expect(try await mine.ids(.all) == ["d"])
    #expect(try await mine.operations().isEmpty)
  }

  @Test(arguments: versions)
  func aRowMissingOnTheServerCanBeKept(_ version: AzureAPIVersion) async throws {
    let world = try await StoryWorld(version)
    let mine = try await world.client("mine")
    try await mine.table.insert(["id": "a", "text": "milk", "n": 1])
    #expect(try await mine.push().isClean)
    try await world.removeFromDatabase("a")
    try await mine.table.update("a", ["text": "oat milk"])
    _ = try await mine.push()
    let error = try #require(try await mine.context.errors().first)
    try await mine.context.resolve(error.id, .keepLocal, by: nil)
    #expect(try await mine.push().isClean)
    #expect(try await world.row("a")?.values == ["text": "oat milk", "n": 1])
    #expect(try await mine.row("a") == world.row("a"))
  }

  @Test(arguments: versions, [Resolution.discard, .takeServer, .keepLocal])
  func aConflictEndsAsDecided(_ version: AzureAPIVersion, _ choice: Resolution) async throws {
    let world = try await StoryWorld(version)
    let (mine, hers) = (try await world.client("mine"), try await world.client("hers"))
    try await mine.table.insert(["id": "a", "text": "milk"])
    #expect(try await mine.push().isClean)
    _ = try await hers.pull()
    try await mine.table.update("a", ["text": "mine"])
    try await hers.table.update("a", ["text": "hers"])
    #expect(try await hers.push().isClean)
    #expect(try await mine.push().conflicts == 1)
    // The server goes on, and this store hears of it by a pull.
    try await hers.table.update("a", ["text": "hers again"])
    #expect(try await hers.push().isClean)
    _ = try await mine.pull()
    #expect(try await mine.row("a")?.values["text"] == "mine")

    let error = try #require(try await mine.context.errors().first)
    try await mine.context.resolve(error.id, choice, by: nil)
    #expect(try await mine.push().isClean)
    let text: JSONValue = choice == .keepLocal ? "mine" : "hers again"
    #expect(try await world.row("a")?.values["text"] == text)
    #expect(try await mine.row("a") == world.row("a"))
    #expect(try await mine.context.errors().isEmpty)
  }

  /// The server says only "not found"; the tombstone behind it is what there is to decide on.
  @Test(arguments: versions)
  func anEditOfARowDeletedElsewhereIsAConflict(_ version: AzureAPIVersion) async throws {
    let world = try await StoryWorld(version)
    let (mine, hers) = (try await world.client("mine"), try await world.client("hers"))
    try await mine.table.insert(["id": "a", "text": "milk"])
    #expect(try await mine.push().isClean)
    _ = try await hers.pull()
    try await hers.table.delete("a")
    #expect(try await hers.push().isClean)
    try await mine.table.update("a", ["text": "mine"])
    #expect(try await mine.push().conflicts == 1)
    let error = try #require(try await mine.context.errors().first)
    #expect(error.server?.deleted == true)
    try await mine.context.resolve(error.id, .keepLocal, by: nil)
    #expect(try await mine.push().isClean)
    #expect(try await world.row("a")?.values["text"] == "mine")
    #expect(try await world.row("a")?.deleted == false)
  }

  @Test(arguments: versions)
  func purgedRowsComeBackWithTheNextPull(_ version: AzureAPIVersion) async throws {
    let world = try await StoryWorld(version)
    let mine = try await world.client("mine")
    for id in ["a", "b"] { try await mine.table.insert(["id": .string(id), "text": "milk"]) }
    #expect(try await mine.push().isClean)
    _ = try await mine.pull()
    #expect(try await mine.table.purge() == 2)
    #expect(try await mine.ids(.all).isEmpty)
    #expect(try await mine.pull().inserted == 2)
    #expect(try await mine.ids(.live) == ["a", "b"])
  }
}
