/// A bug that the simulator has to find, planted around the product and not in it.
package enum PlantedBug: String, Sendable, CaseIterable {
  // In the client's store.
  /// Some operations never enter the queue.
  case operationLost
  /// A change that follows another one of the same row never enters the queue.
  case chainedOperationLost
  /// A change whose outcome is unknown counts as done.
  case unknownCountsAsDone
  /// A change that was under way when the process ended counts as done.
  case interruptedCountsAsDone
  /// A conflict takes the operation out of the queue.
  case conflictDropped
  /// A rejected change leaves the queue.
  case rejectionDropped
  /// A pull writes the service's row over one with a pending change.
  case pendingRowClobbered
  /// A pull moves a pending change onto the version that it brings.
  case pendingChangeRebased
  /// The delta token is ahead of the rows by a minute.
  case tokenAhead
  /// The delta token is stored and its rows are not.
  case tokenBeforeRows
  /// The delta token moves back by an hour.
  case tokenMovesBack
  /// Tombstones are stored as live rows.
  case tombstoneIgnored
  /// A pull leaves a column of new rows empty.
  case columnLost
  /// A deletion whose insert has an unknown outcome takes both out of the queue.
  case sentInsertCollapsed
  /// The server's copy in a conflict has a column of the base.
  case ruleDecidesOnStaleCopy
  /// A decision of a rule is not listed.
  case ruleDecisionUnlisted
  /// A preview of a pull stores its rows.
  case previewStoresRows
  /// The journal of an import leaves rows out.
  case importedRowForgotten

  // Between the client and the service.
  /// No write has `If-Match`.
  case ifMatchDropped
  /// No deletion has `If-Match`.
  case ifMatchOfDeleteDropped
  /// Every write has the version that the service has at that moment.
  case ifMatchRefreshed
  /// 412 counts as success.
  case staleVersionAccepted
  /// 409 counts as success.
  case takenIDAccepted
  /// 404 counts as success.
  case missingRowAccepted
  /// A lost request counts as success.
  case lostRequestAccepted
  /// A failure of the service counts as success.
  case failureAccepted
  /// A page loses its last row.
  case lastRowOfPageLost
  /// Pages have no tombstones.
  case tombstonesLost
  /// `Retry-After` is ignored.
  case retryAfterIgnored
  /// An update is sent after the changes that follow it.
  case updatesReordered
  /// The responses of a batch belong to other requests of it.
  case batchResponsesSwapped
  /// The last request of a batch is not sent, and counts as done.
  case batchCutShort
  /// An update is sent twice, once without `If-Match`, some steps later.
  case updateRepeatedLater

  // Between the client and a Parse Server.
  /// An insert whose answer is lost is sent again at once.
  case insertResentBlindly

  // Between the client and a CloudKit zone.
  /// An update is written whatever the record's change tag is.
  case changeTagDropped
  /// The feed names no deleted records.
  case feedRemovalsLost

  // In the service.
  /// Stamps are those of a clock that is set back.
  case stampsMoveBack
  /// A write leaves the version as it was.
  case versionKept

  /// A bug is found in this many histories from ``firstSeed`` on.
  package static let seedsMax: UInt64 = 30

  /// The seed to begin with, for bugs that need a rare meeting of faults.
  package var firstSeed: UInt64 {
    switch self {
    case .batchResponsesSwapped: 55
    case .rejectionDropped: 40
    case .pendingChangeRebased, .missingRowAccepted, .ifMatchOfDeleteDropped: 20
    default: 1
    }
  }

  /// The adapter of the histories that have to find it.
  package var kind: SimulatedRemote {
    switch self {
    case .insertResentBlindly: .parse
    case .changeTagDropped, .feedRemovalsLost: .cloudkit
    default: .azure
    }
  }

  /// A fault without which the bug does nothing.
  var fault: WireFault? { self == .insertResentBlindly ? .lostResponse : nil }

  /// What histories need so that the bug shows.
  var action: HistoryAction? {
    switch self {
    case .ruleDecidesOnStaleCopy, .ruleDecisionUnlisted: .conflictRules
    case .previewStoresRows: .previews
    case .importedRowForgotten: .imports
    default: nil
    }
  }

  /// True for a bug of requests that hold several changes.
  var needsBatches: Bool { self == .batchResponsesSwapped || self == .batchCutShort }
}
