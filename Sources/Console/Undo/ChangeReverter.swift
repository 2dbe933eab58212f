import ConsoleData
import HTTPKit
import JSONKit
import Localization
import SyncCore

/// Undoes a change of something other than rows: stores, users, tokens, views, switches.
struct ChangeReverter: Sendable {
  let services: ConsoleServices
  let context: PageContext
  let entry: Int64

  /// What came of it.
  struct Done {
    var flash: Flash
    /// What was done, in English.
    let recorded: String
    /// Where to look at it.
    var place: String
    var store: String?
    /// What takes that back in turn; nil where a button of the page does.
    var undo: UndoableChange?

    init(
      _ text: @autoclosure () -> String, detail: String = "", place: String, store: String?,
      undo: UndoableChange? = nil
    ) {
      flash = Flash(text(), detail: detail)
      recorded = inEnglish { text() }
      (self.place, self.store, self.undo) = (place, store, undo)
    }
  }

  func bringBack(_ kept: UndoableChange, _ request: HTTPRequest) async throws -> HTTPResponse {
    try await check(kept)
    var done = try await restore(kept)
    let note = try await services.audit.write(
      AuditRecord(
        who: context.who, address: context.address, action: ConsoleAction.actionUndo.rawValue,
        store: done.store, target: "entry \(entry), \(done.recorded)", undo: done.undo?.json,
        requestID: context.requestID), undoing: entry)
    if done.undo != nil { done.flash.undoEntry = note }
    return try await services.pages.actionResponse(
      request, context, redirectTo: try request.auditBefore() ?? done.place, flash: done.flash,
      json: ["undone": .integer(entry), "store": JSONValue(done.store)])
  }

  private func check(_ kept: UndoableChange) async throws {
    for action in kept.actions { try context.demand(action) }
    guard kept.isOpen(to: context) else {
      throw UndoHandlers.refusal(localized("Only its owner can undo this. Nothing was changed."))
    }
    if let subject = ReauthenticationRequired.Subject(undoOf: kept) {
      try context.demandProof(of: subject)
    }
    if let obstacle = try await services.obstacle(to: kept) {
      throw UndoHandlers.refusal([obstacle, localized("Nothing was changed.")].joinedAsSentences())
    }
  }

  private func restore(_ kept: UndoableChange) async throws -> Done {
    switch kept {
    case .store(let store):
      let administration = try services.requiredAdministration()
      try await services.data.keepingIntent { try await administration.bringBack(store) }
      return Done(
        localized("Store \(store.name) restored."), detail: localized("With all its data."),
        place: Links.store(store.name), store: store.name)
    case .addedStore(let store, _): return try await takeOut(store)
    case .settings(let kept): return try await putBack(kept)
    case .user, .addedUser, .role, .token, .addedToken: return try await restore(account: kept)
    case .view(let kept): return try await restore(kept)
    case .addedView(let view):
      _ = try await services.data.removeView(view.id)
      return Done(
        localized("View “\(view.name)” removed."), place: list(view), store: view.store,
        undo: .view(ReplacedView(view: view)))
    case .staged(let discard, let owner, let store):
      let (count, left) = try await services.data.restage(discard, owner: owner)
      let rows = Format.count(left, "row was", "rows were")
      let skipped =
        left == 1
        ? localized("\(rows) staged again since and was skipped.")
        : localized("\(rows) staged again since and were skipped.")
      return Done(
        localized("\(Format.count(count, "staged change")) restored."),
        detail: left == 0 ? "" : skipped,
        place: Links.changes(store), store: store)
    case .deltaToken(let token, let left, let store):
      try await sync(store).restoreDeltaToken(token, over: left)
      return Done(
        localized("Delta token of \(token.table) restored."),
        place: Links.tokens(store), store: store)
    case .offline(let was, let store): return try await `switch`(store, offline: was)
    case .schedulePause(let was, let store):
      guard let scheduler = services.scheduler else { throw services.noSchedule(store, context) }
      _ = try await scheduler.setPaused(was, store: store, by: context.who)
      return Done(
        was ? localized("Schedule paused.") : localized("Schedule resumed."),
        place: Links.sync(store), store: store, undo: .schedulePause(!was, store: store))
    case .note(let note, _, let store): return try await restore(note: note, store)
    case .assignments(let kept): return try await restore(kept)
    }
  }

  private func sync(_ store: String) async throws -> SyncContext {
    guard let sync = try await services.stores.context(of: store) else {
      throw HTTPError(404, localized("Store \(store) is no longer configured."))
    }
    return sync
  }

  // MARK: - Stores

  /// Takes a store out of the list that was added to it; its file stays, moved aside.
  private func takeOut(_ store: String) async throws -> Done {
    let administration = try services.requiredAdministration()
    let removed = try await services.data.keepingIntent { try await administration.remove(store) }
    return Done(
      localized("Store \(store) removed."),
      detail: removed.file.map { file in localized("Its file was moved to \(file).") }
        ?? localized("It had no file."),
      place: Links.stores, store: store, undo: .store(removed))
  }

  private func putBack(_ kept: PreviousSettings) async throws -> Done {
    let administration = try services.requiredAdministration()
    guard let now = try await administration.settings(of: kept.store),
      SettingsDraft.fingerprint(now) == kept.left
    else {
      throw UndoHandlers.refusal(localized("The settings changed since. Nothing was changed."))
    }
    let store = services.stores.store(kept.store)
    try await services.changeSettings(
      of: store, kept.tokens.isEmpty ? .keeping : .restoring(kept.tokens)
    ) {
      try await administration.save(kept.was, of: kept.store, expecting: now)
    }
    let left = SettingsDraft.fingerprint(try await administration.settings(of: kept.store))
    let tokens = Format.count(kept.tokens.count, "delta token")
    return Done(
      localized("Settings of \(kept.store) restored."),
      detail: kept.tokens.isEmpty
        ? localized("A run in progress finishes with the previous settings.")
        : localized("\(tokens) restored too."),
      place: Links.settings(kept.store), store: kept.store,
      undo: kept.tokens.isEmpty
        ? .settings(PreviousSettings(store: kept.store, was: now, left: left)) : nil)
  }

  /// The same as by the button: a run under way stops when the store goes offline.
  private func `switch`(_ store: String, offline isOffline: Bool) async throws -> Done {
    try await sync(store).setOffline(isOffline)
    // One that was offline already when it was moved.
    if isOffline { try await sync(store).setMoved(to: nil) }
    let stopped = isOffline ? try await services.stopRun(in: store, context) : nil
    return Done(
      isOffline
        ? localized("\(store) is offline again.") : localized("\(store) is online again."),
      detail: stopped.map { run in localized("\(run.title) stops at its next safe point.") } ?? "",
      place: Links.sync(store), store: store, undo: .offline(!isOffline, store: store))
  }

  // MARK: - Views

  private func restore(_ kept: ReplacedView) async throws -> Done {
    let view = kept.view
    if let renamed = kept.renamed {
      _ = try await services.data.renameView(renamed, to: view.name)
    } else {
      try await services.data.restoreView(view, isReplaced: kept.isReplaced)
    }
    return Done(localized("View “\(view.name)” restored."), place: list(view), store: view.store)
  }

  private func list(_ view: SavedView) -> String {
    Links.with(
      Links.rows(view.store, view.table), QueryItems(decoding: view.query) ?? QueryItems())
  }

  // MARK: - Users and tokens

  private func restore(account kept: UndoableChange) async throws -> Done {
    let data = services.data
    switch kept {
    case .user(let name, let removal):
      try await data.restoreUser(removal)
      return account(
        localized("User \(name) restored."),
        localized("With the same role, password and API tokens, signed out."))
    case .addedUser(let name, _, _):
      let removal = try await data.removeUser(name)
      return account(localized("User \(name) removed."), undo: .user(name, removal: removal))
    case .role(let was, let left, let name):
      try await data.setRole(was, of: name)
      return account(
        localized("Role of \(name) set back to \(was.rawValue)."),
        localized("\(name) has to sign in again."),
        undo: .role(left, left: was, user: name))
    case .token(let name, let removal):
      try await data.restoreToken(removal)
      return account(
        localized("Token \(name) restored."), localized("It has the same secret as before."))
    case .addedToken(let name, let id):
      guard let removal = try await data.revokeToken(id) else {
        throw AccountRefusal.noSuchToken(id)
      }
      return account(
        localized("Token \(name) revoked."), localized("Scripts that use it are now rejected."),
        undo: .token(name, removal: removal))
    default: preconditionFailure("\(kept) is no account")
    }
  }

  private func account(
    _ text: @autoclosure () -> String, _ detail: String = "", undo: UndoableChange? = nil
  ) -> Done {
    Done(text(), detail: detail, place: Links.users, store: nil, undo: undo)
  }
}
