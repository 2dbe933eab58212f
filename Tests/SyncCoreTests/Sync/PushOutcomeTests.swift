import JSONKit
import TestSupport
import Testing

@testable import SyncCore

/// What a push of one operation leaves behind.
struct Aftermath: Sendable, Hashable {
  var state: OperationState?
  var errors: Int
  var serverHasIt: Bool
  var stopped: String?
}

private struct Case: Sendable, CustomTestStringConvertible {
  var kind: OperationKind
  var faults: [FakeFault]
  var expected: Aftermath
  var testDescription: String { "\(kind.name) with \(faults)" }
}

private let done = Aftermath(state: nil, errors: 0, serverHasIt: true)

/// Every kind meets every fault: the change is made once, or kept with a reason.
private let cases: [Case] = OperationKind.allCases.flatMap { kind -> [Case] in
  let settled: [[FakeFault]] = [
    [], [.lostRequest], [.lostAnswer], [.lateRequest], [.failedBefore], [.failedAfter],
    [.throttled], [.lostRequest, .lostRequest, .lostAnswer], [.failedBefore, .throttled],
    [.throttled, .throttled, .lostAnswer],
  ]
  let kept: [([FakeFault], Aftermath)] = [
    ([.refused], Aftermath(state: .failed, errors: 1, serverHasIt: false)),
    (
      [.unauthorized],
      Aftermath(state: .pending, errors: 0, serverHasIt: false, stopped: "unauthorized")
    ),
    (
      [.unreachable],
      Aftermath(state: .pending, errors: 0, serverHasIt: false, stopped: "unreachable")
    ),
    (
      [.failedBefore, .unreachable],
      Aftermath(state: .unknown, errors: 1, serverHasIt: false, stopped: "unreachable")
    ),
    (
      Array(repeating: .failedBefore, count: 4),
      Aftermath(state: .unknown, errors: 1, serverHasIt: false)
    ),
    (
      Array(repeating: .lostRequest, count: 4),
      Aftermath(state: .unknown, errors: 1, serverHasIt: false)
    ),
    (
      Array(repeating: .throttled, count: 6),
      Aftermath(state: .pending, errors: 0, serverHasIt: false, stopped: "throttled")
    ),
  ]
  return settled.map { Case(kind: kind, faults: $0, expected: done) }
    + kept.map { Case(kind: kind, faults: $0.0, expected: $0.1) }
}

@Test(arguments: cases)
private func aChangeIsMadeOnceOrKeptWithAReason(_ one: Case) async throws {
  let bench = try await Bench()
  try await bench.queue(one.kind)
  let commitsBefore = bench.server.commits.count
  bench.remote.script(one.faults)

  let report = try await bench.context.push()

  let operation = try await bench.operations().first
  let aftermath = Aftermath(
    state: operation?.state, errors: try await bench.errors().count,
    serverHasIt: bench.server.commits.count > commitsBefore, stopped: report.stopped?.code)
  #expect(aftermath == one.expected)
  #expect(bench.server.commits.count - commitsBefore <= 1, "the change was made twice")
  #expect(report.remaining == (operation == nil ? 0 : 1))
  #expect(report.succeeded == (operation == nil ? 1 : 0))

  // Whatever happened, a later push with nothing in the way makes the change, once.
  if let operation, operation.state != .failed {
    _ = try await bench.context.push()
    #expect(try await bench.operations().isEmpty)
    #expect(try await bench.errors().isEmpty)
    #expect(bench.server.commits.count - commitsBefore == 1)
  }
  guard one.faults != [.refused] else { return }
  try await bench.expectSame("a")
}

extension Bench {
  /// Queues one operation of `kind` on row `a`.
  func queue(_ kind: OperationKind) async throws {
    switch kind {
    case .insert: try await table.insert(["id": "a", "title": "new"])
    case .update:
      try await synced("a", ["title": "old", "n": 1])
      try await table.update("a", ["title": "new"])
    case .delete:
      try await synced("a", ["title": "old", "n": 1])
      try await table.delete("a")
    case .undelete:
      try await synced("a", ["title": "old", "n": 1], deleted: true)
      try await table.undelete("a")
    }
  }

  /// Store and server have the same row, and nothing is left over from a push.
  func expectSame(_ id: String) async throws {
    let (local, remote) = (try await row(id), server.row("T", id))
    #expect(local?.values == remote?.values)
    #expect(local?.version == remote?.version)
    #expect(local?.deleted == remote?.deleted)
    #expect(try await base(id) == nil)
    #expect(try await serverCopy(id) == nil)
  }
}

// MARK: - Conflicts

@Test(arguments: [OperationKind.update, .delete], [false, true])
func aRowChangedOnBothSidesIsAConflictWithBothCopies(
  _ kind: OperationKind, _ hidesRows: Bool
) async throws {
  let bench = try await Bench()
  try await bench.queue(kind)
  let theirs = bench.server.put("T", "a", ["title": "theirs"])
  bench.server.change { $0.hidesConflictingRows = hidesRows }

  let report = try await bench.context.push()

  #expect(report.conflicts == 1)
  let error = try #require(try await bench.errors().first)
  #expect(report.problems == [error.id])
  #expect(error.server == theirs)
  #expect(error.code == OperationError.Code.conflict)
  #expect(try await bench.operations().map(\.state) == [.conflict])
  #expect(try await bench.serverCopy("a") == theirs)
  #expect(try await bench.base("a")?.values["title"] == "old")
  #expect(bench.server.row("T", "a") == theirs)
}

@Test func anInsertThatMeetsAnotherRowIsAConflict() async throws {
  let bench = try await Bench()
  try await bench.queue(.insert)
  let theirs = bench.server.put("T", "a", ["title": "theirs"])
  _ = try await bench.context.push()
  #expect(try await bench.operations().map(\.state) == [.conflict])
  #expect(try await bench.serverCopy("a") == theirs)
  #expect(try await bench.row("a")?.values["title"] == "new")
}

@Test(arguments: [false, true])
func aConflictThatWantsTheSameIsNone(_ hidesRows: Bool) async throws {
  let bench = try await Bench()
  try await bench.queue(.update)
  bench.server.put("T", "a", ["title": "new", "extra": true])
  bench.server.change { $0.hidesConflictingRows = hidesRows }
  let report = try await bench.context.push()
  #expect(report.succeeded == 1)
  #expect(report.conflicts == 0)
  #expect(try await bench.operations().isEmpty)
  try await bench.expectSame("a")
}

@Test func anUpdateOfARowThatIsGoneFailsAndSaysSo() async throws {
  let bench = try await Bench()
  try await bench.queue(.update)
  bench.server.remove("T", "a")
  let report = try await bench.context.push()
  #expect(report.failed == 1)
  let error = try #require(try await bench.errors().first)
  #expect(error.message.contains("no longer has the row"))
  #expect(error.status == 404)
  #expect(try await bench.row("a")?.values["title"] == "new")
}

@Test func aDeleteOfARowThatIsGoneIsDone() async throws {
  let bench = try await Bench()
  try await bench.queue(.delete)
  bench.server.remove("T", "a")
  let report = try await bench.context.push()
  #expect(report.succeeded == 1)
  #expect(try await bench.operations().isEmpty)
}

@Test func anAnswerWithoutTheRowIsReadBack() async throws {
  let bench = try await Bench()
  try await bench.queue(.update)
  bench.server.change { $0.answersWithoutRow = true }
  _ = try await bench.context.push()
  #expect(bench.remote.calls.map(\.name) == ["update", "read"])
  try await bench.expectSame("a")
}

@Test func aChangeTakenBackBeforeItWasSentSendsNothing() async throws {
  let bench = try await Bench()
  try await bench.queue(.update)
  bench.remote.script([.throttled, .throttled, .throttled, .throttled, .throttled, .throttled])
  _ = try await bench.context.push()
  try await bench.table.update("a", ["title": "old"])
  bench.remote.clearLog()
  let report = try await bench.context.push()
  #expect(report.stopped == nil)
  #expect(bench.remote.sends.isEmpty)
  #expect(try await bench.operations().isEmpty)
  try await bench.expectSame("a")
}

@Test func theServersReasonIsKeptWithTheAttempt() async throws {
  let bench = try await Bench()
  try await bench.queue(.insert)
  bench.remote.script([.refused])
  _ = try await bench.context.push()
  let operation = try #require(try await bench.operations().first)
  #expect(operation.lastError == "The title is too long.")
  #expect(try await bench.attempts(operation.id).map(\.status) == [400])
  #expect(try await bench.errors().map(\.message) == ["The title is too long."])
  // It is not sent again by itself.
  bench.remote.clearLog()
  let second = try await bench.context.push()
  #expect(bench.remote.sends.isEmpty)
  #expect(second.remaining == 1)
}
