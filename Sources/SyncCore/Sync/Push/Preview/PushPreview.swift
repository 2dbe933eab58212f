import JSONKit
import Localization
import SQLiteKit

extension SyncContext {
  /// Says what a push would send and what would come of it, by reading only.
  ///
  /// Works beside a run and while others change rows; the answer holds for this moment. The server
  /// is asked no more once it failed on as many rows in a row as end a push; of operations that it
  /// was not asked about nothing is known then.
  ///
  /// - Parameter patience: How long the server is asked, all in all.
  package func pushPreview(
    _ scope: PushScope = .all, patience: Duration = .seconds(30)
  ) async throws -> [PreviewedOperation] {
    guard try await !isOffline else { throw SyncError.offline }
    let planned = try await plannedOperations(scope)
    let window = max(1, settings.pushWindow)
    return try await withThrowingTaskGroup(of: PreviewStep.self) { group in
      var previews = Previews(planned.indices.filter { planned[$0].blocked == nil })
      group.addTask {
        // Waits for the wire, so it goes by the time that passes there.
        try? await Task.sleep(for: patience)
        return .timeIsUp
      }
      while previews.isUnderWay {
        if let next = previews.start(window) {
          let one = planned[next]
          group.addTask { .answered(next, await self.ask(one)) }
        } else if let step = try await group.next(), previews.take(step) {
          group.cancelAll()
        }
      }
      group.cancelAll()
      try Task.checkCancellation()
      return planned.enumerated().map { index, one in
        let preview = previews.answered[index] ?? unasked(one, previews.stop ?? "")
        return cover?.preview(preview) ?? preview
      }
    }
  }

  private enum PreviewStep: Sendable {
    case answered(Int, (preview: PreviewedOperation, hasFailed: Bool))
    case timeIsUp
  }

  /// How far a preview is.
  private struct Previews {
    var answered: [Int: PreviewedOperation] = [:]
    /// Why no more is asked.
    var stop: String?
    /// What the server is still to be asked about.
    private var waiting: ArraySlice<Int>
    private var open = 0
    private var failedInARow = 0

    init(_ asked: [Int]) { waiting = asked[...] }

    var isUnderWay: Bool { open > 0 || (stop == nil && !waiting.isEmpty) }

    /// The next operation to ask about; nil while as many as may be are under way, or all were.
    mutating func start(_ window: Int) -> Int? {
      guard stop == nil, open < window, let next = waiting.popFirst() else { return nil }
      open += 1
      return next
    }

    /// - Returns: True when no more is to be asked from here on.
    mutating func take(_ step: PreviewStep) -> Bool {
      switch step {
      case .timeIsUp:
        guard stop == nil else { return false }
        stop = localized("Not checked with the server: the checks before it took too long.")
      case .answered(let index, let result):
        open -= 1
        // What is broken off says nothing about the server.
        guard stop == nil || !result.hasFailed else { return false }
        answered[index] = result.preview
        failedInARow = result.hasFailed ? failedInARow + 1 : 0
        guard stop == nil, failedInARow >= PushTally.brokenAfter else { return false }
        stop = localized(
          "Not checked with the server: the \(failedInARow) checks before it failed.")
      }
      return true
    }
  }

  /// What each of these operations would send now, in the form of ``PreviewedOperation/fingerprint``.
  package func fingerprints(ofOperations ids: [Int64]) async throws -> [Int64: String] {
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
    var blocked: BlockReason?
    /// How the server rejected the very same change last; nil when it did not.
    var rejection: AttemptInfo?
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
        let unsent = try assigning.flatMap { remote in
          try References.resolve(&change, by: remote, on: db)
        }
        let base =
          try operation.before
          ?? BaseStore.fetch(operation.table, operation.itemID, on: db)
        let first = try OperationStore.of(operation.table, operation.itemID, on: db).first
        let rejection = try Self.rejection(of: operation, on: db)
        let hasRow = target != nil || operation.kind == .delete || operation.kind == .undelete
        return Planned(
          operationID: id, change: change.expected(by: remote), base: base,
          local: target ?? operation.item,
          blocked: Self.blocked(operation, first: first?.id, hasRow: hasRow, rejection)
            ?? unsent.map(BlockReason.init),
          rejection: rejection)
      }
    }
  }

  /// How an operation was rejected that waits for a decision, or that waits again, unchanged.
  private static func rejection(
    of operation: StoredOperation, on db: Connection
  ) throws -> AttemptInfo? {
    let isUnchanged = operation.state == .pending && operation.failedSince != nil
    guard operation.state == .failed || isUnchanged,
      let last = try AttemptStore.of(operation.id, on: db).last,
      last.outcome == SendOutcome.refused.name
    else { return nil }
    return last
  }

  private static func blocked(
    _ operation: StoredOperation, first: Int64?, hasRow: Bool, _ rejection: AttemptInfo?
  ) -> BlockReason? {
    if let first, first != operation.id { return .earlierOperation(first) }
    return switch operation.state {
    case .failed: .openError(status: rejection?.status)
    case .conflict: .openConflict
    case .sending: .inFlight
    case .pending, .unknown, .blocked: hasRow ? nil : .noLocalRow
    }
  }

  private func ask(_ one: Planned) async -> (preview: PreviewedOperation, hasFailed: Bool) {
    do throws(RemoteError) {
      let server = try await present(one.change)
      var preview = unasked(one, "")
      preview.server = server
      (preview.expectation, preview.evidence) = Self.expectation(one.change, one.base, server)
      if preview.expectation == .accepted, let rejection = one.rejection {
        preview.expectation = .rejectedBefore
        preview.evidence = Self.evidence(rejection)
      }
      if let file = one.change.values.queuedFiles.first?.file {
        preview.evidence =
          [preview.evidence, localized("\(file.name) is uploaded first.")].joinedAsSentences()
      }
      return (preview, false)
    } catch {
      return (unasked(one, error.description), true)
    }
  }

  /// What is known of an operation without the server: that it would not be sent, or nothing.
  ///
  /// - Parameter reason: Why the server did not say more.
  private func unasked(_ one: Planned, _ reason: String) -> PreviewedOperation {
    PreviewedOperation(
      operationID: one.operationID, table: one.change.table, itemID: one.change.id,
      kind: one.change.kind, request: remote.describe(one.change.withoutQueuedFiles.complete),
      expectation: one.blocked == nil ? .unknown : .notSent, blocked: one.blocked,
      evidence: one.blocked == nil ? reason : "", fingerprint: one.change.fingerprint,
      local: one.local, lastStatus: one.rejection?.status)
  }

  private static func evidence(_ rejection: AttemptInfo) -> String {
    let why = rejection.message?.asSentence
    let what =
      switch (rejection.status, why) {
      case (let status?, let why?):
        localized("The server rejected this change with \(status) the last time: \(why)")
      case (let status?, nil):
        localized("The server rejected this change with \(status) the last time.")
      case (nil, let why?): localized("The server rejected this change the last time: \(why)")
      case (nil, nil): localized("The server rejected this change the last time.")
      }
    return [what, localized("The change is the same.")].joinedAsSentences()
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
    switch ReconciledOutcome(change, base: base, server: server, after: .unknown("")) {
    case .done: (.alreadyDone, localized("The server already has this change."))
    case .missing: (.missing, localized("The server has no such row."))
    case .conflict(let server):
      (
        .conflict,
        server?.deleted == true && change.kind != .undelete
          ? localized("The row was deleted on the server.")
          : localized("The server’s row has changed since this change was made.")
      )
    case .sendAgain, .untouched, .refused:
      (
        .accepted,
        change.kind == .insert
          ? localized("The server has no row with this id.")
          : localized("The server’s row has not changed since this change was made.")
      )
    }
  }
}
