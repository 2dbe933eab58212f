import SyncCore

/// Fills the demo's table service through its own protocol, as any client would.
struct DemoLoader: Sendable {
  private static let window = 32

  let remote: any Remote

  func load(_ tables: [DemoRows.Table]) async throws {
    for table in tables { try await load(table) }
  }

  private func load(_ table: DemoRows.Table) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, row) in table.rows.enumerated() {
        if index >= Self.window { try await group.next() }
        group.addTask {
          try await send(
            Change(
              .insert, table: table.name, id: row.id, values: row.values, allValues: row.values))
        }
      }
      try await group.waitForAll()
    }
  }

  /// Sends one change that must succeed.
  func send(_ change: Change) async throws {
    let result = await remote.send(change)
    guard case .accepted = result.outcome else {
      throw DemoError.refused(
        table: change.table, id: change.id,
        outcome: result.answer?.message ?? "\(result.outcome)")
    }
  }
}
