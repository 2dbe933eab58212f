import SQLiteKit
import Support
import SyncCore

/// Decides when a simulated process ends: at a request, or at a write to its store.
///
/// From then on no write to the store succeeds and no request leaves, until the store is opened
/// again: the file is as a killed process leaves it.
final class ProcessLife: Sendable {
  private struct State: Sendable {
    var isOver = false
    var hasEnded = false
    var writesLeft: Int?
    var requestsLeft: Int?
  }

  private let state = Locked(State())

  var isOver: Bool { state.withLock { $0.isOver } }

  /// True when a process ended since the last ``begin()`` but one.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  func begin() {
    state.withLock { state in
      state = State(hasEnded: state.isOver)
    }
  }

  func end() { state.withLock { $0.isOver = true } }

  func end(afterWrites writes: Int) { state.withLock { $0.writesLeft = writes } }

  func end(afterRequests requests: Int) { state.withLock { $0.requestsLeft = requests } }

  /// Counts a moment of a request; true when the process ends there, or has ended.
  func countRequest() -> Bool {
    state.withLock { state in
      if let left = state.requestsLeft {
        state.requestsLeft = left - 1
        if left <= 1 { state.isOver = true }
      }
      return state.isOver
    }
  }

  private func countWrite() -> Bool {
    state.withLock { state in
      if let left = state.writesLeft {
        state.writesLeft = left - 1
        if left <= 1 { state.isOver = true }
      }
      return state.isOver
    }
  }

  /// Makes every write to the store count, by triggers that go with the connection.
  func watch(_ context: SyncContext, _ bug: PlantedBug?) async throws {
    let life = self
    try await context.database.write { connection in
      try connection.createFunction("simulation_ends", argumentCount: 0, isPure: false) { _ in
        .integer(life.countWrite() ? 1 : 0)
      }
      for (index, table) in Self.tables.enumerated() {
        for event in ["INSERT", "UPDATE", "DELETE"] {
          try connection.execute(
            """
            CREATE TEMP TRIGGER simulation_\(index)_\(event) BEFORE \(event) ON main.\(table) BEGIN
              SELECT RAISE(ABORT, 'the process was killed') WHERE simulation_ends();
            END
            """)
        }
      }
      for statement in bug?.storeStatements ?? [] { try connection.execute(statement) }
      let exists = try connection.first(
        "SELECT 1 FROM main.sqlite_schema WHERE name = ?", [.text(CommitLog.table)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) }
      guard exists != nil else { return }
      for statement in bug?.rowTriggers ?? [] { try connection.execute(statement) }
    }
  }

  private static let tables = [
    "MS_TableOperations", "syncline_operations", "MS_TableConfig", "syncline_pulls",
    "syncline_history", "syncline_bases", "syncline_server_copies", "MS_TableOperationErrors",
  ]
}
