import JSONKit
import SQLiteKit

extension SyncContext {
  /// Says what a push would send and what would come of it, by reading only.
  ///
  /// Works beside a run and while others change rows; the answer holds for this moment.
  public func pushPreview(_ scope: PushScope = .all) async throws -> [PreviewedOperation] {
    let planned = try await plannedOperations(scope)
    let window = max(1, settings.pushWindow)
    return try await withThrowingTaskGroup(of: (Int, PreviewedOperation).self) { group in
      var previews: [Int: PreviewedOperation] = [:]
      var next = 0
      while next < planned.count || !group.isEmpty {
        if next < planned.count, next - previews.count < window {
          let (index, one) = (next, planned[next])
          group.addTask { (index, await self.preview(one)) }
          next += 1
        } else if let (index, preview) = try await group.next() {
          previews[index] = preview
        }
      }
      try Task.checkCancellation()
      return planned.indices.compactMap { previews[$0] }
    }
  }

  /// What each of these operations would send now, in the form of ``PreviewedOperation/fingerprint``.
  public func fingerprints(ofOperations ids: [Int64]) async throws -> [Int64: String] {
    let planned = try await plannedOperations(.operations(ids))
    return Dictionary(
      planned.map { ($0.operationID, $0.change.fingerprint) },
      uniquingKeysWith: { first, _ in first })
  }

  private struct Planned: Sendable {
    var operationID: Int64
    var change: Change
    var base: Record?
    var local: Record?
    /// Why it would not be sent; nil when it would.
    var obstacle: String?
  }

  private func plannedOperations(_ scope: PushScope) async throws -> [Planned] {
    let (wanted, values) = scope.condition
    let assigning = remote.assigning
    return try await database.read { db in
      let ids = try db.query(
        "SELECT s.operationId FROM syncline_operations s WHERE \(wanted) ORDER BY s.operationId",
        values
      ) { row throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
      return try ids.compactMap { id -> Planned? in
        guard let operation = try OperationStore.fetch(id, on: db),
          let schema = try Catalogue.table(operation.table, on: db)
        else { return nil }
        var (change, target) = try OutgoingChange.make(operation, in: schema, on: db)
        let missing = try assigning.flatMap { remote in
          try References.resolve(&change, by: remote, on: db)
        }
        let base =
          try operation.before
          ?? BaseStore.fetch(operation.table, operation.itemID, on: db)
        let first = try OperationStore.of(operation.table, operation.itemID, on: db).first
        let hasRow = target != nil || operation.kind == .delete || operation.kind == .undelete
        return Planned(
          operationID: id, change: change, base: base, local: target ?? operation.item,
          obstacle: Self.obstacle(operation, first: first?.id, hasRow: hasRow)
            ?? missing?.waitingSentence)
      }
    }
  }

  private static func obstacle(
    _ operation: StoredOperation, first: Int64?, hasRow: Bool
  ) -> String? {
    if let first, first != operation.id {
      return "It waits for operation \(first) of the same row."
    }
    switch operation.state {
    case .failed: return "The server refused it; retry it or discard it."
    case .conflict: return "It is in conflict with the server's row; decide first."
    case .sending: return "It is being sent just now."
    case .pending, .unknown, .blocked:
      return hasRow ? nil : "Its row is not in the store; discard it."
    }
  }

  private func preview(_ one: Planned) async -> PreviewedOperation {
    var preview = PreviewedOperation(
      operationID: one.operationID, table: one.change.table, itemID: one.change.id,
      kind: one.change.kind, request: remote.describe(one.change), expectation: .notSent,
      evidence: one.obstacle ?? "", fingerprint: one.change.fingerprint, local: one.local)
    guard one.obstacle == nil else { return preview }
    do throws(RemoteError) {
      preview.server = try await present(one.change)
    } catch {
      preview.expectation = .unknown
      preview.evidence = error.description
      return preview
    }
    (preview.expectation, preview.evidence) = Self.expectation(one.change, one.base, preview.server)
    return preview
  }

  /// The server's row that the change is about; an insert's may be known by the store's mark only.
  private func present(_ change: Change) async throws(RemoteError) -> Record? {
    guard let remote = remote.assigning, change.kind == .insert else {
      return try await remote.read(change.table, id: change.id)
    }
    guard case .found(let record) = try await remote.trace(insert: change) else { return nil }
    return record
  }

  private static func expectation(
    _ change: Change, _ base: Record?, _ server: Record?
  ) -> (PreviewedOperation.Expectation, String) {
    switch Settlement(change, base: base, server: server, after: .unknown("")) {
    case .done: (.alreadyDone, "The server's row is already as this change wants it.")
    case .missing: (.missing, "The server has no such row.")
    case .conflict: (.conflict, "The server's row is not the one that this change was made on.")
    case .sendAgain:
      (
        .accepted,
        change.kind == .insert
          ? "The server has no row with this id."
          : "The server's row is the one that this change was made on."
      )
    }
  }
}
