import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// Comparing one row with the server, and making it the same on both sides.
struct ServerComparisonHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    let id = request.parameter("id")
    if let moved = try await actions.movedRow(id, request) { return moved }
    let comparison = try await compare(id, actions)
    if request.wantsJSON { return services.pages.respond(json: comparison.json) }
    let page = ServerComparisonPage(
      comparison, store: actions.store.name, list: try ListOrigin(request),
      offered: comparison.repairs.filter { context.may($0.action) })
    return try await services.pages.page(
      ServerComparisonPage.template, title: page.title, values: page.values, request, context,
      nav: Nav(store: actions.store.name, .table(actions.table)))
  }

  private func compare(_ id: String, _ actions: RowActions) async throws -> ServerComparison {
    do {
      return try await actions.store.sync.compareWithServer(actions.table, id)
    } catch let failure as RemoteError {
      throw ConsoleError.remoteFailed(
        failure, title: localized("The server’s row could not be read"),
        links: [
          .init(
            localized("Back to \(actions.table)"), Links.rows(actions.store.name, actions.table))
        ])
    }
  }

  @Sendable func repair(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    let (store, table, id) = (actions.store, actions.table, request.parameter("id"))
    let body = try ActionBody(request)
    let repair = try repair(body)
    try context.demand(repair.action)
    // A row that is removed has a name before, and one that only the server has had one after.
    var name = try await store.names(table, [id])[id]
    await actions.announce(repair.action, rows: [id])
    let outcome = try await store.sync.repair(
      table, id, repair, ifState: body.text("ifState").map(RowFingerprint.init(rawValue:)),
      by: context.who)
    let page = try ListOrigin(request).on(Links.serverComparison(store.name, table, id))
    if let left = outcome.skipped.first {
      throw ConsoleError(
        409, title: localized("Nothing was changed"), reason: localized(stored: left.reason),
        code: "row_not_repaired",
        links: [.init(localized("Compare again"), page)])
    }
    let entry = try await actions.note(
      repair.action, row: id, count: 1, after: ["choice": .string(repair.rawValue)],
      undo: UndoPlan(store: store.name, decision: outcome.undo))
    if name == nil { name = try await store.names(table, [id])[id] }
    let detail =
      repair == .insertAgain ? try await store.sync.nextStep(table, [id]) : repair.next
    return try await services.pages.actionResponse(
      request, context,
      redirectTo: repair == .removeHere
        ? try ListOrigin(request).list(Links.rows(store.name, table))
        : try actions.link(to: id, request),
      flash: Flash(
        repair.done(with: name ?? id), detail: detail, undoEntry: entry, offersPush: true),
      json: ["id": .string(id), "choice": .string(repair.rawValue), "undo": JSONValue(entry)])
  }

  /// - Throws: `HTTPError` 422 for a choice that is none, or that does not say from what it was made.
  private func repair(_ body: ActionBody) throws -> RowRepair {
    let words = RowRepair.allCases.map(\.rawValue).joinedAsList()
    guard let word = body.text("choice") else {
      throw HTTPError(
        422, localized("choice is missing. Use one of \(words). Nothing was changed."))
    }
    guard let repair = RowRepair(rawValue: word) else {
      throw HTTPError(
        422, localized("“\(word)” is not a choice. Use one of \(words). Nothing was changed."))
    }
    guard repair == .pullAgain || body.text("ifState") != nil else {
      throw HTTPError(
        422,
        localized(
          "ifState is missing: the value that the comparison gave for the local row. Nothing was "
            + "changed."))
    }
    return repair
  }
}

extension RowRepair {
  /// What a person must be allowed to do; removing rows here, or sending them again, is decided by
  /// whoever may apply a reconcile.
  var action: ConsoleAction {
    switch self {
    case .pullAgain: .syncRun
    case .insertAgain, .removeHere: .reconcileApply
    }
  }

  /// The button.
  var label: String {
    switch self {
    case .pullAgain: localized("Pull row")
    case .insertAgain: localized("Insert again")
    case .removeHere: localized("Remove row here")
    }
  }

  /// What became of a row, by its name.
  fileprivate func done(with row: String) -> String {
    switch self {
    case .pullAgain: localized("\(row) pulled.")
    case .insertAgain: localized("\(row) will be inserted again.")
    case .removeHere: localized("\(row) removed here.")
    }
  }

  fileprivate var next: String {
    switch self {
    case .pullAgain: localized("The store has the server’s values.")
    case .insertAgain: ""
    case .removeHere: localized("Its history is kept. Nothing was sent to the server.")
    }
  }
}
