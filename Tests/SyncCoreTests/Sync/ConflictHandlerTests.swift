import JSONKit
import Support
import TestSupport
import Testing

@testable import SyncCore

/// Answers every conflict by a function and remembers what it was asked.
private final class Handler: ConflictHandler {
  private let seen = Locked<[OperationError]>([])
  private let decide: @Sendable (OperationError) async -> Resolution?

  init(_ decide: @escaping @Sendable (OperationError) async -> Resolution?) {
    self.decide = decide
  }

  var asked: [OperationError] { seen.withLock { $0 } }

  func resolve(_ conflict: OperationError) async -> Resolution? {
    seen.withLock { $0.append(conflict) }
    return await decide(conflict)
  }
}

/// A row that was changed here and there since the last pull.
private func conflicting(_ handler: Handler) async throws -> Bench {
  let bench = try await Bench(handler: handler)
  try await bench.synced("a", ["title": "old", "n": 1])
  try await bench.table.update("a", ["title": "mine"])
  bench.server.put("T", "a", ["title": "theirs"])
  return bench
}

private struct Ending: Sendable, CustomTestStringConvertible {
  var resolution: Resolution
  /// The server's title in the end.
  var server: JSONValue
  /// The title here; nil for a row that went.
  var local: JSONValue?
  /// Sends that carried a change.
  var sends: Int

  var testDescription: String { resolution.name }
}

@Test(arguments: [
  Ending(resolution: .keepLocal, server: "mine", local: "mine", sends: 2),
  Ending(resolution: .takeServer, server: "theirs", local: "theirs", sends: 1),
  Ending(resolution: .merge(["title": "both"]), server: "both", local: "both", sends: 2),
  Ending(resolution: .merge(["title": "theirs"]), server: "theirs", local: "theirs", sends: 1),
  Ending(resolution: .discard, server: "theirs", local: "theirs", sends: 1),
  Ending(resolution: .removeRow, server: "theirs", local: nil, sends: 1),
])
private func aHandlersDecisionIsCarriedOutInTheSamePush(_ ending: Ending) async throws {
  let handler = Handler { _ in ending.resolution }
  let bench = try await conflicting(handler)
  let report = try await bench.context.push()
  #expect(report.isClean)
  #expect(report.problems.isEmpty)
  #expect(handler.asked.count == 1)
  #expect(bench.remote.sends.count == ending.sends)
  #expect(bench.server.row("T", "a")?.values["title"] == ending.server)
  #expect(try await bench.row("a")?.values["title"] == ending.local)
  #expect(try await bench.operations().isEmpty)
  #expect(try await bench.errors().isEmpty)
}

@Test func aHandlerSeesAllThreeCopies() async throws {
  let handler = Handler { _ in nil }
  let bench = try await conflicting(handler)
  _ = try await bench.context.push()
  let conflict = try #require(handler.asked.first)
  #expect(conflict.isConflict && conflict.itemID == "a")
  #expect(conflict.base?.values["title"] == "old")
  #expect(conflict.local?.values["title"] == "mine")
  #expect(conflict.server?.values["title"] == "theirs")
}

@Test func withoutAnAnswerTheConflictIsLeftToAPerson() async throws {
  let handler = Handler { _ in nil }
  let bench = try await conflicting(handler)
  let report = try await bench.context.push()
  #expect(report.conflicts == 1 && report.problems.count == 1 && report.remaining == 1)
  #expect(try await bench.operations().map(\.state) == [.conflict])
  // It waits for a person: the next push neither sends it nor asks again.
  #expect(try await bench.context.push().sent == 0)
  #expect(handler.asked.count == 1)
}

@Test func aDecisionThatCannotBeCarriedOutLeavesTheConflict() async throws {
  let handler = Handler { _ in .merge(["n": "no number"]) }
  let bench = try await conflicting(handler)
  let report = try await bench.context.push()
  #expect(report.conflicts == 1 && report.stopped == nil)
  #expect(try await bench.operations().map(\.state) == [.conflict])
  #expect(try await bench.row("a")?.values["title"] == "mine")
}

@Test func aHandlerIsAskedAboutEveryRowOnce() async throws {
  let handler = Handler { $0.itemID == "r1" ? .takeServer : .keepLocal }
  let bench = try await Bench(handler: handler)
  let ids = (0..<5).map { "r\($0)" }
  for id in ids { try await bench.synced(id, ["title": "old"]) }
  for id in ids {
    try await bench.table.update(id, ["title": "mine"])
    bench.server.put("T", id, ["title": "theirs"])
  }
  #expect(try await bench.context.push().isClean)
  #expect(handler.asked.map(\.itemID).sorted() == ids)
  #expect(bench.server.row("T", "r1")?.values["title"] == "theirs")
  #expect(bench.server.row("T", "r2")?.values["title"] == "mine")
}

/// A server that changes the row again each time would keep a push running for ever.
@Test func alwaysKeepingMineAgainstARestlessServerEnds() async throws {
  let handler = Handler { _ in .keepLocal }
  let bench = try await conflicting(handler)
  let writes = Locked(0)
  bench.remote.beforeSend { [server = bench.server] _ in
    let number = writes.withLock { writes in
      writes += 1
      return writes
    }
    server.put("T", "a", ["title": .string("theirs \(number)")])
  }
  let report = try await bench.context.push()
  #expect(report.conflicts == 1)
  #expect(bench.remote.sends.count == ReadyOperations.startsMax)
  #expect(try await bench.operations().map(\.state) == [.conflict])
  #expect(try await bench.row("a")?.values["title"] == "mine")
  // Once the server rests, the change goes through.
  bench.remote.beforeSend(nil)
  let error = try #require(try await bench.errors().first)
  try await bench.context.resolve(error.id, .keepLocal, by: nil)
  #expect(try await bench.context.push().isClean)
  #expect(bench.server.row("T", "a")?.values["title"] == "mine")
}

/// The handler may take its time; the person's newest words go out, not those it was shown.
@Test func anEditWhileTheHandlerThinksIsNotLost() async throws {
  let table = Locked<SyncTable?>(nil)
  let handler = Handler { _ in
    await expectNoThrow { try await table.withLock { $0 }?.update("a", ["title": "newest"]) }
    return .keepLocal
  }
  let bench = try await conflicting(handler)
  table.withLock { $0 = bench.table }
  #expect(try await bench.context.push().isClean)
  #expect(bench.server.row("T", "a")?.values["title"] == "newest")
  #expect(try await bench.row("a")?.values["title"] == "newest")
}
