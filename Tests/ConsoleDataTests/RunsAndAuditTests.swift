import JSONKit
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import ConsoleData

@Suite struct RunsAndAuditTests {
  @Test func aRunIsKeptWithWhatItDid() async throws {
    let test = try await TestData()
    let id = try await test.data.startRun(.sync, store: "todo", who: "mira")
    #expect(try await test.data.run(id, store: "todo")?.state == .running)
    #expect(try await test.data.run(id, store: "other") == nil)
    var outcome = RunOutcome()
    outcome.pushed = 3
    outcome.steps = [["kind": "push", "done": 3]]
    outcome.report = ["clean": true]
    test.time.advance(milliseconds: 1_500)
    try await test.data.finishRun(id, .succeeded, outcome)
    let run = try #require(try await test.data.run(id, store: "todo"))
    #expect(run.state == .succeeded)
    #expect(run.outcome == outcome)
    #expect(run.finishedAt == test.time.now)
  }

  @Test func aRunThatHasEndedIsNotChangedAgain() async throws {
    let data = try await TestData().data
    let id = try await data.startRun(.push, store: "todo", who: "mira")
    try await data.finishRun(id, .cancelled, RunOutcome())
    var late = RunOutcome()
    late.pushed = 9
    try await data.updateRun(id, late)
    try await data.finishRun(id, .succeeded, late)
    let run = try #require(try await data.run(id, store: "todo"))
    #expect(run.state == .cancelled)
    #expect(run.outcome.pushed == 0)
  }

  @Test func runsAreListedPerStoreTheNewestFirst() async throws {
    let data = try await TestData().data
    var ids: [Int64] = []
    for (kind, store) in [(Run.Kind.push, "a"), (.pull, "b"), (.pull, "a"), (.sync, "a")] {
      ids.append(try await data.startRun(kind, store: store, who: "mira"))
    }
    #expect(try await data.runs(store: "a", RunQuery(limit: 2)).map(\.id) == [ids[3], ids[2]])
    #expect(
      try await data.runs(store: "a", RunQuery(before: ids[2], limit: 9)).map(\.id) == [ids[0]])
    #expect(try await data.runs(store: "a", RunQuery(kind: .pull, limit: 9)).map(\.id) == [ids[2]])
  }

  @Test func runsAreFoundByResultPersonTableAndNumber() async throws {
    let data = try await TestData().data
    func run(
      _ who: String, _ state: Run.State?, failed: Int = 0, message: String? = nil,
      table: String = "Movie"
    ) async throws -> Int64 {
      let id = try await data.startRun(.push, store: "a", who: who)
      var outcome = RunOutcome()
      (outcome.failed, outcome.message) = (failed, message)
      outcome.report = ["tables": [.string(table)], "problems": [["message": "Person is wrong"]]]
      if let state { try await data.finishRun(id, state, outcome) }
      return id
    }
    let done = try await run("mira", .succeeded)
    let problems = try await run("dean", .failed, failed: 2)
    let failed = try await run("mira", .failed, message: "No answer.", table: "Person")
    let cancelled = try await run("dean", .cancelled)
    let running = try await run("mira", nil)
    func found(_ result: RunQuery.Result? = nil, _ text: String? = nil) async throws -> [Int64] {
      let query = RunQuery(result: result, text: text, limit: 9)
      let ids = try await data.runs(store: "a", query).map(\.id)
      #expect(try await data.runCount(store: "a", query) == ids.count)
      return ids
    }
    #expect(try await found(.done) == [done])
    #expect(try await found(.problems) == [problems])
    #expect(try await found(.failed) == [failed])
    #expect(try await found(.cancelled) == [cancelled])
    #expect(try await found(.running) == [running])
    #expect(try await found(nil, "DEAN") == [cancelled, problems])
    #expect(try await found(nil, "person") == [failed])
    #expect(try await found(nil, "\(problems)") == [problems])
    #expect(try await found(.done, "dean").isEmpty)
  }

  @Test func reportsAreKeptOfTheNewestRunsOnly() async throws {
    let data = try await TestData().data
    var outcome = RunOutcome()
    outcome.pushed = 3
    outcome.report = ["tables": ["Movie"]]
    let first = try await data.startRun(.push, store: "a", who: "mira")
    try await data.finishRun(first, .succeeded, outcome)
    let applied = try await data.startRun(.reconcile, store: "a", who: "mira")
    try await data.finishRun(applied, .succeeded, outcome)
    try await data.noteApplied(["by": "mira"], run: applied)
    let elsewhere = try await data.startRun(.push, store: "b", who: "mira")
    try await data.finishRun(elsewhere, .succeeded, outcome)
    for _ in 2..<Run.reportsMax {
      try await data.finishRun(
        try await data.startRun(.push, store: "a", who: "mira"), .succeeded, outcome)
    }
    #expect(try await data.run(first, store: "a")?.isReportDropped == false)
    for _ in 0..<2 {
      try await data.finishRun(
        try await data.startRun(.push, store: "a", who: "mira"), .succeeded, outcome)
    }
    let old = try #require(try await data.run(first, store: "a"))
    #expect(old.isReportDropped && old.outcome.pushed == 3)
    #expect(try await data.run(applied, store: "a")?.isReportDropped == false)
    #expect(try await data.run(elsewhere, store: "b")?.isReportDropped == false)
  }

  private func record(
    _ who: String, _ action: String, undo: JSONValue? = nil
  ) -> AuditRecord {
    AuditRecord(
      who: who, address: "10.0.0.1", action: action, store: "todo", target: "TodoItem", count: 2,
      before: ["text": "old"], undo: undo, requestID: "r1")
  }

  @Test func theAuditKeepsEverythingAndFiltersIt() async throws {
    let test = try await TestData()
    let first = try await test.data.record(record("mira", "rows.edit"))
    test.time.advance(milliseconds: 86_400_000)
    let second = try await test.data.record(record("jo", "rows.delete"))
    #expect(try await test.data.auditEntry(first)?.record == record("mira", "rows.edit"))
    var filter = AuditFilter()
    #expect(try await test.data.auditEntries(filter, limit: 9).map(\.id) == [second, first])
    filter.who = "mira"
    #expect(try await test.data.auditEntries(filter, limit: 9).map(\.id) == [first])
    filter = AuditFilter()
    filter.from = test.time.now
    #expect(try await test.data.auditEntries(filter, limit: 9).map(\.id) == [second])
    filter = AuditFilter()
    filter.until = test.time.now
    #expect(try await test.data.auditEntries(filter, limit: 9).map(\.id) == [first])
    filter = AuditFilter()
    filter.before = second
    #expect(try await test.data.auditEntries(filter, limit: 9).map(\.id) == [first])
    let names = try await test.data.auditNames()
    #expect(names.who == ["jo", "mira"])
    #expect(names.actions == ["rows.delete", "rows.edit"])
  }

  @Test func anEntrySaysWhatCameOfTheRunThatItStarted() async throws {
    let data = try await TestData().data
    let run = try await data.startRun(.push, store: "todo", who: "mira")
    var started = record("mira", "sync.run")
    started.run = run
    let entry = try await data.record(started)
    #expect(try await data.auditEntry(entry)?.result == .done)
    var outcome = RunOutcome()
    outcome.failed = 2
    outcome.message = "The server is away."
    try await data.finishRun(run, .failed, outcome)
    let found = try #require(try await data.auditEntry(entry))
    #expect(found.record == started && found.run?.outcome.failed == 2)
    #expect(found.result == .failed && found.reason == "The server is away.")
    var filter = AuditFilter()
    filter.result = .failed
    #expect(try await data.auditEntries(filter, limit: 9).map(\.id) == [entry])
    filter.result = .done
    #expect(try await data.auditEntries(filter, limit: 9).isEmpty)
  }

  @Test func anEntryIsMarkedTogetherWithTheOneThatTakesItBack() async throws {
    let test = try await TestData()
    let entry = try await test.data.record(record("mira", "rows.edit", undo: ["action": "update"]))
    let undo = try await test.data.record(record("jo", "action.undo"), undoing: entry)
    let undoneAt = try #require(try await test.data.auditEntry(entry)?.undoneAt)
    #expect(try await test.data.auditEntry(undo)?.at == undoneAt)
    // Whoever comes later changes nothing about it.
    test.time.advance(milliseconds: 5_000)
    _ = try await test.data.record(record("eve", "action.undo"), undoing: entry)
    #expect(try await test.data.auditEntry(entry)?.undoneAt == undoneAt)
  }

  @Test func noEntryIsEverChangedOrRemoved() async throws {
    let data = try await TestData().data
    let entry = try await data.record(record("mira", "rows.edit"))
    for statement in ["UPDATE audit SET who = 'jo'", "DELETE FROM audit"] {
      await #expect(throws: (any Error).self) {
        try await data.database.write { try $0.execute(statement) }
      }
    }
    #expect(try await data.auditEntry(entry)?.record.who == "mira")
  }
}
