import ConsoleData
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

// The words and chips that the pages about queue, errors and runs share.

/// The label of a button that pushes so many changes.
enum PushLabel {
  /// `Push 4 changes`; `Push 4` would be the name of a run.
  static func words(_ count: Int) -> String {
    count == 0 ? localized("Push") : localized("Push \(Format.count(count, "change"))")
  }

  /// `Push 4`, for messages and where a phone has no room for more.
  static func short(_ count: Int) -> String {
    count == 0
      ? localized("Push") : localized("Push \(Format.number(count))", context: "number only")
  }
}

extension Badge {
  init(_ state: OperationState) {
    switch state {
    case .pending: self.init(.pending, localized("Pending"))
    case .sending: self.init(.running, localized("Sending"))
    case .unknown: self.init(.warn, localized("Outcome unknown"))
    case .failed: self.init(.failed, localized("Rejected"))
    case .conflict: self.init(.conflict, localized("Conflict"))
    case .blocked: self.init(.blocked, localized("Blocked"))
    }
  }

  init(_ state: SyncProgress.State) {
    switch state {
    case .waiting: self.init(.paused, localized("Waiting"))
    case .running: self.init(.running, localized("Running"))
    case .done: self.init(.done, localized("Done"))
    case .failed: self.init(.failed, localized("Failed"))
    case .skipped: self.init(.skipped, localized("Not run"))
    case .cancelled: self.init(.paused, localized("Cancelled"))
    }
  }

  init(_ kind: ErrorKind) {
    switch kind {
    case .conflict: self.init(.conflict, localized("Conflict"))
    case .failed: self.init(.failed, localized("Rejected"))
    case .unknown: self.init(.warn, localized("Outcome unknown"))
    }
  }

  /// The class of a row in a list of operations.
  static func rule(_ state: OperationState) -> String {
    switch state {
    case .pending, .unknown: "r-pending"
    case .sending: "r-sending"
    case .failed: "r-failed"
    case .conflict: "r-conflict"
    case .blocked: "r-blocked"
    }
  }
}

extension OperationKind {
  /// `Insert`, `Update`, `Delete` or `Undelete`.
  var title: String {
    switch self {
    case .insert: localized("Insert", context: "operation")
    case .update: localized("Update", context: "operation")
    case .delete: localized("Delete", context: "operation")
    case .undelete: localized("Undelete", context: "operation")
    }
  }
}

extension OperationInfo {
  /// `Update 1042`.
  var title: String { "\(kind.title) \(id)" }

  /// What went wrong last, in plain words; empty for nothing.
  var problem: String {
    guard state == .conflict else { return localized(stored: lastError ?? "") }
    let isDeletedThere = lastError?.contains(OperationError.deletedSince) == true
    return ConflictDescription(kind: kind, isDeletedThere: isDeletedThere).text
  }
}

extension ErrorKind {
  /// The class of a row in a list of errors.
  var rule: String {
    switch self {
    case .conflict: "r-conflict"
    case .failed: "r-failed"
    case .unknown: "r-pending"
    }
  }

  /// What happened, in plain words.
  func headline(
    of kind: OperationKind, isDeletedThere: Bool, message: String
  ) -> String {
    guard self == .conflict else {
      return message.isEmpty
        ? localized("The server rejected the change") : localized(stored: message)
    }
    return ConflictDescription(kind: kind, isDeletedThere: isDeletedThere).text
  }
}

extension OperationError {
  static var unknownHeadline: String {
    localized("The server may or may not have this change.")
  }

  var operationTitle: String { "\(kind.title) \(operationID)" }

  /// What happened, in plain words.
  var headline: String {
    state.headline(of: kind, isDeletedThere: server?.deleted == true, message: message)
  }

  /// `HTTP 412`, or that there was no response.
  var answer: String { Format.answer(status: status) }
}

extension RunProblem {
  /// What happened, in plain words.
  var headline: String {
    state.headline(of: kind, isDeletedThere: isDeletedThere, message: message)
  }
}

extension Run {
  /// True for a push that found nothing ready, though there is something to send.
  var sentNothing: Bool {
    guard kind == .push, outcome.pushed == 0 else { return false }
    return report.preview.map { $0.previewed > 0 } ?? (report.remaining > 0)
  }

  /// `Sync 318`.
  var title: String { "\(kind.title) \(id)" }

  func took(now: Timestamp) -> String {
    Format.duration(milliseconds: (finishedAt ?? now).milliseconds - startedAt.milliseconds)
  }

  /// The same of a run that has ended; of one whose end nobody noted, a lower bound.
  func tookWords(now: Timestamp) -> String {
    let duration = took(now: now)
    return wasAbandoned ? localized("at least \(duration)") : duration
  }
}

extension Run.Kind {
  /// `Push`, `Pull`, `Sync`, `Reconcile`, `Copy`, `Verification`.
  var title: String {
    switch self {
    case .push: localized("Push")
    case .pull: localized("Pull")
    case .sync: localized("Sync")
    case .reconcile: localized("Reconcile")
    case .copy: localized("Copy")
    case .verify: localized("Verification")
    }
  }
}

extension SyncProgress.Step {
  /// `Push`, `Pull TodoItem`.
  var title: String {
    let kind =
      switch kind {
      case .push: localized("Push")
      case .pull: localized("Pull")
      case .reconcile: localized("Reconcile")
      case .copy: localized("Copy")
      case .verify: localized("Verify")
      }
    return name.isEmpty ? kind : localized("\(kind) \(name)", context: "step of a run")
  }
}

extension TemplateDictionary {
  /// Sets NAME_START and NAME_END, of which the style sheet cuts the first where room is short.
  mutating func set(cutID name: String, _ id: String) {
    set("\(name)_START", String(id.dropLast(12)))
    set("\(name)_END", String(id.suffix(12)))
  }

  /// Adds one item to `FIGURE`: a number, or a dash where it means nothing.
  ///
  /// - Parameter label: What phones show before it, where it has no column.
  mutating func addFigure(_ count: Int?, label: String? = nil) {
    var figure: TemplateDictionary = ["VALUE": count.map(Format.number) ?? "–"]
    if let label { figure.add("NAMED", ["LABEL": label]) }
    figure.show("ZERO", if: count ?? 0 == 0)
    add("FIGURE", figure)
  }
}

extension Badge {
  /// The class and the symbol of `icons.svg` for the state as an icon.
  var icon: (look: String, symbol: String) {
    switch look {
    case .synced, .done: ("ok", "s-ok")
    case .pending: ("pending", "s-pending")
    case .sending, .running: ("run", "s-run")
    case .failed: ("rejected", "s-rejected")
    case .conflict: ("conf", "s-conflict")
    case .blocked: ("warn", "s-blocked")
    case .warn: ("warn", "s-warn")
    case .deleted: ("deleted", "s-deleted")
    case .paused: ("paused", "s-paused")
    case .skipped: ("skipped", "s-skipped")
    }
  }
}

extension TemplateDictionary {
  /// Sets `STATE`, `STATE_LOOK` and `STATE_ICON`, for a state as an icon with a hidden word.
  ///
  /// - Parameter symbol: Nil for the one of the state.
  mutating func set(state badge: Badge, symbol: String? = nil) {
    set("STATE", badge.word)
    set("STATE_LOOK", badge.icon.look)
    set("STATE_ICON", symbol ?? badge.icon.symbol)
  }
}

/// What every page of a store needs to know of the request.
struct StorePageContext: Sendable {
  var store: String
  var now: Timestamp
  /// Whether the page offers its actions.
  var mayChange: Bool
  /// Why it does not, to stand behind a colon: `that takes the role operate`.
  var whyNot: String?

  /// The names that the breadcrumb and the actions use.
  var values: TemplateDictionary {
    var values: TemplateDictionary = ["STORE": store, "STORE_LINK": Links.store(store)]
    values.show("CAN_CHANGE", if: mayChange)
    values.show("CANNOT_CHANGE", if: !mayChange)
    return values
  }
}
