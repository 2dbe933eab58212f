public import Support

/// How one table differs from the server by a complete listing of the server's ids.
public struct ReconcileReport: Sendable, Equatable {
  public var table: String
  /// When the listing began.
  public var startedAt: String
  /// Rows of the store that were compared: those without a pending operation.
  public var localRows: Int
  /// Rows that the server listed.
  public var serverRows: Int
  /// Rows left out because an operation waits for them.
  public var pendingRows: Int
  /// False when the listing broke off; nothing may be applied then.
  public var isComplete: Bool
  /// Why the listing is not complete.
  public var failure: String?
  /// True when the rows' values were compared too, and not only what stands for their state.
  public var comparesContent = false
  /// What a person should know of the server's rows, in whole sentences.
  public var warnings: [String] = []
  /// Here, and not on the server.
  public var missingOnServer: ReconcileGroup
  /// On the server, and not here.
  public var missingHere: ReconcileGroup
  /// On both sides, and not the same.
  public var different: ReconcileGroup

  public init(table: String, startedAt: String) {
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
  public var confirmationNeeded: Int? {
    let count = missingOnServer.count
    let isEmptyListing = serverRows == 0 && count > 0
    let isLarge = count > Self.unconfirmedMax || count > 5 && count * 5 > localRows
    return isEmptyListing || isLarge ? count : nil
  }

  /// What was not compared, as a sentence; nil when everything was.
  public var leftOut: String? {
    guard pendingRows > 0 else { return nil }
    return pendingRows == 1
      ? "1 row with unsent changes was left out."
      : "\(pendingRows) rows with unsent changes were left out."
  }

  /// Of so many rows at once what they were is kept, so that applying can be undone.
  public static let keptMax = UndoJournal.rowsMax

  /// How many rows `choices` are about.
  public func chosen(_ choices: ReconcileChoices) -> Int {
    (choices.missingOnServer == nil ? 0 : choices.chosen(missingOnServer).count)
      + (choices.missingHere == nil ? 0 : choices.chosen(missingHere).count)
      + (choices.different == nil ? 0 : choices.chosen(different).count)
  }

  /// Of a large table even a small share is many rows.
  public static let unconfirmedMax = 50
}

public struct ReconcileGroup: Sendable, Equatable {
  /// At most this many rows of a group are listed; the next reconcile shows the rest.
  public static let rowsMax = 10_000

  /// All rows of the group.
  public var count = 0
  /// The first rows by id, at most ``rowsMax``.
  public var rows: [ReconcileRow] = []

  public init() {}

  public var ids: [String] { rows.map(\.id) }
}

/// One row that is not the same on both sides; nil stands for "has none".
public struct ReconcileRow: Sendable, Equatable {
  public var id: String
  /// Changes whenever the local row changes, so that applying leaves newer rows alone.
  public var fingerprint: String?
  public var localVersion: String?
  public var localUpdatedAt: String?
  public var serverVersion: String?
  public var serverUpdatedAt: String?
  public var serverDeleted: Bool?
  /// The columns in which the values differ though both sides have the row in one version.
  public var columns: [String] = []

  public init(id: String) { self.id = id }
}

/// What to do with each group; nil leaves a group alone.
public struct ReconcileChoices: Sendable, Equatable {
  public enum MissingOnServer: String, Sendable, CaseIterable {
    /// The local row goes; its history stays. Nothing is sent.
    case removeHere = "remove-here"
    /// An insert of the local row is queued.
    case insertAgain = "insert-again"
  }

  public enum PullAgain: String, Sendable, CaseIterable {
    /// Each row is read from the server and stored.
    case pullAgain = "pull-again"
  }

  public var missingOnServer: MissingOnServer?
  public var missingHere: PullAgain?
  public var different: PullAgain?
  /// Limits the choices to these rows; nil for all that the report lists.
  public var ids: UTF8Set?
  /// The number that ``ReconcileReport/confirmationNeeded`` asks for.
  public var confirm: Int?

  public init(
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

public struct ReconcileOutcome: Sendable, Equatable {
  public struct Skipped: Sendable, Equatable {
    public var id: String
    /// Why the row was left alone, in a sentence.
    public var reason: String

    public init(id: String, reason: String) {
      self.id = id
      self.reason = reason
    }
  }

  public var removed = 0
  public var queuedInserts = 0
  public var pulled = 0
  /// How many of the pulled rows were on both sides and differed.
  public var replaced = 0
  public var skipped: [Skipped] = []
  /// Why applying ended early; what was done before stays.
  public var stopped: PushStop?
  /// The decision that `SyncContext.undo(_:by:)` takes; nil when nothing was kept.
  public var undo: Int64?

  public init() {}
}
