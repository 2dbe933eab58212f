import HTTPKit
import JSONKit
import SyncCore

/// What a pull would change, before anybody starts it.
struct PullPreviewHandlers: Sendable {
  let services: ConsoleServices

  var routes: [ConsoleRoute] {
    [
      .post(
        "/s/{store}/pull/preview", .syncRun, ["tables": .list(.text), "full": .boolean], preview)
    ]
  }

  @Sendable func preview(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let body = try ActionBody(request)
    let tables = body.texts("tables")
    let isFull = try body.flag("full") ?? false
    if let tables, tables.isEmpty || tables.contains("") {
      throw HTTPError(422, "tables is empty. Name at least one, or leave it out for all.")
    }
    let slot = try services.previewing.take(for: context.owner)
    defer { slot.release() }
    let previews = try await store.sync.pullPreview(tables: tables, full: isFull)
    let pushed = try await store.sync.pushedBeforePull(tables: tables)
    if request.wantsJSON {
      let first = pushed.mapValues { JSONValue.integer(Int64($0)) }.sorted { $0.key < $1.key }
      return services.pages.respond(
        json: [
          "tables": .array(previews.map(\.json)),
          "pushedFirst": .object(JSONObject(first.map { ($0.key, $0.value) })),
        ])
    }
    let page = PullPreviewPage(
      facts: context.facts(store, .syncRun), previews: previews, tables: tables, isFull: isFull,
      pushedFirst: pushed)
    return try await services.pages.page(
      "pull-preview", title: "Preview of the pull", values: page.values, request, context,
      nav: Nav(store: store.name, .sync), formats: [])
  }
}
