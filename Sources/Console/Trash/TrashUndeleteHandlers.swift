import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// Brings deleted rows back: those ticked, or all that a filter of the trash matches.
struct TrashUndeleteHandlers: Sendable {
  let services: ConsoleServices

  private struct Asked {
    var keys: [TrashedID]
    /// The filter, when all that match are meant.
    var query: String?
    var back: QueryItems
    var isConfirmed: Bool
    /// True where the button also starts a push.
    var pushes: Bool
    /// Why the confirmation does not count: the question was about other rows.
    var problem: String?

    init(keys: [TrashedID], query: String? = nil, back: QueryItems, _ body: ActionBody) {
      self.keys = keys
      self.query = query
      self.back = back
      isConfirmed = body.isConfirmed
      pushes = body.decision("do").pushes
      guard let form = body.form, isConfirmed else { return }
      problem = ConfirmationToken(names).objection(to: form)
    }

    var names: [String] { keys.map { TrashKey(table: $0.table, id: $0.id).text } }
  }

  @Sendable func undelete(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    if try ActionBody(request).form?["do"] == Self.purge {
      return try await askToPurge(request, store, context)
    }
    let asked: Asked
    do {
      asked = try await read(request, store)
    } catch SyncError.countChanged(let expected, let found) {
      let form = try ActionBody(request).form
      return try await services.countMoved(
        expected, found, .row, list: Links.trash(store.name),
        back: QueryItems(decoding: form?["back"] ?? "") ?? QueryItems(), request, context)
    }
    let back = Links.with(Links.trash(store.name), asked.back)
    guard !asked.keys.isEmpty || request.wantsJSON else {
      return try await services.nothingPicked(
        .row, back: back, json: BulkOutcome().json, request, context)
    }
    let isLong = asked.keys.count > BulkHandlers.unaskedMax
    if asked.problem != nil || !asked.isConfirmed && isLong {
      return try await ValueMasking.forAnswer {
        try await ask(asked, store, back, request, context)
      }
    }
    return try await perform(asked, store, back, request, context)
  }

  // MARK: - What is asked for

  private func read(_ request: HTTPRequest, _ store: StoreHandle) async throws -> Asked {
    let body = try ActionBody(request)
    let form = body.form ?? QueryItems()
    let back = QueryItems(decoding: form["back"] ?? "") ?? QueryItems()
    let given = body.isForm ? form["query"] : body.text("query")
    guard let text = given else {
      return Asked(keys: try keys(request).unique, back: back, body)
    }
    guard body.json?["rows"] == nil else {
      throw HTTPError(400, localized("Send rows or query, not both. Nothing was changed."))
    }
    guard let items = QueryItems(decoding: text) else {
      throw HTTPError(
        400, localized("“\(text)” is not a filter of the trash. Nothing was changed."))
    }
    let known = UTF8Set(
      ["table", "by", "text", "from", "to", "size"] + ListCursor.parameters)
    if let stranger = items.items.first(where: { !known.contains($0.name) }) {
      throw HTTPError(
        400, localized("The trash has no filter “\(stranger.name)”. Nothing was changed."))
    }
    let query = try TrashRequest(items).query
    // A text is found where the page finds it, not in masked values.
    let keys = try await ValueMasking.forAnswer { try await store.sync.deletedIDs(matching: query) }
    let isAnswer = form[ConfirmationToken.field] != nil
    if let expect = try body.count("expect"), !isAnswer || keys.isEmpty {
      guard abs(keys.count - expect) <= expect / BulkHandlers.toleranceShare else {
        throw SyncError.countChanged(expected: expect, found: keys.count)
      }
    }
    return Asked(keys: keys, query: text, back: back, body)
  }

  func keys(_ request: HTTPRequest) throws -> [TrashedID] {
    guard request.hasJSONBody else {
      return try request.form().values("row").map { text in
        guard let key = TrashKey(text) else {
          throw HTTPError(400, localized("“\(text)” is not a row in the trash."))
        }
        return TrashedID(table: key.table, id: key.id)
      }
    }
    let wanted = HTTPError(
      400,
      localized(
        "Send {\"rows\":[{\"table\":…,\"id\":…}]}, or {\"query\":\"table=…\",\"expect\":N}."))
    guard let rows = try request.bodyObject()["rows"]?.array else { throw wanted }
    return try rows.map { row in
      guard let table = row["table"]?.string, let id = row["id"]?.string else { throw wanted }
      return TrashedID(table: table, id: id)
    }
  }

  /// The tables, those that others depend on first.
  private func tables(_ keys: [TrashedID], _ store: StoreHandle) -> [String] {
    var names: [String] = []
    for key in keys where !names.contains(identical: key.table) { names.append(key.table) }
    var ordered: [String] = []
    func place(_ name: String, _ above: [String]) {
      guard !ordered.contains(identical: name), !above.contains(identical: name) else { return }
      for other in store.sync.settings.table(name).dependsOn { place(other, above + [name]) }
      if names.contains(identical: name) { ordered.append(name) }
    }
    for name in names { place(name, []) }
    return ordered
  }

  // MARK: - Doing it

  private func perform(
    _ asked: Asked, _ store: StoreHandle, _ back: String, _ request: HTTPRequest,
    _ context: PageContext
  ) async throws -> HTTPResponse {
    var outcome = BulkOutcome()
    var problems: [ActionReport.Problem] = []
    var undo: [UndoPlan] = []
    var touched: [String] = []
    var undeleted: [AuditRecord.Row] = []
    var waiting = PendingRowCounts()
    var operations: [Int64] = []
    for table in tables(asked.keys, store) {
      let ids = asked.keys.filter { $0.table === table }.map(\.id)
      let deletions = try await store.sync.deletions(table, ids)
      let part = try await performInEnglish {
        try await store.sync.table(table).bulk(.undelete, ids: ids, by: context.who)
      }
      outcome.changed += part.changed
      outcome.problems += part.problems
      problems += part.problems.filter { !$0.wasSoAlready }
        .map { .init(table: table, id: $0.id, message: $0.message) }
      let refused = UTF8Set(part.problems.map(\.id))
      let changed = ids.filter { !refused.contains($0) }
      undeleted += changed.map { .init(table, $0) }
      if part.changed > 0 { touched.append(ids.count == 1 ? "\(table) \(ids[0])" : table) }
      waiting += try await store.sync.waiting(table, changed)
      if asked.pushes {
        operations += try await store.sync.queuedOperations(of: table, changed).map(\.id)
      }
      let actions = RowActions(services: services, store: store, table: table, context: context)
      if let part = try await actions.undo(.delete, changed, deletions: deletions) {
        undo.append(part)
      }
    }
    let report = try await report(asked, outcome, problems, store, context)
    let record = AuditRecord(
      who: context.who, address: context.address, action: ConsoleAction.rowsUndelete.rawValue,
      store: store.name, target: touched.isEmpty ? "no row" : touched.joined(separator: ", "),
      row: asked.keys.count == 1 ? asked.keys.first.map { .init($0.table, $0.id) } : nil,
      count: outcome.changed, after: report.json.naming(tablesOf: undeleted),
      undo: UndoPlan(undo)?.json, requestID: context.requestID)
    let entry = try await services.audit.write(await services.naming(record, rows: undeleted))
    let undoEntry = undo.isEmpty ? nil : entry
    let pushed =
      asked.pushes
      ? try await push(operations, report, undoEntry, store, request, context) : .notAsked
    if let run = pushed.response { return run }
    let isLong = report.problemCount > 0 || outcome.changed > BulkHandlers.unaskedMax
    let page = isLong ? entry.map { Links.report(store.name, $0) } : nil
    var json = outcome.json.object ?? JSONObject()
    json["entry"] = JSONValue(entry)
    return try await services.pages.actionResponse(
      request, context, redirectTo: page ?? back,
      flash: report.flash(
        next: pushed.detail(SendingText.next(rows: outcome.changed, waiting: waiting)),
        undoEntry: undoEntry, pushed),
      json: .object(json))
  }

  private func report(
    _ asked: Asked, _ outcome: BulkOutcome, _ problems: [ActionReport.Problem],
    _ store: StoreHandle, _ context: PageContext
  ) async throws -> ActionReport {
    var report = ActionReport(
      thing: "rows", .undelete, asked: asked.keys.count, changed: outcome.changed,
      problems: problems)
    if let key = asked.keys.first, asked.keys.count == 1 {
      let actions = RowActions(
        services: services, store: store, table: key.table, context: context)
      report.name = try await actions.name(ofOnly: [key.id])
    }
    return report
  }

  private func push(
    _ operations: [Int64], _ report: ActionReport, _ undoEntry: Int64?, _ store: StoreHandle,
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> FollowUpPush.Outcome {
    let push = FollowUpPush(services: services, store: store, context: context)
    guard report.problemCount == 0 else {
      return try await push.afterProblems(changed: report.changed)
    }
    let rows = report.name ?? Format.count(report.changed, "row")
    return try await push.start(
      operations.sorted(), saying: Flash(report.sentence, undoEntry: undoEntry),
      onceDone: localized("\(rows) undeleted and pushed."), request)
  }

  // MARK: - The question

  private func ask(
    _ asked: Asked, _ store: StoreHandle, _ back: String, _ request: HTTPRequest,
    _ context: PageContext
  ) async throws -> HTTPResponse {
    let rows = Format.count(asked.keys.count, "row")
    var samples: [ConfirmPage.Sample] = []
    for key in asked.keys.prefix(10) {
      guard let row = try await store.sync.row(key.table, key.id) else { continue }
      var sample = ConfirmPage.Sample(
        ListedRow(record: row.record, state: row.state, deleted: row.deleted),
        store: store.name, table: key.table, name: RowTitle(columns: row.columns))
      let deletion = try await store.sync.deletions(key.table, [key.id])[key.id]
      sample.deletion = deletion ?? Deletion(at: nil, by: nil)
      samples.append(sample)
    }
    var perTable: UTF8Dictionary<Int> = [:]
    for key in asked.keys { perTable[key.table, default: 0] += 1 }
    let tables = tables(asked.keys, store)
    var hidden: [QueryItems.Item] = [
      .init("confirmed", "1"), .init("back", asked.back.encoded),
      ConfirmationToken(asked.names).hidden,
    ]
    if asked.pushes { hidden.append(.init("do", "undelete" + FollowUpPush.ending)) }
    if let query = asked.query {
      hidden += [.init("query", query), .init("expect", "\(asked.keys.count)")]
    } else {
      hidden += asked.names.map { .init("row", $0) }
    }
    let page = ConfirmPage(
      store: store.name, from: (localized("Trash"), back), headline: localized("Undelete \(rows)?"),
      isDangerous: false, consequence: localized("They come back with their last values."),
      explanation: [
        localized("\(rows) in store \(store.name)."),
        localized("Rows that cannot be undeleted stay deleted and are listed afterwards."),
        localized("You can undo it while the rows are unchanged."),
      ].joinedAsSentences(),
      samples: samples, sampleCaption: Format.part(samples.count, of: asked.keys.count, "row"),
      facts: tables.map { ($0, Format.count(perTable[$0, default: 0], "row")) }
        + [
          (
            localized("On the server"),
            localized("rows deleted there are undeleted with the next push")
          )
        ],
      action: Links.trashUndelete(store.name), hidden: hidden,
      button: asked.pushes
        ? localized("Undelete and push \(rows)") : localized("Undelete \(rows)"),
      problem: asked.problem, now: context.now)
    return try await services.ask(
      ConfirmPage.template, title: page.title, values: page.values, request, context,
      nav: Nav(store: store.name, .trash))
  }
}
