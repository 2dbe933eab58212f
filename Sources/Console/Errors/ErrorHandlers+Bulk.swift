import HTTPKit
import JSONKit
import Localization
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
    let assigns = choice == AssignmentHandlers.choice || choice == AssignmentHandlers.choiceToMe
    if assigns {
      return try await selected(body, store, request, context) { found, selection in
        try await AssignmentHandlers(services: services).assignMany(
          found, selection, choice, store, body, request, context)
      }
    }
    guard let resolution = Self.choices[choice] else {
      throw HTTPError(
        422,
        localized(
          "“\(choice)” cannot be applied to several errors. Use retry, keep-local, take-server, "
            + "discard, remove-row or assign. Nothing was changed."))
    }
    let decision = QueueDecision.resolve(resolution)
    try context.demand(BulkDecision.right(to: decision))
    try body.demandExpect(decision)
    return try await selected(body, store, request, context) { found, selection in
      var found = found
      // A program gets an answer for each that it names.
      if body.isForm {
        try await found.skip(notFor: resolution, store)
        guard !found.operations.isEmpty else {
          return try await nothingApplies(found, selection, store, request, context)
        }
      }
      let work = BulkDecision(
        services: services, store: store, decision: decision, operations: found.operations,
        back: (localized("Errors"), Links.with(Links.errors(store.name), selection.back)),
        action: Links.errorsBulk(store.name),
        hidden: [("choice", body.text("choice") ?? choice)]
          + selection.hidden(found.ids.map { ("id", $0) }),
        filter: selection.filterWords, seen: found.seen, newer: found.newer, further: found.settled,
        skipped: found.skipped, pushes: pushes)
      return try await work.respond(request, body, context)
    }
  }

  /// The answer to a choice that none of the selected errors has.
  private func nothingApplies(
    _ found: ErrorSelection, _ selection: BulkSelection, _ store: StoreHandle,
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let flash = Flash(
      localized("Nothing was changed."), detail: BulkDecision.skipped(found.skipped.count),
      kind: .warn)
    return try await services.pages.actionResponse(
      request, context, redirectTo: Links.with(Links.errors(store.name), selection.back),
      flash: flash, json: ["changed": 0])
  }

  /// Looks the errors up that the body names or whose filter it has, and works on them.
  private func selected(
    _ body: ActionBody, _ store: StoreHandle, _ request: HTTPRequest, _ context: PageContext,
    _ work: (ErrorSelection, BulkSelection) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let selection = try BulkSelection(body, .error, in: ErrorRequest.filterNames)
    let list = Links.errors(store.name)
    let found: ErrorSelection
    switch selection.lines {
    case .matching(let items):
      let asked = try ErrorRequest(items)
      found = try await ErrorSelection(
        try await services.scope(of: asked, in: store, context).query(asked),
        until: selection.until, store)
      if let expected = selection.outdated(by: found.operations.count) {
        return try await services.countMoved(
          expected, found.operations.count + found.newer, .error, list: list, back: selection.back,
          request, context)
      }
    case .these:
      found = try await ErrorSelection(body, store)
    }
    guard !found.operations.isEmpty else {
      return try await selection.nothing(services, list, newer: found.newer, request, context)
    }
    return try await work(found, selection)
  }
}

extension ErrorPage {
  /// - Parameters:
  ///   - families: All that the filter matches by cause, each with the `query` that a decision on all
  ///     of it takes.
  ///   - list: What the list was asked for.
  ///   - left: Of the run whose errors are listed; nil for other lists.
  func json(
    _ families: ErrorGroups, _ list: ErrorRequest, _ remarks: ErrorRemarks, _ left: RunErrors?
  ) -> JSONValue {
    var object: JSONObject = [
      "errors": .array(
        errors.map { $0.json(Precondition(revisions[$0.operationID]), remarks) }),
      "count": .integer(Int64(count)),
      "next": JSONValue(next), "families": .array(families.groups.map { $0.json(in: list) }),
      "moreFamilies": .integer(Int64(families.moreCauses)),
    ]
    object["run"] = left?.json
    return .object(object)
  }
}

extension ErrorGroup {
  fileprivate func json(in list: ErrorRequest) -> JSONValue {
    [
      "table": .string(table), "kind": .string(kind.rawValue), "status": .integer(Int64(status)),
      "cause": .string(cause), "count": .integer(Int64(count)), "firstAt": JSONValue(firstAt),
      "lastAt": JSONValue(lastAt), "example": .string(exampleID),
      "query": .string(ErrorRequest(self, in: list).filter.encoded),
    ]
  }
}
