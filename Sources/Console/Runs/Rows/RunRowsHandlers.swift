import ConsoleData
import HTTPKit
import SyncCore
import SyncInspection

/// The rows that a run pushed, pulled, deleted or left with a problem.
struct RunRowsHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let run = try await store.covered(try await services.run(request, store))
    let asked = try RunRowsRequest(try request.query(), size: ListSize.standard(request))
    let list = try await store.rows(of: run, asked)
    if request.wantsJSON { return services.pages.respond(json: list.json) }
    let aftermath = try await store.followUp(list.problems)
    let page = RunRowsPage(
      store: store.name, run: run, rows: try await store.view(of: list, run, aftermath))
    return try await services.pages.page(
      RunRowsPage.template, title: page.title, values: page.values, request, context,
      nav: Nav(store: store.name, .sync))
  }
}

extension StoreHandle {
  /// What has become of problems of a run.
  func followUp(_ problems: [RunProblem]) async throws -> RunFollowUp {
    guard !problems.isEmpty else { return RunFollowUp() }
    return RunFollowUp(
      queued: try await sync.operations(problems.map(\.operationID)),
      openErrors: try await sync.openErrors(among: problems.map(\.errorID)))
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
