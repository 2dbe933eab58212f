import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// Rows of another store, queued here as inserts, updates and deletes.
struct CopyHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func look(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let query = try CopyQuery(request.query())
    var comparison: CopyComparison?
    if query.from != nil {
      comparison = try await CopyComparison(
        query, of: source(query, store, context), to: store.sync)
    }
    if request.wantsJSON {
      guard let comparison else { throw Self.noSource }
      return services.pages.respond(json: comparison.json)
    }
    let page = CopyPage(
      facts: context.facts(store, .rowsImport), query: query, comparison: comparison,
      sources: services.stores.stores.map(\.name)
        .filter { $0 !== store.name && context.sees($0) },
      isOffline: try await store.sync.isOffline, mayDelete: context.may(.rowsDelete))
    return try await services.pages.page(
      CopyPage.template, title: "Copy rows into \(store.name)", values: page.values, request,
      context, nav: Nav(store: store.name, .sync))
  }

  // MARK: - Rows

  @Sendable func copyRows(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let body = try ActionBody(request)
    let query = try CopyQuery(body)
    let source = try await source(query, store, context)
    let comparison = try await CopyComparison(query, of: source, to: store.sync)
    try Self.demand(body.count("expect"), found: comparison.rowsToCopy)
    let audit = CopyAudit(
      services.audit, who: context.who, address: context.address, requestID: context.requestID)
    var reports: [CopyReport] = []
    var entry: Int64?
    for table in comparison.tables where table.new + table.changed > 0 {
      try source.demandUncovered(table.table, back: query.link(store.name))
      let report = try await store.sync.copy(
        .rows, table.table, from: source.sync, named: source.name, options: query.options,
        by: context.who)
      entry = try await audit.note(report, from: source.name, into: store.name, store.sync)
      reports.append(report)
    }
    let written = reports.reduce(0) { $0 + $1.written }
    let isOne = reports.count { $0.written > 0 } == 1
    return try await services.pages.actionResponse(
      request, context, redirectTo: query.link(store.name),
      flash: Flash(
        written == 0
          ? "Nothing to copy." : "\(Format.count(written, "row")) copied from \(source.name).",
        detail: written == 0
          ? "" : "They are in the queue. Push to send them to the server of \(store.name).",
        undoEntry: isOne ? entry : nil,
        steps: written == 0
          ? []
          : [NextStep("Open Sync", Links.sync(store.name))]
            + (isOne ? [] : [NextStep("Undo in the audit log", Links.audit)])),
      json: [
        "copied": .integer(Int64(written)), "tables": .array(reports.map(\.json)),
        "entry": isOne ? JSONValue(entry) : .null,
      ])
  }

  // MARK: - Deletions

  @Sendable func copyDeletions(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let body = try ActionBody(request)
    var query = try CopyQuery(body)
    guard let table = body.text("table") else {
      throw HTTPError(422, "table is required. Nothing was changed.")
    }
    query.tables = [table]
    let source = try await source(query, store, context)
    let comparison = try await CopyComparison(query, of: source, to: store.sync)
    try Self.demand(
      body.count("expect"), found: comparison.tables.reduce(0) { $0 + $1.deleted })
    let audit = ActionAudit(services: services, context: context, store: store.name)
    let subject = "\(table), deleted in store \(source.name)"
    audit.announce(.rowsDelete, subject)
    let report = try await store.sync.copy(
      .deletions, table, from: source.sync, named: source.name, options: query.options,
      by: context.who)
    var entry: Int64?
    if report.written > 0 {
      entry = try await audit.note(
        .rowsDelete, subject, count: report.written,
        undo: UndoPlan.ofDeletion(
          report.deletedIDs, report.deletion, of: table, in: store.name, store.sync))
    }
    return try await services.pages.actionResponse(
      request, context, redirectTo: query.link(store.name),
      flash: Flash(
        "\(Format.count(report.written, "row")) of \(table) deleted.",
        detail: "Push to delete them on the server of \(store.name).", undoEntry: entry),
      json: ["deleted": .integer(Int64(report.written)), "entry": JSONValue(entry)])
  }

  // MARK: - Pending changes

  @Sendable func takeOver(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    try context.demand(.rowsDelete)
    let store = try await services.store(request)
    let query = try CopyQuery(ActionBody(request))
    let source = try await source(query, store, context)
    let audit = ActionAudit(services: services, context: context, store: store.name)
    let subject = "pending changes of store \(source.name)"
    audit.announce(.rowsImport, subject)
    var reports: [TakeOverReport] = []
    for table in try await CopyComparison.tables(query, of: source.sync, to: store.sync) {
      try source.demandUncovered(table, back: query.link(store.name))
      reports.append(
        try await Self.explained(query.link(store.name)) {
          try await store.sync.takeOverPendingChanges(from: source.sync, table: table)
        })
    }
    let taken = reports.reduce(0) { $0 + $1.taken }
    let left = reports.reduce(0) { $0 + $1.left }
    if taken > 0 { try await audit.note(.rowsImport, subject, count: taken) }
    return try await services.pages.actionResponse(
      request, context, redirectTo: query.link(store.name),
      flash: Flash(
        "\(Format.count(taken, "pending change")) queued here.",
        detail: (left == 0 ? "" : "\(Format.count(left, "row was", "rows were")) skipped. ")
          + "Push to send them to the server of \(store.name).",
        kind: left == 0 ? .good : .warn,
        steps: [NextStep("Open Sync", Links.sync(store.name))]),
      json: [
        "taken": .integer(Int64(taken)), "left": .integer(Int64(left)),
        "tables": .array(reports.map(\.json)),
      ])
  }

  // MARK: - Helpers

  private static let noSource = HTTPError(
    422, "from is required: the store to copy rows from. Nothing was changed.")

  /// The store that rows come from, which the person has to see.
  private func source(
    _ query: CopyQuery, _ store: StoreHandle, _ context: PageContext
  ) async throws -> StoreHandle {
    guard let name = query.from else { throw Self.noSource }
    guard context.sees(name), let info = services.stores.store(name) else {
      throw ConsoleError.noSuchStore(name)
    }
    guard name !== store.name else { throw HTTPError(422, CopyError.sameStore.description) }
    return try await services.open(info)
  }

  private static func demand(_ expected: Int?, found: Int) throws {
    guard let expected, expected != found else { return }
    throw SyncError.countChanged(expected: expected, found: found)
  }

  private static func explained<Output>(
    _ back: String, _ work: () async throws -> Output
  ) async throws -> Output {
    do {
      return try await work()
    } catch let error as CopyError {
      throw ConsoleError(
        409, title: "The pending changes were not moved", reason: "\(error) Nothing was changed.",
        code: "source_not_offline", links: [.init("Back", back)])
    }
  }
}
