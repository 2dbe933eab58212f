import HTTPKit
import Localization
import Support
import SyncCore
import Zones

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

  /// Columns that are ticked in their menu when it is opened.
  enum Ticked: String, Sendable {
    case shown, all
    case nothing = "none"
  }

  static let sizes = [25, 50, 100, 500]
  static let sizeDefault = 25
  /// An address with more parts was made up: each link of the page repeats them.
  static let itemsMax = 200
  /// Of so many columns the values are counted at once.
  static let facetsMax = 8
  /// Names in the address that are no columns.
  ///
  /// A column of such a name is filtered with an operator in the name, such as `size__equals`.
  static let reserved = UTF8Set(
    ListCursor.parameters + [
      "view", "sort", "size", "cols", "facet", "raw", "_column", "_op", "_value", "_up", "_down",
      "_pick", "_count", "_suggest", "_time", "_cells", "_moved",
      "_ticked", "_or", "tz", "_zone", textParameter, FilterPreset.parameter, encodedParameter,
      joinParameter, linesParameter,
      RowPeek.parameter, FacetPanel.parameter, FacetPanel.expandedParameter,
      FacetPanel.textParameter, editedParameter, ColumnLayout.pinnedParameter,
      ColumnLayout.widthParameter, savedViewParameter, KeptPageSize.choosing, stagedParameter,
    ])
  /// The saved view that the list was opened as.
  static let savedViewParameter = "_saved"
  /// The place of the condition that the form of a filter changes.
  static let editedParameter = "_edit"
  /// The text that rows contain in any of their text columns.
  static let textParameter = "_text"
  /// Kept by every link of the page, so a list need not.
  private static let kept: UTF8Set = [PageZone.parameter, PageZone.typedParameter]

  let path: String
  let items: QueryItems
  private(set) var view = RowView.live
  /// True where only rows with staged changes are listed.
  private(set) var isStaged = false
  /// The ids of the rows that whoever asks has staged changes for.
  var stagedRows: [String] = []
  private(set) var conditions: [Condition] = []
  /// Parameters that name a column which the table does not have.
  private(set) var ignored: [Condition] = []
  private(set) var sort: [RowSort] = []
  private(set) var size: Int
  /// Columns whose values are counted.
  private(set) var facets: [String] = []
  /// What is wrong with the address, in sentences.
  private(set) var mistakes: [String] = []
  /// The rows of other tables that the conditions name.
  var references = FilterReferences()
  /// The condition that the list can't be read with.
  var broken: Condition?
  let columns: UTF8Set
  let types: UTF8Dictionary<ColumnType>

  /// - Parameters:
  ///   - path: The list's address without a query.
  ///   - columns: Every column of the table.
  ///   - size: The rows of a page where the address does not say.
  init(path: String, items: QueryItems, columns: [Column], size: Int = RowListRequest.sizeDefault) {
    self.path = path
    self.size = size
    self.columns = UTF8Set(columns.map(\.name))
    types = UTF8Dictionary(columns.map { ($0.name, $0.type) }) { first, _ in first }
    let items = ColumnLayout.withoutEmptyWidths(Self.decoded(items))
    guard items.items.count <= Self.itemsMax else {
      self.items = QueryItems()
      mistakes = [
        localized(
          "The address has \(items.items.count) parameters; a list can have at most "
            + "\(Self.itemsMax).")
      ]
      return
    }
    let zone = PageZone.current
    let own =
      items.items.contains { Self.kept.contains($0.name) }
      ? QueryItems(items.items.filter { !Self.kept.contains($0.name) }) : items
    self.items = zone.typed.isUTC ? own : Self.settled(own, columns, zone)
    for (position, item) in self.items.items.enumerated() { read(item, at: position) }
  }

  /// The text that is searched for in all text columns; empty where none is.
  var searchedText: String { conditions.last { $0.filter.isAnyText }?.filter.value ?? "" }

  var cursor: ListCursor { ListCursor(items) }
  var pick: Pick? { items["_pick"].flatMap(Pick.init(rawValue:)) }
  var countsExactly: Bool { items["_count"] == "exact" }
  var isRaw: Bool { items["raw"] == "1" }
  /// True when a person asked to wait longer than pages do by themselves.
  var isPatient: Bool { Self.isPatient(items) }

  private static func isPatient(_ items: QueryItems) -> Bool { items["_time"] == "long" }

  /// How long rows are searched for a page.
  static func timeLimit(_ items: QueryItems) -> Duration {
    isPatient(items) ? .seconds(30) : .seconds(3)
  }

  /// The id of the row in the panel beside the list.
  var peeked: String? { items[RowPeek.parameter].flatMap { $0.isEmpty ? nil : $0 } }
  /// True when the panel with the values of columns is beside the list.
  var showsFacets: Bool {
    peeked == nil && (items[FacetPanel.parameter] == "1" || !facets.isEmpty)
  }
  /// The column that was moved just now in the menu of columns, behind `up` or `down`.
  var moved: String? { items["_moved"] }
  /// Which columns the menu has ticked instead of those that are shown.
  var ticked: Ticked? { items["_ticked"].flatMap(Ticked.init(rawValue:)) }
  /// The column whose values are to be suggested.
  var suggested: String? {
    items["_suggest"] == nil ? nil : items.values("_column").last(where: columns.contains)
  }

  /// The conditions in the order of the list: of those of one group a row matches at least one.
  var alternatives: [[Condition]] { conditions.inGroups(\.filter.group) }

  /// The columns that were asked for, in their order; none for all.
  func chosen(of columns: [Column]) -> [Column] { layout.chosen(of: columns) }

  var query: RowQuery {
    RowQuery(
      view: view, filters: filters(of: conditions), sort: sort, size: size,
      after: cursor.after, exactCount: countsExactly)
  }

  /// The same within the time that a page may take.
  var limitedQuery: RowQuery {
    var limited = query
    limited.before = cursor.before
    limited.timeLimit = Self.timeLimit(items)
    limited.countTimeLimit = isPatient || countsExactly ? .seconds(10) : .milliseconds(100)
    return limited
  }

  // MARK: - Reading

  private mutating func read(_ item: QueryItems.Item, at position: Int) {
    switch item.name {
    case "view":
      if let known = RowView(rawValue: item.value) {
        view = known
      } else if item.value == Self.stagedView {
        (view, isStaged) = (.all, true)
      } else {
        let views = Self.views.joinedAsList()
        mistakes.append(localized("Unknown view “\(item.value)”. Use one of \(views)."))
      }
    case "size":
      if let size = Int(item.value), (1...ListSize.max).contains(size) {
        self.size = size
      } else {
        mistakes.append(
          localized("“\(item.value)” is not a page size. Use 1 to \(ListSize.max)."))
      }
    case Self.stagedParameter: isStaged = isStaged || item.value == "1"
    case "sort": readSort(item, at: position)
    case "cols":
      // ``layout`` has them; here those that the table does not have are noted.
      readColumn(item, at: position) { _ in }
    case "facet": readColumn(item, at: position) { $0.readFacet(item.value) }
    case Self.textParameter:
      guard !item.value.isEmpty else { return }
      conditions.append(
        Condition(parameter: item.name, filter: .anyText(item.value), position: position))
    case let name where Self.reserved.contains(name): break
    default: readCondition(item, at: position)
    }
  }

  /// A column that the address names as such; one that the table does not have is passed over.
  private mutating func readColumn(
    _ item: QueryItems.Item, at position: Int, _ keep: (inout RowListRequest) -> Void
  ) {
    guard !columns.contains(item.value) else { return keep(&self) }
    ignored.append(
      Condition(
        parameter: "\(item.name)=\(item.value)", filter: RowFilter(item.value, .equals, ""),
        position: position))
  }

  private mutating func readFacet(_ column: String) {
    guard !facets.contains(identical: column) else { return }
    guard facets.count < Self.facetsMax else {
      mistakes.append(
        localized("Values can be counted for at most \(Self.facetsMax) columns at once."))
      return
    }
    facets.append(column)
  }

  private mutating func readSort(_ item: QueryItems.Item, at position: Int) {
    let parts =
      columns.contains(item.value)
      ? [item.value] : item.value.split(separator: ",").map(String.init)
    for part in parts {
      if sort.contains(where: { $0.column === part || "-\($0.column)" === part }) {
        continue
      } else if columns.contains(part) {
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
    let filter = Self.filter(item, columns: columns)
    let condition = Condition(parameter: item.name, filter: filter, position: position)
    if columns.contains(filter.column) {
      conditions.append(condition)
    } else {
      ignored.append(condition)
    }
  }

  /// The condition of `text__contains=x`, or of `text__contains__or1=x`, which is one of a group.
  static func filter(_ item: QueryItems.Item, columns: UTF8Set) -> RowFilter {
    if let (name, group) = RowFilter.splitGroup(item.name), !columns.contains(item.name) {
      let (column, op) = split(name, columns: columns)
      // A group is said behind a comparison; else this is a column of such a name.
      if column !== name { return RowFilter(column, op, item.value, group: group) }
    }
    let (column, op) = split(item.name, columns: columns)
    return RowFilter(column, op, item.value)
  }

  /// `text__contains` as column and operator; a column may itself contain `__`.
  static func split(_ name: String, columns: UTF8Set) -> (String, FilterOperator) {
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
  static func parameter(_ column: String, _ op: FilterOperator, group: Int? = nil) -> String {
    if let group { return RowFilter.parameter("\(column)__\(op.rawValue)", in: group) }
    guard op == .equals else { return "\(column)__\(op.rawValue)" }
    let isAmbiguous = reserved.contains(column) || split(column, columns: []) != (column, .equals)
    return isAmbiguous ? "\(column)__equals" : column
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
