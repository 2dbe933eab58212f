import JSONKit
import SQLiteKit
import Support
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// The answer to "why is this row stuck?" for each thing that can hold a row up.
@Suite struct WhyTests {
  private func edited(
    _ settings: StoreSettings = StoreSettings(tables: [TableSettings(name: "todo")])
  ) async throws -> (SyncContext, StoreFixture) {
    let fixture = try StoreFixture(settings)
    let context = try await fixture.open()
    try await context.seed("todo", [Record(id: "a", version: "v1", values: ["n": 1])])
    try await context.table("todo").update("a", ["n": 2])
    return (context, fixture)
  }

  /// The first step that is not fine.
  private func stop(_ context: SyncContext) async throws -> DiagnosisCheck? {
    let why = try #require(try await context.row("todo", "a")).why
    if let position = why.firstIndex(where: { $0.result == .no }) {
      #expect(why[(position + 1)...].allSatisfy { $0.result == .skipped })
    }
    return why.first { $0.result != .ok }
  }

  @Test func rowWithoutOperationsIsInOrder() async throws {
    let (context, _) = try await edited()
    try await context.cancel(1, by: nil)
    let detail = try #require(try await context.row("todo", "a"))
    #expect(detail.why.map(\.result) == [.ok] && detail.state == .synced)
    #expect(try await context.row("todo", "nobody") == nil)
    #expect(try await context.row("nowhere", "a") == nil)
  }

  @Test func unsentChangeWaitsForTheNextPush() async throws {
    let (context, _) = try await edited()
    let check = try #require(try await stop(context))
    #expect(check.check == "Sent" && check.result == .no)
    #expect(check.finding == "Not sent yet")
  }

  @Test func offlineStoreSendsNothing() async throws {
    let (context, _) = try await edited()
    try await context.setOffline(true)
    let check = try #require(try await stop(context))
    #expect(check.check == "Store is online" && check.result == .no)
  }

  @Test func pauseNamesItsEnd() async throws {
    let (context, fixture) = try await edited()
    let end = fixture.time.now.adding(seconds: 60)
    try await context.database.write { connection in
      try OperationStore.setState(1, .pending, nextAttemptAt: end, on: connection)
    }
    let check = try #require(try await stop(context))
    let clock = end.wholeSeconds.dropFirst(11).prefix(8)
    #expect(
      check.result == .no
        && check.evidence.contains("\(end.wholeSeconds.prefix(10)) \(clock) UTC"))
    fixture.time.advance(milliseconds: 60_000)
    #expect(try await stop(context)?.check == "Sent")
  }

  @Test func conflictNamesBothVersions() async throws {
    let (context, fixture) = try await edited()
    let now = fixture.time.now
    try await context.database.write { connection in
      try OperationStore.markSending([1], at: now, on: connection)
      try AttemptStore.add(
        AttemptInfo(
          number: 0, startedAt: now, durationMilliseconds: 84, status: 412, outcome: "conflict",
          headers: [["ETag", "\"v7\""]], body: "{}"), to: 1, on: connection)
    }
    try await context.fail(
      "todo", "a", status: 412, server: Record(id: "a", version: "v7"), isConflict: true)
    let check = try #require(try await stop(context))
    #expect(check.result == .no && check.evidence.contains("v1") && check.evidence.contains("v7"))
    let detail = try #require(try await context.row("todo", "a"))
    #expect(detail.state == .conflict && detail.errors.map(\.isConflict) == [true])
    #expect(detail.why.contains { $0.evidence.contains("HTTP 412, 84 ms") })
    #expect(detail.operations[0].attempts.map(\.number) == [1])
    #expect(detail.operations[0].attempts[0].headers == [["ETag", "\"v7\""]])
  }

  @Test func refusalShowsTheServersSentence() async throws {
    let (context, fixture) = try await edited()
    let now = fixture.time.now
    try await context.database.write { connection in
      try AttemptStore.add(
        AttemptInfo(number: 0, startedAt: now, status: 400, outcome: "refused"), to: 1,
        on: connection)
    }
    try await context.fail("todo", "a", status: 400)
    let check = try #require(try await stop(context))
    #expect(check.result == .no && check.evidence == "HTTP 400: No.")
  }

  @Test func aRetriedChangeLacksNothingButAPush() async throws {
    let bench = try await Bench()
    try await bench.synced("a", ["n": 1])
    try await bench.table.update("a", ["n": 2])
    bench.remote.script("a", [.refused])
    _ = try await bench.context.push()
    bench.time.advance(milliseconds: 1_000)
    let error = try #require(try await bench.context.errors().first)
    try await bench.context.resolve(error.id, .retry, by: "mira")
    let detail = try #require(try await bench.context.row("T", "a"))
    let stop = try #require(detail.why.first { $0.result != .ok })
    #expect(stop.result == .no && stop.finding == "Not sent since the decision")
    #expect(stop.fix == .push(error.operationID))
    #expect(detail.operations.first?.decidedAt == bench.time.now)
    bench.time.advance(milliseconds: 1_000)
    bench.remote.script("a", [.refused])
    _ = try await bench.context.push()
    let refused = try #require(try await bench.context.row("T", "a"))
    #expect(refused.why.first { $0.result == .no }?.finding == "The server rejected the change")
  }

  @Test func anOperationBehindAnotherOneIsAskedAboutItself() async throws {
    let bench = try await Bench()
    try await bench.synced("a", ["n": 1])
    try await bench.context.database.write { connection in
      try connection.execute("UPDATE sqlite_sequence SET seq = 40")
    }
    try await bench.table.delete("a")
    _ = try await bench.context.push()
    try await bench.table.undelete("a")
    try await bench.table.update("a", ["n": 3])
    let ids = try await bench.operations().map(\.id)
    #expect(ids.count == 2)
    let detail = try #require(try await bench.context.row("T", "a", asking: ids[1]))
    #expect(detail.why.first?.evidence.contains("Operation \(ids[1])") == true)
    let stop = try #require(detail.why.first { $0.result == .no })
    #expect(stop.finding == "Operation \(ids[0]) of this row comes first")
    #expect(stop.fix == .look(ids[0]))
    let first = try #require(try await bench.context.row("T", "a"))
    #expect(first.why.first { $0.result != .ok }?.fix == .push(ids[0]))
    #expect(first.why.contains { $0.evidence.contains("\(ids[1]) follows.") })
  }

  @Test func anUnknownOutcomeIsNoRefusal() async throws {
    let bench = try await Bench()
    try await bench.synced("a", ["n": 1])
    try await bench.table.update("a", ["n": 2])
    bench.remote.script("a", Array(repeating: .failedBefore, count: 8))
    _ = try await bench.context.push()
    let error = try #require(try await bench.context.errors().first)
    #expect(error.isOutcomeUnknown && error.state == .unknown && error.status == 500)
    #expect(error.message.hasPrefix("The server answered 500 ("))
    #expect(error.message.contains("so it is not known whether the update of T a took effect"))
    let detail = try #require(try await bench.context.row("T", "a"))
    let stop = try #require(detail.why.first { $0.result == .no })
    #expect(stop.finding == "The outcome is unknown")
    #expect(stop.fix == .push(error.operationID) && stop.evidence == error.message)
    // One number for what was sent: the operation's, and that of the last attempt.
    let operation = try #require(detail.operations.first)
    #expect(operation.info.attempts == operation.attempts.count)
    #expect(operation.attempts.map(\.number) == Array(1...operation.info.attempts))
    #expect(operation.info.attempts > 1)
  }

  @Test func tablesThatGoFirstAreNamed() async throws {
    let (context, _) = try await edited(
      StoreSettings(tables: [
        TableSettings(name: "todo", dependsOn: ["project"]),
        TableSettings(name: "project", dependsOn: ["client"]),
      ]))
    try await context.table("client").insert(["n": 1])
    let check = try #require(try await stop(context))
    #expect(check.result == .warn && check.evidence.contains("client, project"))
    #expect(try await context.operation(1)?.blockedBy == [2])
    let page = try await context.operations(OperationQuery(states: [.blocked]))
    #expect(page.operations.map(\.id) == [1])
    #expect(page.operations.map(\.state) == [.blocked])
  }

  @Test func manyOperationsThatGoFirstAreCountedAndNotAllNamed() async throws {
    let (context, _) = try await edited(
      StoreSettings(tables: [
        TableSettings(name: "todo", dependsOn: ["project"]), TableSettings(name: "project"),
      ]))
    let projects = context.table("project")
    for number in 0..<30 { try await projects.insert(["n": .integer(Int64(number))]) }
    let check = try #require(try await stop(context))
    #expect(check.evidence == "30 operations of project go first: 2, 3, 4, 5, 6, …")
  }

  @Test func summariesFollowTheConfiguration() async throws {
    let (context, _) = try await edited(
      StoreSettings(tables: [TableSettings(name: "zebra"), TableSettings(name: "todo")]))
    try await context.seed("extra", [Record(id: "x", version: "1", deleted: true)])
    let tables = try await context.tables()
    #expect(tables.map(\.name) == ["zebra", "todo", "extra"])
    #expect(tables.map(\.live) == [0, 1, 0] && tables.map(\.deleted) == [0, 0, 1])
    #expect(tables.map(\.pending) == [0, 1, 0])
    #expect(tables.map(\.isConfigured) == [true, true, false])
    let refused = try await storeRefusal { _ = try await context.rows("nowhere", RowQuery()) }
    #expect(refused == .noSuchTable("nowhere"))
  }

  @Test func deltaTokensCanBeForgottenAndSetBack() async throws {
    let (context, fixture) = try await edited()
    let now = fixture.time.now
    try await context.database.write { connection in
      try TokenStore.put(
        TokenStore.Token(value: "2020-01-01T00:00:00.000Z", filter: "n eq 1"), table: "todo",
        queryID: "q", id: "1", on: connection)
      try TokenStore.notePull(
        "todo", queryID: "q", filter: "n eq 1", at: now, rows: 3, on: connection)
    }
    let moment = Timestamp(milliseconds: 0)
    try await context.rewindDeltaToken(table: "todo", queryID: "q", to: moment)
    let token = DeltaTokenInfo(
      table: "todo", queryID: "q", filter: "n eq 1", value: moment.description, lastPullAt: now,
      rows: 3)
    #expect(try await context.deltaTokens() == [token])
    try await context.forgetDeltaToken(table: "todo", queryID: "q")
    #expect(try await context.deltaTokens().isEmpty)
    let none = SyncError.noSuchDeltaToken(table: "todo", queryID: "q")
    #expect(
      try await storeRefusal { try await context.forgetDeltaToken(table: "todo", queryID: "q") }
        == none)
  }
}
