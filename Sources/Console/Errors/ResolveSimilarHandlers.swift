import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// The same decision for all conflicts of a table in which only the same fields differ.
struct ResolveSimilarHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func same(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let id = request.parameter("error")
    guard let error = try await store.sync.error(id) else {
      if let answer = try await ErrorHandlers(services: services).settled(
        request, store, context)
      {
        return answer
      }
      throw SyncError.noSuchError(id)
    }
    guard
      let similar = try await store.sync.conflicts(
        like: id, limit: ResolveSimilarPlan.rowsMax, toDecide: true)
    else {
      throw ConsoleError(
        409, title: localized("No columns to choose"),
        reason: localized(
          "One of the two versions is missing or deleted, so there are no columns to choose. "
            + "Nothing was changed."),
        code: "no_fields", links: [.init(localized("Back"), Links.error(store.name, id))])
    }
    let body = try ActionBody(request)
    let sides: UTF8Dictionary<MergeForm.Side>
    let typed = try await typedColumns(body, error, store)
    switch chosenSides(body, similar.columns, typed) {
    case .chosen(let chosen): sides = chosen
    case .missing(let missing):
      return try await askForSides(missing, body, error, store, request, context)
    }
    let plan = ResolveSimilarPlan(
      sides: sides, columns: similar.columns,
      errors: [error] + similar.errors, isComplete: similar.isComplete, leftOut: similar.leftOut,
      revisions: similar.revisions)
    let isAsked = body.isForm ? !body.isConfirmed : try body.flag("preview") ?? false
    guard !isAsked else { return try await preview(plan, error, store, request, context) }
    if let expect = try body.count("expect"), expect != plan.errors.count {
      throw SyncError.countChanged(expected: expect, found: plan.errors.count)
    }
    return try await perform(plan, body, store, request, context)
  }

  private enum Sides {
    case chosen(UTF8Dictionary<MergeForm.Side>)
    /// The columns for which no side is chosen.
    case missing([String])
  }

  /// The columns of the conflict's form whose result is not the side that is ticked.
  private func typedColumns(
    _ body: ActionBody, _ error: OperationError, _ store: StoreHandle
  ) async throws -> UTF8Set {
    guard let posted = body.form,
      let form = MergeForm(error, columns: try await store.columns(of: error.table))
    else { return [] }
    return form.typedColumns(in: posted)
  }

  private func chosenSides(
    _ body: ActionBody, _ columns: [String], _ typed: UTF8Set
  ) -> Sides {
    var sides: UTF8Dictionary<MergeForm.Side> = [:]
    for column in columns where !typed.contains(column) {
      let word = body.form?["f-\(column)"] ?? body.json?["sides"]?[column]?.string
      sides[column] = word.flatMap(MergeForm.Side.init(rawValue:))
    }
    let missing = columns.filter { sides[$0] == nil }
    return missing.isEmpty ? .chosen(sides) : .missing(missing)
  }

  /// The conflict's form again, with what was chosen and typed in it.
  private func askForSides(
    _ missing: [String], _ body: ActionBody, _ error: OperationError, _ store: StoreHandle,
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let reason = localized(
      "choose this store or the server; a typed value cannot be applied to several rows")
    guard let posted = body.form, !request.wantsJSON,
      var form = MergeForm(error, columns: try await store.columns(of: error.table))
    else {
      let columns = missing.joinedAsList()
      throw HTTPError(
        422, localized("For \(columns), \(reason). Nothing was changed."))
    }
    form.takeOver(posted, missing: missing, sentence: reason)
    return try await ErrorHandlers(services: services).page(
      error, form, try await store.seen(error.operationID), store, request, context)
  }

  private func preview(
    _ plan: ResolveSimilarPlan, _ error: OperationError, _ store: StoreHandle,
    _ request: HTTPRequest,
    _ context: PageContext
  ) async throws -> HTTPResponse {
    var shown = plan
    shown.errors = plan.errors.map(store.sync.coveredForAnswer)
    if request.wantsJSON { return services.pages.respond(json: shown.json(changes: false)) }
    let page = ResolveSimilarPage(
      facts: context.facts(store, .conflictResolve), error: store.sync.coveredForAnswer(error),
      plan: shown,
      columns: try await store.columns(of: error.table), list: try ListOrigin(request))
    return try await services.ask(
      "Errors/resolve-similar", title: page.title, values: page.values, request, context,
      nav: Nav(store: store.name, .errors))
  }

  private func perform(
    _ plan: ResolveSimilarPlan, _ body: ActionBody, _ store: StoreHandle, _ request: HTTPRequest,
    _ context: PageContext
  ) async throws -> HTTPResponse {
    // What a person saw is done, and nothing else.
    let seen = body.form.map { UTF8Set($0.values("row")) }
    let errors = plan.errors.filter { seen?.contains(plan.mark($0)) ?? true }
    let known = UTF8Set(errors.map(plan.mark))
    let gone = (seen ?? []).subtracting(known).compactMap(ResolveSimilarPlan.itemID).sorted().map {
      id in
      ActionReport.Problem(
        table: plan.errors[0].table, id: id,
        message: "It changed or was resolved after the preview.")
    }
    let decisions = errors.map { error in
      (
        operationID: error.operationID,
        decision: QueueDecision.resolve(.merge(plan.values(error)))
      )
    }
    let target = plan.target(decisions.count)
    let operations = decisions.map(\.operationID)
    let rows = await store.sync.auditRows(ofOperations: operations)
    await ActionAudit(services: services, context: context, store: store.name)
      .announce(.conflictResolve, target, rows: operations.compactMap { rows[$0] })
    let outcome = try await store.sync.decide(
      decisions, asSeen: plan.revisions, by: context.who)
    return try await DecisionResponse(
      services: services, store: store, action: .conflictResolve, code: .merge,
      target: target, operations: operations, rows: rows, outcome: outcome,
      back: try ListOrigin(request).list(Links.errors(store.name)),
      next: try await store.sync.nextStep(ofOperations: operations),
      errors: .conflict, further: gone, isComplete: plan.isComplete
    ).respond(request, context)
  }
}
