import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// Rows of another store, queued here as inserts, updates and deletes.
struct CopyHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func look(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let items = try request.query()
    let query = CopyQuery(items)
    if let table = items["confirm"] {
      return try await askDeletions(table, query, store, request, context)
    }
    var comparison: CopyComparison?
    if query.from != nil {
      let slot = try services.copying.take(for: context.owner)
      defer { slot.release() }
      let source = try await source(query, store, context)
      comparison = try await CopyComparison(
        source.name, source.sync, to: store.sync, tables: nil, options: query.options)
    }
    let sources = services.stores.stores.map(\.name)
      .filter { $0 !== store.name && context.sees($0) }
    if request.wantsJSON {
      return services.pages.respond(json: CopyComparison.json(comparison, sources: sources))
    }
    let move = try await moveSteps(comparison, query, store, context)
    let page = CopyPage(
      facts: context.facts(store, .rowsImport), query: query, comparison: comparison,
      sources: sources, mayDelete: context.may(.rowsDelete),
      mayHardDelete: context.may(.rowsHardDelete),
      tablesWithoutTrash: comparison?.tables.map(\.table)
        .filter { !store.softDelete(of: $0).keepsRows } ?? [], move: move)
    return try await services.pages.page(
      CopyPage.template, title: localized("Copy rows from another store"), values: page.values,
      request,
      context, nav: Nav(store: store.name, .sync))
  }

  // MARK: - Runs

  @Sendable func copyRows(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let (store, query, source) = try await subject(request, context)
    let slot = try services.copying.take(for: context.owner)
    defer { slot.release() }
    if let expected = try ActionBody(request).count("expect") {
      let previews = try await CopyComparison.previews(
        source.name, source.sync, to: store.sync, tables: query.tables, options: query.options)
      try Self.demand(expected, found: previews.reduce(0) { $0 + $1.rowsToCopy })
    }
    return try await start(.copy, query, source, store, request, context)
  }

  @Sendable func verify(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let (store, query, source) = try await subject(request, context)
    return try await start(.verify, query, source, store, request, context)
  }

  private func subject(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> (StoreHandle, CopyQuery, StoreHandle) {
    let store = try await services.store(request)
    let query = try CopyQuery(ActionBody(request))
    return (store, query, try await source(query, store, context))
  }

  private func start(
    _ kind: Run.Kind, _ query: CopyQuery, _ source: StoreHandle, _ store: StoreHandle,
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let tables = try await CopyComparison.tables(
      query.tables, from: source.sync, to: store.sync)
    if kind == .copy {
      try await Self.explaining(query.link(store.name)) {
        for table in tables { try store.sync.refuseUnmasked(table, of: source.sync) }
      }
    }
    var order = RunRequest(kind, store: store.name, tables: query.tables, by: context.who)
    order.copy = CopyOrder(
      source.name, query.options, address: context.address, requestID: context.requestID)
    return try await services.startRun(
      order, store, request, context, as: kind == .copy ? .rowsImport : .syncRun)
  }

  // MARK: - Helpers

  /// The store that rows come from, which the person has to see.
  func source(
    _ query: CopyQuery, _ store: StoreHandle, _ context: PageContext
  ) async throws -> StoreHandle {
    guard let name = query.from else {
      throw HTTPError(
        422, localized("from is required: the store to copy rows from. Nothing was changed."))
    }
    guard context.sees(name), let info = services.stores.store(name) else {
      throw ConsoleError.noSuchStore(name)
    }
    guard name !== store.name else { throw HTTPError(422, CopyError.sameStore.description) }
    return try await services.open(info)
  }

  static func demand(_ expected: Int?, found: Int) throws {
    guard let expected, expected != found else { return }
    throw SyncError.countChanged(expected: expected, found: found)
  }

  static func explaining<Output>(
    _ back: String, _ work: () async throws -> Output
  ) async throws -> Output {
    do {
      return try await work()
    } catch let error as CopyError {
      throw refusal(error, back)
    }
  }

  private static func refusal(_ error: CopyError, _ back: String) -> ConsoleError {
    let code =
      switch error {
      case .sameStore: "same_store"
      case .sourceIsOnline: "source_not_offline"
      case .unmasked: "values_unmasked"
      }
    return ConsoleError(
      409, title: localized("Nothing was copied"),
      reason: "\(error) \(localized("Nothing was changed."))", code: code,
      links: [.init(localized("Back"), back)])
  }
}

extension ConsoleError {
  static var copyRunning: ConsoleError {
    ConsoleError(
      429, title: localized("Another copy of yours is under way"),
      reason: localized("Wait until it has ended, then try again. This request changed nothing."),
      code: "copy_running", headers: ["Retry-After": "5"])
  }
}
