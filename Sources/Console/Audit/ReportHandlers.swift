import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// What actions on many really changed.
struct ReportHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let id = try request.number("entry")
    guard let entry = try await services.data.auditEntry(id), entry.record.store === store.name,
      var report = entry.record.after.flatMap({ ActionReport($0) })
    else {
      let name = store.name
      throw HTTPError(404, localized("Store \(name) has no report \(id)."))
    }
    for index in report.problems.indices where !report.problems[index].table.isEmpty {
      let problem = report.problems[index]
      report.problems[index].message = try await store.sync.covered(
        problem.message, about: problem.id, of: problem.table)
    }
    if request.wantsJSON {
      var object = report.json["report"]?.object ?? JSONObject()
      object["entry"] = .integer(id)
      object["action"] = .string(entry.record.action)
      object["at"] = .string(entry.at.description)
      object["by"] = .string(entry.record.who)
      object["undo"] = .bool(entry.record.undo != nil && entry.undoneAt == nil)
      return services.pages.respond(json: .object(object))
    }
    for index in report.problems.indices where !report.problems[index].table.isEmpty {
      let problem = report.problems[index]
      report.problems[index].name = try await store.rowName(problem.table, problem.id)
    }
    let page = ActionReportPage(
      facts: context.facts(store, .actionUndo), entry: entry, report: report,
      mayUndo: context.may(.actionUndo), leftOver: try await services.undone(entry)?.record.reason)
    return try await services.pages.page(
      "Audit/action-report", title: page.title, values: page.values, request, context,
      nav: Nav(store: store.name, .elsewhere))
  }
}
