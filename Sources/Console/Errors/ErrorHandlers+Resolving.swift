import ConsoleData
import HTTPKit
import JSONKit
import Localization
import SyncCore
import SyncInspection
import TemplateKit

/// Decisions on one error or conflict.
extension ErrorHandlers {
  @Sendable func resolve(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    do {
      return try await resolve(request, store, context)
    } catch let error as SyncError where error.isAboutSettled {
      if let answer = try await settled(request, store, context) { return answer }
      guard request.wantsJSON else { throw error }
      throw try await settled(request, store) ?? error
    }
  }

  private func resolve(
    _ request: HTTPRequest, _ store: StoreHandle, _ context: PageContext
  ) async throws -> HTTPResponse {
    let (error, now) = try await toDecide(request, store)
    let body = try ActionBody(request)
    // A program that does not say what it saw decides about what is there when it asks.
    let seen = body.form == nil && body.text(Precondition.field) == nil ? now : Precondition(body)
    let (choice, pushes) = body.decision("choice")
    if let json = body.json {
      guard seen.isOf(now) else {
        throw SyncError.changedSinceSeen(table: error.table, id: error.itemID)
      }
      guard choice == "merge" || json["values"] ?? .null == .null else {
        throw HTTPError(
          422,
          localized(
            "values is only allowed with merge, not with “\(choice)”. Nothing was changed."))
      }
    }
    let resolution: Resolution
    switch choice {
    case "keep-local": resolution = .keepLocal
    case "take-server": resolution = .takeServer
    case "retry": resolution = .retry
    case "discard", "remove-row":
      guard body.isConfirmed else {
        let question = Links.confirmation(Links.error(store.name, error.id), choice)
        return .seeOther(try ListOrigin(request).on(question))
      }
      resolution = choice == "discard" ? .discard : .removeRow
    case "merge":
      if let posted = body.form, !seen.isOf(now) {
        return try await compareAgain(posted, store, request, context)
      }
      switch try await merge(body, error, now, store, request, context) {
      case .values(let values): resolution = .merge(values)
      case .answer(let response): return response
      }
    default:
      throw HTTPError(
        422,
        localized(
          "“\(choice)” is not a valid choice. Use keep-local, take-server, merge, discard, "
            + "remove-row or retry. Nothing was changed."))
    }
    do {
      return try await decide(resolution, seen, error, pushes: pushes, store, request, context)
    } catch SyncError.changedSinceSeen
      where !request.wantsJSON && (error.isConflict || resolution.isMerge)
    {
      guard let posted = body.form, !body.isConfirmed else {
        throw SyncError.changedSinceSeen(table: error.table, id: error.itemID)
      }
      return try await compareAgain(posted, store, request, context)
    }
  }

  private enum Merge {
    case values(JSONObject)
    /// The form again, with what is wrong in it.
    case answer(HTTPResponse)
  }

  private func merge(
    _ body: ActionBody, _ error: OperationError, _ now: Precondition, _ store: StoreHandle,
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> Merge {
    let columns = try await store.columns(of: error.table)
    guard var form = MergeForm(error, columns: columns) else {
      guard error.server != nil else {
        throw SyncError.serverCopyMissing(table: error.table, id: error.itemID)
      }
      throw HTTPError(
        422,
        localized(
          "One side deleted the row, so there are no columns to merge. Use keep-local or "
            + "take-server. Nothing was changed."))
    }
    if let json = body.json { return .values(try form.values(json["values"], of: error.table)) }
    guard let posted = body.form, let values = form.read(posted) else {
      return .answer(try await page(error, form, now, store, request, context))
    }
    return .values(values)
  }

  /// The page of an error that changed after somebody had opened it, with what they had typed.
  private func compareAgain(
    _ posted: QueryItems, _ store: StoreHandle, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let (error, now) = try await toDecide(request, store)
    var form = MergeForm(error, columns: try await store.columns(of: error.table))
    form?.keepTyped(posted)
    return try await page(error, form, now, store, request, context, isStale: true)
  }

  private func decide(
    _ resolution: Resolution, _ seen: Precondition, _ error: OperationError, pushes: Bool,
    _ store: StoreHandle, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let list = try ListOrigin(request)
    let name = try await name(of: error, in: store)
    let next = try await next(after: error, list, store, context)
    let audit = ActionAudit(services: services, context: context, store: store.name)
    let subject = "\(resolution.name) \(error.itemID) in \(error.table)"
    let row = AuditRecord.Row(error.table, error.itemID)
    await audit.announce(.conflictResolve, subject, row: row)
    // Sending again what is here changes nothing that anybody could have overlooked.
    let outcome = try await services.decide(
      error.operationID, .resolve(resolution),
      asSeen: resolution == .retry ? Precondition() : seen, store, context)
    let entry = try await audit.note(
      .conflictResolve, subject, row: row, count: 1, before: JSONValue(error.local),
      after: JSONValue(try await store.sync.table(error.table).read(id: error.itemID)),
      undo: UndoPlan(store: store.name, decision: outcome.undo))
    let push = FollowUpPush(services: services, store: store, context: context)
    let done = resolution.done(name, error)
    let pushed =
      pushes
      ? try await push.start(
        [error.operationID],
        saying: Flash(done, undoEntry: entry, steps: [next].compactMap(\.self)),
        onceDone: resolution.pushed(name, error), request)
      : .notAsked
    if let response = pushed.response { return response }
    let sending =
      resolution.sends
      ? try await store.sync.nextStep(ofOperations: [error.operationID])
      : localized("This needs no push.")
    let flash = Flash(
      done,
      detail: resolution.sends ? pushed.detail(sending) : sending,
      undoEntry: entry, steps: [pushed.step, next].compactMap(\.self), offersPush: resolution.sends)
    return try await services.pages.actionResponse(
      request, context, redirectTo: list.list(Links.errors(store.name)), flash: flash,
      json: [
        "id": .string(error.id), "choice": .string(resolution.name),
        "table": .string(error.table), "itemId": .string(error.itemID),
        "entry": JSONValue(entry),
      ])
  }
}

extension ErrorHandlers {
  /// The row's name for people, without values that are masked.
  private func name(of error: OperationError, in store: StoreHandle) async throws -> String {
    store.sync.coveredForAnswer(error).rowName(try await store.columns(of: error.table))
  }

  /// Leads to the conflict behind `error` in its list, else to the first other conflict or error.
  private func next(
    after error: OperationError, _ list: ListOrigin, _ store: StoreHandle, _ context: PageContext
  ) async throws -> NextStep? {
    if error.isConflict, let next = try await place(of: error, list, store, context)?.next {
      return NextStep(localized("Next conflict"), list.on(Links.error(store.name, next)))
    }
    return try await store.nextError(
      without: [error.operationID], error.isConflict ? .conflict : .failed, list)
  }
}

extension Resolution {
  fileprivate var isMerge: Bool {
    if case .merge = self { return true }
    return false
  }

  /// What was done to the row of `error`, as a sentence.
  fileprivate func done(_ name: String, _ error: OperationError) -> String {
    switch self {
    case .keepLocal, .merge: localized("“\(name)” resolved and queued.")
    case .takeServer: localized("“\(name)” replaced with the server’s version.")
    case .discard: localized("Change to “\(name)” discarded.")
    case .removeRow: localized("“\(name)” removed from this store.")
    case .retry: localized("\(error.operationTitle) of “\(name)” queued for retry.")
    }
  }

  /// The same once the server has it.
  fileprivate func pushed(_ name: String, _ error: OperationError) -> String {
    switch self {
    case .keepLocal, .merge: localized("“\(name)” resolved and pushed.")
    case .retry: localized("\(error.operationTitle) of “\(name)” pushed.")
    case .takeServer, .discard, .removeRow: done(name, error)
    }
  }

  /// Whether it leaves something to be sent.
  fileprivate var sends: Bool {
    switch self {
    case .keepLocal, .merge, .retry: true
    case .takeServer, .discard, .removeRow: false
    }
  }
}

extension SyncError {
  /// True when what was to be decided has left the queue.
  var isAboutSettled: Bool {
    if case .noSuchError = self { return true }
    if case .noSuchOperation = self { return true }
    return false
  }
}
