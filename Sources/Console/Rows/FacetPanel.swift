import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The panel beside a list with the values of its columns, each with how many of the rows have it.
struct FacetPanel {
  /// The parameter of the list's address that opens the panel.
  static let parameter = "facets"
  /// Names the column whose values are all shown.
  static let expandedParameter = "_facet"
  /// The text that the shown values of that column contain.
  static let textParameter = "_values"
  /// Columns that are counted unless others are chosen.
  private static let usualColumnsMax = 6
  private static let valuesMax = (usual: 12, expanded: 200, searched: 1_000)
  /// How long the rows with a state are counted.
  private static let stateTime = Duration.milliseconds(100)

  /// A state with the rows of the list that are in it; nil where counting took too long.
  private struct StateCount {
    let view: RowView
    let count: Int?
  }

  private(set) var facets: [Facet] = []
  private var states: [StateCount] = []
  /// The names of the rows that values of reference columns name.
  private var names: [RowPointer: String] = [:]
  private var covered: UTF8Set = []

  // MARK: - Reading

  /// Nil when the address does not ask for the panel.
  static func read(
    _ request: RowListRequest, _ list: RowList, _ table: String, in store: StoreHandle
  ) async throws -> FacetPanel? {
    guard request.showsFacets else { return nil }
    var panel = FacetPanel()
    panel.covered = store.sync.coveredColumns(of: table)
    let references = list.references
    let limit =
      request.isPatient ? RowsHandlers.facetTime.patient : RowsHandlers.facetTime.usual
    let columns = try await columns(request, references, table, in: store)
    panel.facets = try await store.sync.sampledFacets(
      table, columns.map { facetRequest(of: $0, request, references) }, of: request.query,
      within: limit)
    try await panel.addNames(request, list, in: store)
    panel.states = try await states(request, list.summary(of: table), in: store)
    return panel
  }

  /// Those with few values, unless the address names others, in the table's order, and the chosen ones.
  private static func columns(
    _ request: RowListRequest, _ references: UTF8Dictionary<String>, _ table: String,
    in store: StoreHandle
  ) async throws -> [String] {
    guard request.items[parameter] == "1" else { return request.facets }
    let few = try await store.sync.columnsWithFewValues(
      table, references: UTF8Set(references.keys))
    return few.prefix(usualColumnsMax)
      + request.facets.filter { !few.prefix(usualColumnsMax).contains(identical: $0) }
  }

  private static func facetRequest(
    of column: String, _ request: RowListRequest, _ references: UTF8Dictionary<String>
  ) -> FacetRequest {
    guard request.expandedFacet === column else {
      return FacetRequest(column, entriesMax: valuesMax.usual)
    }
    let text = request.facetText
    // Rows of other tables are found by their names, which are not in the column.
    guard references[column] == nil || text == nil else {
      return FacetRequest(column, entriesMax: valuesMax.searched)
    }
    return FacetRequest(column, entriesMax: valuesMax.expanded, text: text)
  }

  private mutating func addNames(
    _ request: RowListRequest, _ list: RowList, in store: StoreHandle
  ) async throws {
    let columns = list.columns.filter { column in
      facets.contains { $0.column === column.name }
    }
    let values = facets.flatMap { facet in
      facet.entries.map { Record(id: "", values: [facet.column: $0.value]) }
    }
    names = try await ReferenceNames.found(by: values, in: columns, list.references, in: store)
    guard let text = request.facetText?.lowercased(), let column = request.expandedFacet,
      list.references[column] != nil,
      let place = facets.firstIndex(where: { $0.column === column })
    else { return }
    facets[place].entries = facets[place].entries.filter { entry in
      let pointer = RowPointer(entry.value, column: column, references: list.references)
      let name = pointer.flatMap { names[$0] } ?? ""
      return name.lowercased().contains(text)
        || (entry.value.string ?? "").lowercased().contains(text)
    }
  }

  /// Without a filter the table's own figures; else each state that any row of the table is in.
  private static func states(
    _ request: RowListRequest, _ table: TableSummary, in store: StoreHandle
  ) async throws -> [StateCount] {
    let all: [(RowView, Int)] = [
      (.pending, table.pending), (.failed, table.failed), (.conflicts, table.conflicts),
      (.deleted, table.deleted),
    ]
    var states: [StateCount] = []
    for (view, count) in all where count > 0 || view == request.view {
      guard !request.conditions.isEmpty, count > 0 else {
        states.append(StateCount(view: view, count: count))
        continue
      }
      var query = RowQuery(view: view, filters: request.query.filters, size: 1)
      query.timeLimit = stateTime
      query.countTimeLimit = stateTime
      let found = try await store.sync.rows(table.name, query).count
      let matching = found.flatMap { $0.exact ? $0.value : nil }
      if matching != 0 || view == request.view {
        states.append(StateCount(view: view, count: matching))
      }
    }
    return states
  }

  // MARK: - Showing

  func values(of page: RowsPage) -> TemplateDictionary {
    let request = page.request
    var values: TemplateDictionary = ["CLOSE_LINK": request.link(facets: false)]
    values.add("STATES", list: states.isEmpty ? [] : [stateList(request)])
    values.add("FACET", list: facets.map { section($0, page) })
    let counted = UTF8Set(facets.map(\.column))
    let others = page.filterColumns.filter { !counted.contains($0) && !covered.contains($0) }
    values.add(
      "OTHER_COLUMNS",
      list: others.isEmpty || request.facets.count >= RowListRequest.facetsMax
        ? [] : [otherColumns(others, request)])
    return values
  }

  private func stateList(_ request: RowListRequest) -> TemplateDictionary {
    var list = TemplateDictionary()
    list.add("STATE", each: states) { line, state in
      let isOn = state.view == request.view
      line.set("NAME", state.view.title)
      line.set("COUNT", state.count.map { Format.number($0) } ?? "")
      line.set("LINK", request.link { $0["view"] = isOn ? nil : state.view.rawValue })
      line.show("ON", if: isOn)
    }
    return list
  }

  private func otherColumns(
    _ columns: [String], _ request: RowListRequest
  ) -> TemplateDictionary {
    var part = TemplateDictionary()
    part.add("COLUMN_CHOICE", each: columns) { choice, column in
      choice.set("NAME", column)
      var items = request.samePage
      items[Self.parameter] = "1"
      items.add("facet", column)
      choice.set("LINK", Links.with(request.path, items))
    }
    return part
  }

  private func section(_ facet: Facet, _ page: RowsPage) -> TemplateDictionary {
    let request = page.request
    let isExpanded = request.expandedFacet === facet.column
    var values: TemplateDictionary = ["COLUMN": facet.column]
    let isChosen = request.facets.contains(identical: facet.column)
    values.set("REMOVE_LINK", ifAny: isChosen ? removeLink(facet.column, request) : nil)
    let column = page.columns.first { $0.name === facet.column } ?? Column(facet.column, .text)
    values.add("VALUE", each: Array(facet.entries.prefix(Self.valuesMax.expanded))) { line, entry in
      write(entry, column, page, to: &line)
    }
    let isLong = facet.hasMore || isExpanded
    values.add("VALUE_SEARCH", list: isLong ? [search(facet.column, request)] : [])
    let isShort = facet.hasMore && !isExpanded
    values.add(
      "ALL",
      list: isShort
        ? [
          [
            "LINK": request.link(facets: true, expanding: facet.column),
            "WORDS": Self.showAll(facet.valueCount ?? 0),
          ]
        ] : [])
    values.set("FEWER_LINK", ifAny: isExpanded ? request.link(facets: true) : nil)
    values.add("REMARK", list: remarks(facet, request).map { ["WORDS": $0] })
    let canWait = !request.isPatient && (!facet.isWhole || facet.sampledRows != nil)
    values.set("WAIT_LINK", ifAny: canWait ? request.patientLink : nil)
    return values
  }

  private static func showAll(_ count: Int) -> String {
    count > valuesMax.expanded
      ? "Show \(valuesMax.expanded) of \(Format.number(count))" : "Show all \(Format.number(count))"
  }

  private func write(
    _ entry: Facet.Entry, _ column: Column, _ page: RowsPage, to line: inout TemplateDictionary
  ) {
    let request = page.request
    let pointer = RowPointer(entry.value, column: column.name, references: page.references)
    let name = pointer.flatMap { names[$0] }
    let cell = name.map(Cell.plain) ?? Cell(listed: entry.value, column, now: page.now).unlinked
    cell.write(to: &line)
    line.set("TIP", ifAny: name == nil ? nil : pointer.map { VisibleText.shown($0.id) })
    line.set("COUNT", Format.number(entry.count))
    let condition = request.condition(column.name, is: entry.value)
    let link =
      condition.map { request.link(without: $0) } ?? request.link(only: column.name, entry.value)
    line.set("TO", ifAny: link)
    line.show("BARE", if: link == nil)
    line.show("ON", if: condition != nil)
  }

  private func search(_ column: String, _ request: RowListRequest) -> TemplateDictionary {
    var items = request.samePage
    items[Self.parameter] = "1"
    items[Self.expandedParameter] = column
    let text = request.expandedFacet === column ? request.facetText : nil
    var search: TemplateDictionary = ["TEXT": text ?? ""]
    search.add("KEEP", list: RowListRequest.fields(items.items))
    return search
  }

  private func removeLink(_ column: String, _ request: RowListRequest) -> String {
    var items = request.samePage
    items[Self.parameter] = "1"
    items.items.removeAll { $0.name == "facet" && $0.value === column }
    return Links.with(request.path, items)
  }

  /// What the counts leave out.
  private func remarks(_ facet: Facet, _ request: RowListRequest) -> [String] {
    guard facet.isWhole else {
      return request.isPatient
        ? ["Counting stopped after 10 s. Add a filter first."] : ["Counting took too long."]
    }
    var remarks: [String] = []
    if let rows = facet.sampledRows {
      remarks.append("Counts of the newest \(Format.number(rows)) rows only.")
    }
    let isExpanded = request.expandedFacet === facet.column
    if facet.entries.isEmpty {
      remarks.append(isExpanded && request.facetText != nil ? "No matching values" : "No rows")
    } else if isExpanded, facet.hasMore || facet.entries.count > Self.valuesMax.expanded {
      remarks.append("Top \(Format.number(Self.valuesMax.expanded)) shown.")
    }
    return remarks
  }
}

extension RowListRequest {
  /// The column whose values are all shown.
  var expandedFacet: String? { items[FacetPanel.expandedParameter] }
  var facetText: String? {
    items[FacetPanel.textParameter].map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension RowView {
  /// As the tab of the view names it.
  var title: String {
    switch self {
    case .live: "Live"
    case .pending: "Pending"
    case .failed: "Rejected"
    case .conflicts: "Conflicts"
    case .deleted: "Deleted"
    case .all: "All"
    }
  }
}
