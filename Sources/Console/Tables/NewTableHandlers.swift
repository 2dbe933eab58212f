import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// Creates a table in a store, before it has a row.
struct NewTableHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    if request.wantsJSON {
      return services.pages.respond(json: [
        "types": .array(Self.types(store).map { .string($0.rawValue) })
      ])
    }
    return try await page(NewTableForm(), store, request, context)
  }

  @Sendable func create(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let body = try ActionBody(request)
    var form = NewTableForm(body)
    if body.text("more") != nil {
      return try await page(form, store, request, context, addsLines: true)
    }
    form.check(
      tables: try await store.sync.tableNames(), types: Self.types(store), isForm: body.isForm)
    guard form.mistakes.isEmpty else {
      let sentences = form.mistakes.map(\.text) + [localized("Nothing was created.")]
      let error = ConsoleError(
        422, title: localized("The table was not created"),
        reason: sentences.joinedAsSentences(), code: "invalid",
        links: [.init(localized("Tables"), Links.tables(store.name))])
      return request.wantsJSON
        ? try services.pages.refusal(error, form.mistakes, context)
        : try await page(form, store, request, context)
    }
    let columns = form.columns
    let audit = ActionAudit(services: services, context: context, store: store.name)
    await audit.announce(.tableCreate, form.name)
    guard try await store.sync.createTable(form.name, columns: columns) else {
      throw ConsoleError(
        409, title: localized("The table already exists"),
        reason: localized("Someone else has just created \(form.name). Nothing was changed."),
        code: "table_exists",
        links: [.init(localized("Rows of \(form.name)"), Links.rows(store.name, form.name))])
    }
    let json: JSONValue = [
      "table": .string(form.name), "columns": .array(columns.map(\.json)),
    ]
    try await audit.note(.tableCreate, form.name, after: json)
    let link = Links.rows(store.name, form.name)
    var response = try await services.pages.actionResponse(
      request, context, redirectTo: link,
      flash: Flash(
        localized("Table \(form.name) created."),
        detail: localized("The server gets the table with the first row you push.")),
      json: json, status: 201)
    if response.status == 201 { response.headers["Location"] = link }
    return response
  }

  private func page(
    _ form: NewTableForm, _ store: StoreHandle, _ request: HTTPRequest, _ context: PageContext,
    addsLines: Bool = false
  ) async throws -> HTTPResponse {
    var page = NewTablePage(
      store: store.name, form: form, types: Self.types(store),
      softDelete: store.softDelete(of: form.name))
    page.addsLines = addsLines
    return try await services.pages.page(
      NewTablePage.template, title: page.title, values: page.values, request, context,
      nav: Nav(store: store.name, .tables), formats: [],
      status: form.mistakes.isEmpty ? 200 : 422)
  }

  /// Files only where the server keeps them.
  private static func types(_ store: StoreHandle) -> [ColumnType] {
    ColumnType.allCases.filter { $0 != .file || store.sync.remote is any FileRemote }
  }
}
