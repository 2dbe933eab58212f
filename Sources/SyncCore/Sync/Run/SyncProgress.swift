import Support

/// How far a run has come.
///
/// Values are snapshots: a reader may skip any of them.
public struct SyncProgress: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable { case push, pull, reconcile, copy, verify }

  package enum State: String, Sendable, CaseIterable {
    case waiting, running, done, failed, skipped, cancelled

    package var isFinal: Bool { self != .waiting && self != .running }
  }

  /// One part of a run: the push, the pull of one query, or what is done with one table.
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
  /// Where in the history of the store the run is; nil before it began.
  package var history: HistorySpan?

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

/// The entries of a store's history from the begin of a run to its end.
///
/// Only one run works on a store at a time, so all pushes and pulls among them are the run's own.
package struct HistorySpan: Sendable, Hashable {
  /// The newest entry when the run began, 0 for none.
  package var after: Int64
  /// The newest entry when it ended; nil while it is under way.
  package var upTo: Int64?

  package init(after: Int64, upTo: Int64? = nil) {
    self.after = after
    self.upTo = upTo
  }
}

/// Receives snapshots of a run; called often and from any task, so it must be cheap.
public typealias ProgressSink = @Sendable (SyncProgress) -> Void
