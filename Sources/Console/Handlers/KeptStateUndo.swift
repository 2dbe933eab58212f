import ConsoleData
import HTTPKit
import JSONKit
import SyncCore

/// Brings back what an action changed beside rows: stores, users, tokens, views, switches.
struct KeptStateUndo: Sendable {
  let services: ConsoleServices
  let context: PageContext
  let entry: Int64

  func bringBack(_ kept: KeptState, _ request: HTTPRequest) async throws -> HTTPResponse {
    try check(kept)
    guard try await services.data.markUndone(entry) else {
      throw UndoHandlers.refusal("Entry \(entry) was taken back before. Nothing was changed.")
    }
    let done: (flash: Flash, place: String, store: String?)
    do {
      done = try await restore(kept)
    } catch {
      try await services.data.unmarkUndone(entry)
      throw error
    }
    try await services.data.record(
      AuditRecord(
        who: context.who, address: context.address, action: ConsoleAction.actionUndo.rawValue,
        store: done.store, target: "entry \(entry), \(done.flash.text)",
        requestID: context.requestID))
    return try await services.pages.actionResponse(
      request, context, redirectTo: done.place, flash: done.flash,
      json: ["undone": .integer(entry), "store": JSONValue(done.store)])
  }

  private func check(_ kept: KeptState) throws {
    try context.demand(kept.action)
    guard kept.isOpen(to: context) else {
      throw UndoHandlers.refusal("Only who made the view can bring it back. Nothing was changed.")
    }
    if kept.action.needsConfirmation, context.principal?.isConfirmed(at: context.now) != true {
      throw ConsoleError.unconfirmed
    }
    if case .store = kept {
      let administration = try services.requiredAdministration()
      if let why = administration.whyLocked { throw ConsoleError.locked(administration.file, why) }
    }
  }

  private func restore(
    _ kept: KeptState
  ) async throws -> (flash: Flash, place: String, store: String?) {
    switch kept {
    case .store(let store):
      try await services.requiredAdministration().bringBack(store)
      return (
        Flash("\(store.name) is back.", detail: "With everything that it held."),
        Links.store(store.name), store.name
      )
    case .user(let name, let removal):
      try await services.data.restoreUser(removal)
      return (
        Flash("\(name) is back.", detail: "With role and password as before, signed out."),
        Links.users, nil
      )
    case .token(let name, let removal):
      try await services.data.restoreToken(removal)
      return (
        Flash("The token \(name) works again.", detail: "With the same secret as before."),
        Links.users, nil
      )
    case .view(let view, let isReplaced):
      try await services.data.restoreView(view, isReplaced: isReplaced)
      let items = QueryItems(decoding: view.query) ?? QueryItems()
      return (
        Flash("View “\(view.name)” is back."),
        Links.with(Links.rows(view.store, view.table), items), view.store
      )
    case .deltaToken(let token, let left, let store):
      try await sync(store).restoreDeltaToken(token, over: left)
      return (
        Flash("The delta token of \(token.table) is what it was."), Links.tokens(store), store
      )
    case .offline(let was, let store):
      try await sync(store).setOffline(was)
      return (Flash("\(store) is \(was ? "offline" : "online") again."), Links.sync(store), store)
    case .schedulePause(let was, let store):
      guard let scheduler = services.scheduler else { throw ConsoleError.noSchedule(store) }
      _ = try await scheduler.setPaused(was, store: store, by: context.who)
      return (
        Flash("The schedule \(was ? "is paused again" : "goes on")."), Links.sync(store), store
      )
    }
  }

  private func sync(_ store: String) async throws -> SyncContext {
    guard let sync = try await services.stores.context(of: store) else {
      throw HTTPError(404, "No store \(store) is configured here any more.")
    }
    return sync
  }
}
