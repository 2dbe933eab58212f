import ConsoleData
import HTTPKit
import JSONKit
import SyncCore

/// The changes that are ticked.
extension StagedChangesHandlers {
  /// Saves the selected changes, or asks whether to discard them.
  @Sendable func selected(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let link = Links.changes(store.name)
    let selected = try selected(try await staged(in: store, context), request)
    guard !selected.isEmpty || request.wantsJSON else {
      return try await services.nothingPicked(.row, back: link, json: .null, request, context)
    }
    guard try ActionBody(request).form?["then"] == "discard" else {
      return try await save(request, context)
    }
    let ids = selected.map { QueryItems.Item("id", "\($0.change.id)") }
    return .seeOther(Links.with(link, QueryItems([.init("confirm", "discard")] + ids)))
  }

  /// Those of the rows that the request is about: what is ticked or named in it, else all.
  func selected(_ rows: [StagedRow], _ request: HTTPRequest) throws -> [StagedRow] {
    let body = try ActionBody(request)
    if let form = body.form {
      return form["selection"] == nil
        ? rows : rows.selected(by: form.values("id").map { Int64($0) })
    }
    guard let ids = body.json?["ids"]?.array else { return rows }
    return rows.selected(by: ids.map(\.integer))
  }
}

extension [StagedRow] {
  /// Those whose changes have these numbers.
  func selected(by ids: [Int64?]) -> [StagedRow] {
    let ids = Set(ids.compactMap(\.self))
    return filter { ids.contains($0.change.id) }
  }
}
