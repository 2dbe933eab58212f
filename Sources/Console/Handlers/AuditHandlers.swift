import ConsoleData
import HTTPKit
import JSONKit
import Support
import TemplateKit

/// Everything that was done through the console, by whom.
struct AuditHandlers: Sendable {
  let services: ConsoleServices

  var routes: [ConsoleRoute] { [.get("/audit", .auditView, list)] }

  private static let sizes = [25, 50, 100, 500]

  private struct Listing {
    let entries: [AuditEntry]
    let query: QueryItems
    /// The entry to go on before; nil at the end.
    let next: Int64?
  }

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let query = try request.query()
    let size =
      query["size"].flatMap { Int($0) }.flatMap { Self.sizes.contains($0) ? $0 : nil } ?? 50
    // One more than is shown tells whether there are older ones.
    let found = try await services.data.auditEntries(try filter(query), limit: size + 1)
    let entries = Array(found.prefix(size))
    let listing = Listing(
      entries: entries, query: query, next: found.count > size ? entries.last?.id : nil)
    switch request.format {
    case "csv": return csv(entries)
    case "ndjson":
      let lines = entries.map { $0.json.serializedText + "\n" }.joined()
      return HTTPResponse(
        200, headers: ["Content-Type": "application/x-ndjson; charset=utf-8"],
        body: .bytes(Array(lines.utf8)))
    default:
      if request.wantsJSON {
        let next = listing.next.map { JSONValue.string("\($0)") } ?? .null
        return services.pages.respond(
          json: ["entries": .array(entries.map(\.json)), "next": next])
      }
      return try await page(listing, request, context)
    }
  }

  private func filter(_ query: QueryItems) throws -> AuditFilter {
    var filter = AuditFilter()
    filter.who = query["user"].flatMap { $0.isEmpty ? nil : $0 }
    filter.action = query["action"].flatMap { $0.isEmpty ? nil : $0 }
    filter.store = query["store"].flatMap { $0.isEmpty ? nil : $0 }
    filter.from = try day(query["from"])
    filter.until = try day(query["to"])?.adding(seconds: 86_400)
    filter.before = query["after"].flatMap { Int64($0) }
    return filter
  }

  private func day(_ text: String?) throws -> Timestamp? {
    guard let text, !text.isEmpty else { return nil }
    guard let day = Timestamp(text) else {
      throw HTTPError(400, "“\(text)” is not a day. Write it as 2026-11-21.")
    }
    return day
  }

  // MARK: - The page

  private func page(
    _ listing: Listing, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let names = try await services.data.auditNames()
    var values: TemplateDictionary = [
      "AUDIT_URL": Links.audit, "FROM": listing.query["from"] ?? "",
      "TO": listing.query["to"] ?? "", "RANGE": range(listing.entries),
    ]
    values.add("WHO_OPTION", list: options(names.who, chosen: listing.query["user"]))
    values.add("ACTION_OPTION", list: options(names.actions, chosen: listing.query["action"]))
    values.add("ENTRY", list: listing.entries.map { row($0, context) })
    values.show("EMPTY", if: listing.entries.isEmpty)
    if let next = listing.next {
      var query = listing.query
      query["after"] = "\(next)"
      values.add("OLDER", ["OLDER_URL": Links.with(Links.audit, query)])
    }
    return try await services.pages.page(
      "audit", title: "Audit", values: values, request, context, nav: Nav(.audit),
      formats: ["json", "csv", "ndjson"])
  }

  private func options(_ names: [String], chosen: String?) -> [TemplateDictionary] {
    names.map { name in
      var option: TemplateDictionary = ["OPTION": name]
      option.show("CHOSEN", if: name == chosen)
      return option
    }
  }

  private func range(_ entries: [AuditEntry]) -> String {
    guard let newest = entries.first, let oldest = entries.last else { return "No entries" }
    return newest.id == oldest.id
      ? "Entry \(newest.id)" : "Entries \(oldest.id) to \(newest.id)"
  }

  private func row(_ entry: AuditEntry, _ context: PageContext) -> TemplateDictionary {
    let record = entry.record
    var row: TemplateDictionary = [
      "ID": "\(entry.id)", "WHO": record.who, "ACTION": record.action, "WHAT": what(record),
    ]
    row.set(time: "AT", entry.at, now: context.now)
    row.set(chip: "RESULT", chip(entry, context))
    let canUndo =
      record.undo != nil && entry.undoneAt == nil && record.result == .done
      && context.may(.actionUndo)
    row.add("UNDO", list: canUndo ? [["UNDO_URL": Links.undo(entry.id)]] : [])
    return row
  }

  private func what(_ record: AuditRecord) -> String {
    var text = record.store.map { "\($0): " } ?? ""
    text += record.target
    if record.result == .done, let reason = record.reason { text += ". Reason: \(reason)" }
    return text
  }

  private func chip(_ entry: AuditEntry, _ context: PageContext) -> Chip {
    if let undone = entry.undoneAt {
      return Chip(.skipped, "Undone \(Format.time(undone, now: context.now))")
    }
    let reason = entry.record.reason.map { ": \($0)" } ?? ""
    return switch entry.record.result {
    case .done: Chip(.done, "Done")
    case .denied: Chip(.failed, "Denied\(reason)")
    case .failed: Chip(.failed, "Failed\(reason)")
    }
  }

  // MARK: - CSV

  private func csv(_ entries: [AuditEntry]) -> HTTPResponse {
    let writer = CSVWriter()
    var bytes = writer.line([
      "id", "at", "who", "address", "action", "store", "target", "count", "result", "reason",
      "requestId",
    ])
    for entry in entries {
      let record = entry.record
      bytes += writer.line([
        .integer(entry.id), .string(entry.at.description), .string(record.who),
        .string(record.address), .string(record.action), record.store.map { .string($0) } ?? nil,
        .string(record.target), record.count.map { .integer(Int64($0)) } ?? nil,
        .string(record.result.rawValue), record.reason.map { .string($0) } ?? nil,
        .string(record.requestID),
      ])
    }
    return HTTPResponse(
      200, headers: ["Content-Type": "text/csv; charset=utf-8"], body: .bytes(bytes))
  }
}

extension AuditEntry {
  var json: JSONValue {
    [
      "id": .integer(id), "at": .string(at.description), "who": .string(record.who),
      "address": .string(record.address), "action": .string(record.action),
      "store": record.store.map { .string($0) } ?? nil, "target": .string(record.target),
      "count": record.count.map { .integer(Int64($0)) } ?? nil,
      "result": .string(record.result.rawValue),
      "reason": record.reason.map { .string($0) } ?? nil, "before": record.before ?? nil,
      "after": record.after ?? nil, "undo": .bool(record.undo != nil && undoneAt == nil),
      "undoneAt": undoneAt.map { .string($0.description) } ?? nil,
      "requestId": .string(record.requestID),
    ]
  }
}
