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
    if let table = try request.query()["confirm"] {
      return try await askDeletions(table, query, store, request, context)
    }
    var comparison: CopyComparison?
    if query.from != nil {
      let slot = try services.copying.take(for: context.owner)
      defer { slot.release() }
      comparison = try await CopyComparison(
        query, of: source(query, store, context), to: store.sync)
    }
    let sources = services.stores.stores.map(\.name)
      .filter { $0 !== store.name && context.sees($0) }
    if request.wantsJSON {
      return services.pages.respond(json: CopyComparison.json(comparison, sources: sources))
    }
    let page = CopyPage(
      facts: context.facts(store, .rowsImport), query: query, comparison: comparison,
      sources: sources, mayDelete: context.may(.rowsDelete),
      mayHardDelete: context.may(.rowsHardDelete),
      tablesWithoutTrash: comparison?.tables.map(\.table)
        .filter { !store.softDelete(of: $0).keepsRows } ?? [])
    return try await services.pages.page(
      CopyPage.template, title: "Copy rows from another store", values: page.values, request,
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
    let slot = try services.copying.take(for: context.owner)
    defer { slot.release() }
    let comparison = try await CopyComparison(query, of: source, to: store.sync)
    try Self.demand(body.count("expect"), found: comparison.rowsToCopy)
    let audit = CopyAudit(
      services.audit, who: context.who, address: context.address, requestID: context.requestID)
    var reports: [CopyReport] = []
    var entry: Int64?
    for table in comparison.tables where table.new + table.changed > 0 {
      do {
        let report = try await store.sync.copy(
          .rows, table.table, from: source.sync, named: source.name, options: query.options,
          rows: table.new + table.changed, by: context.who)
        entry = try await audit.note(report, from: source.name, into: store.name, store.sync)
        reports.append(report)
      } catch let broken as CopyInterruption {
        // What was written can be undone by its entry.
        _ = try? await audit.note(broken.report, from: source.name, into: store.name, store.sync)
        throw Self.interrupted(broken, query.link(store.name))
      } catch let error as CopyError {
        throw Self.refusal(error, query.link(store.name))
      }
    }
    let written = reports.reduce(0) { $0 + $1.written }
    let isOne = reports.count { $0.written > 0 } == 1
    return try await services.pages.actionResponse(
      request, context, redirectTo: query.link(store.name),
      flash: flash(reports, written, source, store, undo: isOne ? entry : nil),
      json: [
        "copied": .integer(Int64(written)), "tables": .array(reports.map(\.json)),
        "entry": isOne ? JSONValue(entry) : .null,
      ])
  }

  private func flash(
    _ reports: [CopyReport], _ written: Int, _ source: StoreHandle, _ store: StoreHandle,
    undo: Int64?
  ) -> Flash {
    var detail =
      written == 0
      ? [] : ["They are in the queue. Push to send them to the server of \(store.name)."]
    let left = reports.reduce(0) { $0 + $1.left }
    if let first = reports.flatMap(\.leftRows).first {
      detail.append(
        "\(Format.count(left, "row was", "rows were")) skipped. First: \(first.id): "
          + first.obstacle.sentence)
    }
    if reports.contains(where: { !$0.isComplete }) {
      detail.append("More rows are left: copy again.")
    }
    var steps = [NextStep("Open Sync", Links.sync(store.name))]
    if undo == nil { steps.append(NextStep("Undo in the audit log", Links.audit)) }
    return Flash(
      written == 0
        ? "Nothing was copied." : "\(Format.count(written, "row")) copied from \(source.name).",
      detail: detail.joined(separator: " "), kind: left == 0 ? .good : .warn, undoEntry: undo,
      steps: written == 0 ? [] : steps)
  }

  // MARK: - Deletions

  /// Deleting rows for good is up to those who may do so elsewhere.
  private func demandDeletion(
    _ table: String, _ store: StoreHandle, _ context: PageContext
  ) throws {
    try context.demand(
      store.softDelete(of: table).keepsRows ? .rowsDelete : .rowsHardDelete)
  }

  private func askDeletions(
    _ table: String, _ query: CopyQuery, _ store: StoreHandle, _ request: HTTPRequest,
    _ context: PageContext
  ) async throws -> HTTPResponse {
    try demandDeletion(table, store, context)
    var query = query
    query.tables = [table]
    let source = try await source(query, store, context)
    let comparison = try await CopyComparison(query, of: source, to: store.sync)
    let count = comparison.tables.reduce(0) { $0 + $1.deleted }
    guard count > 0 else { return .seeOther(query.link(store.name)) }
    let rows = Format.count(count, "row")
    let keeps = store.softDelete(of: table).keepsRows
    var page = ConfirmActionPage(
      facts: context.facts(store, .rowsDelete),
      question: "Delete \(rows) of \(table) in store \(store.name)?",
      headline:
        "\(count == 1 ? "It was" : "They were") deleted in \(source.name) since the last copy.",
      text: keeps
        ? "Deleted rows go to the trash here. The next push deletes them on the server."
        : "This table has no trash: the next push removes deleted rows from the server for good.",
      action: Links.copy(store.name) + "/deletions", button: "Delete \(rows)",
      backLink: query.link(store.name), backName: "Copy rows")
    page.hidden = [("from", source.name), ("table", table), ("expect", "\(count)")]
    page.known = [("Table", table), ("Copied from", source.name)]
    return try await services.ask(
      "Confirmation/confirm-action", title: page.question, values: page.values, request, context,
      nav: Nav(store: store.name, .sync))
  }

  @Sendable func copyDeletions(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let body = try ActionBody(request)
    var query = try CopyQuery(body)
    guard let table = body.text("table") else {
      throw HTTPError(422, "table is required. Nothing was changed.")
    }
    try demandDeletion(table, store, context)
    guard body.isConfirmed else { return .seeOther(query.link(store.name)) }
    query.tables = [table]
    let source = try await source(query, store, context)
    let slot = try services.copying.take(for: context.owner)
    defer { slot.release() }
    let comparison = try await CopyComparison(query, of: source, to: store.sync)
    try Self.demand(
      body.count("expect"), found: comparison.tables.reduce(0) { $0 + $1.deleted })
    let audit = ActionAudit(services: services, context: context, store: store.name)
    let subject = "\(table), deleted in store \(source.name)"
    audit.announce(.rowsDelete, subject)
    let report = try await deleted(table, source, store, query, context)
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
        detail: report.written == 0 ? "" : "Push to delete them on the server of \(store.name).",
        undoEntry: entry),
      json: ["deleted": .integer(Int64(report.written)), "entry": JSONValue(entry)])
  }

  private func deleted(
    _ table: String, _ source: StoreHandle, _ store: StoreHandle, _ query: CopyQuery,
    _ context: PageContext
  ) async throws -> CopyReport {
    do {
      return try await store.sync.copy(
        .deletions, table, from: source.sync, named: source.name, options: query.options,
        by: context.who)
    } catch let broken as CopyInterruption {
      throw broken.cause
    } catch let error as CopyError {
      throw Self.refusal(error, query.link(store.name))
    }
  }

  // MARK: - Pending changes

  @Sendable func takeOver(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    try context.demand(.rowsDelete)
    let store = try await services.store(request)
    let query = try CopyQuery(ActionBody(request))
    let source = try await source(query, store, context)
    let slot = try services.copying.take(for: context.owner)
    defer { slot.release() }
    let tables = try await CopyComparison.tables(query, of: source.sync, to: store.sync)
    for table in tables {
      let preview = try await store.sync.previewTakeOver(from: source.sync, table: table)
      if preview.removals > 0 { try context.demand(.rowsHardDelete) }
    }
    let audit = ActionAudit(services: services, context: context, store: store.name)
    let subject = "pending changes of store \(source.name)"
    audit.announce(.rowsImport, subject)
    var reports: [TakeOverReport] = []
    for table in tables {
      do {
        reports.append(
          try await store.sync.takeOverPendingChanges(from: source.sync, table: table))
      } catch let error as CopyError {
        throw Self.refusal(error, query.link(store.name))
      }
    }
    let taken = reports.reduce(0) { $0 + $1.taken }
    let left = reports.reduce(0) { $0 + $1.left }
    if taken > 0 { try await audit.note(.rowsImport, subject, count: taken) }
    return try await services.pages.actionResponse(
      request, context, redirectTo: query.link(store.name),
      flash: Flash(
        taken == 0
          ? "Nothing was copied." : "\(Format.count(taken, "pending change")) copied.",
        detail: (left == 0 ? "" : "\(Format.count(left, "row was", "rows were")) skipped. ")
          + (taken == 0 ? "" : "Push to send them to the server of \(store.name)."),
        kind: left == 0 ? .good : .warn,
        steps: taken == 0 ? [] : [NextStep("Open Sync", Links.sync(store.name))]),
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

  private static func refusal(_ error: CopyError, _ back: String) -> ConsoleError {
    let code =
      switch error {
      case .sameStore: "same_store"
      case .sourceIsOnline: "source_not_offline"
      case .unmasked: "values_unmasked"
      }
    return ConsoleError(
      409, title: "Nothing was copied", reason: "\(error) Nothing was changed.", code: code,
      links: [.init("Back", back)])
  }

  private static func interrupted(_ broken: CopyInterruption, _ back: String) -> ConsoleError {
    ConsoleError(
      StorageProblem(broken.cause)?.cause == .diskFull ? 507 : 503, title: "The copy stopped",
      reason:
        "\(Format.count(broken.report.written, "row")) of \(broken.report.table) were copied and "
        + "stay in the queue. \(StorageProblem(broken.cause)?.message ?? "\(broken.cause)") Copy "
        + "again to go on; the audit log has what undoes it.",
      code: "copy_interrupted", links: [.init("Back", back)])
  }
}

extension ConsoleError {
  static let copyRunning = ConsoleError(
    429, title: "Another copy of yours is under way",
    reason: "Wait until it has ended, then try again. This request changed nothing.",
    code: "copy_running", headers: ["Retry-After": "5"])
}
