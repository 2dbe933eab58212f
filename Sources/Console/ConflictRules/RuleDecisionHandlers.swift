import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// Conflicts that rules resolved.
struct RuleDecisionHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let asked = try RuleDecisionsRequest(try request.query())
    let page = try await store.sync.ruledConflicts(
      of: asked.table, text: asked.text, before: asked.older, newerThan: asked.newer,
      size: asked.size)
    if request.wantsJSON {
      return services.pages.respond(json: [
        "decisions": .array(page.conflicts.map(\.json)), "count": .integer(Int64(page.count)),
        "next": JSONValue(page.next),
      ])
    }
    var columns: UTF8Dictionary<[Column]> = [:]
    var obstacles: [Int64: String] = [:]
    for conflict in page.conflicts {
      let name = conflict.conflict.table
      if columns[name] == nil { columns[name] = try? await store.columns(of: name) }
      obstacles[conflict.id] = try await obstacle(conflict, store)
    }
    let list = RuleDecisionsPage(
      facts: context.facts(store, .actionUndo), request: asked,
      tables: try await store.sync.tableNames(), page: page, columns: columns,
      obstacles: obstacles)
    return try await services.pages.page(
      RuleDecisionsPage.template, title: localized("Resolved by rules"), values: list.values,
      request, context, nav: Nav(store: store.name, .errors))
  }

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let decided = try await decided(request, store)
    let obstacle = try await obstacle(decided, store)
    if request.wantsJSON {
      var json = decided.json.object ?? JSONObject()
      json["obstacle"] = JSONValue(obstacle)
      return services.pages.respond(json: .object(json))
    }
    let (table, id) = (decided.conflict.table, decided.conflict.itemID)
    let page = RuleDecisionPage(
      facts: context.facts(store, .actionUndo), decided: decided,
      columns: (try? await store.columns(of: table)) ?? [], obstacle: obstacle,
      mayEdit: context.may(.rowsEdit),
      isRowHere: try await store.sync.row(table, id).map { !$0.isGone && !$0.deleted } ?? false)
    return try await services.pages.page(
      RuleDecisionPage.template, title: page.title, values: page.values, request, context,
      nav: Nav(store: store.name, .errors))
  }

  @Sendable func undo(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let decided = try await decided(request, store)
    let conflict = decided.conflict
    if let obstacle = try await obstacle(decided, store) {
      throw ConsoleError(
        409, title: localized("This cannot be undone"),
        reason: "\(obstacle) " + localized("Nothing was changed."),
        code: "cannot_undo",
        links: [.init(localized("Decision"), Links.ruleDecision(store.name, decided.id))])
    }
    let audit = ActionAudit(services: services, context: context, store: store.name)
    let row = AuditRecord.Row(conflict.table, conflict.itemID)
    let target = "automatic decision \(decided.id)"
    await audit.announce(.actionUndo, target, row: row)
    do {
      try await store.sync.undo(decided.decision ?? 0, by: context.who)
    } catch SyncError.cannotUndo(let reason) {
      throw UndoHandlers.refusal("\(reason) " + localized("Nothing was changed."))
    }
    _ = try await audit.record(
      .actionUndo, target, row: row, count: 1, before: JSONValue(decided.result),
      after: JSONValue(conflict.local))
    let error = try await store.sync.row(conflict.table, conflict.itemID)?.errors.last
    return try await services.pages.actionResponse(
      request, context,
      redirectTo: error.map { Links.error(store.name, $0.id) }
        ?? Links.ruleDecision(store.name, decided.id),
      flash: Flash(
        localized("Automatic decision undone."),
        detail: localized("The conflict waits for your decision.")),
      json: ["decision": .integer(decided.id), "error": JSONValue(error?.id)])
  }

  private func decided(
    _ request: HTTPRequest, _ store: StoreHandle
  ) async throws -> DecidedConflict {
    let id = try request.number("decision")
    guard let decided = try await store.sync.decidedConflict(id) else {
      throw HTTPError(
        404,
        localized("Decision \(id) does not exist, or is older than \(DecidedConflicts.days) days."))
    }
    return decided
  }

  /// Why a decision cannot be undone, as a sentence; nil when it can.
  private func obstacle(_ decided: DecidedConflict, _ store: StoreHandle) async throws -> String? {
    if decided.undoneAt != nil { return localized("Already undone.") }
    guard let decision = decided.decision else { return localized("No undo data was kept.") }
    return try await store.sync.obstacle(toTakingBack: decision)
  }
}

extension DecidedConflict {
  fileprivate var json: JSONValue {
    [
      "id": .integer(id), "at": .string(at.description), "table": .string(conflict.table),
      "itemId": .string(conflict.itemID), "kind": .string(conflict.kind.name),
      "rules": .array(rules.map(\.json)), "choice": .string(resolution),
      "changedAt": JSONValue(conflict.changedAt), "base": JSONValue(conflict.base),
      "local": JSONValue(conflict.local), "server": JSONValue(conflict.server),
      "result": JSONValue(result), "by": JSONValue(by), "undoneAt": JSONValue(undoneAt),
      "undoneBy": JSONValue(undoneBy),
    ]
  }
}
