import JSONKit
import SQLiteKit
import Support
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// Where the usual offline clients end, and this one goes on; `docs/limitations.md` has the list.
@Suite struct LimitationTests {
  @Test func aRowThatLeftTheFilterIsFoundByReconcile() async throws {
    let query = PullQuery(queryID: "open", filter: "done eq false")
    let bench = try await Bench(
      settings: Bench.settings([TableSettings(name: "T", pulls: [query])]))
    bench.server.change { rules in
      rules.filters["done eq false"] = { $0.values["done"] == false }
    }
    bench.server.put("T", "left", ["done": false])
    bench.server.put("T", "hidden", ["done": false])
    _ = try await bench.context.pull()
    bench.server.put("T", "left", ["done": true])
    bench.server.remove("T", "hidden")
    _ = try await bench.context.pull()
    #expect(try await bench.rows().map(\.values["done"]) == [false, false])

    let report = try await bench.context.reconcile("T")
    #expect(report.different.ids == ["left"])
    #expect(report.missingOnServer.ids == ["hidden"])
    let choices = ReconcileChoices(missingOnServer: .removeHere, different: .pullAgain)
    _ = try await bench.context.apply(report, choices, by: nil)
    #expect(try await bench.rows() == bench.server.rows("T"))
  }

  @Test func aServerChangeThatAPullKeptBesideIsThereOnceTheOperationIsDiscarded() async throws {
    let bench = try await Bench()
    try await bench.queue(.update)
    var settings = bench.context.settings
    settings.pushesBeforePull = false
    let context = try await SyncContext(
      path: bench.context.path, remote: bench.remote, settings: settings, time: bench.time)
    let theirs = bench.server.put("T", "a", ["title": "theirs"])
    _ = try await context.pull()
    let id = try #require(try await bench.operations().first?.id)
    bench.remote.clearLog()
    try await context.cancel(id, by: nil)
    #expect(try await bench.row("a") == theirs)
    #expect(bench.remote.calls.isEmpty)
  }

  @Test func aForcePurgeLeavesTheHistoryOfWhatWasNotSent() async throws {
    let bench = try await Bench()
    try await bench.queue(.update)
    try await bench.table.forcePurge()
    #expect(try await bench.rows().isEmpty)
    let history = try await bench.context.database.read { db in
      try HistoryStore.fetch("T", "a", on: db)
    }
    #expect(history.contains { $0.kind == "update" && $0.record?.values["title"] == "new" })
    // The rows come back, because the token went too.
    _ = try await bench.context.pull()
    #expect(try await bench.row("a")?.values["title"] == "old")
  }

  @Test func whatCondensingTookOutOfTheQueueIsInTheHistory() async throws {
    let bench = try await Bench()
    try await bench.table.insert(["id": "a", "title": "first"])
    try await bench.table.update("a", ["title": "second"])
    try await bench.table.delete("a")
    #expect(try await bench.operations().isEmpty)
    let history = try await bench.context.database.read { db in
      try HistoryStore.fetch("T", "a", on: db)
    }
    let titles = Set(history.compactMap { $0.record?.values["title"]?.string })
    #expect(titles == ["first", "second"])
    try await bench.table.insert(["id": "a", "title": "third"])
    #expect(try await bench.context.push().succeeded == 1)
    try await bench.expectSame("a")
  }

  @Test func whatWasAcceptedBeforeTheConnectionBrokeIsNotSentAgain() async throws {
    let bench = try await Bench(settings: Bench.settings(window: 1))
    for id in ["a", "b", "c"] { try await bench.table.insert(["id": .string(id)]) }
    bench.remote.script([nil, nil, .unreachable])
    _ = try await bench.context.push()
    bench.remote.clearLog()
    let context = try await bench.reopened()
    #expect(try await context.push().succeeded == 1)
    #expect(bench.remote.sends.map(\.id) == ["c"])
  }

  @Test func anOperationWhoseRowIsGoneSaysSoAndCanBeDiscarded() async throws {
    let bench = try await Bench()
    try await bench.queue(.update)
    try await bench.table.insert(["id": "b"])
    try await bench.context.database.write { db in
      try db.execute("DELETE FROM \"T\" WHERE id = 'a'")
    }
    let report = try await bench.context.push()
    #expect(report.failed == 1)
    #expect(report.succeeded == 1)
    let error = try #require(try await bench.errors().first)
    #expect(error.code == -1_101)
    #expect(error.message.contains("Discard the operation"))
    bench.remote.clearLog()
    _ = try await bench.context.push()
    #expect(bench.remote.sends.isEmpty)

    try await bench.context.resolve(error.id, .discard, by: nil)
    #expect(try await bench.operations().isEmpty)
    #expect(try await bench.errors().isEmpty)
    try await bench.expectSame("a")
  }

  @Test func anErrorStaysWithItsReasonUntilSomebodyDecides() async throws {
    let bench = try await Bench()
    try await bench.queue(.update)
    bench.remote.script([.refused])
    let problems = try await bench.context.push().problems
    let again = try await bench.reopened()
    _ = try await again.push()
    let errors = try await again.errors()
    #expect(errors.map(\.id) == problems)
    #expect(errors.first?.message == "The title is too long.")
    let operation = try #require(try await bench.operations().first)
    let detail = try #require(try await again.operation(operation.id))
    #expect(detail.attempts.map(\.status) == [400])
    #expect(detail.base?.values["title"] == "old" && detail.local?.values["title"] == "new")

    try await again.retry(operation.id, by: nil)
    #expect(try await again.push().succeeded == 1)
    #expect(try await again.errors().isEmpty)
  }
}
