import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

/// Rows that the server gives their ids: from the insert to the id's arrival and after it.
@Suite struct AssignedIDTests {
  let folder: TemporaryDirectory
  let remote = AssigningFakeRemote()
  let context: SyncContext

  init() async throws {
    folder = try TemporaryDirectory()
    context = try await SyncContext(
      path: folder.path + "/store.sqlite", remote: remote, settings: StoreSettings())
  }

  private var table: SyncTable { context.table("T") }

  private func live() async throws -> [Record] {
    try await context.rows("T", RowQuery()).rows.map(\.record)
  }

  @Test func insertTakesTheServersIDEverywhere() async throws {
    let local = try await table.insert(["n": 1], by: "ann")
    let report = try await context.push()
    #expect(report.succeeded == 1)
    let row = try #require(try await context.row("T", "srv1"))
    #expect(row.record.values["n"] == 1)
    #expect(row.state == .synced)
    #expect(row.history.count == 2, "what happened under the first id belongs to the row")
    #expect(try await context.row("T", local) == nil)
    #expect(try await context.assignedID("T", local) == "srv1")
    #expect(try await context.formerIDs("T", "srv1") == [local])
    #expect(try await context.counts().pending == 0)
  }

  @Test func anIDOfAnotherRowIsNotTakenForTheInsertedOnes() async throws {
    remote.fake.server.put("T", "srv9", ["n": 1])
    _ = try await context.pull(tables: ["T"])
    try await table.update("srv9", ["n": 2])
    let local = try await table.insert(["n": 5])
    remote.answerNextInsert(with: "srv9")
    let queue = try await context.operations(OperationQuery()).operations
    let insert = try #require(queue.first { $0.itemID == local })
    _ = try await context.push(.operations([insert.id]))
    #expect(try await context.row("T", "srv9")?.record.values["n"] == 2)
    #expect(try await context.row("T", local)?.record.values["n"] == 5)
    let error = try #require(try await context.errors().first)
    #expect(error.itemID == local && error.message.contains("id of another row, srv9"))
    // The next push asks, and finds the row that was made.
    _ = try await context.push()
    #expect(try await context.row("T", local) == nil)
    #expect(try await context.row("T", "srv1")?.record.values["n"] == 5)
    #expect(remote.fake.server.rows("T").count == 2)
    #expect(try await context.counts().pending == 0)
  }

  @Test func idsOfCallersAreRefused() async throws {
    await #expect(throws: SyncError.self) { try await table.insert(["id": "mine", "n": 1]) }
    #expect(try await context.counts().live == 0)
  }

  @Test(arguments: [FakeFault.lostAnswer, .lostRequest, .failedAfter, .failedBefore])
  func lostAnswerMakesTheRowOnce(fault: FakeFault) async throws {
    remote.fake.script([fault])
    let local = try await table.insert(["n": 1])
    _ = try await context.push()
    let rows = remote.fake.server.rows("T")
    #expect(rows.map { $0.values["mark"] } == [.string(local)])
    #expect(try await live().map(\.id) == rows.map(\.id))
    #expect(try await context.counts().pending == 0)
  }

  @Test func lostAnswerIsFoundByTheNextProcess() async throws {
    remote.fake.script([.lostAnswer])
    remote.fake.scriptReads([.unreachable])
    let local = try await table.insert(["n": 1])
    let report = try await context.push()
    #expect(report.stopped != nil)
    let reopened = try await SyncContext(
      path: context.path, remote: remote, settings: StoreSettings())
    _ = try await reopened.push()
    #expect(remote.fake.server.rows("T").count == 1)
    #expect(try await reopened.assignedID("T", local) == "srv1")
    #expect(try await reopened.row("T", "srv1")?.state == .synced)
  }

  @Test func reconcileDoesNotStoreTheRowOfALostInsertTwice() async throws {
    remote.fake.script([.lostAnswer])
    remote.fake.scriptReads([.unreachable])
    _ = try await table.insert(["n": 1])
    _ = try await context.push()
    let report = try await context.reconcile("T")
    #expect(report.missingHere.ids == ["srv1"])
    let outcome = try await context.apply(
      report, ReconcileChoices(missingHere: .pullAgain), by: "ann")
    #expect(outcome.skipped.map(\.id) == ["srv1"])
    #expect(try await live().count == 1)
    _ = try await context.push()
    #expect(try await live().map(\.id) == ["srv1"])
  }

  @Test func updateMadeMeanwhileFollowsTheNewID() async throws {
    let local = try await table.insert(["n": 1])
    let table = table
    remote.fake.beforeSend { change in
      guard change.kind == .insert else { return }
      _ = try? await table.update(local, ["n": 2])
    }
    _ = try await context.push()
    #expect(remote.fake.sends.map(\.name) == ["insert", "update"])
    #expect(remote.fake.server.row("T", "srv1")?.values["n"] == 2)
    #expect(try await context.row("T", "srv1")?.record.values["n"] == 2)
    #expect(try await context.counts().pending == 0)
  }

  @Test(arguments: [FakeFault?.none, .lostAnswer])
  func rowDeletedWhileItsInsertIsUnderWayDoesNotComeBack(fault: FakeFault?) async throws {
    let local = try await table.insert(["n": 1])
    let table = table
    remote.fake.script([fault])
    remote.fake.afterCommit { change in
      guard change.kind == .insert else { return }
      try? await table.delete(local)
    }
    _ = try await context.push()
    #expect(remote.fake.server.rows("T").isEmpty)
    #expect(try await live().isEmpty)
    _ = try await context.pull(full: true)
    #expect(try await live().isEmpty)
    #expect(try await context.counts().pending == 0)
  }

  @Test func rowDeletedBeforeItsFirstPushIsNeverSent() async throws {
    let local = try await table.insert(["n": 1])
    try await table.delete(local)
    _ = try await context.push()
    #expect(remote.fake.sends.isEmpty)
    #expect(try await live().isEmpty)
  }

  @Test func pullThatMeetsTheRowFirstTakesItForTheSameRow() async throws {
    remote.fake.script([.lostAnswer])
    remote.fake.scriptReads([.unreachable])
    let local = try await table.insert(["n": 1])
    _ = try await context.push()
    try await table.update(local, ["n": 2])
    var settings = StoreSettings()
    settings.pushesBeforePull = false
    let other = try await SyncContext(path: context.path, remote: remote, settings: settings)
    _ = try await other.pull(tables: ["T"])
    #expect(try await live().map(\.id) == ["srv1"])
    #expect(try await live().first?.values["n"] == 2, "the later edit stays")
    _ = try await other.push()
    #expect(remote.fake.server.rows("T").map { $0.values["n"] } == [2])
  }

  @Test func rowsThatNameANewRowWaitForItAndNameItsServerID() async throws {
    let parent = try await table.insert(["n": 1])
    let child = try await table.insert(["parent": AssigningFakeRemote.reference("T", parent)])
    try await context.table("U").insert(["child": AssigningFakeRemote.reference("T", child)])
    let report = try await context.push()
    #expect(report.succeeded == 3)
    let rows = remote.fake.server.rows("T")
    #expect(rows.last?.values["parent"] == AssigningFakeRemote.reference("T", "srv1"))
    #expect(
      remote.fake.server.rows("U").first?.values["child"]
        == AssigningFakeRemote.reference("T", "srv2"))
    #expect(
      try await context.row("T", "srv2")?.record.values["parent"]
        == AssigningFakeRemote.reference("T", "srv1"))
  }

  @Test func rowWhoseParentIsRefusedIsNotSent() async throws {
    remote.fake.script([.refused])
    let parent = try await table.insert(["n": 1])
    try await table.insert(["parent": AssigningFakeRemote.reference("T", parent)])
    _ = try await context.push()
    #expect(remote.fake.sends.count == 1)
    let waiting = try await context.operations(OperationQuery()).operations.last
    #expect(waiting?.state == .pending)
    #expect(waiting?.lastError?.contains(parent) == true)
  }

  @Test func pageOpenedUnderTheFirstIDStillSaves() async throws {
    let local = try await table.insert(["n": 1])
    _ = try await context.push()
    try await table.update(local, ["n": 5])
    #expect(try await context.row("T", "srv1")?.record.values["n"] == 5)
    try await table.delete(local)
    _ = try await context.push()
    #expect(remote.fake.server.rows("T").isEmpty)
  }

  @Test func insertThatNothingCanFindAgainIsLeftToAPerson() async throws {
    remote.setKeepsMark(false)
    remote.fake.script([.lostAnswer])
    try await table.insert(["n": 1])
    let report = try await context.push()
    #expect(report.failed == 1)
    _ = try await context.push()
    #expect(remote.fake.sends.count == 1, "never sent twice by itself")
    let error = try #require(try await context.errors().first)
    #expect(error.message.contains("may have reached"))
  }
}
