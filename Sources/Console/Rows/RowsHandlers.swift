import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// The rows of a table: as a page, as JSON, and as files.
struct RowsHandlers: Sendable {
  let services: ConsoleServices

  /// How long the values of one facet may take, and how long once somebody asked to wait.
  static let facetTime = (usual: Duration.milliseconds(200), patient: Duration.seconds(10))

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let table = request.parameter("table")
    let (path, items) = (Links.rows(store.name, table), try request.query())
    let isData = request.wantsJSON || !request.format.isEmpty
    if !isData, let redirect = try await redirect(path, items, of: table, in: store) {
      return redirect
    }
    let beside =
      isData
      ? nil
      : try await services.data.besideRows(
        store: store.name, table: table, owner: context.owner)
    let size = KeptPageSize.size(in: beside?.columns) ?? RowListRequest.sizeDefault
    let isFile = request.format == "csv" || request.format == "ndjson"
    let references = try await FilterReferences(
      in: items, of: table, in: store,
      within: isFile ? nil : RowListRequest.timeLimit(items))
    let staged = try await staged(beside, path, items, of: table, in: store, context)
    @Sendable func asked(_ columns: [Column]) -> RowListRequest {
      var asked = RowListRequest(path: path, items: items, columns: columns, size: size)
      asked.references = references
      asked.stagedRows = staged
      return asked
    }
    @Sendable func read(_ wantsRows: Bool) async throws -> RowList {
      try await store.sync.list(table) { columns in
        let asked = asked(columns)
        return wantsRows && asked.mistakes.isEmpty ? asked.limitedQuery : nil
      }
    }
    var refusal: SyncError?
    var list: RowList
    do {
      list = try await read(!isFile)
    } catch let error as SyncError where error.status == 400 && !isData {
      refusal = error
      list = try await read(false)
    }
    if references.isCut { list.page?.isCut = true }
    context.found.note(StoreSummary(list.state), of: store.name)
    var asked = asked(list.columns)
    if let refusal { asked.broken = asked.condition(of: refusal) }
    if !asked.conditions.isEmpty {
      context.found.noteAddress(
        RowListRequest.settled(asked.items, list.columns, PageZone.current))
    }
    if let beside {
      if let kept = await keepSize(
        of: asked, over: beside.columns, request, context, (store.name, table))
      {
        return kept
      }
      return try await show(
        asked, list, beside, asked.mistakes.first ?? refusal?.reason, request, context, store)
    }
    if let mistake = asked.mistakes.first { throw HTTPError(400, mistake) }
    if isFile { return try await export(asked, list.columns, request, context, in: store) }
    return try await json(list, asked, table, in: store)
  }

  /// Leads to the canonical address when this one comes from a form of the page.
  private func redirect(
    _ path: String, _ items: QueryItems, of table: String, in store: StoreHandle
  ) async throws -> HTTPResponse? {
    guard RowListRequest(path: path, items: items, columns: []).isFromForm else { return nil }
    let columns = try await store.columns(of: table)
    return RowListRequest(path: path, items: items, columns: columns).redirect.map {
      .seeOther($0 + (items["_column"] == nil ? "" : "#list"))
    }
  }

  /// The ids of the rows that whoever asks has staged changes for, where the list needs them.
  private func staged(
    _ beside: BesideRows?, _ path: String, _ items: QueryItems, of table: String,
    in store: StoreHandle, _ context: PageContext
  ) async throws -> [String] {
    if let beside { return beside.staged.map(\.itemID) }
    guard RowListRequest(path: path, items: items, columns: []).isStaged else { return [] }
    return try await services.stagedRows(of: table, in: store, for: context.owner)
  }

  /// A program can't be told by a sentence that rows may be missing, so it gets all or none.
  private func json(
    _ list: RowList, _ asked: RowListRequest, _ table: String, in store: StoreHandle
  ) async throws -> HTTPResponse {
    guard var page = list.page else { throw HTTPError(400, "This list cannot be read.") }
    guard !page.isCut else {
      throw HTTPError(
        503,
        "The rows were not found within \(asked.isPatient ? 30 : 3) s. Sort by updatedAt or id, "
          + "filter by fewer columns, ask with _time=long, or take the .ndjson, which has no limit.",
        code: "took_too_long")
    }
    page.ignored =
      asked.ignored.map(\.parameter)
      + (PageZone.current.refusal.map { ["\(PageZone.parameter)=\($0.asked)"] } ?? [])
    let facets = try await facets(asked, table, in: store)
    return services.pages.respond(
      json: page.json(asked.chosen(of: page.columns), view: asked.viewName, facets: facets))
  }

  private func facets(
    _ asked: RowListRequest, _ table: String, in store: StoreHandle
  ) async throws -> [Facet] {
    guard !asked.facets.isEmpty else { return [] }
    return try await store.sync.facets(
      table, asked.facets, of: asked.query,
      within: asked.isPatient ? Self.facetTime.patient : Self.facetTime.usual)
  }

  private func show(
    _ asked: RowListRequest, _ list: RowList, _ beside: BesideRows, _ problem: String?,
    _ request: HTTPRequest, _ context: PageContext, _ store: StoreHandle
  ) async throws -> HTTPResponse {
    let table = request.parameter("table")
    var shown = RowsPage(
      store: store.name, table: list.summary(of: table), columns: list.columns, request: asked,
      page: list.page, problem: problem, permissions: context.rowPermissions(store, table),
      now: context.now,
      keptLayout: beside.columns.flatMap { QueryItems(decoding: $0) }.map(ColumnLayout.init)
        .flatMap { $0.items.isEmpty ? nil : $0 })
    shown.removed = asked.isStaged ? nil : list.removed
    shown.synced = list.synced ?? 0
    shown.isMadeHere = try await store.hasMade(shown.table)
    shown.isSearchable = store.sync.coveredColumns(of: table).isEmpty
    shown.references = list.references
    shown.views = beside.views
    shown.viewCounts = await SavedViewCounts(
      of: beside.views, table, list.columns, staged: asked.stagedRows, in: store)
    shown.staged = await stagedInList(beside.staged, asked, table, in: store)
    let records = (list.page?.rows.map(\.record) ?? []) + shown.staged.records
    shown.referencedRows = try await ReferenceNames.found(
      by: records, in: shown.shownColumns, list.references, in: store)
    shown.maySaveViews = context.may(.viewSave)
    shown.mayShareViews = context.may(.viewShare)
    shown.maySeeSettings = services.maySeeSettings(context)
    shown.who = context.who
    if problem == nil, asked.pick == .all {
      shown.selectable = try await selectable(asked, table, in: store)
    }
    if let column = asked.suggested {
      shown.suggestions = try await FilterSuggestions(column, of: table, in: store)
    }
    if problem == nil {
      shown.facets = try await FacetPanel.read(
        asked, list, table, staged: shown.staged.rowCount, in: store)
      shown.peek = try await peek(asked, list, context, store, table)
    }
    return try await services.pages.page(
      RowsPage.template, title: shown.title, values: shown.values, request, context,
      nav: Nav(store: store.name, .table(table)), formats: ["json", "csv", "ndjson"],
      formatQuery: asked.ignored.isEmpty ? nil : asked.answered.encoded,
      whole: Pages.wholeList(list.page?.count.flatMap { $0.exact ? $0.value : nil }, "row"),
      status: problem == nil ? 200 : 400)
  }

  private func stagedInList(
    _ changes: [StagedChange], _ asked: RowListRequest, _ table: String, in store: StoreHandle
  ) async -> StagedInList {
    guard !changes.isEmpty else { return StagedInList() }
    let query = RowQuery(view: .all, filters: [RowListRequest.stagedFilter(asked.stagedRows)])
    let count = try? await store.sync.count(table, query)
    return StagedInList(changes, rowCount: count?.value ?? 0)
  }

  /// The row of the panel beside the list; nil when the address names none.
  private func peek(
    _ asked: RowListRequest, _ list: RowList, _ context: PageContext, _ store: StoreHandle,
    _ table: String
  ) async throws -> RowPeek? {
    guard let id = asked.peeked else { return nil }
    let detail = try await store.sync.row(table, id)
    var peek = RowPeek(
      store: store.name, id: id, detail: detail, permissions: context.rowPermissions(store, table),
      softDelete: store.softDelete(of: table), now: context.now)
    guard let detail else { return peek }
    peek.covered = store.sync.coveredColumns(of: table)
    peek.references = list.references
    peek.referencedRows = try await ReferenceNames.found(
      by: [detail.record], in: detail.columns, list.references, in: store)
    let rows = list.page?.rows ?? []
    if rows.first?.id === id || rows.last?.id === id || !rows.contains(where: { $0.id === id }) {
      peek.neighbours = try await store.sync.neighbours(table, of: id, in: asked.query)
    }
    return peek
  }

  /// The values that a filter's box suggests for a column; for the page's script.
  @Sendable func values(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    guard let column = try request.query()["column"] else {
      throw HTTPError(400, localized("The column is missing. Add ?column=NAME."))
    }
    let table = request.parameter("table")
    guard try await store.columns(of: table).contains(where: { $0.name === column }) else {
      throw HTTPError(404, localized("\(table) has no column “\(column)”."))
    }
    let text = try request.query()["text"].flatMap { $0.isEmpty ? nil : $0 }
    let found = try await FilterSuggestions(column, of: table, with: text, in: store)
    return services.pages.respond(json: found.json)
  }

  /// How many of all matching rows each action would change.
  private func selectable(
    _ asked: RowListRequest, _ table: String, in store: StoreHandle
  ) async throws -> RowsPage.Selectable {
    func count(_ view: RowView) async throws -> Int {
      let query = RowQuery(
        view: view, filters: asked.query.filters, size: 1, exactCount: true)
      return try await store.sync.rows(table, query).count?.value ?? 0
    }
    switch asked.view {
    case .live, .synced:
      let live = try await count(asked.view)
      return .init(editable: live, deletable: live)
    case .deleted: return .init(undeletable: try await count(.deleted))
    case .all:
      let live = try await count(.live)
      return .init(
        editable: live, deletable: live, undeletable: try await count(.deleted))
    case .failed, .conflicts:
      let stuck = try await count(asked.view)
      return .init(editable: stuck, retryable: stuck)
    case .pending: return .init(editable: try await count(.pending))
    }
  }

  private func export(
    _ asked: RowListRequest, _ columns: [Column], _ request: HTTPRequest, _ context: PageContext,
    in store: StoreHandle
  ) async throws -> HTTPResponse {
    try context.demand(.export)
    let table = request.parameter("table")
    // A file has no place for a sentence either.
    if let unknown = asked.ignored.first {
      throw HTTPError(
        400,
        localized(
          "\(table) has no column “\(unknown.filter.column)”, so the file would not match "
            + "“\(unknown.parameter)”. Correct or remove it."))
    }
    let slot = try services.exports.take(for: context.owner)
    let chosen = asked.chosen(of: columns)
    let form: RowExport.Form =
      request.format == "csv" ? .csv(CSVWriter(isRaw: asked.isRaw)) : .ndjson
    var export = try await RowExport(
      table, asked.query, columns: chosen.isEmpty ? columns : chosen, form: form, in: store.sync)
    export.isChosen = !chosen.isEmpty
    export.zone = PageZone.current.forFiles
    export.slot = slot
    return export.response(fileName: "\(store.name)-\(table)")
  }
}

extension StoreHandle {
  /// Whether an empty table was made here, so that nothing can be pulled yet.
  fileprivate func hasMade(_ table: TableSummary) async throws -> Bool {
    guard !table.isConfigured, table.lastPull == nil, table.live + table.deleted == 0 else {
      return false
    }
    let columns = try await sync.figures(of: table.name, within: .milliseconds(20)).columns
    return columns.allSatisfy { $0.column.isSystem || $0.isLocal }
  }
}
