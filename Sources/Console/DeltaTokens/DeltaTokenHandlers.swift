import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit
import Zones

/// Delta tokens: where each incremental pull goes on.
struct DeltaTokenHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let query = try request.query()
    var tokens = try await store.sync.deltaTokens()
    if !request.wantsJSON, let question = query["confirm"],
      question == "rewind" || question == "forget"
    {
      return try await ask(question, query, tokens, store, request, context)
    }
    let text = try ListFilter.text(in: query)
    var without = try await store.sync.queriesWithoutToken()
    var table: TableSummary?
    if let name = query["table"], !name.isEmpty {
      table = try await store.summary(of: name)
      tokens.removeAll { !$0.isUsed(by: name) }
      without.removeAll { !$0.isUsed(by: name) }
    }
    let all = (tokens: tokens.count, queries: tokens.count + without.count)
    tokens.removeAll { !$0.contains(text) }
    without.removeAll { !$0.contains(text) }
    if request.wantsJSON {
      return services.pages.respond(
        json: [
          "tokens": .array(tokens.map(\.json)), "withoutToken": .array(without.map(\.json)),
        ])
    }
    let lost = try await store.sync.removals(withoutTable: true).count
    var page = DeltaTokensPage(
      facts: context.facts(store, .syncReset), tokens: tokens, withoutToken: without,
      count: all.queries, text: text, removalsWithoutTable: lost)
    if let table {
      let tabs = try await store.tabs(
        .tokens, of: table, tokens: all.tokens, maySeeSettings: services.maySeeSettings(context))
      page.table = (table.name, tabs)
    }
    return try await services.pages.page(
      "DeltaTokens/delta-tokens", title: page.title, values: page.values, request, context,
      nav: Nav(store: store.name, table.map { .table($0.name, .tokens) } ?? .tokens))
  }

  @Sendable func removals(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let text = try ListFilter.text(in: request.query())
    let removals = try await store.sync.removals(withoutTable: true, text: text)
    if request.wantsJSON {
      return services.pages.respond(json: ["removals": .array(removals.map(\.json))])
    }
    let page = RemovalsPage(
      facts: context.facts(store, .syncReset), removals: removals, text: text)
    return try await services.pages.page(
      "DeltaTokens/removals", title: page.title, values: page.values, request, context,
      nav: Nav(store: store.name, .tokens))
  }

  private func ask(
    _ question: String, _ query: QueryItems, _ tokens: [DeltaTokenInfo], _ store: StoreHandle,
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let (table, queryID) = (query["table"] ?? "", query["queryId"] ?? "")
    guard let token = tokens.first(where: { $0.table === table && $0.queryID === queryID }) else {
      throw SyncError.noSuchDeltaToken(table: table, queryID: queryID)
    }
    let isForget = question == "forget"
    let storeName = store.name
    var page = ConfirmActionPage(
      facts: context.facts(store, .syncReset),
      question: isForget
        ? localized("Reset the delta token of \(table) in store \(storeName)?")
        : localized("Move the delta token of \(table) in store \(storeName) back?"),
      headline: isForget
        ? localized("The next pull reads all rows of \(table) again.")
        : localized("The next pull reads changes since the given time again."),
      text: localized("The pull takes longer. No rows are lost, and pending changes are kept."),
      action: Links.tokens(store.name, action: question),
      button: isForget ? localized("Reset delta token") : localized("Move delta token back"),
      backLink: origin(query[DeltaTokensPage.tableParameter], store),
      backName: localized("Delta tokens"))
    page.isDangerous = false
    page.hidden = [("table", table), ("queryId", queryID)]
    if let from = query[DeltaTokensPage.tableParameter] {
      page.hidden.append((DeltaTokensPage.tableParameter, from))
    }
    page.known = [
      (localized("Table"), table), (localized("Query id"), queryID),
      (localized("Filter"), token.filter ?? localized("none")),
      (
        localized("Pulled up to"),
        token.moment.map { "\(Format.full($0)) (\(token.value))" } ?? token.value
      ),
    ]
    if !isForget {
      let zone = PageZone.current.typed.name
      page.input = ConfirmActionPage.Input(
        label: localized("Read changes since (\(zone))"), name: "to",
        value: PageZone.current.control(token.moment ?? context.now),
        hint: localized("Rows changed since then are pulled again."), type: "datetime-local",
        step: "1")
    }
    return try await services.ask(
      "Confirmation/confirm-action", title: page.question, values: page.values, request, context,
      nav: Nav(store: store.name, .tokens))
  }

  @Sendable func rewind(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let body = try ActionBody(request)
    let token = try await token(body, store)
    guard let text = body.text("to"), let moment = PageZone.current.moment(inControl: text.trimmed)
    else {
      throw HTTPError(
        422, localized("Enter a time such as 2026-11-21T08:00:00Z. Nothing was changed."))
    }
    if let current = token.moment, moment > current {
      throw HTTPError(
        422,
        localized(
          "\(moment) is later than the token, so earlier changes would never be pulled. "
            + "Enter an earlier time. Nothing was changed."))
    }
    let origin = origin(body.text(DeltaTokensPage.tableParameter), store)
    guard body.isConfirmed else { return .seeOther(origin) }
    let what = "rewind to \(moment)"
    await audit(store, context).announce(.syncReset, subject(what, token))
    try await store.sync.rewindDeltaToken(
      table: token.table, queryID: token.queryID, to: moment)
    return try await answer(
      token, left: moment.description, what,
      localized("Delta token moved back to \(Format.full(moment))."), origin,
      store, request, context)
  }

  @Sendable func forget(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let body = try ActionBody(request)
    let token = try await token(body, store)
    let origin = origin(body.text(DeltaTokensPage.tableParameter), store)
    guard body.isConfirmed else { return .seeOther(origin) }
    await audit(store, context).announce(.syncReset, subject("reset", token))
    try await store.sync.forgetDeltaToken(table: token.table, queryID: token.queryID)
    return try await answer(
      token, left: nil, "reset", localized("Delta token reset."), origin, store, request, context)
  }

  private func token(_ body: ActionBody, _ store: StoreHandle) async throws -> DeltaTokenInfo {
    let (table, queryID) = (body.text("table") ?? "", body.text("queryId") ?? "")
    let tokens = try await store.sync.deltaTokens()
    guard let token = tokens.first(where: { $0.table === table && $0.queryID === queryID }) else {
      throw SyncError.noSuchDeltaToken(table: table, queryID: queryID)
    }
    return token
  }

  /// The page that an action was chosen on: the tokens of `table`, or of all tables for nil.
  private func origin(_ table: String?, _ store: StoreHandle) -> String {
    table.map { Links.tokens(store.name, of: $0) } ?? Links.tokens(store.name)
  }

  private func audit(_ store: StoreHandle, _ context: PageContext) -> ActionAudit {
    ActionAudit(services: services, context: context, store: store.name)
  }

  private func subject(_ what: String, _ token: DeltaTokenInfo) -> String {
    "\(what), delta token \(token.queryID) of \(token.table)"
  }

  private func answer(
    _ token: DeltaTokenInfo, left: String?, _ what: String, _ sentence: String,
    _ origin: String, _ store: StoreHandle, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let entry = try await audit(store, context).note(
      .syncReset, subject(what, token),
      before: ["token": .string(token.value)], after: ["token": JSONValue(left)],
      undo: .deltaToken(token, left: left, store: store.name))
    let tokens = try await store.sync.deltaTokens()
    return try await services.pages.actionResponse(
      request, context, redirectTo: origin,
      flash: Flash(
        sentence, detail: localized("The next pull of \(token.table) takes longer."),
        undoEntry: entry),
      json: ["tokens": .array(tokens.map(\.json))])
  }
}
