import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// Errors and conflicts, and the decisions on them.
struct ErrorHandlers: Sendable {
  let services: ConsoleServices

  // MARK: - Pages

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let asked = try ErrorRequest(try request.query(), size: ListSize.standard(request))
    context.found.noteAddress(asked.items(at: asked.cursor, pick: asked.pick))
    let scope = try await services.scope(of: asked, in: store, context)
    let query = try scope.query(asked)
    let newest = try await store.sync.highestOperation()
    let page = try await store.sync.errorPage(query, toDecide: request.wantsJSON)
    let families = try await store.sync.errorGroups(
      query, limit: asked.showsAllCauses ? ErrorListPage.familiesMost : ErrorListPage.familiesMax)
    let remarks = try await services.remarks(
      on: page.errors.map(\.operationID), in: store, context, scope.assignments)
    var left: RunErrors?
    if let run = scope.run {
      let all = try await store.sync.errorCounts(try scope.query(ErrorRequest(run: run.id)))
      left = RunErrors(run, open: all)
    }
    if request.wantsJSON {
      return services.pages.respond(json: page.json(families, asked, remarks, left))
    }
    var columns: UTF8Dictionary<[Column]> = [:]
    for table in UTF8Set(page.errors.map(\.table)) {
      columns[table] = try await store.columns(of: table)
    }
    let values = ErrorListPage(
      facts: context.facts(store, .conflictResolve), request: asked, page: page,
      families: families,
      all: try await store.sync.errorCounts(ErrorQuery()),
      matching: try await store.sync.errorCounts(try scope.query(asked.ofEverybody)),
      columns: columns,
      tables: try await store.sync.tables().map(\.name), newest: newest,
      isOnline: try await !store.sync.isOffline, remarks: remarks,
      attempts: try await store.sync.operations(page.errors.map(\.operationID))
        .mapValues(\.attempts),
      ruled: try await store.sync.ruledConflictCount(),
      mine: try await mine(asked, scope, store),
      assigned: try await scope.assignments.byCause(of: query, in: store),
      users: context.may(.errorAssign) ? try await services.assignableUsers() : [],
      mayAddRules: context.may(.storeEdit)
        && services.administration.map { $0.whyLocked == nil } == true, left: left
    ).values
    return try await services.pages.page(
      "Errors/errors",
      title: page.count == 0
        ? localized("Errors") : localized("Errors (\(Format.number(page.count)))"),
      values: values, request, context, nav: Nav(store: store.name, .errors))
  }

  /// How many errors the person has that the list's other filters match; nil for who is no user.
  private func mine(
    _ asked: ErrorRequest, _ scope: ErrorScope, _ store: StoreHandle
  ) async throws -> Int? {
    guard scope.assignments.user != nil else { return nil }
    let query = try scope.query(asked.ofMe)
    return ErrorListPage.count(try await store.sync.errorCounts(query), query)
  }

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    do {
      return try await show(request, store, context)
    } catch let error as SyncError where error.isAboutSettled {
      guard let answer = try await successor(request, store, context) else { throw error }
      return answer
    }
  }

  private func show(
    _ request: HTTPRequest, _ store: StoreHandle, _ context: PageContext
  ) async throws -> HTTPResponse {
    let (error, seen) = try await toDecide(request, store)
    if request.wantsJSON {
      let remarks = try await services.remarks(on: [error.operationID], in: store, context)
      return services.pages.respond(json: error.json(seen, remarks))
    }
    switch try request.query()["confirm"] {
    case "discard"?, "remove-row"?:
      return try await ask(
        try request.query()["confirm"] ?? "", error, seen, store, request, context)
    default:
      let form = MergeForm(error, columns: try await store.columns(of: error.table))
      return try await page(error, form, seen, store, request, context)
    }
  }

  /// The error that the address names, with what stands to be decided about it.
  func toDecide(
    _ request: HTTPRequest, _ store: StoreHandle
  ) async throws -> (error: OperationError, seen: Precondition) {
    let id = request.parameter("error")
    guard let found = try await store.sync.errorToDecide(id) else {
      throw SyncError.noSuchError(id)
    }
    return (found.error, Precondition(found.revision))
  }

  /// - Parameters:
  ///   - form: With what was typed and what is wrong with it, when it comes back.
  ///   - seen: What the page shows, for the decision to come.
  ///   - isStale: The row changed after somebody had opened the page.
  func page(
    _ error: OperationError, _ form: MergeForm?, _ seen: Precondition, _ store: StoreHandle,
    _ request: HTTPRequest, _ context: PageContext, isStale: Bool = false
  ) async throws -> HTTPResponse {
    var facts = ErrorFacts(
      store: context.facts(store, .conflictResolve), error: error,
      columns: try await store.columns(of: error.table), list: try ListOrigin(request), seen: seen)
    facts.isOnline = try await !store.sync.isOffline
    facts.mayPush = FollowUpPush(services: services, store: store, context: context).mayPush
    if !store.sync.coveredColumns(of: error.table).isEmpty, facts.store.mayChange {
      facts.store.mayChange = false
      facts.store.whyNot = localized("values of this row are masked")
    }
    facts.remarks = try await services.remarks(on: [error.operationID], in: store, context)
    facts.users = context.may(.errorAssign) ? try await services.assignableUsers() : []
    try await services.uncoverForm(error.table, store, request, context)
    let nav = Nav(store: store.name, .errors)
    guard error.isConflict else {
      return try await services.pages.page(
        "Errors/failed",
        title: error.isOutcomeUnknown
          ? localized("Outcome unknown: \(facts.name)") : localized("Rejected: \(facts.name)"),
        values: FailedPage(
          facts: facts, address: store.info.remoteURL, form: form, isStale: isStale,
          hasArrived: error.isOutcomeUnknown
            ? try await store.sync.hasArrived(error.operationID) : false,
          attempts: try await store.sync.operation(error.operationID)?.attempts ?? [],
          sameCause: try await services.sameCause(as: error, facts.columns, in: store)
        ).values, request, context, nav: nav, status: Self.status(form, isStale: isStale))
    }
    let place = try await place(of: error, facts.list, store, context)
    let values = ConflictPage(
      facts: facts, form: form, isStale: isStale,
      position: place.map { place in
        localized("Conflict \(Format.number(place.place)) of \(Format.number(place.count))")
      } ?? localized("Conflict"), next: place?.next, previous: place?.previous,
      similar: form == nil
        ? nil : try await store.sync.conflicts(like: error.id, limit: ConflictPage.lookAtMax),
      verdict: try await store.sync.verdict(onConflict: error.operationID, of: error.table)
    ).values
    return try await services.pages.page(
      "Errors/conflict", title: localized("Conflict: \(facts.name)"), values: values, request,
      context,
      nav: nav,
      status: Self.status(form, isStale: isStale))
  }

  private static func status(_ form: MergeForm?, isStale: Bool) -> Int {
    isStale ? 409 : form?.mistakes.isEmpty == false ? 422 : 200
  }

  /// Where a conflict stands in the list that it was opened from, else among all.
  func place(
    of error: OperationError, _ list: ListOrigin, _ store: StoreHandle, _ context: PageContext
  ) async throws -> ConflictPosition? {
    if let asked = try? ErrorRequest(list.items),
      let query = try? await services.scope(of: asked, in: store, context).query(asked),
      let place = try await store.sync.conflictPlace(error.id, in: query)
    {
      return place
    }
    return try await store.sync.conflictPlace(error.id)
  }

  private func ask(
    _ choice: String, _ error: OperationError, _ seen: Precondition, _ store: StoreHandle,
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let isDiscard = choice == "discard"
    let isUnknown = error.isOutcomeUnknown
    let takingBack = DiscardConsequence(error)
    let list = try ListOrigin(request)
    let name = ErrorFacts(
      store: context.facts(store, .conflictResolve), error: error,
      columns: try await store.columns(of: error.table)
    ).name
    var page = ConfirmActionPage(
      facts: context.facts(store, .conflictResolve),
      question: isDiscard
        ? localized("Discard the change to “\(name)” in \(store.name)?")
        : localized("Remove “\(name)” from \(store.name)?"),
      headline: isDiscard
        ? takingBack.headline : localized("The row and its change are removed from this store."),
      text: isDiscard
        ? takingBack.text
        : localized("Nothing is sent. If the server has the row, a full pull restores it here.")
          + DiscardConsequence.notKnown(isUnknown ? 1 : 0, of: 1)
          + " \(localized("The last values stay in the row’s history."))",
      action: list.on(Links.resolve(store.name, error.id)),
      button: isDiscard ? localized("Discard 1 change") : localized("Remove 1 row"),
      backLink: list.on(Links.error(store.name, error.id)), backName: name)
    page.hidden = [("choice", choice)] + seen.hidden + [ResolvedRow(error).hidden]
    page.known = [
      (localized("Row"), name), (localized("Id"), error.itemID),
      (localized("Table"), error.table), (localized("Operation"), error.operationTitle),
      (localized("Undo"), localized("Until the row changes again")),
    ]
    if isUnknown, context.may(.syncRun) { page.offerToAsk([error.operationID]) }
    return try await services.pages.page(
      "Confirmation/confirm-action", title: page.question, values: page.values, request, context,
      nav: Nav(store: store.name, .errors), formats: [])
  }

  // MARK: - Actions

  @Sendable func refresh(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let error = try await toDecide(request, store).error
    let page = try ListOrigin(request).on(Links.error(store.name, error.id))
    let copy: Record?
    do {
      copy = try await store.sync.refreshServerCopy(error.id)
    } catch let failure as RemoteError {
      throw ConsoleError.remoteFailed(
        failure, title: localized("The server’s version could not be loaded"),
        links: [.init(localized("Back"), page)])
    }
    return try await services.pages.actionResponse(
      request, context, redirectTo: page,
      flash: copy == nil
        ? Flash(localized("The row does not exist on the server."), kind: .warn)
        : Flash(localized("Server version loaded."), detail: localized("Nothing was changed.")),
      json: ["id": .string(error.id), "server": JSONValue(copy)])
  }
}
