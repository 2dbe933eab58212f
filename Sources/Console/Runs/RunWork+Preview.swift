import Support
import SyncCore
import SyncInspection

/// Holds what a run did against what its preview said.
extension RunWork {
  /// - Parameters:
  ///   - before: The previewed operations as the queue had them before the push.
  ///   - words: What the preview said of each; nil for what it expected.
  func compare(
    _ previewed: [PreviewedSend], before: [Int64: OperationInfo], saying words: String? = nil
  ) async throws -> PreviewOutcome {
    let ids = previewed.map(\.id)
    let after = try await context.operations(ids)
    let now = try await context.fingerprints(ofOperations: Array(after.keys))
    var outcome = PreviewOutcome()
    outcome.previewed = previewed.count
    for one in previewed {
      let happened = Self.happened(one, before: before[one.id], after: after[one.id], now[one.id])
      guard !Self.isAsExpected(one.expected, happened) else { continue }
      let info = before[one.id] ?? after[one.id]
      outcome.add(
        .init(
          operationID: one.id, table: info?.table ?? one.table, itemID: info?.itemID ?? one.itemID,
          expected: words ?? one.expected.words(info?.kind ?? one.kind), happened: happened.words))
    }
    return outcome
  }

  /// Pulls, of a preview after pushing what that had.
  func pull(_ report: inout RunReport) async throws {
    let previewed = order.previewed ?? []
    let before = try await context.operations(previewed.map(\.id))
    let pull = try await context.pull(
      tables: order.tables, full: order.isFull, pushing: order.scopeBeforePull,
      ignoresPause: order.ignoresPause, progress: progress.sink)
    report.pull = pull
    guard let pulls = order.previewedPulls else { return }
    var outcome = try await compare(previewed, before: before, saying: "pushed before the pull")
    compare(pulls, pull, &outcome)
    let known = Set(previewed.map(\.id))
    let left = try await context.operationsBeforePull(tables: order.tables)
      .filter { !known.contains($0) }
    let operations = try await context.operations(left)
    for id in left { operations[id].map { outcome.leaveOut($0) } }
    report.preview = outcome
  }

  private func compare(
    _ previewed: [PreviewedPull], _ report: PullReport, _ outcome: inout PreviewOutcome
  ) {
    outcome.previewed += previewed.count
    for one in previewed {
      let done = report.tables.first { $0.table === one.table && $0.queryID === one.queryID }
      let figures = PullFigures(
        inserted: done?.inserted ?? 0, updated: done?.updated ?? 0, deleted: done?.deleted ?? 0,
        keptBeside: done?.keptBeside ?? 0)
      guard done == nil || figures != one.figures else { continue }
      outcome.add(
        .init(
          operationID: nil, table: one.table, itemID: one.queryID,
          expected: one.figures.words + (one.isComplete ? "" : ", and more that was not previewed"),
          happened: done == nil ? "not pulled" : figures.words))
    }
  }

  private enum Happened {
    case accepted, conflict, refused, notKnown, changedSince, notSent, goneBefore

    /// False when the run left the operation alone.
    var wasSent: Bool {
      switch self {
      case .accepted, .conflict, .refused, .notKnown: true
      case .changedSince, .notSent, .goneBefore: false
      }
    }

    var words: String {
      switch self {
      case .accepted: "accepted by the server"
      case .conflict: "conflict"
      case .refused: "rejected by the server"
      case .notKnown: "outcome unknown"
      case .changedSince: "not sent: changed after the preview"
      case .notSent: "not sent, still in the queue"
      case .goneBefore: "not sent: left the queue earlier"
      }
    }
  }

  private static func happened(
    _ one: PreviewedSend, before: OperationInfo?, after: OperationInfo?, _ fingerprint: String?
  ) -> Happened {
    guard let before else { return .goneBefore }
    guard let after else { return .accepted }
    // What waits for a decision is not sent, so it may be as it was before the run.
    let isUntouched = after.state == before.state && after.attempts == before.attempts
    switch after.state {
    case .conflict: return isUntouched ? .notSent : .conflict
    case .failed: return isUntouched ? .notSent : .refused
    case .unknown: return .notKnown
    case .pending, .blocked, .sending:
      return fingerprint == one.fingerprint ? .notSent : .changedSince
    }
  }

  private static func isAsExpected(
    _ expected: PreviewedOperation.Expectation, _ happened: Happened
  ) -> Bool {
    switch (expected, happened) {
    case (.accepted, .accepted), (.alreadyDone, .accepted), (.conflict, .conflict),
      (.missing, .refused), (.rejectedBefore, .refused), (.rejectedBefore, .accepted):
      true
    case (.notSent, _): !happened.wasSent
    // The preview promised nothing.
    case (.unknown, _): happened.wasSent
    default: false
    }
  }
}

extension PreviewedOperation.Expectation {
  /// What the preview said, at the end of a sentence and in its own words.
  func words(_ kind: OperationKind?) -> String {
    switch self {
    case .accepted: "will \(kind?.name ?? "be done")"
    case .alreadyDone: "done already"
    case .conflict: "would conflict"
    case .missing: "not on the server"
    case .rejectedBefore: "rejected last time, likely again"
    case .notSent: "will not be sent"
    case .unknown: "unknown"
    }
  }
}
