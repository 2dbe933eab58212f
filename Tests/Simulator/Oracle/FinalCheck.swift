import SyncCore

/// The invariants of a client at the end, when nothing is in flight any more.
struct FinalCheck {
  private let plan: HistoryPlan
  private let client: SimulatedClient
  private let service: any SimulatedService

  init(_ plan: HistoryPlan, _ client: SimulatedClient, _ service: any SimulatedService) {
    self.plan = plan
    self.client = client
    self.service = service
  }

  func check() async throws {
    let operations = try await client.operations()
    guard operations.isEmpty else {
      throw InvariantViolation(.live, "\(client.name) still has \(operations)")
    }
    if let error = try await client.context.errors().first {
      throw InvariantViolation(.live, "\(client.name) still has \(error)")
    }
    let integrity = try await client.integrity()
    guard integrity == ["ok"] else {
      throw InvariantViolation(.integrity, "\(client.name): \(integrity)")
    }
    try compare(try await client.rows(), service.rows)
  }

  private func compare(_ local: [String: RowImage], _ there: [String: RowImage]) throws {
    for (id, row) in there.sorted(by: { $0.key < $1.key }) where plan.matches(row) {
      if local[id]?.content == row.content { continue }
      // A store that removed a row need not have its tombstone.
      if local[id] == nil, row.isDeleted || client.book.removedLocally.contains(id) { continue }
      throw InvariantViolation(
        row.isDeleted ? .noResurrection : .convergence,
        "\(client.name) has \(local[id]?.content ?? "no row"), the service \(row.content)")
    }
    for (id, row) in local.sorted(by: { $0.key < $1.key }) where there[id] == nil {
      throw InvariantViolation(
        .noResurrection, "\(client.name) has \(row.content), which the service does not have")
    }
  }
}

extension HistoryPlan {
  /// True where only a comparison of ids finds rows that the service removed.
  var needsReconcile: Bool {
    // A feed names every record that is gone.
    kind != .cloudkit
      && (!keepsTombstones || events.contains(.hardDelete) || events.contains(.reinsert))
  }
}
