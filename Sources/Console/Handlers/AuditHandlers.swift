import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore

/// Everything that was done through the console, by whom.
struct AuditHandlers: Sendable {
  let services: ConsoleServices

  var routes: [ConsoleRoute] {
    [.get("/audit", .auditView, list).asFiles, .get("/audit/{entry}", .auditView, show)]
  }

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let query = try AuditQuery(try request.query())
    if let form = AuditExport.Form(rawValue: request.format) {
      let slot = try services.exports.take(for: context.owner)
      return AuditExport(data: services.data, filter: query.filter, form: form, slot: slot)
        .response
    }
    // One more than is shown tells whether there are older ones.
    let found = try await services.data.auditEntries(query.filter, limit: query.size + 1)
    let entries = Array(found.prefix(query.size))
    let next = found.count > query.size ? entries.last?.id : nil
    if request.wantsJSON {
      return services.pages.respond(json: [
        "entries": .array(entries.map(\.json)), "next": JSONValue(next.map { "\($0)" }),
      ])
    }
    let page = AuditPage(
      entries: entries, query: query, names: try await services.data.auditNames(), next: next,
      context: context)
    return try await services.pages.page(
      AuditPage.template, title: "Audit", values: page.values, request, context, nav: Nav(.audit),
      formats: ["json", "csv", "ndjson"])
  }

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let id = try request.number("entry")
    guard let entry = try await services.data.auditEntry(id) else {
      throw ConsoleError(
        404, title: "There is no such entry", reason: "The audit has no entry \(id).",
        code: "no_such_entry", links: [.init("Audit", Links.audit)])
    }
    if request.wantsJSON { return services.pages.respond(json: entry.json) }
    let page = AuditEntryPage(entry: entry, undoing: try await undoing(entry), context: context)
    return try await services.pages.page(
      AuditEntryPage.template, title: page.title, values: page.values, request, context,
      nav: Nav(.audit))
  }

  /// Whether Undo would work now, so that nobody has to try.
  private func undoing(_ entry: AuditEntry) async throws -> AuditEntryPage.Undoing {
    guard entry.record.result == .done, let undo = entry.record.undo else { return .none }
    guard entry.undoneAt == nil else { return .impossible("It was taken back already.") }
    switch KeptState(undo) {
    case .store(let store)?:
      return services.stores.store(store.name) == nil
        ? .possible : .impossible("There is another store \(store.name) by now.")
    case .some: return .possible
    case nil: break
    }
    guard let detail = UndoDetail(undo),
      let sync = try await services.stores.context(of: detail.store)
    else { return .impossible("Its store is not configured here any more.") }
    if let decision = detail.decision {
      return try await sync.obstacle(toTakingBack: decision).map { .impossible($0) } ?? .possible
    }
    let changed = try await UndoHandlers.changedRows(detail, sync)
    return changed.count < detail.rowCount
      ? .possible : .impossible(UndoHandlers.objection(changed))
  }
}

extension AuditEntry {
  var json: JSONValue {
    [
      "id": .integer(id), "at": .string(at.description), "who": .string(record.who),
      "address": .string(record.address), "action": .string(record.action),
      "store": JSONValue(record.store), "target": .string(record.target),
      "count": record.count.map { .integer(Int64($0)) } ?? nil,
      "result": .string(record.result.rawValue), "reason": JSONValue(record.reason),
      "before": record.before ?? nil, "after": record.after ?? nil,
      "undo": .bool(record.undo != nil && undoneAt == nil), "undoneAt": JSONValue(undoneAt),
      "requestId": .string(record.requestID),
    ]
  }
}
