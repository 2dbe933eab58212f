package import ConsoleData
import Localization
import Support
import SyncCore

package typealias RunID = Int64

/// What a run is asked to do.
package struct RunRequest: Sendable, Equatable {
  package var kind: Run.Kind
  package var store: String
  /// Nil stands for all; a reconcile compares the first one.
  package var tables: [String]?
  /// Limits a push to these operations and the earlier ones of their rows.
  package var operations: [Int64]?
  /// Limits a push, also the one of a sync, to the operations up to this one, as a page showed the
  /// queue.
  var upTo: Int64?
  /// Limits a push, also the one before a pull, to exactly these operations, each while it is as it
  /// was previewed.
  var previewed: [PreviewedSend]?
  /// The kept preview that they are of, which is used up by the run.
  var previewKey: String?
  /// What a preview said of a pull.
  var previewedPulls: [PreviewedPull]?
  /// For a pull: reads every row again.
  package var isFull: Bool
  /// For a pull: false leaves what waits in the queue there, whatever the settings say.
  var pushesFirst = true
  /// For a reconcile: reads whole rows, and compares their values too.
  package var comparesContent = false
  /// For a reconcile: how much it may ask of the server per minute.
  var limits: RequestLimits?
  /// For a push or a pull: ignores the `Retry-After` of an earlier run.
  package var ignoresPause = false
  /// For a copy or a verification: of which store.
  package var copy: CopyOrder?
  /// Who asked for it, for the list of runs.
  package var by: String
  /// Whether it waits, some minutes at most, while another program works on the store.
  package var waitsForOthers: Bool

  package init(
    _ kind: Run.Kind, store: String, tables: [String]? = nil, operations: [Int64]? = nil,
    isFull: Bool = false, by: String, waitsForOthers: Bool = false
  ) {
    self.kind = kind
    self.store = store
    self.tables = tables
    self.operations = operations
    self.isFull = isFull
    self.by = by
    self.waitsForOthers = waitsForOthers
  }

  /// True when a run of the other order does all that this one asks for.
  func isSameWork(as other: RunRequest) -> Bool {
    kind == other.kind && store === other.store
      && tables.map(UTF8Set.init) == other.tables.map(UTF8Set.init)
      && operations.map(Set.init) == other.operations.map(Set.init)
      && pushesFirst == other.pushesFirst && upTo == other.upTo && previewed == other.previewed
      && isFull == other.isFull
      && comparesContent == other.comparesContent && ignoresPause == other.ignoresPause
      && copy.map { $0.isSameWork(as: other.copy) } ?? (other.copy == nil)
  }

  /// True for a pull of what is new in all tables, which a sync does too.
  var isPlainPull: Bool { kind == .pull && isSameWork(as: RunRequest(.pull, store: store, by: by)) }

  /// What a pull pushes before; nil for what the settings say.
  var scopeBeforePull: PushScope? {
    guard pushesFirst else { return .operations([]) }
    return previewed == nil ? nil : pushScope
  }

  /// What is pushed; of a pull with a preview, what goes out before it.
  var pushScope: PushScope {
    if let previewed {
      return .exactly(
        Dictionary(
          previewed.map { ($0.id, $0.fingerprint) }, uniquingKeysWith: { first, _ in first }))
    }
    if let operations { return .operations(operations) }
    if let upTo { return .upTo(upTo) }
    return tables.map { .tables($0) } ?? .all
  }
}

/// Why no run was started.
package enum RunError: Error, Sendable, Equatable, CustomStringConvertible {
  case noTable
  case stopping
  case noSuchRun(RunID)
  /// The store has this run, so no run of the other kind was started.
  case busy(RunID, Run.Kind, instead: Run.Kind)

  package var description: String {
    switch self {
    case .noTable:
      localized("table is empty. Name the table to reconcile, or leave it out for all tables.")
    case .stopping:
      localized("The console is shutting down, so no run was started. Nothing was changed.")
    case .noSuchRun(let id): localized("This store has no run \(id).")
    case .busy(let id, let kind, let other): Self.refusal("\(kind.title) \(id)", other.thisOne)
    }
  }

  private static func refusal(_ runTitle: String, _ thisRun: String) -> String {
    localized(
      "\(runTitle) is running, and a store has one run at a time, so \(thisRun) was not started. "
        + "Nothing was changed. Wait for it to end or cancel it, then try again.")
  }
}

extension Run.Kind {
  /// The run that was asked for, within a sentence.
  fileprivate var thisOne: String {
    switch self {
    case .push: localized("this push")
    case .pull: localized("this pull")
    case .sync: localized("this sync")
    case .reconcile: localized("this reconcile")
    case .copy: localized("this copy")
    case .verify: localized("this verification")
    }
  }
}
