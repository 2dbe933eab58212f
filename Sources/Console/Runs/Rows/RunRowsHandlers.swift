import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import SyncInspection

/// The rows that a run pushed, pulled, deleted or left with a problem.
struct RunRowsHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let run = try await store.covered(try await services.run(request, store))
    let asked = try RunRowsRequest(try request.query(), size: ListSize.standard(request))
    if let file = ListFile(rawValue: request.format) {
      try context.demand(.export)
      let slot = try services.exports.take(for: context.owner)
      return file.response(
        export(run, asked, store, file, slot), name: "\(store.name)-\(run.kind.rawValue)-\(run.id)")
    }
    let list = try await store.rows(of: run, asked)
    if request.wantsJSON { return services.pages.respond(json: list.json) }
    let aftermath = try await store.followUp(list.problems)
    let page = RunRowsPage(
      store: store.name, run: run, rows: try await store.view(of: list, run, aftermath))
    return try await services.pages.page(
      RunRowsPage.template, title: page.title, values: page.values, request, context,
      nav: Nav(store: store.name, .sync), formats: ["json", "csv", "ndjson"],
      whole: Pages.wholeList(list.count, "row"))
  }

  private func export(
    _ run: Run, _ asked: RunRowsRequest, _ store: StoreHandle, _ file: ListFile,
    _ slot: ConcurrencyLimiter.Slot
  ) -> ObjectExport<RunRowsRequest.Cursor> {
    let columns = [
      "table", "id", "result", "kind", "at", "changed", "status", "message", "operation", "error",
      "entry",
    ]
    return ObjectExport(file: file, columns: columns, times: ["at"], slot: slot) { cursor in
      var request = asked
      (request.start, request.end, request.size) = (cursor ?? .problem(0), nil, ListSize.max)
      let list = try await store.rows(of: run, request)
      return (list.json["rows"]?.array ?? [], list.next)
    }
  }
}

extension StoreHandle {
  /// What has become of problems of a run.
  func followUp(_ problems: [RunProblem]) async throws -> RunFollowUp {
    guard !problems.isEmpty else { return RunFollowUp() }
    return RunFollowUp(
      queued: try await sync.operations(problems.map(\.operationID)),
      openErrors: try await sync.openErrors(among: problems.map(\.errorID)),
      rejectedAgain: try await sync.rejectedAgain(among: problems.map(\.operationID)))
  }

  /// A list with the names of its rows.
  func view(
    of list: RunRowList, _ run: Run, _ aftermath: RunFollowUp
  ) async throws -> RunRowsView {
    RunRowsView(
      store: name, run: run, list: list, names: try await names(list), aftermath: aftermath,
      history: sync.settings.history)
  }
}
