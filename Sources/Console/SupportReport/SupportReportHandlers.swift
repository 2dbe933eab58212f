import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// One row on one page, for a ticket.
struct SupportReportHandlers: Sendable {
  let services: ConsoleServices

  private static let template = "SupportReport/support-report"

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    let detail = try await actions.detail(request.parameter("id"))
    let query = try request.query()
    let masked = actions.store.sync.settings.table(actions.table).masked
    let redaction = try redaction(query["redact"], masked)
    let builder = SupportReportBuilder(
      store: actions.store.info, detail: detail, redaction: redaction, masked: masked,
      audit: try await audit(actions, detail.record.id), context: context)
    let supportReport = builder.supportReport
    let english = try await english(builder, actions) ?? supportReport
    if query["as"] == "markdown" { return markdown(english) }
    if request.wantsJSON {
      guard case .object(var object) = english.json else {
        preconditionFailure("an object")
      }
      object["store"] = .string(actions.store.name)
      object["table"] = .string(actions.table)
      object["id"] = .string(detail.record.id)
      object["redaction"] = .string(redaction.rawValue)
      return services.pages.respond(json: .object(object))
    }
    return try await page(
      supportReport, markdown: english.markdown, builder, actions, request)
  }

  /// Which columns the configuration covers, and which of them the table does not have.
  private static func configured(_ masked: [String], _ columns: [Column]) -> String {
    guard !masked.isEmpty else {
      return localized("No columns are configured to be redacted.")
    }
    let missing = masked.filter { name in !columns.contains { $0.name === name } }
    let unknown = missing.dropFirst().reduce(missing.first ?? "") { first, second in
      localized("\(first) and \(second)")
    }
    let names = masked.joinedAsList()
    let configured = localized("Configured: \(names).")
    guard !missing.isEmpty else { return configured }
    let hint = localized("The table has no \(unknown): check the spelling.")
    return [configured, hint].joinedAsSentences()
  }

  /// What the address asks for; the configured columns are covered unless it asks for more.
  private func redaction(_ text: String?, _ masked: [String]) throws -> Redaction {
    guard let text else { return masked.isEmpty ? .none : .columns }
    guard let redaction = Redaction(rawValue: text) else {
      throw HTTPError(
        400, localized("Unknown redact “\(text)”: use none, columns or values."))
    }
    return redaction
  }

  private func audit(
    _ actions: RowActions, _ id: String
  ) async throws -> [SupportReportBuilder.AuditLine] {
    let traces = try await actions.store.sync.traces(of: id, in: actions.table)
    let row = AuditedRow(
      store: actions.store.name, table: actions.table, id: id, decisions: traces.decisions,
      imports: traces.imports)
    return try await services.data.auditEntries(of: row, limit: 100).map { entry in
      .init(
        at: Format.full(entry.at), who: entry.record.who, action: entry.record.action,
        rows: entry.record.count, address: entry.record.address,
        requestID: entry.record.requestID)
    }
  }

  private func markdown(_ supportReport: SupportReport) -> HTTPResponse {
    HTTPResponse(
      200,
      headers: [
        "Content-Type": "text/markdown; charset=utf-8",
        "Content-Disposition": "attachment; filename=\"support-report.md\"",
      ], body: .bytes(Array(supportReport.markdown.utf8)))
  }

  /// The report to hand to others, where the page's is in another language: the checks of a row are
  /// worded when its detail is read.
  private func english(
    _ builder: SupportReportBuilder, _ actions: RowActions
  ) async throws -> SupportReport? {
    guard TextCatalogue.current.language != .english else { return nil }
    return try await performInEnglish {
      var builder = builder
      builder.detail = try await actions.detail(builder.detail.record.id)
      return builder.supportReport
    }
  }

  private func page(
    _ supportReport: SupportReport, markdown: String, _ builder: SupportReportBuilder,
    _ actions: RowActions, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let (detail, redaction) = (builder.detail, builder.redaction)
    let store = actions.store.name
    var head = RowHead(
      store: store, detail: detail, softDelete: actions.store.softDelete(of: actions.table),
      tab: .supportReport,
      permissions: actions.context.rowPermissions(actions.store, actions.table),
      name: supportReport.title)
    head.list = try ListOrigin(request)
    head.neighbours = try await actions.neighbours(of: detail, in: head.list)
    var values = supportReport.values(markdown: markdown)
    values.merge(head.values)
    let link = Links.row(store, actions.table, detail.record.id, action: "passport")
    values.set("PASSPORT_ACTION", link)
    values.add(
      "LIST_FIELD",
      list: head.list.field.map { [["LIST_NAME": $0.name, "LIST_QUERY": $0.value]] } ?? [])
    values.set(
      "MARKDOWN_URL",
      Links.with(
        link, QueryItems([.init("redact", redaction.rawValue), .init("as", "markdown")])))
    values.add(
      "LEVEL",
      list: Redaction.allCases.map { level in
        var item: TemplateDictionary = ["LEVEL": level.rawValue, "LEVEL_TITLE": level.title]
        item.show("CHOSEN", if: level == redaction)
        return item
      })
    values.set("COVERED", Self.configured(builder.masked, detail.columns))
    return try await services.pages.page(
      Self.template, title: localized("Support report of \(supportReport.title)"), values: values,
      request, actions.context, nav: Nav(store: store, .table(actions.table)))
  }
}
