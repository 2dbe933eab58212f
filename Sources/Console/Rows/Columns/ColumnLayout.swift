import HTTPKit
import Support
import SyncCore

/// How a list shows its columns: which, in what order, how wide, and how many of the first ones
/// stay in sight while the others scroll sideways.
struct ColumnLayout: Sendable, Equatable {
  static let columnsParameter = "cols"
  /// How many of the first columns stay.
  static let pinnedParameter = "_pin"
  /// A width in pixels and the column that has it, such as `96 name`; repeated.
  static let widthParameter = "_width"
  /// The hidden field of the form of columns where it keeps them.
  static let formField = "_columns"
  static let parameters: UTF8Set = [columnsParameter, pinnedParameter, widthParameter]
  static let pinnedMax = 4
  /// Pixels.
  static let widthsAllowed = 40...1_200
  /// The widths that the form offers.
  static let widths = (narrow: 96, wide: 320)

  /// Nil for the usual ones.
  var columns: [String]?
  var pinned: Int?
  /// Nil where nothing was chosen; columns without a width take what they need.
  var widths: UTF8Dictionary<Int>?

  init(_ items: QueryItems) {
    var columns: [String] = []
    for column in items.values(Self.columnsParameter) where !columns.contains(identical: column) {
      columns.append(column)
    }
    self.columns = columns.isEmpty ? nil : columns
    pinned = items[Self.pinnedParameter].flatMap { Int($0) }
      .map { min(max($0, 0), Self.pinnedMax) }
    let widths = items.values(Self.widthParameter)
    guard !widths.isEmpty else { return }
    self.widths = UTF8Dictionary(widths.compactMap(Self.width)) { _, last in last }
  }

  /// The chosen ones of `columns`, in their order; none for the usual ones.
  func chosen(of columns: [Column]) -> [Column] {
    (self.columns ?? []).compactMap { name in columns.first { $0.name === name } }
  }

  /// The parts that are chosen here, the others as in `kept`.
  func over(_ kept: ColumnLayout?) -> ColumnLayout {
    var layout = self
    layout.columns = columns ?? kept?.columns
    layout.pinned = pinned ?? kept?.pinned
    layout.widths = widths ?? kept?.widths
    return layout
  }

  /// The parameters of an address that stand for it.
  var items: QueryItems {
    var items = QueryItems()
    for column in columns ?? [] { items.add(Self.columnsParameter, column) }
    if let pinned, pinned > 0 { items.add(Self.pinnedParameter, "\(pinned)") }
    for (column, width) in (widths ?? [:]).sorted(by: { $0.key < $1.key }) {
      items.add(Self.widthParameter, Self.text(column, width))
    }
    return items
  }

  static func text(_ column: String, _ width: Int) -> String { "\(width) \(column)" }

  private static func width(_ text: String) -> (String, Int)? {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), widthsAllowed.contains(width) else {
      return nil
    }
    return (String(parts[1]), width)
  }

  /// The address without widths that were left empty in the form, but one, which says that they
  /// were.
  static func withoutEmptyWidths(_ items: QueryItems) -> QueryItems {
    guard items[widthParameter] != nil else { return items }
    var hasEmpty = false
    return QueryItems(
      items.items.filter { item in
        guard item.name === widthParameter, item.value.isEmpty else { return true }
        defer { hasEmpty = true }
        return !hasEmpty
      })
  }
}

extension RowListRequest {
  /// The layout that the address asks for.
  var layout: ColumnLayout { ColumnLayout(items) }

  /// True when the address says how columns are shown.
  var hasLayout: Bool { items.items.contains { ColumnLayout.parameters.contains($0.name) } }

  /// The same list without what the address says about columns.
  var usualColumnsLink: String {
    link { items in items.items.removeAll { ColumnLayout.parameters.contains($0.name) } }
  }
}

extension QueryItems {
  /// Columns in an order that a button of the form of columns made.
  struct MovedColumns {
    fileprivate var names: [String]
    /// Which button it was, and of which column, so that it has the focus again.
    fileprivate var button: String
  }

  /// What the button that the form was sent with moves; nil for any other.
  var movingColumn: MovedColumns? {
    guard let moved = self["_up"] ?? self["_down"] else { return nil }
    let isUp = self["_up"] != nil
    var names = values(ColumnLayout.columnsParameter)
    if let index = names.firstIndex(where: { $0 === moved }) {
      let other = isUp ? index - 1 : index + 1
      if names.indices.contains(other) { names.swapAt(index, other) }
    }
    return MovedColumns(names: names, button: (isUp ? "up " : "down ") + moved)
  }

  mutating func set(_ moved: MovedColumns) {
    self[ColumnLayout.columnsParameter] = nil
    for name in moved.names { add(ColumnLayout.columnsParameter, name) }
    self["_moved"] = moved.button
  }

  /// The list of a form of columns that was posted; nil for any other body.
  var listOfColumnForm: QueryItems? {
    guard self[ColumnLayout.formField] != nil else { return nil }
    let passing: UTF8Set = [ColumnLayout.formField, CSRFToken.field, "_up", "_down"]
    var list = ColumnLayout.withoutEmptyWidths(
      QueryItems(items.filter { !passing.contains($0.name) }))
    if let moved = movingColumn { list.set(moved) }
    return list
  }
}
