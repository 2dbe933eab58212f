import ConsoleData
import JSONKit
import Support
import SyncCore

// As the audit keeps it.
extension UndoableChange {
  private enum Word: String {
    case addedStore = "added-store-remove"
    case settings = "settings-restore"
    case user = "user-restore"
    case addedUser = "added-user-remove"
    case role = "role-restore"
    case token = "token-restore"
    case addedToken = "added-token-revoke"
    case view = "view-restore"
    case addedView = "added-view-remove"
    case staged = "staged-restore"
    case deltaToken = "delta-token-restore"
    case offline = "offline-restore"
    case schedulePause = "schedule-restore"
    case note = "note-restore"
    case assignments = "assignments-restore"
  }

  /// Nil for anything else that can be undone.
  init?(_ json: JSONValue) {
    if let store = RemovedStore(json) {
      self = .store(store)
      return
    }
    guard let word = json["action"]?.string.flatMap(Word.init(rawValue:)),
      let state = Self.account(word, json) ?? Self.view(word, json) ?? Self.store(word, json)
    else { return nil }
    self = state
  }

  private static func account(_ word: Word, _ json: JSONValue) -> UndoableChange? {
    guard let name = json["name"]?.string else { return nil }
    let role = json["role"]?.string.flatMap(Role.init(rawValue:))
    switch (word, json["removal"]?.integer) {
    case (.user, let removal?): return .user(name, removal: removal)
    case (.token, let removal?): return .token(name, removal: removal)
    case (.addedToken, _): return json["id"]?.integer.map { .addedToken(name, id: $0) }
    case (.addedUser, _):
      guard let at = json["at"]?.string.flatMap({ Timestamp($0) }), let role else { return nil }
      return .addedUser(name, at: at, role: role)
    case (.role, _):
      guard let left = json["left"]?.string.flatMap(Role.init(rawValue:)), let role else {
        return nil
      }
      return .role(role, left: left, user: name)
    default: return nil
    }
  }

  private static func view(_ word: Word, _ json: JSONValue) -> UndoableChange? {
    guard word == .view || word == .addedView, let view = SavedView(kept: json) else { return nil }
    guard word == .view else { return .addedView(view) }
    return .view(
      ReplacedView(
        view: view, isReplaced: json["replaced"]?.bool ?? false, left: json["left"]?.integer))
  }

  private static func store(_ word: Word, _ json: JSONValue) -> UndoableChange? {
    guard let store = json["store"]?.string else { return nil }
    let left = json["left"]?.string
    switch (word, json["was"]) {
    case (.deltaToken, _):
      return json["token"].flatMap { DeltaTokenInfo(kept: $0) }.map {
        .deltaToken($0, left: left, store: store)
      }
    case (.staged, _):
      guard let discard = json["discard"]?.integer, let owner = json["owner"]?.string else {
        return nil
      }
      return .staged(discard: discard, owner: owner, store: store)
    case (.offline, .bool(let was)?): return .offline(was, store: store)
    case (.schedulePause, .bool(let was)?): return .schedulePause(was, store: store)
    case (.note, _):
      guard let note = json["note"]?.integer, let owner = json["owner"]?.string else { return nil }
      return .note(note, owner: owner, store: store)
    case (.assignments, .array(let was)?):
      let kept = was.compactMap { item in
        item["operation"]?.integer.map { (operation: $0, user: item["user"]?.string) }
      }
      return .assignments(PreviousAssignments(store: store, was: kept, left: left))
    case (.addedStore, _): return left.map { .addedStore(store, left: $0) }
    case (.settings, .object(let was)?):
      let tokens = (json["tokens"]?.array ?? []).compactMap { DeltaTokenInfo(kept: $0) }
      return left.map {
        .settings(PreviousSettings(store: store, was: was, left: $0, tokens: tokens))
      }
    default: return nil
    }
  }

  var json: JSONValue {
    switch self {
    case .store(let store): store.json
    case .addedStore(let store, let left):
      Self.json(.addedStore, ["store": .string(store), "left": .string(left)])
    case .settings(let kept):
      Self.json(
        .settings,
        [
          "store": .string(kept.store), "was": .object(kept.was), "left": .string(kept.left),
          "tokens": .array(kept.tokens.map(\.kept)),
        ])
    case .user(let name, let removal):
      Self.json(.user, ["name": .string(name), "removal": .integer(removal)])
    case .addedUser(let name, let at, let role):
      Self.json(
        .addedUser,
        ["name": .string(name), "at": .string(at.description), "role": .string(role.rawValue)])
    case .role(let was, let left, let user):
      Self.json(
        .role,
        [
          "name": .string(user), "role": .string(was.rawValue), "left": .string(left.rawValue),
        ])
    case .token(let name, let removal):
      Self.json(.token, ["name": .string(name), "removal": .integer(removal)])
    case .addedToken(let name, let id):
      Self.json(.addedToken, ["name": .string(name), "id": .integer(id)])
    case .view(let kept): Self.json(kept)
    case .addedView(let view): Self.json(.addedView, view.kept)
    case .staged(let discard, let owner, let store):
      Self.json(
        .staged,
        ["store": .string(store), "discard": .integer(discard), "owner": .string(owner)])
    case .deltaToken(let token, let left, let store):
      Self.json(
        .deltaToken,
        ["store": .string(store), "left": JSONValue(left), "token": token.kept])
    case .offline(let was, let store):
      Self.json(.offline, ["store": .string(store), "was": .bool(was)])
    case .schedulePause(let was, let store):
      Self.json(.schedulePause, ["store": .string(store), "was": .bool(was)])
    case .note(let note, let owner, let store):
      Self.json(
        .note, ["store": .string(store), "note": .integer(note), "owner": .string(owner)])
    case .assignments(let kept): Self.json(kept)
    }
  }

  private static func json(_ replaced: ReplacedView) -> JSONValue {
    var members = replaced.view.kept
    members["replaced"] = .bool(replaced.isReplaced)
    members["left"] = replaced.left.map { .integer($0) }
    return json(.view, members)
  }

  private static func json(_ kept: PreviousAssignments) -> JSONValue {
    json(
      .assignments,
      [
        "store": .string(kept.store), "left": JSONValue(kept.left),
        "was": .array(
          kept.was.map { ["operation": .integer($0.operation), "user": JSONValue($0.user)] }),
      ])
  }

  private static func json(_ word: Word, _ members: JSONObject) -> JSONValue {
    var object = members
    object["action"] = .string(word.rawValue)
    return .object(object)
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
      id: json["id"]?.integer ?? 0, owner: json["owner"]?.string, store: store, table: table,
      name: name, query: query, createdBy: createdBy, createdAt: createdAt)
  }

  fileprivate var kept: JSONObject {
    [
      "id": .integer(id), "store": .string(store), "table": .string(table),
      "owner": JSONValue(owner), "name": .string(name), "query": .string(query),
      "createdBy": .string(createdBy), "createdAt": .string(createdAt.description),
    ]
  }
}
