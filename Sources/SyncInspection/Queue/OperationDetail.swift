package import JSONKit
package import Support
package import SyncCore

/// Everything known about one operation.
package struct OperationDetail: Sendable, Hashable {
  package var info: OperationInfo
  /// The row as it was when it was deleted; nil for other kinds.
  package var item: Record?
  /// What would be sent: every set column for an insert, the changed ones for an update.
  package var changed: JSONObject
  /// The last server copy that this store synced.
  package var base: Record?
  /// The row as this operation leaves it; nil once it was hard-deleted.
  package var local: Record?
  /// A newer server copy that a pull or an answer brought.
  package var server: Record?
  package var attempts: [AttemptInfo]
  /// The request as it would be sent now, secrets masked.
  package var request: RequestDescription
  /// Earlier operations that this one waits for; its own row's first.
  ///
  /// Of tables that go first only the oldest are named.
  package var blockedBy: [Int64]
  /// How many operations of tables that go first it waits for.
  package var countOfTablesBefore = 0
  /// Those of them that insert rows which this row names, on a server that gives rows their ids.
  package var insertsBefore: [Int64] = []
  package var nextAttemptAt: Timestamp?
  /// Until when the server asked to be sent nothing.
  package var pausedUntil: Timestamp?
  package var queuedBy: String?
  /// The changes that it was condensed from, oldest first.
  package var story: [HistoryEntry]

  package init(
    info: OperationInfo, item: Record? = nil, changed: JSONObject = JSONObject(),
    base: Record? = nil, local: Record? = nil, server: Record? = nil,
    attempts: [AttemptInfo] = [], request: RequestDescription, blockedBy: [Int64] = [],
    nextAttemptAt: Timestamp? = nil, queuedBy: String? = nil, story: [HistoryEntry] = []
  ) {
    self.info = info
    self.item = item
    self.changed = changed
    self.base = base
    self.local = local
    self.server = server
    self.attempts = attempts
    self.request = request
    self.blockedBy = blockedBy
    self.nextAttemptAt = nextAttemptAt
    self.queuedBy = queuedBy
    self.story = story
  }
}

extension OperationDetail {
  /// When a person decided on the operation last; nil while it waits as it was queued or changed.
  package var decidedAt: Timestamp? {
    story.last.flatMap { $0.source == .resolve ? $0.at : nil }
  }

  /// True when nothing was sent since it was queued, changed or decided on.
  package var isUnsentAsItIs: Bool {
    guard let attempt = attempts.last else { return info.attempts == 0 }
    guard [.pending, .blocked, .unknown].contains(info.state) else { return false }
    if let decidedAt { return decidedAt >= attempt.startedAt }
    return story.last.map { $0.at > attempt.startedAt } ?? false
  }
}
