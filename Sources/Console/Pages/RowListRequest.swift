import HTTPKit
import SyncCore

/// What the address of a row list asks for.
///
/// The query string is the state of the page, so links are made by editing it.
struct RowListRequest: Sendable {
  /// A condition as it stands in the address.
  struct Condition: Sendable, Equatable {
    /// The name in the address, such as `text__contains`.
    var parameter: String
    var filter: RowFilter
    /// Where it stands in ``RowListRequest/items``.
    var position: Int
  }

  /// What is ticked without a script.
  enum Pick: String, Sendable {
    case page, all
  }

  static let sizes = [25, 50, 100, 500]
  static let sizeDefault = 25
  /// No list is as long; a place beyond it comes from a link that somebody made up.
  static let placeMax = 1 << 40
  /// Names in the address that are no columns.
  ///
  /// A column of such a name is filtered with an operator in the name, such as `size__equals`.
  static let reserved: Set<String> = [
    "view", "sort", "size", "after", "cols", "raw", "_column", "_op", "_value", "_up", "_down",
    "_pick", "_at", "_count",
  ]

  let path: String
  let items: QueryItems
  private(set) var view = RowView.live
  private(set) var conditions: [Condition] = []
  /// Parameters that name a column which the table does not have.
  private(set) var ignored: [Condition] = []
  private(set) var sort: [RowSort] = []
  private(set) var size = RowListRequest.sizeDefault
  private(set) var chosenColumns: [String] = []
  /// What is wrong with the address, in sentences.
  private(set) var mistakes: [String] = []
  private let columns: Set<String>

  /// - Parameters:
  ///   - path: The list's address without a query.
  ///   - columns: Every column of the table.
  init(path: String, items: QueryItems, columns: [Column]) {
    self.path = path
    self.items = items
    self.columns = Set(columns.map(\.name))
    for (position, item) in items.items.enumerated() { read(item, at: position) }
  }

  var after: String? { items["after"].flatMap { $0.isEmpty ? nil : $0 } }
  var pick: Pick? { items["_pick"].flatMap(Pick.init(rawValue:)) }
  var countsExactly: Bool { items["_count"] == "exact" }
  var isRaw: Bool { items["raw"] == "1" }

  /// The number of the first row of this page, counted from 1; nil when a link did not say.
  var firstRow: Int? {
    guard after != nil else { return 1 }
    return items["_at"].flatMap { Int($0) }.flatMap { (1...Self.placeMax).contains($0) ? $0 : nil }
  }

  var query: RowQuery {
    RowQuery(
      view: view, filters: conditions.map(\.filter), sort: sort, size: size, after: after,
      exactCount: countsExactly)
  }

  // MARK: - Reading

  private mutating func read(_ item: QueryItems.Item, at position: Int) {
    switch item.name {
    case "view":
      if let known = RowView(rawValue: item.value) {
        view = known
      } else {
        let views = RowView.allCases.map(\.rawValue).joined(separator: ", ")
        mistakes.append("There is no view “\(item.value)”. Take one of \(views).")
      }
    case "size":
      if let size = Int(item.value), (1...500).contains(size) {
        self.size = size
      } else {
        mistakes.append("“\(item.value)” is no page size. Take a number from 1 to 500.")
      }
    case "sort": readSort(item, at: position)
    case "cols": if columns.contains(item.value) { chosenColumns.append(item.value) }
    case let name where Self.reserved.contains(name): break
    default: readCondition(item, at: position)
    }
  }

  private mutating func readSort(_ item: QueryItems.Item, at position: Int) {
    let parts =
      columns.contains(item.value)
      ? [item.value] : item.value.split(separator: ",").map(String.init)
    for part in parts {
      if columns.contains(part) {
        sort.append(RowSort(part))
      } else if part.hasPrefix("-"), columns.contains(String(part.dropFirst())) {
        sort.append(RowSort(String(part.dropFirst()), descending: true))
      } else {
        let name = part.hasPrefix("-") ? String(part.dropFirst()) : part
        ignored.append(
          Condition(
            parameter: "sort=\(part)", filter: RowFilter(name, .equals, ""), position: position))
      }
    }
  }

  private mutating func readCondition(_ item: QueryItems.Item, at position: Int) {
    let (column, op) = Self.split(item.name, columns: columns)
    let condition = Condition(
      parameter: item.name, filter: RowFilter(column, op, item.value), position: position)
    if columns.contains(column) {
      conditions.append(condition)
    } else {
      ignored.append(condition)
    }
  }

  /// `text__contains` as column and operator; a column may itself contain `__`.
  static func split(_ name: String, columns: Set<String>) -> (String, FilterOperator) {
    var rest = name[...]
    while let mark = rest.lastUnderscorePair {
      if let op = FilterOperator(rawValue: String(name[mark.upperBound...])),
        mark.lowerBound > name.startIndex
      {
        let column = String(name[..<mark.lowerBound])
        if columns.contains(column) || !columns.contains(name) { return (column, op) }
      }
      rest = rest[..<mark.lowerBound]
    }
    return (name, .equals)
  }

  /// The name in the address of a condition.
  static func parameter(_ column: String, _ op: FilterOperator) -> String {
    guard op == .equals else { return "\(column)__\(op.rawValue)" }
    let isAmbiguous = reserved.contains(column) || split(column, columns: []) != (column, .equals)
    return isAmbiguous ? "\(column)__equals" : column
  }

  // MARK: - Links

  /// The same list with something changed; it starts at its first page and with nothing ticked.
  func link(_ change: (inout QueryItems) -> Void) -> String {
    var changed = settled
    change(&changed)
    return Links.with(path, changed)
  }

  /// The address without the place in the list and without what only one answer needs.
  var settled: QueryItems {
    let passing: Set = [
      "after", "raw", "_column", "_op", "_value", "_up", "_down", "_pick", "_at",
    ]
    return QueryItems(items.items.filter { !passing.contains($0.name) })
  }

  func link(without condition: Condition) -> String {
    var kept = items
    kept.items.remove(at: condition.position)
    return RowListRequest(path: path, items: kept, columns: []).link { _ in }
  }

  func nextLink(_ next: String, shown: Int) -> String {
    let first = firstRow
    return link { items in
      items["after"] = next
      if let first { items["_at"] = "\(first + shown)" }
    }
  }

  /// The same page with `pick` ticked; nil ticks nothing.
  func link(picking pick: Pick?) -> String {
    var changed = items
    changed["_pick"] = pick?.rawValue
    return Links.with(path, changed)
  }

  /// What selects the rows, as the `query` of a bulk action.
  var selection: String { selectionItems.encoded }

  /// The same with `all` narrowed to the rows that an action can change.
  func selection(view narrowed: RowView) -> String {
    var items = selectionItems
    if view == .all { items["view"] = narrowed.rawValue }
    return items.encoded
  }

  /// What selects the rows of a purge; empty for the whole table.
  var purgeSelection: String { view == .live && conditions.isEmpty ? "" : selection }

  private var selectionItems: QueryItems {
    let names: Set = ["size", "cols", "sort", "_count"]
    return QueryItems(settled.items.filter { !names.contains($0.name) })
  }

  /// This page as the `back` of a form.
  var backQuery: String {
    QueryItems(items.items.filter { $0.name != "_pick" && $0.name != "raw" }).encoded
  }

  /// The canonical address when this one comes from a form of the page; else nil.
  var redirect: String? {
    if let column = items["_column"], let value = items["_value"] {
      let op = items["_op"].flatMap(FilterOperator.init(rawValue:)) ?? .equals
      return link { $0.add(Self.parameter(column, op), op == .null ? "true" : value) }
    }
    if let moved = items["_up"] ?? items["_down"] {
      var names = items.values("cols")
      if let index = names.firstIndex(of: moved) {
        let other = items["_up"] == nil ? index + 1 : index - 1
        if names.indices.contains(other) { names.swapAt(index, other) }
      }
      return link { items in
        items["cols"] = nil
        for name in names { items.add("cols", name) }
      }
    }
    return nil
  }
}

extension Substring {
  /// The last `__`.
  fileprivate var lastUnderscorePair: Range<Index>? {
    var end = endIndex
    while end > startIndex {
      let last = index(before: end)
      if last > startIndex, self[last] == "_" {
        let first = index(before: last)
        if self[first] == "_" { return first..<end }
      }
      end = last
    }
    return nil
  }
}
