import ConsoleData
import Localization
import Support
import SyncCore
import SyncInspection

// What was kept comes back only over what the action left: who changed that since decides.
extension ConsoleServices {
  /// Why it cannot be brought back now, as a sentence; nil when it can.
  func obstacle(to kept: UndoableChange) async throws -> String? {
    switch kept {
    case .store, .addedStore, .settings: try await obstacle(toSettings: kept)
    case .user, .addedUser, .role, .token, .addedToken: try await obstacle(toAccount: kept)
    case .view(let kept):
      try await obstacle(to: kept)
    case .addedView(let view):
      try await data.savedView(view.id) == nil
        ? localized("View “\(view.name)” was removed or replaced since.") : nil
    case .staged(let discard, let owner, _):
      try await data.discardedCount(discard, owner: owner) == 0
        ? localized("Already staged again, or too long ago.") : nil
    case .deltaToken(let token, let left, let store):
      try await sync(store) { sync in
        try await sync.value(of: token) == left
          ? nil : localized("The delta token of \(token.table) changed since.")
      }
    case .offline(let was, let store):
      try await sync(store) { sync in
        try await sync.isOffline == was
          ? was
            ? localized("\(store) is already offline.") : localized("\(store) is already online.")
          : nil
      }
    case .note(let note, _, _):
      try await data.removedNote(note) == nil
        ? localized("Already restored, or too long ago.") : nil
    case .assignments(let kept):
      try await unchanged(kept).isEmpty
        ? kept.was.count == 1
          ? localized("The error was assigned again since.")
          : localized("All of the errors were assigned again since.")
        : nil
    case .schedulePause(let was, let store):
      try await data.schedulePause(store)?.isPaused ?? false == was
        ? was
          ? localized("The schedule of \(store) is already paused.")
          : localized("The schedule of \(store) is already running.")
        : nil
    }
  }

  private func sync(
    _ store: String, _ look: (SyncContext) async throws -> String?
  ) async throws -> String? {
    guard let sync = try await stores.context(of: store) else { return Self.noStore }
    return try await look(sync)
  }

  private static var noStore: String { localized("Its store is no longer configured.") }

  // MARK: - Stores

  private func obstacle(toSettings kept: UndoableChange) async throws -> String? {
    guard let administration else { return localized("Stores cannot be changed here.") }
    if let why = administration.whyLocked {
      return localized("\(administration.file) cannot be changed: \(why).")
    }
    switch kept {
    case .store(let store):
      return stores.store(store.name) == nil
        ? nil : localized("There is a new store \(store.name).")
    case .addedStore(let store, let left):
      if let changed = try await changed(store, left, administration) { return changed }
      guard let sync = try await stores.context(of: store) else { return nil }
      let unsent = try await sync.counts().queued
      guard unsent > 0 else { return nil }
      let changes = Format.count(unsent, "change")
      return unsent == 1
        ? localized(
          "\(changes) of \(store) has not been sent. Remove the store in its settings instead.")
        : localized(
          "\(changes) of \(store) have not been sent. Remove the store in its settings instead.")
    case .settings(let kept):
      if let changed = try await changed(kept.store, kept.left, administration) { return changed }
      if let problem = await administration.problems(in: kept.was, of: kept.store).first {
        return localized("The previous settings are no longer valid: \(problem.text)")
      }
      guard !kept.tokens.isEmpty else { return nil }
      return try await sync(kept.store) { sync in
        for token in kept.tokens where try await sync.value(of: token) != nil {
          return localized("\(token.table) was pulled from the new server since.")
        }
        return nil
      }
    default: return nil
    }
  }

  private func changed(
    _ store: String, _ left: String, _ administration: any StoreAdministration
  ) async throws -> String? {
    guard let settings = try await administration.settings(of: store) else { return Self.noStore }
    return SettingsDraft.fingerprint(settings) == left
      ? nil : localized("The settings of \(store) changed since.")
  }

  // MARK: - Users, tokens, views

  private func obstacle(toAccount kept: UndoableChange) async throws -> String? {
    switch kept {
    case .user(let name, _):
      return try await data.isUser(name) ? localized("A user \(name) exists again.") : nil
    case .token(let name, _):
      return try await data.tokens().contains { $0.name === name }
        ? localized("A token \(name) exists again.") : nil
    case .addedToken(let name, let id):
      return try await data.tokens().contains { $0.id == id }
        ? nil : localized("Token \(name) is already revoked.")
    case .addedUser(let name, let at, let role):
      guard let user = try await data.users().first(where: { $0.name === name }) else {
        return localized("User \(name) no longer exists.")
      }
      if user.createdAt != at { return localized("\(name) was removed and added again since.") }
      if user.role != role { return Self.roleChanged(user) }
      return user.signedInAt == nil
        ? nil : localized("\(name) has signed in since. Remove the user on the Users page instead.")
    case .role(_, let left, let name):
      guard let user = try await data.users().first(where: { $0.name === name }) else {
        return localized("User \(name) no longer exists.")
      }
      return user.role == left ? nil : Self.roleChanged(user)
    default: return nil
    }
  }

  private static func roleChanged(_ user: User) -> String {
    localized("The role of \(user.name) changed since to \(user.role.rawValue).")
  }

  private func obstacle(to kept: ReplacedView) async throws -> String? {
    let view = kept.view
    if let renamed = kept.renamed, try await data.savedView(renamed) == nil {
      return localized("View “\(view.name)” was renamed and then removed.")
    }
    let now = try await data.savedViews(
      store: view.store, table: view.table, owner: view.owner ?? ""
    ).first { $0.owner === view.owner && $0.name === view.name }
    guard let now else { return nil }
    guard kept.isReplaced else { return localized("A view “\(view.name)” exists again.") }
    return kept.left.map { $0 == now.id } ?? true
      ? nil : localized("View “\(view.name)” was saved again since.")
  }
}

extension SyncContext {
  /// The delta token that stands where this one stood.
  fileprivate func value(of token: DeltaTokenInfo) async throws -> String? {
    try await deltaTokens().first {
      $0.table === token.table && $0.queryID === token.queryID
    }?.value
  }
}
