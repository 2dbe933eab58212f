import HTTPKit
import JSONKit
import Support
import SyncCore

/// The values of one column that a list is narrowed to, as its facet chooses them.
struct FacetChoice {
  /// More bytes of values are no filter: addresses have their limits.
  private static let bytesMax = 2_000

  private let column: String
  /// As filters write them, in the order of the address.
  private var texts: [String] = []
  private var hasNull = false
  /// What chooses them in the address.
  let conditions: [RowListRequest.Condition]

  init(of column: String, in request: RowListRequest) {
    self.column = column
    conditions = request.alternatives
      .filter { $0.allSatisfy { $0.filter.column === column && $0.filter.choosesValues } }
      .flatMap { $0 }
    for filter in conditions.map(\.filter) {
      switch filter.op {
      case .null: hasNull = true
      case .in: for text in FilterList.values(filter.value) { add(text) }
      default: add(filter.value)
      }
    }
  }

  var isEmpty: Bool { conditions.isEmpty }

  func contains(_ value: JSONValue) -> Bool {
    value.isNull ? hasNull : texts.contains(identical: value.filterText)
  }

  private mutating func add(_ text: String) {
    if !texts.contains(identical: text) { texts.append(text) }
  }

  /// With the value, or without it where it was chosen.
  func toggling(_ value: JSONValue) -> FacetChoice {
    var choice = self
    let text = value.filterText
    if value.isNull {
      choice.hasNull.toggle()
    } else if contains(value) {
      choice.texts.removeAll { $0 === text }
    } else {
      choice.texts.append(text)
    }
    return choice
  }

  /// What selects the rows that have one of the values; nil where no filter can name them.
  ///
  /// - Parameter group: Joins NULL with other values.
  func filters(group: Int?) -> [RowFilter]? {
    let list = Self.list(texts)
    guard list.utf8.count <= Self.bytesMax else { return nil }
    let group = hasNull && !texts.isEmpty ? group : nil
    guard !hasNull || texts.isEmpty || group != nil else { return nil }
    var filters: [RowFilter] = []
    if let first = texts.first {
      let isOne = texts.count == 1
      filters.append(RowFilter(column, isOne ? .equals : .in, isOne ? first : list, group: group))
    }
    if hasNull { filters.append(RowFilter(column, .null, "true", group: group)) }
    return filters
  }

  /// Between commas where that is read as the same values, else as JSON.
  private static func list(_ texts: [String]) -> String {
    let plain = texts.joined(separator: ",")
    let read = FilterList.values(plain)
    let isRead = read.count == texts.count && zip(read, texts).allSatisfy { $0 === $1 }
    return isRead ? plain : JSONValue.array(texts.map { .string($0) }).serializedText
  }
}

extension RowListRequest {
  /// The rows of the list without what the facet of a column chooses.
  func query(without choice: FacetChoice) -> RowQuery {
    var query = query
    query.filters = filters(of: conditions.filter { !choice.conditions.contains($0) })
    return query
  }

  /// The same list with the value among those that `choice` has, or without it where it is one; nil
  /// where no filter can name them.
  func link(toggling value: JSONValue, in choice: FacetChoice) -> String? {
    guard RowFilter("", is: value) != nil,
      let filters = choice.toggling(value).filters(
        group: choice.conditions.compactMap(\.filter.group).first ?? freeGroup)
    else { return nil }
    let positions = choice.conditions.map(\.position)
    var changed = items
    changed.items = items.items.enumerated()
      .filter { !positions.contains($0.offset) }.map(\.element)
    changed.items.insert(
      contentsOf: filters.map { filter in
        .init(Self.parameter(filter.column, filter.op, group: filter.group), filter.value)
      },
      at: positions.min() ?? changed.items.count)
    return RowListRequest(path: path, items: changed, columns: []).link { _ in }
  }
}

extension RowFilter {
  /// True for what a facet chooses: rows with certain values.
  fileprivate var choosesValues: Bool {
    switch op {
    case .equals, .in: true
    case .null: value == "true"
    default: false
    }
  }
}
