import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection

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
  static let valuesMax = (usual: 12, expanded: 200, searched: 1_000)
  /// How long the rows with a state are counted.
  private static let stateTime = Duration.milliseconds(100)

  /// A state with the rows of the list that are in it; nil where counting took too long.
  struct StateCount {
    let view: RowView
    /// True for the rows of the view that whoever asks has staged changes for.
    var isStaged = false
    let count: Int?
  }

  private(set) var facets: [Facet] = []
  private(set) var states: [StateCount] = []
  /// The names of the rows that values of reference columns name.
  private(set) var names: [RowPointer: String] = [:]
  private(set) var covered: UTF8Set = []

  // MARK: - Reading

  /// Nil when the address does not ask for the panel.
  ///
  /// - Parameter staged: How many rows of the table have staged changes.
  static func read(
    _ request: RowListRequest, _ list: RowList, _ table: String, staged: Int,
    in store: StoreHandle
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
    try await panel.addChosen(request, table, in: store, within: limit)
    try await panel.addNames(request, list, in: store)
    panel.states = try await states(request, list.summary(of: table), in: store)
    let staged = try await self.staged(request, list, table, all: staged, in: store)
    if let staged { panel.states.append(staged) }
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

  /// The values of a column are counted among the rows that its own choice leaves out, too.
  private static func facetRequest(
    of column: String, _ request: RowListRequest, _ references: UTF8Dictionary<String>
  ) -> FacetRequest {
    let choice = FacetChoice(of: column, in: request)
    let query = choice.isEmpty ? nil : request.query(without: choice)
    guard request.expandedFacet === column else {
      return FacetRequest(column, entriesMax: valuesMax.usual, of: query)
    }
    let text = request.facetText
    // Rows of other tables are found by their names, which are not in the column.
    guard references[column] == nil || text == nil else {
      return FacetRequest(column, entriesMax: valuesMax.searched, of: query)
    }
    return FacetRequest(column, entriesMax: valuesMax.expanded, text: text, of: query)
  }

  /// Chosen values stay in sight: those that are not among the commonest come behind them.
  private mutating func addChosen(
    _ request: RowListRequest, _ table: String, in store: StoreHandle, within limit: Duration
  ) async throws {
    let short = facets.filter { facet in
      facet.hasMore && (request.expandedFacet !== facet.column || request.facetText == nil)
        && !FacetChoice(of: facet.column, in: request).isEmpty
    }
    guard !short.isEmpty else { return }
    let chosen = try await store.sync.sampledFacets(
      table, short.map { FacetRequest($0.column, entriesMax: Self.valuesMax.usual) },
      of: request.query, within: limit)
    for facet in chosen {
      guard let place = facets.firstIndex(where: { $0.column === facet.column }) else { continue }
      let shown = facets[place].entries
      facets[place].entries += facet.entries.filter { entry in
        !shown.contains { $0.value == entry.value }
      }
    }
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
      .compactMapValues { $0?.name }
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
    let isQueued = table.pending + table.failed + table.conflicts > 0
    let all: [(RowView, Int)] = [
      // Without queued changes, every live row is synced.
      (.synced, isQueued || request.view == .synced ? table.live : 0),
      (.pending, table.pending), (.failed, table.failed), (.conflicts, table.conflicts),
      (.deleted, table.deleted),
    ]
    var states: [StateCount] = []
    for (view, count) in all where count > 0 || view == request.view {
      guard !request.query.filters.isEmpty || view == .synced, count > 0 else {
        states.append(StateCount(view: view, count: count))
        continue
      }
      var query = RowQuery(view: view, filters: request.query.filters)
      query.countTimeLimit = stateTime
      let found = try await store.sync.count(table.name, query)
      let matching = found.exact ? found.value : nil
      if matching != 0 || view == request.view {
        states.append(StateCount(view: view, count: matching))
      }
    }
    return states
  }

  /// Counted only where neither the tab nor the list itself has the number.
  private static func staged(
    _ request: RowListRequest, _ list: RowList, _ table: String, all: Int, in store: StoreHandle
  ) async throws -> StateCount? {
    guard request.isStaged || !request.stagedRows.isEmpty else { return nil }
    let listed = request.isStaged && request.view == .all ? list.page?.count : nil
    let counted = listed.flatMap { $0.exact ? $0.value : nil }
    if let known = request.conditions.isEmpty ? all : counted {
      guard request.isStaged || known > 0 else { return nil }
      return StateCount(view: .all, isStaged: true, count: known)
    }
    var query = RowQuery(view: .all, filters: request.stagedFilters)
    query.countTimeLimit = stateTime
    let found = try await store.sync.count(table, query)
    guard request.isStaged || !found.exact || found.value > 0 else { return nil }
    return StateCount(view: .all, isStaged: true, count: found.exact ? found.value : nil)
  }
}

extension RowListRequest {
  /// The column whose values are all shown.
  var expandedFacet: String? { items[FacetPanel.expandedParameter] }
  var facetText: String? {
    items[FacetPanel.textParameter].map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 }
  }
}
