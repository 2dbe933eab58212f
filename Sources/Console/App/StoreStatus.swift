import ConsoleData
import Localization
import SyncCore
import SyncInspection

/// The status of a store, for its badge in lists and the sentence of its overview.
enum StoreStatus {
  /// Its file cannot be used.
  case unusable
  case needsAttention(rejected: Int, conflicts: Int)
  /// With the newest run that failed since the last one that reached the server.
  case offline(Run?)
  case pending(Int)
  case running(Run)
  /// Tables that were never pulled to the end.
  case unpulled([String])
  /// The newest run that failed since the last one that reached the server.
  case failed(Run)
  /// Nothing waits, and nothing is known of the last run.
  case quiet
  case inSync

  /// What keeps the store from its server comes before what waits in it.
  ///
  /// - Parameters:
  ///   - runs: The newest first; nil where nobody looked.
  ///   - failure: Nil while sync works.
  init(_ summary: StoreSummary, runs: [Run]?, failure: SyncFailure?) {
    let counts = summary.counts
    let unpulled = summary.tables.filter { $0.lastPull == nil && $0.isConfigured }.map(\.name)
    if summary.trouble != nil {
      self = .unusable
    } else if !summary.isOnline {
      self = .offline(failure?.run)
    } else if let failure {
      self = .failed(failure.run)
    } else if counts.needYou > 0 {
      self = .needsAttention(rejected: counts.failed, conflicts: counts.conflicts)
    } else if counts.pending > 0 {
      self = .pending(counts.pending)
    } else if let running = runs.flatMap(Self.running) {
      self = .running(running)
    } else if !unpulled.isEmpty {
      self = .unpulled(unpulled)
    } else {
      self = runs == nil ? .quiet : .inSync
    }
  }

  /// The run that works on the store now.
  static func running(_ runs: [Run]) -> Run? { runs.first { $0.state == .running } }
}

extension Badge {
  /// How many changes wait for a person; a conflict's sign where none was rejected.
  static func attention(rejected: Int, conflicts: Int) -> Badge {
    Badge(
      rejected > 0 ? .failed : .conflict,
      Format.count(rejected + conflicts, "needs attention", "need attention"))
  }

  /// What a store says of itself in one chip.
  init(_ standing: StoreStatus) {
    switch standing {
    case .unusable: self.init(.failed, localized("Unavailable"))
    case .needsAttention(let rejected, let conflicts):
      self = .attention(rejected: rejected, conflicts: conflicts)
    case .offline: self.init(.paused, localized("Offline"))
    case .pending(let count): self.init(.pending, localized("\(Format.number(count)) pending"))
    case .running(let run): self.init(.running, localized("\(run.kind.title) running"))
    case .unpulled: self.init(.warn, localized("Not pulled yet"))
    case .failed(let run): self.init(.failed, localized("\(run.kind.title) failed"))
    case .quiet: self.init(.synced, localized("No pending changes"))
    case .inSync: self.init(.synced, localized("In sync"))
    }
  }
}

extension StoreStatus {
  /// The same in small letters, to stand behind the store's name.
  var words: String {
    switch self {
    case .unusable: localized("unavailable")
    case .offline(let failed):
      failed == nil ? localized("offline") : localized("offline, sync failed")
    case .unpulled: localized("not pulled yet")
    case .quiet: localized("no pending changes")
    case .inSync: localized("in sync")
    case .failed: localized("sync failed")
    case .needsAttention, .pending, .running: Badge(self).word
    }
  }
}
