import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// What a pull would change, before anybody starts it.
struct PullPreviewHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func take(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let body = try ActionBody(request)
    let tables = body.texts("tables")
    let isFull = try body.flag("full") ?? false
    if let tables, tables.isEmpty || tables.contains("") {
      throw HTTPError(
        422, localized("tables is empty. Name at least one table, or leave it out for all."))
    }
    let slot = try services.previewing.take(for: context.owner)
    defer { slot.release() }
    let preview = PullPreview(
      key: services.random.uuid(), store: store.name, at: context.now, tables: tables,
      isFull: isFull, queries: try await store.sync.pullPreview(tables: tables, full: isFull),
      pushes: try await store.pushes(beforePullOf: tables))
    services.pullPreviews.put(preview)
    if request.wantsJSON { return services.pages.respond(json: preview.json) }
    return .seeOther(Links.pullPreview(store.name, preview.key))
  }

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let preview = try services.pullPreviews.preview(
      request.parameter("preview"), store: store.name, now: context.now)
    if request.wantsJSON { return services.pages.respond(json: preview.json) }
    let page = PullPreviewPage(facts: context.facts(store, .syncRun), preview: preview)
    return try await services.pages.page(
      "Sync/pull-preview", title: localized("Pull preview"), values: page.values, request, context,
      nav: Nav(store: store.name, .sync))
  }
}

extension StoreHandle {
  /// What a pull of these tables would push first, as it would send it.
  fileprivate func pushes(beforePullOf tables: [String]?) async throws -> [PreviewedSend] {
    let ids = try await sync.operationsBeforePull(tables: tables)
    let operations = try await sync.operations(ids)
    let fingerprints = try await sync.fingerprints(ofOperations: ids)
    return ids.compactMap { id in
      guard let operation = operations[id], let fingerprint = fingerprints[id] else { return nil }
      return PreviewedSend(operation, fingerprint: fingerprint)
    }
  }
}

extension PullPreview {
  fileprivate var json: JSONValue {
    let byTable = UTF8Dictionary(grouping: pushes, by: \.table)
    let first = pushedFirst.mapValues { JSONValue.integer(Int64($0)) }.sorted { $0.key < $1.key }
    return [
      "tables": .array(queries.map { $0.json(pushing: byTable[$0.table] ?? []) }),
      "pushedFirst": .object(JSONObject(first.map { ($0.key, $0.value) })),
      "preview": .string(key),
    ]
  }
}
