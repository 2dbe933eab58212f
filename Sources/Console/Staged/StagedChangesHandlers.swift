import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// Changes put aside over several rows: reviewed together, saved together.
struct StagedChangesHandlers: Sendable {
  let services: ConsoleServices

  static let path = "/s/{store}/changes"

  // MARK: - Review

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let rows = try await staged(in: store, context)
    for row in rows { try store.demandUncovered(row.change.table, back: Links.store(store.name)) }
    let query = try request.query()
    let text = try ListFilter.text(in: query)
    if request.wantsJSON {
      return services.pages.respond(json: [
        "changes": .array(rows.filter { $0.contains(text) }.map(\.json)),
        "ifState": .string(ConfirmationToken(rows).mark),
      ])
    }
    let ids = query.values("id")
    if query["confirm"] == "discard", !rows.isEmpty || !ids.isEmpty {
      let selected = ids.isEmpty ? rows : rows.selected(by: ids.map { Int64($0) })
      guard !selected.isEmpty else { return try await gone(store, request, context) }
      return try await askDiscard(selected, store, request, context)
    }
    return try await page(
      StagedChangesPage(
        store: store.name, rows: rows, text: text, pick: query["_pick"].map { _ in .page }),
      store, request, context)
  }

  @Sendable func showAgain(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    if request.wantsJSON { return try await show(request, context) }
    return .seeOther(Links.changes(try await services.store(request).name))
  }

  func page(
    _ page: StagedChangesPage, _ store: StoreHandle, _ request: HTTPRequest,
    _ context: PageContext, status: Int = 200
  ) async throws -> HTTPResponse {
    var page = page
    page.now = context.now
    page.rows = try await store.named(page.rows)
    page.isOnline = try await !store.sync.isOffline
    page.mayPush = FollowUpPush(services: services, store: store, context: context).mayPush
    return try await services.pages.page(
      StagedChangesPage.template, title: page.title, values: page.values, request, context,
      nav: Nav(store: page.store, .staged), status: status)
  }

  func staged(
    in store: StoreHandle, _ context: PageContext
  ) async throws -> [StagedRow] {
    let changes = try await services.data.stagedChanges(owner: context.owner, store: store.name)
    return try await store.rows(of: changes)
  }

  /// Why the request is not about what is staged now; nil when it is, or when it does not say.
  ///
  /// - Throws: The same for programs.
  func objection(to request: HTTPRequest, _ rows: [StagedRow]) throws -> String? {
    let (body, asked) = (try ActionBody(request), ConfirmationToken(rows))
    if let form = body.form {
      return asked.objection(to: form) { Format.count($0, "row is staged", "rows are staged") }
    }
    guard let state = body.text("ifState"), state != asked.mark else { return nil }
    throw HTTPError(
      409, localized("The staged changes are different now. Nothing was changed. Reload them."),
      code: "stale_edit")
  }

  // MARK: - Changing what is staged

  @Sendable func remove(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let (store, row) = try await one(request, context)
    let done = try await discard([row], store, context)
    return try await services.pages.actionResponse(
      request, context, redirectTo: try request.ownBack() ?? Links.changes(store.name),
      flash: Flash(
        localized("Staged change of “\(row.title)” removed."),
        detail: localized("The row itself was not changed."),
        undoEntry: done.entry),
      json: ["removed": .integer(row.change.id), "entry": JSONValue(done.entry)])
  }

  /// Per field mine or theirs; what is kept is a change of the row as it is now.
  @Sendable func choose(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let (store, row) = try await one(request, context)
    guard let record = row.record else {
      throw SyncError.noSuchRow(table: row.change.table, id: row.change.itemID)
    }
    let sides = try sides(request)
    var (was, values) = (JSONObject(), JSONObject())
    for field in row.fields {
      guard let side = sides(field.column.name) ?? (field.isDisputed ? nil : "mine") else {
        throw ConsoleError(
          422, title: localized("Choice missing"),
          reason: localized("Choose a value for \(field.column.name). Nothing was changed."),
          code: "invalid",
          links: [.init(localized("Staged changes"), Links.changes(store.name))])
      }
      guard side == "mine", field.mine != field.now else { continue }
      was[field.column.name] = field.now
      values[field.column.name] = field.mine
    }
    if values.isEmpty {
      try await services.data.unstage([row.change.id], owner: context.owner)
    } else {
      try await services.data.stage(
        values, was: was, fingerprint: RowFingerprint(content: record).rawValue,
        store: store.name, table: row.change.table, itemID: row.change.itemID,
        owner: context.owner, inPlaceOf: row.change.id)
    }
    return try await services.pages.actionResponse(
      request, context, redirectTo: Links.changes(store.name),
      flash: Flash(
        localized("Choice for “\(row.title)” saved."),
        detail: values.isEmpty
          ? localized("None of your values are left, so the row is no longer staged.")
          : localized("It is still staged.")),
      json: ["values": .object(values)])
  }

  private func sides(_ request: HTTPRequest) throws -> (String) -> String? {
    if request.hasJSONBody {
      let object = try request.bodyObject()["sides"]?.object ?? JSONObject()
      return { object[$0]?.string }
    }
    let form = try request.form()
    return { form["side.\($0)"] }
  }

  @Sendable func discard(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let all = try await staged(in: store, context)
    let body = try ActionBody(request)
    if body.isForm, body.namedChanges?.isEmpty == true {
      return try await services.nothingPicked(
        .row, back: Links.changes(store.name), json: .null, request, context)
    }
    if !body.isConfirmed {
      return .seeOther(Self.confirmation(store.name, body.namedChanges ?? []))
    }
    let rows = try selected(all, request)
    if rows.isEmpty, body.namedChanges?.isEmpty == false {
      return try await gone(store, request, context)
    }
    if !rows.isEmpty,
      let objection = try objection(to: request, request.hasJSONBody ? all : rows)
    {
      return try await askDiscard(rows, store, request, context, problem: objection)
    }
    let done = try await discard(rows, store, context)
    let changes = Format.count(done.count, "staged change")
    return try await services.pages.actionResponse(
      request, context, redirectTo: Links.changes(store.name),
      flash: Flash(
        localized("\(changes) discarded."), detail: localized("No rows were changed."),
        undoEntry: done.entry),
      json: ["discarded": .integer(Int64(done.count)), "entry": JSONValue(done.entry)])
  }

  /// - Returns: How many were still staged, and the audit entry that brings them back.
  private func discard(
    _ rows: [StagedRow], _ store: StoreHandle, _ context: PageContext
  ) async throws -> (count: Int, entry: Int64?) {
    let (count, discard) = try await services.data.discard(
      rows.map(\.change.id), owner: context.owner)
    guard let discard else { return (count, nil) }
    let record = AuditRecord(
      who: context.who, address: context.address, action: ConsoleAction.rowsEdit.rawValue,
      store: store.name,
      target: rows.count == 1
        ? "staged change of \(rows[0].change.itemID) in \(rows[0].change.table), discarded"
        : inEnglish { "\(Format.count(count, "staged change")), discarded" },
      row: rows.count == 1
        ? AuditRecord.Row(rows[0].change.table, rows[0].change.itemID) : nil,
      undo: UndoableChange.staged(discard: discard, owner: context.owner, store: store.name).json,
      requestID: context.requestID)
    let entry = try await services.data.record(await services.naming(record))
    return (count, entry)
  }

  private func askDiscard(
    _ rows: [StagedRow], _ store: StoreHandle, _ request: HTTPRequest, _ context: PageContext,
    problem: String? = nil
  ) async throws -> HTTPResponse {
    let changes = Format.count(rows.count, "staged change")
    let days = ConsoleData.removalDaysMax
    var page = ConfirmActionPage(
      facts: context.facts(store, .rowsEdit),
      question: localized("Discard \(changes) in store \(store.name)?"),
      headline: localized("Your changes to \(changes) are removed from the staged changes."),
      text: localized(
        "The rows themselves are not changed. You can undo this for \(days) days."),
      action: Links.changes(store.name, action: "discard"), button: localized("Discard \(changes)"),
      backLink: Links.changes(store.name), backName: localized("Staged changes"))
    let asked = ConfirmationToken(rows).hidden
    page.hidden =
      [(asked.name, asked.value), ("selection", "1")]
      + rows.map { ("id", "\($0.change.id)") }
    page.problem = problem
    page.known = UTF8Dictionary(grouping: rows, by: \.change.table).sorted { $0.key < $1.key }
      .map { table, rows in
        let titles = rows.prefix(5).map(\.title).joinedAsList()
        let (count, others) = (Format.count(rows.count, "row"), Format.number(rows.count - 5))
        guard rows.count > 5 else { return (table, labelled(count, titles)) }
        return (table, localized("\(count): \(titles) and \(others) more"))
      }
    return try await services.pages.page(
      "Confirmation/confirm-action", title: page.question, values: page.values, request, context,
      nav: Nav(store: store.name, .staged), formats: [], status: problem == nil ? 200 : 409)
  }

  private func one(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> (StoreHandle, StagedRow) {
    let store = try await services.store(request)
    let id = try request.number("change")
    guard let row = try await staged(in: store, context).first(where: { $0.change.id == id })
    else { throw HTTPError(404, localized("This change is no longer staged.")) }
    return (store, row)
  }
}

extension StoreHandle {
  /// The rows of these changes as they are now, in the order of the changes.
  fileprivate func rows(of changes: [StagedChange]) async throws -> [StagedRow] {
    var columns: UTF8Dictionary<[Column]> = [:]
    var records: UTF8Dictionary<UTF8Dictionary<Record>> = [:]
    for (table, changes) in UTF8Dictionary(grouping: changes, by: \.table) {
      columns[table] = try await self.columns(of: table)
      records[table] = try await sync.table(table).existing(changes.map(\.itemID))
    }
    var rows: [StagedRow] = []
    for change in changes {
      let record = records[change.table]?[change.itemID]
      rows.append(
        StagedRow(
          change: change, record: record, columns: columns[change.table] ?? [],
          standing: try await standing(of: change, record), takesIDs: takesIDs))
    }
    return rows
  }

  /// The rows with the names of those that their values refer to.
  fileprivate func named(_ rows: [StagedRow]) async throws -> [StagedRow] {
    var names: UTF8Dictionary<UTF8Dictionary<UTF8Dictionary<String>>> = [:]
    for (table, rows) in UTF8Dictionary(grouping: rows, by: \.change.table) {
      let fields = UTF8Dictionary(grouping: rows.flatMap(\.fields), by: \.column.name)
      let columns = fields.values.compactMap { $0.first?.column }
      for (column, resolver) in try await ReferenceResolver.all(columns, of: table, in: self) {
        let values = (fields[column] ?? []).flatMap { [$0.was, $0.now, $0.mine] }
        names[table, default: [:]][column] = try await resolver.names(
          of: values.compactMap(\.string).unique)
      }
    }
    return rows.map { row in
      var row = row
      row.names = names[row.change.table] ?? [:]
      return row
    }
  }

  private func standing(
    of change: StagedChange, _ record: Record?
  ) async throws -> StagedRow.Standing {
    guard let record else {
      let detail = try await sync.row(change.table, change.itemID)
      if detail?.isRemoved == true { return .removed }
      return change.isInsert ? .restorable : .gone
    }
    guard !change.isInsert else { return .present }
    return softDelete(of: change.table).allows(change.values, of: record) ? .live : .deleted
  }
}
