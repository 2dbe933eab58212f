import HTTPKit
import JSONKit
import SyncCore

/// One decision on many errors: those ticked, or all that a filter matches.
extension ErrorHandlers {
  private static let choices: [String: Resolution] = [
    "retry": .retry, "keep-local": .keepLocal, "take-server": .takeServer, "discard": .discard,
    "remove-row": .removeRow,
  ]

  @Sendable func bulk(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let body = try ActionBody(request)
    let choice = body.text("choice") ?? ""
    guard let resolution = Self.choices[choice] else {
      throw HTTPError(
        422,
        "“\(choice)” is no choice for many. Give retry, keep-local, take-server, discard or "
          + "remove-row. Nothing was changed.")
    }
    let decision = QueueDecision.resolve(resolution)
    try context.demand(DecisionWork.right(to: decision))
    try body.demandExpect(decision)
    let picked = try PickedLines(body, "error", in: ErrorRequest.filterNames)
    // The queue has the causes too, and is led back to.
    let isFromQueue = body.form?["from"] == "queue"
    let list = isFromQueue ? Links.queue(store.name) : Links.errors(store.name)
    var operations: [Int64] = []
    var ids: [String] = []
    var unknown: [ActionReport.Problem] = []
    var seen: [Int64: DecisionStanding] = [:]
    switch picked.lines {
    case .matching(let items):
      operations = try await store.sync.operations(withErrors: try ErrorRequest(items).query)
      if let expected = picked.outdated(by: operations.count) {
        return try await services.countMoved(
          expected, operations.count, "error", list: list, back: picked.back, request, context)
      }
    case .these:
      ids = body.texts(body.isForm ? "id" : "ids") ?? []
      for id in ids {
        if let error = try await store.sync.error(id) {
          operations.append(error.operationID)
          seen[error.operationID] = body.seen(id)
        } else {
          unknown.append(.init(id: id, message: SyncError.noSuchError(id).description))
        }
      }
      if operations.isEmpty, let first = unknown.first { throw SyncError.noSuchError(first.id) }
    }
    guard !operations.isEmpty else {
      return try await picked.nothing(services, list, request, context)
    }
    let work = DecisionWork(
      services: services, store: store, decision: decision, operations: operations,
      back: (isFromQueue ? "Queue" : "Errors and conflicts", Links.with(list, picked.back)),
      action: Links.errorsBulk(store.name),
      hidden: [("choice", choice)] + (isFromQueue ? [("from", "queue")] : [])
        + picked.hidden(ids.map { ("id", $0) }),
      filter: picked.filterWords, seen: seen, further: unknown)
    return try await work.respond(request, body, context)
  }
}

extension ErrorPage {
  /// - Parameter families: All that the filter matches by cause, each with the `query` that a
  ///   decision on all of it takes.
  func json(_ families: ErrorFamilies) -> JSONValue {
    [
      "errors": .array(errors.map { $0.json(SeenDecision(standings[$0.operationID])) }),
      "count": .integer(Int64(count)),
      "next": JSONValue(next), "families": .array(families.families.map(\.json)),
      "moreFamilies": .integer(Int64(families.moreCauses)),
    ]
  }
}

extension ErrorFamily {
  fileprivate var json: JSONValue {
    [
      "table": .string(table), "kind": .string(kind.rawValue), "status": .integer(Int64(status)),
      "cause": .string(cause), "count": .integer(Int64(count)), "firstAt": JSONValue(firstAt),
      "lastAt": JSONValue(lastAt), "example": .string(exampleID),
      "query": .string(ErrorRequest(self).filter.encoded),
    ]
  }
}
