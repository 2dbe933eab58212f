import Localization
import Support

/// Outcomes that leave the operation in the queue.
extension OutcomeRecorder {
  /// The tombstone that a pull brought for the row, where the server keeps none to show.
  func tombstoneBeside(_ operation: StoredOperation) throws -> Record? {
    let copy = try ServerCopyStore.fetch(operation.table, operation.itemID, on: db)
    return copy?.deleted == true ? copy : nil
  }

  func conflict(
    _ operation: StoredOperation, _ record: Record?, _ one: FinishedOperation
  ) throws {
    var server = record
    server?.id = operation.itemID
    if let server {
      try ServerCopyStore.put(server, table: operation.table, at: now, on: db)
    }
    // The row may have been read after the answer that turned the change down.
    let status = StoredStatus.ofConflict(
      operation.kind, answers: [one.answer, one.flight.refusal])
    let told = one.answer?.message
    let code = StoredStatus.code(ofConflict: status, hasMessage: told != nil)
    let message = told ?? conflictSentence(operation, server)
    try fail(
      operation, .conflict, code: code, status: status, message: message, server: server, one)
  }

  /// Lets the table's rules decide a conflict that was written down.
  func outcome(
    ofConflict operation: StoredOperation, _ one: FinishedOperation
  ) throws -> RecordedOutcome {
    guard one.maySendAgain, let rules = rules[operation.table],
      let stored = try OperationStore.fetch(operation.id, on: db),
      try RuledDecision(rules: rules, now: now, connection: db).decide(stored)
    else {
      return RecordedOutcome(operationID: operation.id, kind: .conflict, errorID: one.errorID)
    }
    return RecordedOutcome(
      operationID: operation.id, kind: .decidedByRule,
      next: try SyncContext.nextOperation(operation.table, operation.itemID, scope, on: db))
  }

  private func conflictSentence(_ operation: StoredOperation, _ server: Record?) -> String {
    let (id, table, kind) = (operation.itemID, operation.table, operation.kind)
    guard let server else {
      return localized(
        "The server rejected the \(kind.name) of row \(id) of \(table) for the state of its own "
          + "copy, and does not show it.")
    }
    if kind == .insert { return localized("The server has another row \(id) of \(table) already.") }
    return server.deleted
      ? localized("The server’s row \(id) of \(table) was deleted since this store synced it.")
      : localized("The server’s row \(id) of \(table) changed since this store synced it.")
  }

  /// The run ended before anybody could tell: what an earlier run wrote about it stays.
  func unsettled(
    _ operation: StoredOperation, _ reason: FailureReason, _ one: FinishedOperation
  ) throws -> RecordedOutcome {
    let known = try ErrorStore.of(operation.id, on: db).last
    if let known {
      try OperationStore.setState(operation.id, .unknown, message: known.message, on: db)
    } else {
      try failed(operation, reason, one)
    }
    return RecordedOutcome(
      operationID: operation.id, kind: reason.recorded, errorID: known?.id ?? one.errorID)
  }

  func failed(
    _ operation: StoredOperation, _ reason: FailureReason, _ one: FinishedOperation
  ) throws {
    // The row may have been read after the answer, so the answer is the last attempt's.
    let answered = one.answer?.status ?? one.flight.lastSent?.status
    let own = reason.message(
      kind: operation.kind, table: operation.table, id: operation.itemID)
    switch reason {
    case .refused, .turnedDown:
      let answer = one.answer ?? one.flight.refusal
      let told = answer?.message
      let code =
        told == nil ? OperationError.Code.withoutMessage : OperationError.Code.withMessage
      // What was read of the row is the very copy that the change was made on.
      let server =
        reason == .turnedDown
        ? try BaseStore.fetch(operation.table, operation.itemID, on: db) : nil
      let isSaidMissing = StoredStatus.isMissing(answer?.status)
      try fail(
        operation, .failed, code: code, status: answer?.status ?? 0,
        message: server != nil && isSaidMissing ? own : told ?? own, server: server, one)
    case .missing:
      try fail(
        operation, .failed, code: OperationError.Code.withMessage,
        status: one.answer?.status ?? StoredStatus.missing, message: own, isMissingThere: true, one)
    case .keepsFailing(let failures):
      try fail(
        operation, .failed, code: OperationError.Code.withMessage,
        status: failures.status ?? 0, message: own, one)
    case .untraceable, .unreadable:
      try fail(
        operation, .failed, code: OperationError.Code.withMessage,
        status: answered ?? 0, message: own, one)
    case .circularReference, .brokenReference:
      try fail(
        operation, .failed, code: OperationError.Code.withMessage, status: 0, message: own, one)
    case .fileNotUploaded(let file):
      try fail(
        operation, .failed, code: OperationError.Code.withMessage, status: file.status ?? 0,
        message: own, one)
    case .noLocalRow:
      try fail(operation, .failed, code: -1_101, status: 0, message: own, one)
    case .unsettled:
      try fail(
        operation, .unknown, code: OperationError.Code.withMessage, status: answered ?? 0,
        message: own, one)
    }
  }

  private func fail(
    _ operation: StoredOperation, _ state: OperationState, code: Int, status: Int,
    message: String, server: Record? = nil, isMissingThere: Bool = false, _ one: FinishedOperation
  ) throws {
    try OperationStore.setState(operation.id, state, message: message, on: db)
    let sent = Record(
      id: operation.itemID, version: one.flight.change.version,
      values: one.flight.change.values)
    try ErrorStore.put(
      ErrorStore.Entry(
        id: one.errorID, operation: operation, code: code, status: status, message: message,
        item: operation.kind == .delete ? operation.item : sent, server: server,
        isMissingThere: isMissingThere, at: now),
      on: db)
  }
}

extension FailureReason {
  /// What the run counts.
  var recorded: RecordedOutcome.Kind {
    if case .unsettled(let why) = self { return .unknown(why: why) }
    return .failed
  }
}
