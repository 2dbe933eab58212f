import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// Everything that was done through the console, by whom.
struct AuditHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let query = try AuditQuery(try request.query())
    context.found.noteAddress(query.settled)
    let filter = await services.findingRows(query.filter, context).seen(by: context)
    if let file = ListFile(rawValue: request.format) {
      let slot = try services.exports.take(for: context.owner)
      return file.response(
        export(filter, file, slot, context), name: "audit")
    }
    let found = try await services.data.auditPage(
      filter, size: query.size, countMax: AuditQuery.countMax)
    var entries: [AuditEntry] = []
    for entry in found.entries { entries.append(try await entry.seen(by: context, services)) }
    if request.wantsJSON {
      return services.pages.respond(json: [
        "entries": .array(entries.map(\.json)), "next": JSONValue(found.next.map { "\($0)" }),
      ])
    }
    let undone = try await services.undone(by: entries, context)
    let names = try await services.data.auditNames(AuditFilter().seen(by: context))
    let list = AuditEntryList(
      entries: entries, undoing: try await services.undoing(entries, context),
      undoneInPart: try await services.undoneInPart(entries),
      titles: await services.rowTitles(of: entries, undone: undone), undone: undone,
      notedRuns: try await services.notedRuns(entries),
      form: services.administration?.form, context: context)
    let page = AuditPage(
      list: list, query: query, names: names, tables: await tables(query, names, context),
      page: found)
    return try await services.pages.page(
      AuditPage.template, title: localized("Audit log"), values: page.values, request, context,
      nav: Nav(.audit), formats: ["json", "csv", "ndjson"], whole: localized("All entries"))
  }

  /// Tables of the stores, and those that entries are about.
  private func tables(
    _ query: AuditQuery, _ names: AuditNames, _ context: PageContext
  ) async -> [String] {
    var tables = UTF8Set(names.tables)
    for store in services.stores.stores where context.sees(store.name) {
      guard query.filter.store == nil || query.filter.store === store.name else { continue }
      tables.formUnion(await services.stores.standing(of: store.name).tables.map(\.name))
    }
    return tables.sorted()
  }

  private func export(
    _ filter: AuditFilter, _ file: ListFile, _ slot: ConcurrencyLimiter.Slot, _ context: PageContext
  ) -> ObjectExport<Int64> {
    let (services, size) = (services, 500)
    let columns = [
      "id", "at", "who", "address", "action", "store", "target", "count", "result", "reason",
      "run", "outcome", "before", "after", "undoneAt", "requestId", "times", "lastAt", "names",
    ]
    return ObjectExport(
      file: file, columns: columns, times: ["at", "undoneAt", "lastAt"], slot: slot
    ) { place in
      var filter = filter
      filter.newerThan = nil
      filter.before = place ?? filter.before
      let entries = try await services.data.auditEntries(filter, limit: size)
      var lines: [JSONValue] = []
      for entry in entries { lines.append(try await entry.seen(by: context, services).json) }
      return (lines, entries.count < size ? nil : entries.last?.id)
    }
  }

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let id = try request.number("entry")
    let found = try await services.data.auditEntry(id)
    try await services.demandOwn(found, .auditView, request, context)
    guard let entry = found else {
      throw ConsoleError(
        404, title: localized("Audit entry not found"),
        reason: localized("The audit log has no entry \(id)."),
        code: "no_such_entry", links: [.init(localized("Audit"), Links.audit)])
    }
    try entry.demandVisibility(context)
    let seen = try await entry.seen(by: context, services)
    if request.wantsJSON { return services.pages.respond(json: seen.json) }
    let page = AuditEntryPage(
      entry: seen, isHidden: entry.isHidden(from: context),
      undoing: try await services.undoing(entry),
      undoneBy: try await services.undone(entry),
      sentence: try await sentence(of: seen, context),
      changes: AuditEntryChanges(seen.record, form: services.administration?.form),
      names: await services.names(of: seen.listedRows, in: seen.record.store ?? ""),
      context: context)
    return try await services.pages.page(
      AuditEntryPage.template, title: page.title, values: page.values, request, context,
      nav: Nav(.audit))
  }

  /// Without the settings that it changed, for the page has them in a table.
  private func sentence(
    of entry: AuditEntry, _ context: PageContext
  ) async throws -> AuditEntrySentence {
    let undone = try await services.undone(by: [entry], context)
    let titles = await services.rowTitles(of: [entry], undone: undone)
    let notedRuns = try await services.notedRuns([entry])
    return AuditEntrySentence(
      entry: entry, title: titles[entry.id], undone: undone[entry.id],
      notedRun: notedRuns[entry.id])
  }
}

extension Run {
  /// What came of it, in numbers.
  fileprivate var figures: JSONValue {
    [
      "state": .string(state.rawValue), "pushed": .integer(Int64(outcome.pushed)),
      "failed": .integer(Int64(outcome.failed)),
      "conflicts": .integer(Int64(report.conflicts)), "unknown": .integer(Int64(outcome.unknown)),
      "pulled": .integer(Int64(outcome.pulled)), "deleted": .integer(Int64(outcome.deleted)),
    ]
  }
}

extension AuditEntry {
  var json: JSONValue {
    [
      "id": .integer(id), "at": .string(at.description), "who": .string(record.who),
      "address": .string(record.address), "action": .string(record.action),
      "store": JSONValue(record.store), "target": .string(record.target),
      "count": record.count.map { .integer(Int64($0)) } ?? nil,
      "result": .string(result.rawValue), "reason": JSONValue(reason),
      "run": JSONValue(record.run), "outcome": run?.figures ?? .null,
      "before": record.before ?? nil, "after": record.after ?? nil, "names": record.namesJSON,
      "undo": .bool(record.undo != nil && undoneAt == nil), "undoneAt": JSONValue(undoneAt),
      "times": .integer(Int64(times)), "lastAt": JSONValue(lastAt),
      "requestId": .string(record.requestID),
    ]
  }
}
