import Support

/// How far a run has come.
///
/// Values are snapshots: a reader may skip any of them.
public struct SyncProgress: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable { case push, pull, reconcile }

  package enum State: String, Sendable, CaseIterable {
    case waiting, running, done, failed, skipped, cancelled

    package var isFinal: Bool { self != .waiting && self != .running }
  }

  /// One part of a run: the push, or the pull of one query.
  public struct Step: Sendable, Equatable {
    package var kind: Kind
    /// The table, with the query id where a table has several; empty for a push.
    public var name: String
    package var state: State
    /// Operations or rows done so far.
    public var done: Int
    /// Known for a push; nil for a pull, whose length the remote does not say.
    public var total: Int?
    /// Why it ended early, as a sentence.
    public var message: String?

    package init(
      kind: Kind, name: String = "", state: State = .waiting, done: Int = 0, total: Int? = nil,
      message: String? = nil
    ) {
      self.kind = kind
      self.name = name
      self.state = state
      self.done = done
      self.total = total
      self.message = message
    }

    /// - Parameter failure: What this step could not do, as a sentence.
    mutating func end(_ stopped: PushStop?, failure: String? = nil) {
      state =
        switch (failure, stopped) {
        case (nil, nil): .done
        case (nil, .cancelled?): .cancelled
        case (_?, _), (nil, _?): .failed
        }
      message = failure ?? stopped?.description
    }
  }

  /// In the order in which they run.
  public var steps: [Step]
  /// What the push of the run did so far; nil before it began.
  ///
  /// Its problems are told at its end.
  package var push: PushReport?
  /// What the queries did so far that were pulled, or are being pulled.
  package var pulled: [TablePullReport] = []

  package init(steps: [Step] = []) { self.steps = steps }

  /// Takes in what one part of the run did so far.
  mutating func note(_ push: PushReport?, _ pulled: [TablePullReport]) {
    if let push { self.push = push }
    for report in pulled {
      let known = self.pulled.firstIndex {
        $0.table === report.table && $0.queryID === report.queryID
      }
      if let known { self.pulled[known] = report } else { self.pulled.append(report) }
    }
  }
}

/// Receives snapshots of a run; called often and from any task, so it must be cheap.
public typealias ProgressSink = @Sendable (SyncProgress) -> Void
