import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// Sets, clears or replaces a column of many rows: previewed, then saved or staged.
struct BulkEditHandlers: Sendable {
  let services: ConsoleServices

  private typealias Field = BulkEditRequest.Field

  func run(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    try context.demand(.rowsEdit)
    let actions = try await services.rowActions(request, context)
    try actions.store.sync.requireChanges(of: actions.table)
    let form = request.hasJSONBody ? QueryItems() : try request.form()
    let ids: [String]
    switch try await BulkHandlers(services: services).select(
      try BulkRequest.Rows(request), takesAway: false, form, request, actions)
    {
    case .rows(let selected): ids = selected
    case .others(let response): return response
    }
    guard ids.count <= BulkEditRequest.rowsMax else {
      throw HTTPError(
        422,
        localized(
          "Edit at most \(Format.number(BulkEditRequest.rowsMax)) rows at once; "
            + "\(Format.number(ids.count)) are selected. Nothing was changed."))
    }
    let body = request.hasJSONBody ? try request.bodyObject() : nil
    let columns = try await editable(
      actions, asked: try body.map(BulkEditRequest.column) ?? form[Field.column])
    guard let first = columns.first else {
      throw HTTPError(422, localized("\(actions.table) has no column that can be edited here."))
    }
    if let body {
      let edit = try BulkEditRequest.edit(body, columns: columns)
      let seen = body[Field.seen]?.integer
      return body["preview"]?.bool == true
        ? try await preview(edit, ids, actions)
        : try await save(edit, ids, seen: seen, request, actions)
    }
    var sent = try BulkEditRequest(columns: columns, first: first, form: form)
    sent.resolvers = try await ReferenceResolver.all(columns, of: actions.table, in: actions.store)
    try await sent.resolveReference()
    return try await answer(sent, ids, form, request, actions)
  }

  /// The table's own columns whose values the person sees and can write.
  private func editable(_ actions: RowActions, asked: String?) async throws -> [Column] {
    let (store, table) = (actions.store, actions.table)
    let covered = await ValueMasking.forAnswer { store.sync.coveredColumns(of: table) }
    if let asked, covered.contains(asked) {
      throw ConsoleError.masked([asked], of: table, back: Links.rows(store.name, table))
    }
    let hidden = covered.union(store.sync.remote.writeOnlyColumns)
    return try await store.columns(of: table).filter {
      !$0.isSystem && $0.type != .file && !hidden.contains($0.name)
    }
  }

  /// Answers a form: with its page, with a preview, or by doing what was previewed.
  private func answer(
    _ sent: BulkEditRequest, _ ids: [String], _ form: QueryItems, _ request: HTTPRequest,
    _ actions: RowActions
  ) async throws -> HTTPResponse {
    var choices: ReferenceChoices?
    if let resolver = sent.resolver {
      choices = try await ReferenceChoices(resolver, holding: sent.reference)
    }
    var page = BulkEditPage(
      actions: actions, request: sent, ids: ids, form: form,
      back: request.backToRows(actions.store.name, actions.table, form), choices: choices)
    guard form[Field.column] != nil else { return try await show(page, request, actions) }
    let edit: ColumnEdit
    do {
      edit = try sent.edit()
    } catch {
      page.refused = InvalidForm(error, request, ids: BulkEditPage.fieldIDs)
      return try await services.pages.page(
        BulkEditPage.template, title: page.title, values: page.values, request, actions.context,
        nav: page.nav, refused: page.refused)
    }
    guard !request.wantsJSON else {
      return try await save(edit, ids, seen: nil, request, actions)
    }
    let isAnswer = form[Field.confirmed] != nil || form[Field.stage] != nil
    page.problem =
      isAnswer ? ConfirmationToken(ids, edit).objection(to: form) : nil
    guard isAnswer, form[ConfirmationToken.field] != nil, page.problem == nil else {
      page.preview = try await BulkEditPreview(edit, ids, actions, references: sent.resolver)
      page.mayPush = actions.followUpPush.mayPush
      return try await show(page, request, actions)
    }
    let seen = form[Field.seen].flatMap { Int64($0) }
    return form[Field.stage] != nil
      ? try await stage(edit, ids, seen: seen, page.back, request, actions)
      : try await save(
        edit, ids, seen: seen, request, actions,
        pushes: form[Field.confirmed]?.hasSuffix(FollowUpPush.ending) == true)
  }

  private func show(
    _ page: BulkEditPage, _ request: HTTPRequest, _ actions: RowActions
  ) async throws -> HTTPResponse {
    try await services.ask(
      BulkEditPage.template, title: page.title, values: page.values, request, actions.context,
      nav: page.nav)
  }

  /// For programs: what saving would do.
  private func preview(
    _ edit: ColumnEdit, _ ids: [String], _ actions: RowActions
  ) async throws -> HTTPResponse {
    let preview = try await BulkEditPreview(edit, ids, actions)
    var json = json(preview.outcome, ids, entry: nil)
    json["seen"] = .integer(preview.seen)
    json["rows"] = .array(
      preview.outcome.edited.prefix(BulkEditPreview.shownMax).map {
        ["id": .string($0.id), "before": $0.before, "after": $0.after]
      })
    return services.pages.respond(json: .object(json))
  }

  private func json(_ outcome: BulkOutcome, _ ids: [String], entry: Int64?) -> JSONObject {
    var json = outcome.json.object ?? JSONObject()
    let unchanged = ids.count - outcome.changed - outcome.problems.count
    json["unchanged"] = .integer(Int64(unchanged))
    json["neverSent"] = 0
    json["entry"] = JSONValue(entry)
    json["undo"] = .bool(outcome.changed > 0 && outcome.keepsEdited)
    return json
  }

  // MARK: - Saving

  private func save(
    _ edit: ColumnEdit, _ ids: [String], seen: Int64?, _ request: HTTPRequest,
    _ actions: RowActions, pushes: Bool = false
  ) async throws -> HTTPResponse {
    let (store, table, context) = (actions.store, actions.table, actions.context)
    await actions.announce(.rowsEdit, rows: ids)
    let outcome = try await actions.rows.edit(edit, ids: ids, seen: seen, by: context.who)
    var report = ActionReport(
      thing: "rows", .edit, asked: ids.count, changed: outcome.changed,
      problems: outcome.problems.map { .init(table: table, id: $0.id, message: $0.message) })
    report.name = try await actions.name(ofOnly: ids)
    try await edit.tell(of: &report, actions)
    let undo = actions.undo(edit, outcome)
    let entry = try await note(edit, outcome, report, undo, ids, actions)
    let whole = entry.map { Links.report(store.name, $0) }
    let edited = outcome.edited.map(\.id)
    var pushed = FollowUpPush.Outcome.notAsked
    if pushes, report.problemCount > 0 {
      pushed = try await actions.followUpPush.afterProblems(changed: outcome.changed)
    } else if pushes {
      let queued = try await store.sync.queuedOperations(of: table, edited).map(\.id)
      var flash = report.flash(next: "", undoEntry: undo == nil ? nil : entry)
      flash.offersPush = false
      pushed = try await actions.followUpPush.start(queued, saying: flash, request)
    }
    if let run = pushed.response { return run }
    let isLong = report.problemCount > 0 || outcome.changed > BulkHandlers.unaskedMax
    let waiting = try await store.sync.waiting(table, edited)
    return try await services.pages.actionResponse(
      request, context,
      redirectTo: try (isLong ? whole : nil)
        ?? request.backToRows(
          store.name, table, request.hasJSONBody ? QueryItems() : request.form()),
      flash: report.flash(
        next: pushed.detail(SendingText.next(rows: outcome.changed, waiting: waiting)),
        undoEntry: undo == nil ? nil : entry, pushed),
      json: .object(json(outcome, ids, entry: entry)))
  }

  /// The audit entry, with the values of the first rows before and after.
  private func note(
    _ edit: ColumnEdit, _ outcome: BulkOutcome, _ report: ActionReport, _ undo: UndoPlan?,
    _ ids: [String], _ actions: RowActions
  ) async throws -> Int64? {
    func values(_ value: (BulkOutcome.EditedRow) -> JSONValue) -> JSONObject {
      JSONObject(
        outcome.edited.prefix(ChangeAudit.shownMax).map { row in
          ("\(actions.table) \(row.id)", .object([edit.column.name: value(row)]))
        })
    }
    var after = values(\.after)
    after["report"] = report.json["report"]
    return try await actions.record(
      .rowsEdit, rows: ids, count: outcome.changed, before: .object(values(\.before)),
      after: .object(after), undo: undo)
  }

  // MARK: - Staging

  /// Puts the edit of each row aside, as the form of the row does.
  private func stage(
    _ edit: ColumnEdit, _ ids: [String], seen: Int64?, _ back: String, _ request: HTTPRequest,
    _ actions: RowActions
  ) async throws -> HTTPResponse {
    let (store, table) = (actions.store, actions.table)
    let outcome = try await actions.rows.edit(edit, ids: ids, seen: seen, rehearsing: true)
    guard outcome.changed <= BulkEditPage.stagedMax else {
      throw HTTPError(
        422,
        localized("Stage at most \(BulkEditPage.stagedMax) rows at once. Nothing was changed."))
    }
    var staged = 0
    for row in outcome.edited {
      guard let record = try await actions.rows.read(id: row.id) else { continue }
      let column = edit.column.name
      guard record.value(column) == row.before else { continue }
      _ = try await services.data.stage(
        [column: row.after], was: [column: row.before],
        fingerprint: RowFingerprint(content: record).rawValue, store: store.name, table: table,
        itemID: row.id, owner: actions.context.owner)
      staged += 1
    }
    let left = outcome.changed - staged + outcome.problems.count
    let rows = Format.count(staged, "row")
    let skipped = left == 0 ? "" : ActionReport.skipped(left) + sentenceSpace
    return try await services.pages.actionResponse(
      request, actions.context, redirectTo: back,
      flash: Flash(
        localized("\(rows) staged."),
        detail: skipped + localized("Review and save them together."),
        kind: left == 0 ? .good : .warn),
      json: ["staged": .integer(Int64(staged))])
  }
}

extension ConfirmationToken {
  /// Of an edit, too, which may be another one by the time it is confirmed.
  init(_ ids: [String], _ edit: ColumnEdit) {
    let mark = edit.mark
    self.init(ids.map { "\($0) \(mark)" })
  }
}
