import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// Drops local copies of rows; the server is not touched.
struct PurgeHandlers: Sendable {
  let services: ConsoleServices

  static let path = "/s/{store}/t/{table}/purge"

  /// What is to be purged: all rows of a table, or those that a query selects.
  struct Order {
    /// Empty for the whole table.
    var text: String
    var query: RowQuery?
    var count: Int
    /// Changes of the table that the server does not have.
    var unsent: Int

    /// Rows that are chosen one by one cannot go while changes of their table wait.
    var isHeldUp: Bool { unsent > 0 && query != nil }

    /// What can be taken back of this purge, as sentences.
    var wayBack: String {
      let most = SyncTable.keptByPurgeMax
      let limit = Format.number(most)
      guard count <= most else {
        let never = localized("This cannot be undone: more than \(limit) rows.")
        return unsent > 0
          ? never + sentenceSpace + localized("Only rows with unsent changes can be restored.")
          : never
      }
      // A row that is gone here counts too while its delete waits.
      return count + unsent <= most
        ? localized("You can undo this until a pull restores the rows.")
        : localized(
          "You can undo this until a pull restores the rows, unless it affects more than \(limit) "
            + "rows including pending hard deletes.")
    }
  }

  private func order(_ text: String, _ actions: RowActions) async throws -> Order {
    let summary = try await actions.store.summary(of: actions.table)
    let unsent = summary.queued
    guard !text.isEmpty else {
      return Order(text: "", query: nil, count: summary.live + summary.deleted, unsent: unsent)
    }
    var query = try await RowSelectionText(text).query(for: actions)
    query.exactCount = true
    let count = try await actions.store.sync.rows(actions.table, query).count?.value ?? 0
    return Order(text: text, query: query, count: count, unsent: unsent)
  }

  @Sendable func ask(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    let order = try await order(try request.query()["query"] ?? "", actions)
    if request.wantsJSON {
      return services.pages.respond(json: [
        "count": .integer(Int64(order.count)), "unsent": .integer(Int64(order.unsent)),
      ])
    }
    return try await ask(order, request, actions)
  }

  private func ask(
    _ order: Order, _ request: HTTPRequest, _ actions: RowActions, problem: String? = nil,
    isForced: Bool = false, reason: String = "", status: Int = 422
  ) async throws -> HTTPResponse {
    guard order.count > 0 || order.query == nil else {
      return try await services.pages.actionResponse(
        request, actions.context, redirectTo: try origin(request, actions).link,
        flash: Flash(
          localized("Nothing to purge."),
          detail: localized("No rows of \(actions.table) match."), kind: .warn),
        json: ["purged": 0])
    }
    var page = try await ValueMasking.forAnswer {
      try await question(order, request, actions, problem: problem)
    }
    page.isForced = isForced
    page.reason = reason
    return try await services.pages.page(
      ConfirmPage.template, title: page.title, values: page.values, request, actions.context,
      nav: Nav(store: actions.store.name, .table(actions.table)),
      status: problem == nil ? 200 : status)
  }

  /// The list that the purge was chosen in.
  private func origin(
    _ request: HTTPRequest, _ actions: RowActions
  ) throws -> (name: String, link: String) {
    let (list, store) = (try ListOrigin(request), actions.store.name)
    return list.isTrash
      ? (localized("Trash"), list.list(Links.trash(store)))
      : (actions.table, list.list(Links.rows(store, actions.table)))
  }

  private func question(
    _ order: Order, _ request: HTTPRequest, _ actions: RowActions, problem: String?
  ) async throws -> ConfirmPage {
    let (store, table) = (actions.store.name, actions.table)
    var sampled = order.query ?? RowQuery(view: .all)
    sampled.size = 5
    let rows = try await actions.store.sync.rows(table, sampled).rows
    let name = RowTitle(columns: try await actions.store.columns(of: table))
    let list = Links.with(
      Links.rows(store, table),
      QueryItems(decoding: order.text.isEmpty ? "view=all" : order.text)
        ?? QueryItems())
    let rowCount = Format.count(order.count, "row")
    let unsent = order.unsent
    let changes = Format.count(unsent, "unsent change")
    var page = ConfirmPage(
      store: store, from: try origin(request, actions),
      headline: order.isHeldUp
        ? localized("\(rowCount) cannot be purged while \(table) has \(changes)")
        : localized("Purge \(rowCount) of \(table) from store \(store)?"),
      isDangerous: true,
      consequence: localized("Purged rows do not go to the trash.")
        + (order.isHeldUp ? "" : " \(order.wayBack)"),
      explanation: explanation(order.count, of: table),
      samples: rows.map { .init($0, store: store, table: table, name: name) },
      sampleCaption: localized("\(Format.number(rows.count)) of \(rowCount)"),
      showAll: order.count > rows.count
        ? (localized("Show all \(Format.number(order.count))"), list) : nil,
      facts: [
        (localized("Rows"), localized("\(rowCount) in 1 table")),
        (
          localized("Unsent changes"),
          unsent == 0
            ? localized("none") : localized("\(Format.number(unsent)) in this table")
        ),
        (localized("On the server"), localized("not affected")),
      ] + [try await namedBy(order, actions)].compactMap(\.self),
      action: try ListOrigin(request).on(Links.purge(store, table)),
      hidden: [.init("query", order.text)],
      typed: "\(order.count)",
      force: unsent > 0 && order.query == nil ? localized("Discard \(changes) of \(table)") : nil,
      button: localized("Purge \(rowCount)"), export: exportLink(list), problem: problem,
      now: actions.context.now)
    if order.isHeldUp { page.obstacle = try obstacle(unsent, request, actions) }
    return page
  }

  /// Rows of other tables that name those which go; nil where these are too many to look them up.
  private func namedBy(
    _ order: Order, _ actions: RowActions
  ) async throws -> (name: String, text: String)? {
    guard order.count <= RowActions.undoMax else { return nil }
    let ids = try await RowSelectionText.ids(
      order.query ?? RowQuery(view: .all), of: actions.table, in: actions.store)
    return try await BulkImpact.namedBy(ids, actions)
  }

  private func explanation(_ count: Int, of table: String) -> String {
    let rows = Format.count(count, "row")
    let what =
      count == 1
      ? localized("\(rows) of \(table) is removed from this store only.")
      : localized("\(rows) of \(table) are removed from this store only.")
    return what + sentenceSpace
      + localized(
        "The delta token is reset, so the next pull downloads what the server still has.")
  }

  private func obstacle(
    _ unsent: Int, _ request: HTTPRequest, _ actions: RowActions
  ) throws -> ConfirmPage.Obstacle {
    let (store, table) = (actions.store.name, actions.table)
    return .init(
      text: unsent == 1
        ? localized("Push it first, or purge the whole table and lose unsent changes.")
        : localized("Push them first, or purge the whole table and lose unsent changes."),
      ways: [
        (localized("Push"), Links.sync(store)),
        (
          localized("Purge all of \(table)…"), try ListOrigin(request).on(Links.purge(store, table))
        ),
      ])
  }

  /// The list as a file: the format goes before the query.
  private func exportLink(_ list: String) -> String {
    let parts = list.split(separator: "?", maxSplits: 1)
    return "\(parts[0]).csv" + (parts.count > 1 ? "?\(parts[1])" : "")
  }

  @Sendable func purge(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    let body = try ActionBody(request)
    let text = body.text("query") ?? ""
    let isForced = try body.flag("force") ?? false
    let reason = body.text("reason")
    let order = try await order(text, actions)
    let isAnswer = !request.hasJSONBody && context.principal?.session != nil
    if isAnswer {
      let typed = try request.form()["typed"]?.trimmed ?? ""
      if order.count == 0, order.query != nil { return try await ask(order, request, actions) }
      if order.isHeldUp {
        return try await ask(
          order, request, actions, problem: localized("Nothing was purged."), status: 409)
      }
      guard typed == "\(order.count)" || typed == Format.number(order.count) else {
        let problem = localized("Nothing was purged: type \(order.count), the number of rows.")
        return try await ask(
          order, request, actions, problem: problem, isForced: isForced, reason: reason ?? "")
      }
    }
    guard !isForced || order.query == nil else {
      throw HTTPError(
        400,
        localized(
          "force purges the whole table with its unsent changes and cannot be combined with a "
            + "query."))
    }
    await actions.announce(.rowsPurge, rows: [], reason: reason)
    let purged: (count: Int, decision: Int64?)
    do {
      purged = try await actions.rows.purge(
        order.query, isForced: isForced, expect: isAnswer ? order.count : nil, by: context.who)
    } catch SyncError.countChanged(_, let found) where isAnswer {
      let rows = Format.count(found, "row")
      return try await ask(
        try await self.order(text, actions), request, actions,
        problem: localized("Nothing was purged: there are now \(rows)."),
        isForced: isForced, reason: reason ?? "")
    } catch SyncError.tableIsDirty(_, let unsent) where isAnswer {
      let changes = Format.count(unsent, "unsent change")
      return try await ask(
        try await self.order(text, actions), request, actions,
        problem: localized(
          "Nothing was purged: \(changes) would be lost. Confirm that, or push first."),
        reason: reason ?? "", status: 409)
    }
    let entry = try await actions.note(
      .rowsPurge, count: purged.count, reason: reason,
      undo: UndoPlan(store: actions.store.name, decision: purged.decision))
    return try await answer(purged.count, undoEntry: entry, request, actions)
  }

  private func answer(
    _ count: Int, undoEntry: Int64?, _ request: HTTPRequest, _ actions: RowActions
  ) async throws -> HTTPResponse {
    let rows = Format.count(count, "row")
    return try await services.pages.actionResponse(
      request, actions.context, redirectTo: try origin(request, actions).link,
      flash: Flash(
        localized("\(rows) purged from \(actions.table)."),
        detail: localized(
          "The server is not affected. Rows that it still has return with the next full pull."),
        undoEntry: undoEntry),
      json: [
        "purged": .integer(Int64(count)),
        "undo": undoEntry.map { .integer($0) } ?? nil,
      ])
  }
}
