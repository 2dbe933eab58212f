import ConsoleData
import HTTPKit
import JSONKit
import Localization
import SyncCore

/// The changes that are ticked.
extension StagedChangesHandlers {
  /// Saves the selected changes, or asks whether to discard them.
  @Sendable func selected(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let link = Links.changes(store.name)
    let body = try ActionBody(request)
    guard let named = body.namedChanges, !named.isEmpty else {
      guard !request.wantsJSON else {
        let reasons = [ListedThing.row.noneSelected, localized("Nothing was changed.")]
        throw HTTPError(422, reasons.joinedAsSentences())
      }
      return try await services.nothingPicked(.row, back: link, json: .null, request, context)
    }
    let selected = try selected(try await staged(in: store, context), request)
    guard !selected.isEmpty else { return try await gone(store, request, context) }
    guard body.form?["then"] == "discard" else {
      return try await save(request, context)
    }
    return .seeOther(Self.confirmation(store.name, selected.map { "\($0.change.id)" }))
  }

  /// The question before changes are discarded: those with these numbers, all where there are none.
  static func confirmation(_ store: String, _ ids: [String]) -> String {
    Links.with(
      Links.changes(store),
      QueryItems([.init("confirm", "discard")] + ids.map { QueryItems.Item("id", $0) }))
  }

  /// Back to the list, as none of the changes that were meant is staged any more.
  func gone(
    _ store: StoreHandle, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    try await services.pages.actionResponse(
      request, context, redirectTo: Links.changes(store.name),
      flash: Flash(
        localized("These changes are no longer staged."),
        detail: localized("Nothing was changed."), kind: .warn),
      json: .null)
  }

  /// Those of the rows that the request is about: what is ticked or named in it; all where it names
  /// none.
  ///
  /// - Throws: For a program, which named a change that is not staged any more.
  func selected(_ rows: [StagedRow], _ request: HTTPRequest) throws -> [StagedRow] {
    guard let named = try ActionBody(request).namedChanges else { return rows }
    if request.wantsJSON,
      let other = named.first(where: { id in !rows.contains { $0.change.id == Int64(id) } })
    {
      throw HTTPError(
        409, localized("Change \(other) is not staged. Nothing was changed."), code: "stale_edit")
    }
    return rows.selected(by: named.map { Int64($0) })
  }
}

extension ActionBody {
  /// The numbers of the changes that are ticked or named; nil where all are meant.
  var namedChanges: [String]? {
    guard let form else { return json?["ids"]?.array?.map(\.serializedText) }
    let ids = form.values("id")
    return ids.isEmpty && form["selection"] == nil ? nil : ids
  }
}

extension [StagedRow] {
  /// Those whose changes have these numbers.
  func selected(by ids: [Int64?]) -> [StagedRow] {
    let ids = Set(ids.compactMap(\.self))
    return filter { ids.contains($0.change.id) }
  }
}
