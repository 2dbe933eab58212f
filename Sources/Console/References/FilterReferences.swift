import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection

/// The rows of other tables that the filters of a list name, by id or by name.
struct FilterReferences: Sendable {
  /// Rows that the text of one filter may name.
  private static let rowsMax = 10_000
  /// Ids in one filter whose names are shown.
  private static let namedMax = 100

  /// Of rows whose names a condition matches, by the condition's position in the address.
  private var ids: [Int: [String]] = [:]
  /// Of the rows whose ids are in conditions, by column and id.
  private var names: UTF8Dictionary<UTF8Dictionary<String>> = [:]
  /// True where time was over before all rows were found that the conditions name.
  private(set) var isCut = false

  init() {}

  /// - Parameters:
  ///   - items: The query of the list.
  ///   - time: How long rows are searched by their names; nil for as long as it takes.
  init(
    in items: QueryItems, of table: String, in store: StoreHandle, within time: Duration?
  ) async throws {
    guard items.items.contains(where: { !RowListRequest.reserved.contains($0.name) }) else {
      return
    }
    let references = try await store.sync.references(of: table)
    guard !references.isEmpty else { return }
    let columns = try await store.columns(of: table)
    let covered = store.sync.coveredColumns(of: table)
    let end = time.map { ContinuousClock.now + $0 }
    let request = RowListRequest(path: "", items: items, columns: columns)
    for condition in request.conditions where references[condition.filter.column] != nil {
      let filter = condition.filter
      guard !covered.contains(filter.column),
        let column = columns.first(where: { $0.name === filter.column }),
        let resolver = try await ReferenceResolver(column, of: table, in: store)
      else { continue }
      try await add(filter, at: condition.position, resolver, until: end)
    }
  }

  private mutating func add(
    _ filter: RowFilter, at position: Int, _ resolver: ReferenceResolver,
    until end: ContinuousClock.Instant?
  ) async throws {
    guard filter.comparesText, !filter.value.isEmpty else { return }
    let known = try await resolver.names(of: filter.namedIDs)
    for id in filter.namedIDs.prefix(Self.namedMax) {
      if let name = known[id] { names[filter.column, default: [:]][id] = name }
    }
    guard let unknown = filter.without(known) else { return }
    let time = end.map { max(.zero, $0 - .now) }
    let found = try await resolver.ids(named: unknown, max: Self.rowsMax, within: time)
    ids[position] = found
    isCut = isCut || found == nil
  }

  /// The condition's filter, which matches rows by the names of those that they refer to as well.
  func filter(_ condition: RowListRequest.Condition) -> RowFilter {
    var filter = condition.filter
    filter.ids = ids[condition.position] ?? []
    return filter
  }

  /// The condition's filter as people read it, with names in place of ids.
  func shown(_ condition: RowListRequest.Condition) -> RowFilter {
    var filter = condition.filter
    guard let names = names[filter.column] else { return filter }
    let shown = filter.namedIDs.map { names[$0] ?? $0 }
    // As JSON, for a name can have commas.
    filter.value =
      filter.op == .in ? JSONValue.array(shown.map { .string($0) }).serializedText : shown[0]
    return filter
  }
}

extension RowFilter {
  /// True where names of referenced rows can match, too.
  fileprivate var comparesText: Bool {
    switch op {
    case .equals, .not, .contains, .starts, .in: true
    case .gt, .gte, .lt, .lte, .null: false
    }
  }

  /// The filter by what is no id of a row, as an id counts before a name; nil where nothing is left.
  fileprivate func without(_ known: UTF8Dictionary<String>) -> RowFilter? {
    switch op {
    case .in:
      let names = namedIDs.filter { known[$0] == nil }
      let list = JSONValue.array(names.map { .string($0) }).serializedText
      return names.isEmpty ? nil : RowFilter(column, .in, list)
    case .equals, .not: return known[value] == nil ? self : nil
    default: return self
    }
  }

  /// The values that can be whole ids; for other comparisons the text itself.
  fileprivate var namedIDs: [String] { op == .in ? FilterList.values(value) : [value] }
}

extension RowListRequest {
  /// The same with what its filters name of other tables.
  func resolved(
    of table: String, in store: StoreHandle, within time: Duration? = nil
  ) async throws -> RowListRequest {
    var request = self
    request.references = try await FilterReferences(
      in: items, of: table, in: store, within: time)
    return request
  }
}
