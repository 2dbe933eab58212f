import JSONKit
import Testing

@testable import SyncCore

/// Every cell of the table that says how a new change meets what is queued for its row.
///
/// Each runs twice: in one go, and with the store closed and opened between the two changes.
@Suite struct CondensingTests {
  @Test(arguments: Cell.neverSent, [false, true])
  func newChangeMeetsWhatWasNeverSent(_ cell: Cell, reopens: Bool) async throws {
    try await cell.check(reopens: reopens)
  }

  @Test(arguments: Cell.inFlight, [false, true])
  func newChangeWaitsBehindWhatTheServerMayHave(_ cell: Cell, reopens: Bool) async throws {
    try await cell.check(reopens: reopens)
  }

  @Test(arguments: Cell.decided, [false, true])
  func newChangeMeetsAFailedOrConflictingOne(_ cell: Cell, reopens: Bool) async throws {
    try await cell.check(reopens: reopens)
  }

  @Test(arguments: Cell.second, [false, true])
  func thirdChangeCondensesIntoTheSecond(_ cell: Cell, reopens: Bool) async throws {
    try await cell.check(reopens: reopens)
  }
}

enum LocalAction: String, Sendable {
  case insert, update, delete, undelete, hardDelete
}

/// How a row begins, before any operation.
enum Beginning: String, Sendable { case absent, live, tombstone }

enum Refusal: Sendable { case exists, deleted, live, missing, gone }

enum RowLook: Sendable { case absent, live, deleted }

struct Cell: Sendable, CustomStringConvertible {
  var beginning: Beginning
  /// The changes before, and the state that a push leaves the operation of each in.
  var earlier: [(action: LocalAction, state: OperationState)]
  var action: LocalAction
  /// `kind state` of what is queued afterwards.
  var queue: [String]
  var refusal: Refusal?
  var row: RowLook

  var description: String {
    let before = earlier.map { "\($0.action) \($0.state)" }.joined(separator: ", ")
    return "\(beginning), \(before) + \(action)"
  }

  func check(reopens: Bool) async throws {
    let fixture = try StoreFixture()
    var context = try await fixture.open()
    switch beginning {
    case .absent: break
    case .live: try await context.seed("todo", [Record(id: "a", version: "v1", values: ["n": 1])])
    case .tombstone:
      try await context.seed(
        "todo", [Record(id: "a", version: "v1", deleted: true, values: ["n": 1])])
    }
    for (number, step) in earlier.enumerated() {
      try await perform(step.action, number: Int64(number) + 2, on: context.table("todo"))
      try await context.setLast("todo", "a", to: step.state)
    }
    if reopens { context = try await fixture.open() }
    let table = context.table("todo")
    let error = try await storeRefusal { try await perform(action, number: 9, on: table) }
    #expect(Refusal(error) == refusal)
    let queued = try await context.operations(of: "todo", "a").map { "\($0.kind) \($0.state)" }
    // A new process does not know whether an interrupted request arrived.
    let expected = reopens ? queue.map { $0.replacing("sending", with: "unknown") } : queue
    #expect(queued == expected)
    let detail = try await table.read(id: "a")
    switch row {
    case .absent: #expect(detail == nil)
    case .live: #expect(detail?.deleted == false)
    case .deleted: #expect(detail?.deleted == true)
    }
    let base = try await context.kept("todo", "a").base
    #expect((base != nil) == (!queued.isEmpty && beginning != .absent))
  }

  private func perform(_ action: LocalAction, number: Int64, on table: SyncTable) async throws {
    switch action {
    case .insert: try await table.insert(["id": "a", "n": .integer(number)])
    case .update: try await table.update("a", ["n": .integer(number)])
    case .delete: try await table.delete("a")
    case .undelete: try await table.undelete("a")
    case .hardDelete: try await table.hardDelete("a")
    }
  }
}

extension Refusal {
  init?(_ error: SyncError?) {
    switch error {
    case .rowExists: self = .exists
    case .rowIsDeleted: self = .deleted
    case .rowIsLive: self = .live
    case .noSuchRow: self = .missing
    case .nothingToUndelete: self = .gone
    default: return nil
    }
  }
}
