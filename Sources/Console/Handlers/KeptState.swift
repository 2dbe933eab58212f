import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore

/// Something beside rows as it was before an action, for the audit which brings that back.
enum KeptState {
  case store(RemovedStore)
  /// The number is the one that the console's data keeps the removal under.
  case user(String, removal: Int64)
  case token(String, removal: Int64)
  /// - Parameter isReplaced: True when another view of the same name took its place.
  case view(SavedView, isReplaced: Bool = false)
  /// A delta token that was rewound or forgotten; `left` is what stood there afterwards.
  case deltaToken(DeltaTokenInfo, left: String?, store: String)
  /// Whether the store was offline.
  case offline(Bool, store: String)
  /// Whether the store's schedule was paused.
  case schedulePause(Bool, store: String)

  private static let (userAction, tokenAction, viewAction) = (
    "user-restore", "token-restore", "view-restore"
  )
  private static let (deltaAction, offlineAction, pauseAction) = (
    "delta-token-restore", "offline-restore", "schedule-restore"
  )

  /// Nil for anything else that can be undone.
  init?(_ json: JSONValue) {
    if let store = RemovedStore(json) {
      self = .store(store)
      return
    }
    let removal = json["removal"]?.integer
    switch (json["action"]?.string, json["name"]?.string, removal) {
    case (Self.userAction, let name?, let removal?): self = .user(name, removal: removal)
    case (Self.tokenAction, let name?, let removal?): self = .token(name, removal: removal)
    case (Self.viewAction, _, _):
      guard let view = SavedView(kept: json) else { return nil }
      self = .view(view, isReplaced: json["replaced"]?.bool ?? false)
    default:
      guard let state = Self.switched(json) else { return nil }
      self = state
    }
  }

  /// What belongs to one store's sync.
  private static func switched(_ json: JSONValue) -> KeptState? {
    guard let store = json["store"]?.string else { return nil }
    switch (json["action"]?.string, json["was"]) {
    case (deltaAction, _):
      guard let token = json["token"].flatMap({ DeltaTokenInfo(kept: $0) }) else { return nil }
      return .deltaToken(token, left: json["left"]?.string, store: store)
    case (offlineAction, .bool(let was)?): return .offline(was, store: store)
    case (pauseAction, .bool(let was)?): return .schedulePause(was, store: store)
    default: return nil
    }
  }

  var json: JSONValue {
    switch self {
    case .store(let store): store.json
    case .user(let name, let removal):
      [
        "action": .string(Self.userAction), "name": .string(name), "removal": .integer(removal),
      ]
    case .token(let name, let removal):
      [
        "action": .string(Self.tokenAction), "name": .string(name), "removal": .integer(removal),
      ]
    case .view(let view, let isReplaced):
      [
        "replaced": .bool(isReplaced), "action": .string(Self.viewAction),
        "store": .string(view.store),
        "table": .string(view.table), "owner": JSONValue(view.owner), "name": .string(view.name),
        "query": .string(view.query), "createdBy": .string(view.createdBy),
        "createdAt": .string(view.createdAt.description),
      ]
    case .deltaToken(let token, let left, let store):
      [
        "action": .string(Self.deltaAction), "store": .string(store), "left": JSONValue(left),
        "token": token.kept,
      ]
    case .offline(let was, let store):
      ["action": .string(Self.offlineAction), "store": .string(store), "was": .bool(was)]
    case .schedulePause(let was, let store):
      ["action": .string(Self.pauseAction), "store": .string(store), "was": .bool(was)]
    }
  }

  /// What somebody has to be allowed to bring it back.
  var action: ConsoleAction {
    switch self {
    case .store: .storeEdit
    case .user, .token: .userEdit
    case .view(let view, _): view.owner == nil ? .viewShare : .viewSave
    case .deltaToken: .syncReset
    case .offline: .syncRun
    case .schedulePause: .schedulePause
    }
  }

  /// Whether the person may bring it back; views that are not shared are their owner's alone.
  func isOpen(to context: PageContext) -> Bool {
    guard context.may(.actionUndo), context.may(action) else { return false }
    guard case .view(let view, _) = self, let owner = view.owner else { return true }
    return owner == context.owner
  }
}

extension DeltaTokenInfo {
  fileprivate init?(kept json: JSONValue) {
    guard let table = json["table"]?.string, let queryID = json["queryId"]?.string,
      let value = json["value"]?.string
    else { return nil }
    self.init(table: table, queryID: queryID, filter: json["filter"]?.string, value: value)
  }

  fileprivate var kept: JSONValue {
    [
      "table": .string(table), "queryId": .string(queryID), "filter": JSONValue(filter),
      "value": .string(value),
    ]
  }
}

extension SavedView {
  fileprivate init?(kept json: JSONValue) {
    guard let store = json["store"]?.string, let table = json["table"]?.string,
      let name = json["name"]?.string, let query = json["query"]?.string,
      let createdBy = json["createdBy"]?.string,
      let createdAt = json["createdAt"]?.string.flatMap({ Timestamp($0) })
    else { return nil }
    self.init(
      id: 0, owner: json["owner"]?.string, store: store, table: table, name: name, query: query,
      createdBy: createdBy, createdAt: createdAt)
  }
}

extension AuditEntry {
  /// Whether the person may take it back, if that still works.
  func isUndoable(by context: PageContext) -> Bool {
    guard let undo = record.undo else { return false }
    guard let kept = KeptState(undo) else { return context.may(.actionUndo) }
    return kept.isOpen(to: context)
  }
}
