import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// What a push would send, before anybody starts it.
struct PushPreviewHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func take(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let body = try ActionBody(request)
    var order = RunRequest(.push, store: store.name, by: context.who)
    order.tables = body.texts("tables")
    order.operations = try body.numbers(body.isForm ? "operation" : "operations")
    try await store.requireKnown(order)
    let slot = try services.previewing.take(for: context.owner)
    defer { slot.release() }
    // Kept for everybody who opens its page, in the language of each.
    let operations = try await performInEnglish {
      try await store.sync.pushPreview(order.pushScope)
    }
    var titles: UTF8Dictionary<RowTitle> = [:]
    for table in UTF8Set(operations.map(\.table)) {
      titles[table] = RowTitle(columns: try await store.columns(of: table))
    }
    var preview = PushPreview(
      key: services.random.uuid(), store: store.name, at: context.now,
      lines: operations.map { operation in
        let name = operation.local.flatMap { titles[operation.table]?.title($0) }
        return PreviewLine(operation, name: name ?? operation.itemID)
      })
    preview.tables = order.tables
    preview.operations = order.operations
    services.previews.put(preview)
    if request.wantsJSON {
      return services.pages.respond(
        json: [
          "operations": .array(operations.map(\.json)), "blocked": preview.blockedJSON,
          "preview": .string(preview.key),
        ])
    }
    return .seeOther(Links.pushPreview(store.name, preview.key))
  }

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let preview = try services.previews.preview(
      request.parameter("preview"), store: store.name, now: context.now)
    let asked = try PreviewRequest(try request.query())
    if request.wantsJSON {
      return services.pages.respond(
        json: [
          "preview": .string(preview.key),
          "operations": .array(preview.lines.filter(asked.within(preview).shows).map(\.json)),
          "blocked": preview.blockedJSON,
        ])
    }
    return try await page(
      PreviewPage(facts: context.facts(store, .syncRun), preview: preview, request: asked),
      request, context)
  }

  private func page(
    _ page: PreviewPage, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    try await services.pages.page(
      "Sync/push-preview", title: localized("Push preview"), values: page.values, request, context,
      nav: Nav(store: page.facts.store, .sync), formats: ["json"])
  }
}

extension StoreHandle {
  /// A mistyped number or name must not pass for work that is done.
  func requireKnown(_ order: RunRequest) async throws {
    if let ids = order.operations {
      guard !ids.isEmpty else {
        throw HTTPError(
          422,
          localized("operations is empty. Name at least one operation, or leave it out for all."))
      }
      let queued = try await sync.operations(ids)
      if let id = ids.first(where: { queued[$0] == nil }) { throw SyncError.noSuchOperation(id) }
    }
    guard let tables = order.tables else { return }
    let known = try await sync.tables().map(\.name)
    for table in tables where !known.contains(table) { throw SyncError.noSuchTable(table) }
  }
}
