internal import Localization
package import Support

/// How one table differs from the server by a complete listing of the server's ids.
package struct ReconcileReport: Sendable, Equatable {
  package var table: String
  /// When the listing began.
  package var startedAt: String
  /// Rows of the store that were compared: those without a pending operation.
  package var localRows: Int
  /// Rows that the server listed.
  package var serverRows: Int
  /// Rows left out because an operation waits for them.
  package var pendingRows: Int
  /// False when the listing broke off; nothing may be applied then.
  package var isComplete: Bool
  /// Why the listing is not complete.
  package var failure: String?
  /// True when the rows' values were compared too, and not only what stands for their state.
  package var comparesContent = false
  /// True when the server's digests told which rows differ, so that only those were listed.
  package var usesDigest = false
  /// True when every pull of the table has a filter, so that rows are missing here on purpose.
  package var isFiltered = false
  /// What a person should know of the server's rows, in whole sentences.
  package var warnings: [String] = []
  /// Here, and not on the server.
  package var missingOnServer: ReconcileGroup
  /// On the server, and not here.
  package var missingHere: ReconcileGroup
  /// On both sides, and not the same.
  package var different: ReconcileGroup

  package init(table: String, startedAt: String) {
    self.table = table
    self.startedAt = startedAt
    localRows = 0
    serverRows = 0
    pendingRows = 0
    isComplete = false
    missingOnServer = ReconcileGroup()
    missingHere = ReconcileGroup()
    different = ReconcileGroup()
  }

  /// The number that a person has to repeat before rows are removed here; nil when none is asked.
  ///
  /// Asked when the server lists nothing though rows are here, or when more than a fifth of the
  /// rows (and more than five), or more than ``unconfirmedMax``, would go: that is more often a
  /// broken listing than a clean-up.
  package var confirmationNeeded: Int? {
    let count = missingOnServer.count
    let isEmptyListing = serverRows == 0 && count > 0
    let isLarge = count > Self.unconfirmedMax || count > 5 && count * 5 > localRows
    return isEmptyListing || isLarge ? count : nil
  }

  /// What was not compared, as a sentence; nil when everything was.
  package var leftOut: String? { Self.leftOut(pendingRows) }

  /// The same of so many rows.
  package static func leftOut(_ rows: Int) -> String? {
    guard rows > 0 else { return nil }
    return rows == 1
      ? localized("1 row with unsent changes was left out.")
      : localized("\(rows) rows with unsent changes were left out.")
  }

  /// Of so many rows at once what they were is kept, so that applying can be undone.
  package static let keptMax = UndoJournal.rowsMax

  /// How many rows `choices` are about.
  package func chosen(_ choices: ReconcileChoices) -> Int {
    (choices.missingOnServer == nil ? 0 : choices.chosen(missingOnServer).count)
      + (choices.missingHere == nil ? 0 : choices.chosen(missingHere).count)
      + (choices.different == nil ? 0 : choices.chosen(different).count)
  }

  /// Of a large table even a small share is many rows.
  package static let unconfirmedMax = 50
}

package struct ReconcileGroup: Sendable, Equatable {
  /// At most this many rows of a group are listed; the next reconcile shows the rest.
  package static let rowsMax = 10_000

  /// All rows of the group.
  package var count = 0
  /// The first rows by id, at most ``rowsMax``.
  package var rows: [ReconcileRow] = []

  package init() {}

  package var ids: [String] { rows.map(\.id) }
}

/// One row that is not the same on both sides; nil stands for "has none".
package struct ReconcileRow: Sendable, Equatable {
  package var id: String
  /// Changes whenever the local row changes, so that applying leaves newer rows alone.
  package var fingerprint: String?
  package var localVersion: String?
  package var localUpdatedAt: String?
  package var serverVersion: String?
  package var serverUpdatedAt: String?
  package var serverDeleted: Bool?
  /// The columns in which the values differ though both sides have the row in one version.
  package var columns: [String] = []

  package init(id: String) { self.id = id }
}

/// What to do with each group; nil leaves a group alone.
package struct ReconcileChoices: Sendable, Equatable {
  package enum MissingOnServer: String, Sendable, CaseIterable {
    /// The local row goes; its history stays. Nothing is sent.
    case removeHere = "remove-here"
    /// An insert of the local row is queued.
    case insertAgain = "insert-again"
  }

  package enum PullAgain: String, Sendable, CaseIterable {
    /// Each row is read from the server and stored.
    case pullAgain = "pull-again"
  }

  package var missingOnServer: MissingOnServer?
  package var missingHere: PullAgain?
  package var different: PullAgain?
  /// Limits the choices to these rows; nil for all that the report lists.
  package var ids: UTF8Set?
  /// The number that ``ReconcileReport/confirmationNeeded`` asks for.
  package var confirm: Int?

  package init(
    missingOnServer: MissingOnServer? = nil, missingHere: PullAgain? = nil,
    different: PullAgain? = nil, ids: UTF8Set? = nil, confirm: Int? = nil
  ) {
    self.missingOnServer = missingOnServer
    self.missingHere = missingHere
    self.different = different
    self.ids = ids
    self.confirm = confirm
  }
}

package struct ReconcileOutcome: Sendable, Equatable {
  package struct Skipped: Sendable, Equatable {
    package var id: String
    /// Why the row was left alone, in a sentence.
    package var reason: String

    package init(id: String, reason: String) {
      self.id = id
      self.reason = reason
    }
  }

  package var removed = 0
  package var queuedInserts = 0
  package var pulled = 0
  /// How many of the pulled rows were on both sides and differed.
  package var replaced = 0
  package var skipped: [Skipped] = []
  /// Why applying ended early; what was done before stays.
  package var stopped: PushStop?
  /// The decision that `SyncContext.undo(_:by:)` takes; nil when nothing was kept.
  package var undo: Int64?

  package init() {}
}
