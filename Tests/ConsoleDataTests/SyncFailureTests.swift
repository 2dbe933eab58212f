import Support
import TestSupport
import Testing

@testable import ConsoleData

/// Since when no run of a store has reached its server.
@Suite struct SyncFailureTests {
  let test: TestData

  init() async throws { test = try await TestData() }

  @discardableResult
  private func run(
    _ kind: Run.Kind, _ state: Run.State, _ message: String? = nil, store: String = "todo",
    pushed: Int = 0
  ) async throws -> Int64 {
    test.time.advance(milliseconds: 60_000)
    let id = try await test.data.startRun(kind, store: store, who: "mira")
    var outcome = RunOutcome()
    outcome.message = message
    outcome.pushed = pushed
    try await test.data.finishRun(id, state, outcome)
    return id
  }

  @Test func lastsFromTheFirstFailureUntilARunReachesTheServer() async throws {
    #expect(try await test.data.syncFailure(store: "todo") == nil)
    try await run(.sync, .succeeded)
    #expect(try await test.data.syncFailure(store: "todo") == nil)
    try await run(.pull, .failed, "no connection")
    let since = test.time.now
    let last = try await run(.sync, .failed, "no connection")
    let failure = try #require(try await test.data.syncFailure(store: "todo"))
    #expect(failure.since == since && failure.run.id == last && failure.count == 2)
    #expect(try await test.data.syncFailure(store: "other") == nil)
    // The server answered, and rejected a change.
    try await run(.push, .failed)
    #expect(try await test.data.syncFailure(store: "todo") == nil)
  }

  @Test func aCancelledOrRunningRunAndAnEmptyPushDoNotEndIt() async throws {
    try await run(.sync, .failed, "no connection")
    let since = test.time.now
    try await run(.push, .cancelled)
    // It had nothing to send, so nobody asked the server.
    try await run(.push, .succeeded)
    try await run(.copy, .succeeded)
    _ = try await test.data.startRun(.sync, store: "todo", who: "mira")
    #expect(try await test.data.syncFailure(store: "todo")?.since == since)
    try await run(.push, .succeeded, pushed: 1)
    #expect(try await test.data.syncFailure(store: "todo") == nil)
  }

  @Test func aComparisonNeitherBeginsNorEndsIt() async throws {
    // Its push cannot sign in, or one table's pull always fails; the comparison can read all the same.
    let last = try await run(.sync, .failed, "signed out")
    for kind in [Run.Kind.reconcile, .verify] {
      try await run(kind, .failed, "no connection")
      try await run(kind, .succeeded)
      let failure = try #require(try await test.data.syncFailure(store: "todo"))
      #expect(failure.run.id == last && failure.count == 1)
    }
    try await run(.reconcile, .failed, "no connection", store: "other")
    #expect(try await test.data.syncFailure(store: "other") == nil)
  }
}
