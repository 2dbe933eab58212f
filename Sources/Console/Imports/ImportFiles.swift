import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// Files for those who import: the names of the columns, and the rows that could not be imported.
extension ImportHandlers {
  @Sendable func template(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    let columns = try await actions.store.columns(of: actions.table).filter { !$0.isSystem }
    let line = CSVWriter().line((["id"] + columns.map(\.name)).map { .string($0) })
    let parts = AsyncThrowingStream<[UInt8], any Error> { parts in
      parts.yield(line)
      parts.finish()
    }
    return ListFile.csv.response(parts, name: "\(actions.table)-template")
  }

  @Sendable func invalid(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    try actions.demandUncovered()
    guard let rows = try draft(request.parameter("draft"), actions).invalidRows else {
      throw HTTPError(404, localized("This import has no invalid rows."))
    }
    return ListFile.csv.response(rows.parts, name: "\(actions.table)-invalid-rows")
  }
}

extension ImportDraft {
  /// What the page after the import says, with the rows that were skipped at hand.
  func flash(_ ending: ImportEnding, _ preview: ImportPreview) -> Flash {
    var flash = ending.flash
    let skipped = Set(preview.leftOut.map(\.number)).count
    if skipped > 0 {
      let rows = Format.count(skipped, "invalid row")
      flash.steps.append(
        NextStep(localized("Download \(rows)"), Links.invalidRows(store, table, id)))
    }
    return flash
  }
}
