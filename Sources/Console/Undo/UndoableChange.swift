import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore

/// A change of something other than rows, with the state before it, for undo from the audit log.
enum UndoableChange {
  case store(RemovedStore)
  /// A store that was added; `left` tells its settings of then from others.
  case addedStore(String, left: String)
  case settings(PreviousSettings)
  /// The number is the one that the console's data keeps the removal under.
  case user(String, removal: Int64)
  /// A user that was added, when and with which role.
  case addedUser(String, at: Timestamp, role: Role)
  /// A role that was changed to `left`.
  case role(Role, left: Role, user: String)
  case token(String, removal: Int64)
  /// A token that was made.
  case addedToken(String, id: Int64)
  case view(ReplacedView)
  /// A view that was saved under a new name.
  case addedView(SavedView)
  /// Staged changes that were discarded; the number is the one that the console's data keeps them
  /// under.
  case staged(discard: Int64, owner: String, store: String)
  /// A delta token that was rewound or forgotten; `left` is what stood there afterwards.
  case deltaToken(DeltaTokenInfo, left: String?, store: String)
  /// Whether the store was offline.
  case offline(Bool, store: String)
  /// Whether the store's schedule was paused.
  case schedulePause(Bool, store: String)
  /// A note that was deleted.
  case note(Int64, owner: String, store: String)
  case assignments(PreviousAssignments)
}

/// Who had some errors before they were assigned to somebody else.
struct PreviousAssignments {
  var store: String
  /// The user of each operation; nil for nobody.
  var was: [(operation: Int64, user: String?)]
  /// Whom they were assigned to; nil for nobody.
  var left: String?
}

/// A store's settings before somebody changed them.
struct PreviousSettings {
  var store: String
  /// As they stood in the file: secrets are named there, and never written.
  var was: JSONObject
  /// Tells the settings that the change left from others.
  var left: String
  /// Delta tokens that were forgotten with the change.
  var tokens: [DeltaTokenInfo] = []
}

/// A view that was removed or renamed, or that another one of its name replaced.
struct ReplacedView {
  var view: SavedView
  var isReplaced = false
  /// The number of the view that took its place; nil for none, and for entries of older programs.
  var left: Int64?

  /// The number of the view where it has only another name now.
  var renamed: Int64? { isReplaced ? nil : left }
}

extension UndoableChange {
  /// What bringing it back is.
  var action: ConsoleAction {
    switch self {
    case .store, .addedStore, .settings: .storeEdit
    case .user, .addedUser, .role, .token, .addedToken: .userEdit
    case .view(let kept): kept.view.owner == nil ? .viewShare : .viewSave
    case .addedView(let view): view.owner == nil ? .viewShare : .viewSave
    case .staged: .rowsEdit
    case .deltaToken: .syncReset
    case .offline: .syncRun
    case .schedulePause: .schedulePause
    case .note: .noteEdit
    case .assignments: .errorAssign
    }
  }

  /// Whose it is, where it is one person's alone.
  private var owner: String? {
    switch self {
    case .view(let kept): kept.view.owner
    case .addedView(let view): view.owner
    case .staged(_, let owner, _), .note(_, let owner, _): owner
    default: nil
    }
  }

  /// What somebody has to be allowed to bring it back; who may save views or stage changes may
  /// have them back.
  var actions: [ConsoleAction] {
    switch self {
    case .view, .addedView, .staged, .note: [action]
    default: [action, .actionUndo]
    }
  }

  /// Whether the person may bring it back; views that are not shared and staged changes are their
  /// owner's alone.
  func isOpen(to context: PageContext) -> Bool {
    guard actions.allSatisfy(context.may) else { return false }
    return owner.map { $0 == context.owner } ?? true
  }
}

extension AuditEntry {
  /// Whether the person may take it back, if that still works.
  func isUndoable(by context: PageContext) -> Bool {
    guard let undo = record.undo else { return false }
    guard let kept = UndoableChange(undo) else { return context.may(.actionUndo) }
    return kept.isOpen(to: context)
  }
}
