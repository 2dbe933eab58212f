import ConsoleData
import JSONKit
public import SyncCore

/// The story of one run: what was asked, what came of it, problems first.
public struct RunReport: Sendable, Equatable {
  /// At most this many problems are kept with the run; the queue has them all.
  public static let problemsMax = 500

  public var tables: [String]?
  public var operations: [Int64]?
  public var isFull = false
  public var push: PushReport?
  public var pull: PullReport?
  public var comparison: ReconcileReport?
  public var problems: [RunProblem] = []
  /// How many operations wait that were queued after the page that the push was ordered from; nil
  /// for a push that no page limited.
  var newer: Int?
  /// Where the run differed from its preview; nil when there was none.
  var preview: PreviewOutcome?
  /// Why the run broke off with an error, as a sentence.
  public var failure: String?

  public init() {}

  init(_ order: RunRequest) {
    tables = order.tables
    operations =
      order.operations ?? (order.kind == .push ? order.previewed?.map(\.id) : nil)
    isFull = order.isFull
  }

  /// What a run under way did so far.
  init(_ order: RunRequest, soFar progress: SyncProgress) {
    self.init(order)
    fill(progress)
  }

  /// Takes what the run itself does not tell from its last snapshot.
  mutating func fill(_ progress: SyncProgress) {
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

  public var pushed: Int { pushes.reduce(0) { $0 + $1.succeeded } }
  /// Operations that need a decision, conflicts included.
  public var failed: Int { pushes.reduce(0) { $0 + $1.failed + $1.conflicts } }
  public var conflicts: Int { pushes.reduce(0) { $0 + $1.conflicts } }
  /// Operations of which nobody knows whether the server has them: the next push asks.
  public var unknown: Int { pushes.reduce(0) { $0 + $1.unknown } }
  /// Operations of the pushes that are still in the queue.
  var remaining: Int { pushes.reduce(0) { $0 + $1.remaining } }
  /// Those of them that a further push would send or ask for.
  var waiting: Int { pushes.reduce(0) { $0 + $1.waiting } }
  /// Rows that the server sent, those included that the store had already.
  public var received: Int { pull?.received ?? 0 }
  /// Rows that are new or changed here by that.
  public var pulled: Int { (pull?.inserted ?? 0) + (pull?.updated ?? 0) }
  public var deleted: Int { pull?.deleted ?? 0 }

  public var stopped: PushStop? { push?.stopped ?? pull?.stopped ?? pull?.push?.stopped }

  /// What kept the run from its end, in whole sentences; empty when nothing did.
  public var obstacles: [String] {
    var sentences: [String] = []
    if let failure { sentences.append(failure) }
    if let stopped, stopped != .cancelled { sentences.append(stopped.description) }
    sentences += pushes.flatMap(\.refusals)
    for table in pull?.tables ?? [] {
      if let failure = table.failure { sentences.append("\(table.table): \(failure)") }
    }
    if let comparison, !comparison.isComplete {
      sentences.append(
        "The server’s list of \(comparison.table) is not complete"
          + (comparison.failure.map { ": \($0)" } ?? "."))
    }
    return sentences
  }

  /// What a person should know of the server's rows, in whole sentences.
  public var warnings: [(table: String, text: String)] {
    let pulled = (pull?.tables ?? []).flatMap { table in
      table.warnings.map { (table: table.table, text: $0) }
    }
    return pulled + (comparison?.warnings ?? []).map { (table: comparison?.table ?? "", text: $0) }
  }

  public var isCancelled: Bool { stopped == .cancelled }
}

/// One operation that a run left undone because a person has to decide.
public struct RunProblem: Sendable, Equatable {
  public var errorID: String
  public var operationID: Int64
  public var table: String
  public var itemID: String
  public var kind: OperationKind
  public var state: ErrorKind
  public var status: Int
  public var message: String
  /// True for a conflict with a row that the server has deleted.
  public var isDeletedThere = false
  /// True when the server said that it does not have the row.
  var isMissingOnServer = false

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
  }

  public var isConflict: Bool { state == .conflict }
}
