import HTTPKit
import Localization
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
  /// Filters whose texts name too many rows, in sentences.
  private(set) var mistakes: [String] = []

  init() {}

  /// - Parameter items: The query of the list.
  init(in items: QueryItems, of table: String, in store: StoreHandle) async throws {
    guard items.items.contains(where: { !RowListRequest.reserved.contains($0.name) }) else {
      return
    }
    let references = try await store.sync.references(of: table)
    guard !references.isEmpty else { return }
    let columns = try await store.columns(of: table)
    let covered = store.sync.coveredColumns(of: table)
    let request = RowListRequest(path: "", items: items, columns: columns)
    for condition in request.conditions where references[condition.filter.column] != nil {
      let filter = condition.filter
      guard !covered.contains(filter.column),
        let column = columns.first(where: { $0.name === filter.column }),
        let resolver = try await ReferenceResolver(column, of: table, in: store)
      else { continue }
      try await add(filter, at: condition.position, resolver)
    }
  }

  private mutating func add(
    _ filter: RowFilter, at position: Int, _ resolver: ReferenceResolver
  ) async throws {
    guard filter.comparesText, !filter.value.isEmpty else { return }
    let named = filter.namedIDs.prefix(Self.namedMax)
    for (id, name) in try await resolver.names(of: Array(named)) {
      names[filter.column, default: [:]][id] = name
    }
    if let found = try await resolver.ids(named: filter, max: Self.rowsMax) {
      ids[position] = found
    } else {
      let count = Format.number(Self.rowsMax)
      mistakes.append(
        localized(
          "More than \(count) rows of \(resolver.table) match “\(filter.value)”. Filter by a "
            + "longer text."))
    }
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
    filter.value = filter.namedIDs.map { names[$0] ?? $0 }.joined(separator: ", ")
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

  /// The values that can be whole ids; for other comparisons the text itself.
  fileprivate var namedIDs: [String] { op == .in ? FilterList.values(value) : [value] }
}

extension RowListRequest {
  /// The same with what its filters name of other tables.
  func resolved(of table: String, in store: StoreHandle) async throws -> RowListRequest {
    var request = self
    request.take(try await FilterReferences(in: items, of: table, in: store))
    return request
  }
}
