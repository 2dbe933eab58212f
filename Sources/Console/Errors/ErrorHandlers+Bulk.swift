import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection

/// One decision on many errors: those ticked, or all that a filter matches.
extension ErrorHandlers {
  private static let choices: UTF8Dictionary<Resolution> = [
    "retry": .retry, "keep-local": .keepLocal, "take-server": .takeServer, "discard": .discard,
    "remove-row": .removeRow,
  ]

  @Sendable func bulk(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let body = try ActionBody(request)
    let (choice, pushes) = body.decision("choice")
    guard let resolution = Self.choices[choice] else {
      throw HTTPError(
        422,
        "“\(choice)” cannot be applied to several errors. Use retry, keep-local, take-server, "
          + "discard or remove-row. Nothing was changed.")
    }
    let decision = QueueDecision.resolve(resolution)
    try context.demand(BulkDecision.right(to: decision))
    try body.demandExpect(decision)
    let selection = try BulkSelection(body, "error", in: ErrorRequest.filterNames)
    let list = Links.errors(store.name)
    let found: ErrorSelection
    switch selection.lines {
    case .matching(let items):
      found = try await ErrorSelection(try ErrorRequest(items).query, until: selection.until, store)
      if let expected = selection.outdated(by: found.operations.count) {
        return try await services.countMoved(
          expected, found.operations.count + found.newer, "error", list: list, back: selection.back,
          request, context)
      }
    case .these:
      found = try await ErrorSelection(body, store)
    }
    guard !found.operations.isEmpty else {
      return try await selection.nothing(services, list, newer: found.newer, request, context)
    }
    let work = BulkDecision(
      services: services, store: store, decision: decision, operations: found.operations,
      back: ("Errors", Links.with(list, selection.back)),
      action: Links.errorsBulk(store.name),
      hidden: [("choice", body.text("choice") ?? choice)]
        + selection.hidden(found.ids.map { ("id", $0) }),
      filter: selection.filterWords, seen: found.seen, newer: found.newer, further: found.settled,
      pushes: pushes)
    return try await work.respond(request, body, context)
  }
}

extension ErrorPage {
  /// - Parameter families: All that the filter matches by cause, each with the `query` that a
  ///   decision on all of it takes.
  func json(_ families: ErrorGroups) -> JSONValue {
    [
      "errors": .array(errors.map { $0.json(Precondition(revisions[$0.operationID])) }),
      "count": .integer(Int64(count)),
      "next": JSONValue(next), "families": .array(families.groups.map(\.json)),
      "moreFamilies": .integer(Int64(families.moreCauses)),
    ]
  }
}

extension ErrorGroup {
  fileprivate var json: JSONValue {
    [
      "table": .string(table), "kind": .string(kind.rawValue), "status": .integer(Int64(status)),
      "cause": .string(cause), "count": .integer(Int64(count)), "firstAt": JSONValue(firstAt),
      "lastAt": JSONValue(lastAt), "example": .string(exampleID),
      "query": .string(ErrorRequest(self).filter.encoded),
    ]
  }
}
