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
    let previews = try await CopyComparison.previews(
      source.name, source.sync, to: store.sync, tables: query.tables, options: query.options)
    try Self.demand(body.count("expect"), found: previews.reduce(0) { $0 + $1.rowsToCopy })
    let audit = CopyAudit(
      services.audit, who: context.who, address: context.address, requestID: context.requestID)
    var reports: [CopyReport] = []
    var entry: Int64?
    for preview in previews where preview.rowsToCopy > 0 {
      do {
        let report = try await store.sync.copyRows(
          of: preview.table, from: source.sync, named: source.name, options: query.options,
          expecting: preview.rowsToCopy, by: context.who)
        entry = try await audit.note(report, from: source.name, into: store.name, store.sync)
        reports.append(report)
      } catch let broken as CopyInterruption {
        // What was written can be undone by its entry, also when nobody waits for the answer any more.
        _ = await Task {
          try? await audit.note(broken.report, from: source.name, into: store.name, store.sync)
        }.value
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
    let skipped = reports.reduce(0) { $0 + $1.skipped.count }
    if let first = reports.flatMap(\.skipped.rows).first {
      detail.append("\(Self.skipped(skipped)) First: \(first.id): \(first.reason.sentence)")
    }
    if reports.contains(where: { !$0.isComplete }) {
      detail.append("More rows are left: copy again.")
    }
    var steps = [NextStep("Open Sync", Links.sync(store.name))]
    if undo == nil { steps.append(NextStep("Undo in the audit log", Links.audit)) }
    return Flash(
      written == 0
        ? "Nothing was copied." : "\(Format.count(written, "row")) copied from \(source.name).",
      detail: detail.joined(separator: " "), kind: skipped == 0 ? .good : .warn, undoEntry: undo,
      steps: written == 0 ? [] : steps)
  }

  // MARK: - Helpers

  /// The store that rows come from, which the person has to see.
  func source(
    _ query: CopyQuery, _ store: StoreHandle, _ context: PageContext
  ) async throws -> StoreHandle {
    guard let name = query.from else {
      throw HTTPError(
        422, "from is required: the store to copy rows from. Nothing was changed.")
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

  /// A sentence of a message.
  static func skipped(_ count: Int) -> String {
    "\(Format.count(count, "row was", "rows were")) skipped."
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
