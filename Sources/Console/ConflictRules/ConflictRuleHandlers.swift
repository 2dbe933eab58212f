import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// The conflict rules of a table.
struct ConflictRuleHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    let (store, table) = (actions.store, actions.table)
    let summary = try await store.summary(of: table)
    let rules = ConflictRules(store.sync.settings.table(table).conflictRules)
    let asked = try ConflictRuleRequest.asked(request.query())
    var rehearsal: ConflictRehearsal?
    if let asked {
      rehearsal = try await store.sync.rehearse(rules.with(asked), for: asked.column, of: table)
    }
    let figures = try await store.sync.ruleFigures(of: table)
    let administration = services.administration
    let settings = try await administration?.settings(of: store.name)
    let state = settings.map(SettingsDraft.fingerprint)
    if request.wantsJSON {
      return services.pages.respond(json: [
        "table": .string(table),
        "rules": .array(rules.rules.map { $0.json(figures) }),
        "rehearsal": rehearsal?.json ?? .null, "ifState": JSONValue(state),
      ])
    }
    let page = ConflictRulesPage(
      facts: context.facts(store, .storeEdit), table: table,
      tabs: try await store.tabs(
        .conflictRules, of: summary, maySeeSettings: services.maySeeSettings(context)),
      columns: try await store.columns(of: table), rules: rules.rules, figures: figures,
      asked: asked, rehearsal: rehearsal, state: state,
      whyLocked: administration.map(\.whyLocked)
        ?? localized("this console was started without a file"))
    return try await services.pages.page(
      ConflictRulesPage.template, title: page.title, values: page.values, request, context,
      nav: Nav(store: store.name, .table(table, .conflictRules)))
  }

  // MARK: - Changes

  @Sendable func save(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let order = try ConflictRuleRequest(request)
    let written = try await change(order.state, request, context) { $0.with(order.rule) }
    let rule = order.rule.sentence
    var flash = Flash(localized("Turned on “\(rule)”."), undoEntry: written.entry)
    var resolved = Resolved()
    if order.resolves {
      resolved = try await resolve(order, ConflictRules(written.rules), request, context)
      flash.detail = resolved.words
      if resolved.skipped > 0 { flash.kind = .warn }
    } else {
      flash.detail = localized(
        "The next push applies it. Conflicts that wait now are unchanged.")
    }
    return try await answer(
      written, flash,
      [
        "resolved": .integer(Int64(resolved.count)), "skipped": .integer(Int64(resolved.skipped)),
        "entry": JSONValue(resolved.entry),
      ], request, context)
  }

  @Sendable func remove(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let body = try ActionBody(request)
    let column = body.text("column")
    let columnName = column ?? localized("all other columns")
    let written = try await change(body.text("ifState"), request, context) { rules in
      guard rules[column] != nil else {
        throw HTTPError(
          404, localized("There is no rule for \(columnName). Nothing was changed."))
      }
      return rules.without(column)
    }
    let flash = Flash(
      localized("Rule for \(columnName) turned off."),
      detail: localized(
        "From now on its conflicts need a decision. Conflicts that it resolved stay resolved."),
      undoEntry: written.entry)
    return try await answer(written, flash, [:], request, context)
  }

  private struct Written {
    let rules: [ConflictRule]
    /// The audit entry of the settings.
    let entry: Int64?
  }

  private func change(
    _ state: String?, _ request: HTTPRequest, _ context: PageContext,
    _ change: (ConflictRules) throws -> ConflictRules
  ) async throws -> Written {
    let editing = try SettingsEditing(services, request, context)
    let info = try services.storeInfo(request)
    let table = request.parameter("table")
    _ = try await services.store(request).summary(of: table)
    let before = try await editing.current(info.name)
    try editing.demandUnlocked()
    if let state, state != SettingsDraft.fingerprint(before) {
      throw ConsoleError.settingsChanged(editing.administration.file)
    }
    var settings = ConflictRuleSettings(before, table: table)
    settings.set(try change(ConflictRules(settings.rules)))
    let problems = await editing.administration.problems(in: settings.settings, of: info.name)
    guard problems.isEmpty else { throw ConsoleError.invalidSettings(problems) }
    let written = try await editing.write(
      settings.settings, of: info, "conflict rules of \(table)", before: before)
    return Written(rules: settings.rules, entry: written.entry)
  }

  private func answer(
    _ written: Written, _ flash: Flash, _ further: JSONObject, _ request: HTTPRequest,
    _ context: PageContext
  ) async throws -> HTTPResponse {
    let (store, table) = (request.parameter("store"), request.parameter("table"))
    var json: JSONObject = [
      "table": .string(table), "rules": .array(written.rules.map(\.json)),
      "undo": JSONValue(written.entry),
    ]
    for (name, value) in further { json[name] = value }
    return try await services.pages.actionResponse(
      request, context, redirectTo: Links.conflictRules(store, table), flash: flash,
      json: .object(json))
  }

  // MARK: - Conflicts that wait

  private struct Resolved {
    var count = 0
    /// Those that were shown and changed since.
    var skipped = 0
    var entry: Int64?

    var words: String {
      let done =
        count == 0
        ? ""
        : localized(
          "\(Format.count(count, "conflict")) resolved. Undo reverts only the rule; each decision "
            + "has its own Undo.")
      guard skipped > 0 else { return count == 0 ? localized("No conflict was waiting.") : done }
      let conflicts = Format.count(skipped, "conflict")
      let waiting =
        skipped == 1
        ? localized("\(conflicts) changed since and still waits.")
        : localized("\(conflicts) changed since and still wait.")
      return [done, waiting].joinedAsSentences()
    }
  }

  /// Resolves the conflicts that wait, as far as they are as the page showed them.
  private func resolve(
    _ order: ConflictRuleRequest, _ rules: ConflictRules, _ request: HTTPRequest,
    _ context: PageContext
  ) async throws -> Resolved {
    // The change of the settings opened the store anew.
    let store = try await services.store(request)
    let table = request.parameter("table")
    let waiting = try await store.sync.rehearse(rules, for: order.rule.column, of: table)
      .resolvable.filter { order.seen?.contains($0.mark) ?? true }
    var decisions: [(operationID: Int64, decision: QueueDecision)] = []
    var ruled: [Int64: [ConflictRule]] = [:]
    var revisions: [Int64: Revision] = [:]
    for row in waiting {
      guard let id = row.operationID, let resolution = row.verdict.resolution else { continue }
      decisions.append((id, .resolve(resolution)))
      ruled[id] = row.verdict.rules
      revisions[id] = row.revision
    }
    let outcome = try await store.sync.decide(
      decisions, rules: ruled, asSeen: revisions, by: context.who)
    var resolved = Resolved(count: outcome.changed)
    resolved.skipped = (order.seen?.count ?? waiting.count) - outcome.changed
    guard outcome.changed > 0 else { return resolved }
    resolved.entry = try await ActionAudit(services: services, context: context, store: store.name)
      .record(
        .conflictResolve, "by rule \(order.rule.name) in \(table)", count: outcome.changed,
        undo: UndoPlan(store: store.name, decision: outcome.undo))
    return resolved
  }
}

extension ConflictRehearsal.Row {
  /// Names a waiting conflict as it was shown: a change on either side makes it another one.
  var mark: String {
    JSONValue.array([.string(errorID ?? ""), .string(revision?.rawValue ?? "")]).serializedText
  }
}
