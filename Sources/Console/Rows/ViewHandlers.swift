import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// Saved views: lists of rows with a name, one's own or everybody's.
struct ViewHandlers: Sendable {
  let services: ConsoleServices

  static let path = "/s/{store}/t/{table}/views"
  static let nameMax = 64
  /// Leaves room for what the links of the list add: addresses have their limit.
  static let queryBytesMax = 4_000

  /// The views as JSON; as a page they stand in the list's own menu.
  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let table = request.parameter("table")
    guard request.wantsJSON else { return .seeOther(Links.rows(store.name, table)) }
    let views = try await services.data.savedViews(
      store: store.name, table: table, owner: context.owner)
    return services.pages.respond(json: ["views": .array(views.map(\.json))])
  }

  @Sendable func save(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let table = request.parameter("table")
    _ = try await store.summary(of: table)
    let body = try ActionBody(request)
    let isShared = try body.flag("shared") ?? false
    if isShared { try context.demand(.viewShare) }
    let name = try Self.name(
      body, refused: localized("The view was not saved"),
      list: Links.with(
        Links.rows(store.name, table),
        QueryItems(decoding: body.text("query") ?? "") ?? QueryItems()))
    let query = try await kept(body.text("query") ?? "", of: table, in: store)
    let (view, replaced) = try await services.data.saveView(
      name, query: query.encoded, store: store.name, table: table,
      owner: isShared ? nil : context.owner, by: context.who)
    let entry = try await note(
      isShared ? .viewShare : .viewSave, view, before: replaced, after: view, context)
    var json = view.json.object ?? JSONObject()
    json["replaced"] = .bool(replaced != nil)
    json["undo"] = .integer(entry)
    let place =
      isShared ? localized("Everybody sees its tab.") : localized("Its tab is above the list.")
    let shownName = VisibleText.shown(name)
    return try await services.pages.actionResponse(
      request, context, redirectTo: Links.rows(view),
      flash: replaced == nil
        ? Flash(localized("View “\(shownName)” saved."), detail: place, undoEntry: entry)
        : Flash(
          localized("View “\(shownName)” updated."),
          detail: localized("Undo restores the list that it showed."), undoEntry: entry),
      json: .object(json), status: 201)
  }

  /// What a view keeps of a list's query; throws when it could not be opened.
  ///
  /// Columns that the table does not have are passed over when it is opened: they may yet come.
  private func kept(
    _ text: String, of table: String, in store: StoreHandle
  ) async throws -> QueryItems {
    let asked = try await RowSelectionText(text).request(of: table, in: store)
    let query = asked.viewQuery
    try await store.sync.check(table, asked.query)
    guard query.encoded.utf8.count <= Self.queryBytesMax else {
      let bytesMax = Format.number(Self.queryBytesMax)
      throw HTTPError(
        422,
        localized(
          "The query has more than \(bytesMax) bytes, and the view could not be opened by a link. "
            + "Nothing was saved. Filter by shorter values."))
    }
    return query
  }

  @Sendable func remove(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let view = try await view(request, context)
    guard try await services.data.removeView(view.id) else { throw Self.missing(view) }
    let entry = try await note(
      view.owner == nil ? .viewShare : .viewSave, view, before: view, after: nil, context)
    return try await services.pages.actionResponse(
      request, context, redirectTo: Self.list(view),
      flash: Flash(
        localized("View “\(view.name)” removed."),
        detail: localized(
          "The list still has its filters. Undo restores the view, or save the list again."),
        undoEntry: entry),
      json: ["removed": .integer(view.id), "undo": .integer(entry)])
  }

  @Sendable func rename(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let view = try await view(request, context)
    let name = try Self.name(
      ActionBody(request), refused: localized("The view was not renamed"), list: Self.list(view))
    guard let renamed = try await services.data.renameView(view.id, to: name) else {
      throw Self.missing(view)
    }
    let entry = try await note(
      view.owner == nil ? .viewShare : .viewSave, view, before: view, after: renamed, context)
    var json = renamed.json.object ?? JSONObject()
    json["undo"] = .integer(entry)
    let (oldName, newName) = (VisibleText.shown(view.name), VisibleText.shown(name))
    return try await services.pages.actionResponse(
      request, context, redirectTo: Links.rows(renamed),
      flash: Flash(
        localized("View “\(oldName)” renamed to “\(newName)”."), undoEntry: entry),
      json: .object(json))
  }

  /// The view that a path names, if the person may change it.
  private func view(_ request: HTTPRequest, _ context: PageContext) async throws -> SavedView {
    let id = try request.number("id")
    let (store, table) = (request.parameter("store"), request.parameter("table"))
    // Another person's view is as good as none.
    guard let view = try await services.data.savedView(id), view.store === store,
      view.table === table, view.owner == nil || view.owner === context.owner
    else { throw HTTPError(404, localized("There is no saved view \(id) of \(table).")) }
    if view.owner == nil { try context.demand(.viewShare) }
    return view
  }

  private static func missing(_ view: SavedView) -> HTTPError {
    HTTPError(404, localized("There is no saved view \(view.id) of \(view.table) any more."))
  }

  private static func list(_ view: SavedView) -> String {
    Links.with(
      Links.rows(view.store, view.table), QueryItems(decoding: view.query) ?? QueryItems())
  }

  /// The name in a form.
  ///
  /// - Parameters:
  ///   - title: What a refusal says first.
  ///   - list: Where a refusal leads back to.
  private static func name(
    _ body: ActionBody, refused title: String, list: String
  ) throws -> String {
    let name = (body.text("name") ?? "").trimmed
    guard (1...nameMax).contains(name.count) else {
      let length = Format.number(name.count)
      throw ConsoleError(
        422, title: title,
        reason: name.isEmpty
          ? localized(
            "A view needs a name of 1 to \(nameMax) characters, and this one has none.")
          : localized(
            "The name of a view can have 1 to \(nameMax) characters; this one has \(length)."),
        code: "invalid", links: [.init(localized("Back to the list"), list)])
    }
    return name
  }

  @discardableResult
  private func note(
    _ action: ConsoleAction, _ view: SavedView, before: SavedView?, after: SavedView?,
    _ context: PageContext
  ) async throws -> Int64 {
    let undo: UndoableChange? =
      if let before {
        .view(
          ReplacedView(
            view: before, isReplaced: after.map { $0.id != before.id } ?? false,
            left: after?.id))
      } else {
        after.map { .addedView($0) }
      }
    return try await services.data.record(
      AuditRecord(
        who: context.who, address: context.address, action: action.rawValue, store: view.store,
        target: "\(view.table), view \(view.name)", before: before?.json, after: after?.json,
        undo: undo?.json, requestID: context.requestID))
  }
}

extension SavedView {
  var json: JSONValue {
    [
      "id": .integer(id), "name": .string(name), "query": .string(query),
      "shared": .bool(owner == nil), "createdBy": .string(createdBy),
      "createdAt": JSONValue(createdAt),
    ]
  }
}
