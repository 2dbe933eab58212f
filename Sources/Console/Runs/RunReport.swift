import ConsoleData
import JSONKit
import Localization
import Support
package import SyncCore
package import SyncInspection

/// The story of one run: what was asked, what came of it, problems first.
package struct RunReport: Sendable, Equatable {
  /// At most this many problems are kept with the run; the queue has them all.
  package static let problemsMax = 500

  package var tables: [String]?
  package var operations: [Int64]?
  package var isFull = false
  package var push: PushReport?
  package var pull: PullReport?
  /// Of a reconcile of one table.
  package var comparison: ReconcileReport?
  /// Of a reconcile of all tables, in order; nil for other runs.
  package var comparisons: [ReconcileReport]?
  package var problems: [RunProblem] = []
  /// How many operations wait that were queued after the page that the push was ordered from; nil
  /// for a push that no page limited.
  var newer: Int?
  /// Where the run differed from its preview; nil when there was none.
  var preview: PreviewOutcome?
  /// Of a copy from another store, or of its verification; nil for other runs.
  package var copy: CopyRunReport?
  /// The entries of the store's history that are the run's; nil for a run from before they were noted,
  /// and for one that never began.
  package var history: HistorySpan?
  /// Why the run broke off with an error, as a sentence.
  package var failure: String?

  package init() {}

  init(_ order: RunRequest) {
    tables = order.tables
    operations =
      order.operations ?? (order.kind == .push ? order.previewed?.map(\.id) : nil)
    isFull = order.isFull
    copy = order.copy.map { CopyRunReport(source: $0.source, options: $0.options) }
  }

  /// What a run under way did so far.
  init(_ order: RunRequest, soFar progress: SyncProgress) {
    self.init(order)
    fill(progress)
  }

  /// Takes what the run itself does not tell from its last snapshot.
  mutating func fill(_ progress: SyncProgress) {
    if let span = progress.history { history = span }
    if pushes.isEmpty { push = progress.push }
    if pull == nil, !progress.pulled.isEmpty {
      pull = PullReport()
      pull?.tables = progress.pulled
    }
  }

  /// What a push of the same would send.
  var pushScope: PushScope {
    if let operations { return .operations(operations) }
    return tables.map { .tables($0) } ?? .all
  }

  /// The pushes of the run: its own, and the one that a pull of a dirty table begins with.
  var pushes: [PushReport] { [push, pull?.push].compactMap { $0 } }

  package var pushed: Int { pushes.reduce(0) { $0 + $1.succeeded } }
  /// Operations that need a decision, conflicts included.
  package var failed: Int { pushes.reduce(0) { $0 + $1.failed + $1.conflicts } }
  package var conflicts: Int { pushes.reduce(0) { $0 + $1.conflicts } }
  /// Conflicts that rules resolved.
  var decidedByRules: Int { pushes.reduce(0) { $0 + $1.decidedByRules } }
  /// Operations of which nobody knows whether the server has them: the next push asks.
  package var unknown: Int { pushes.reduce(0) { $0 + $1.unknown } }
  /// Operations of the pushes that are still in the queue.
  var remaining: Int { pushes.reduce(0) { $0 + $1.remaining } }
  /// True where all that is left in the queue waits for a person: no push would send it.
  var needsAttentionOnly: Bool { remaining > 0 && pushes.allSatisfy { $0.waiting == 0 } }
  /// Those of them that a further push would send or ask for.
  var waiting: Int { pushes.reduce(0) { $0 + $1.waiting } }
  /// Rows that the server sent, those included that the store had already.
  package var received: Int { pull?.received ?? 0 }
  /// Rows that are new or changed here by that.
  package var pulled: Int { (pull?.inserted ?? 0) + (pull?.updated ?? 0) }
  package var deleted: Int { pull?.deleted ?? 0 }

  package var stopped: PushStop? { push?.stopped ?? pull?.stopped ?? pull?.push?.stopped }

  /// What kept the run from its end, in whole sentences; empty when nothing did.
  package var obstacles: [String] {
    var sentences: [String] = []
    if let failure { sentences.append(failure) }
    if let stopped, stopped != .cancelled { sentences.append(stopped.description) }
    sentences += pushes.flatMap(\.refusals)
    for table in pull?.tables ?? [] {
      if let failure = table.failure { sentences.append("\(table.table): \(failure)") }
    }
    for comparison in allComparisons where !comparison.isComplete {
      let table = comparison.table
      sentences.append(
        comparison.failure.map { reason in
          localized("The server’s list of \(table) is incomplete: \(reason)")
        } ?? localized("The server’s list of \(table) is incomplete."))
    }
    return sentences + (copy?.obstacles ?? [])
  }

  /// What a person should know of the server's rows, in whole sentences.
  package var warnings: [(table: String, text: String)] {
    let pulled = (pull?.tables ?? []).flatMap { table in
      table.warnings.map { (table: table.table, text: $0) }
    }
    return pulled
      + allComparisons.flatMap { comparison in
        comparison.warnings.map { (table: comparison.table, text: $0) }
      }
  }

  private var allComparisons: [ReconcileReport] { comparison.map { [$0] } ?? comparisons ?? [] }

  package var isCancelled: Bool { stopped == .cancelled }
}

/// One operation that a run left undone because a person has to decide.
package struct RunProblem: Sendable, Equatable {
  package var errorID: String
  package var operationID: Int64
  package var table: String
  package var itemID: String
  package var kind: OperationKind
  package var state: ErrorKind
  package var status: Int
  package var message: String
  /// True for a conflict with a row that the server has deleted.
  package var isDeletedThere = false
  /// True when the server said that it does not have the row.
  var isMissingOnServer = false
  /// The columns that were changed here, by name; empty where nobody knows them.
  var changed: [String] = []

  init(_ error: OperationError) {
    errorID = error.id
    operationID = error.operationID
    table = error.table
    itemID = error.itemID
    kind = error.kind
    state = error.state
    status = error.status
    message = error.message
    isDeletedThere = error.server?.deleted == true
    isMissingOnServer = error.isMissingOnServer
    if let local = error.local, let base = error.base {
      changed = local.changes(from: base).names.sortedByBytes()
    }
  }

  package var isConflict: Bool { state == .conflict }
}
