import HTTPKit
import JSONKit
import Support
import SyncCore

/// Links of a row list: the address with something changed.
extension RowListRequest {
  /// The same list with something changed; it starts at its first page and with nothing ticked.
  func link(_ change: (inout QueryItems) -> Void) -> String {
    var changed = settled
    change(&changed)
    return Links.with(path, changed)
  }

  /// The address without the place in the list and without what only one answer needs.
  var settled: QueryItems {
    items.isEmpty ? items : QueryItems(items.items.filter { !Self.passing.contains($0.name) })
  }

  private static let passing = UTF8Set(
    ListCursor.parameters + [
      "raw", "_column", "_op", "_value", "_up", "_down", "_pick", "_suggest", "_time", "_moved",
      "_ticked", "_or", "_cells", FilterPreset.parameter, joinParameter, linesParameter,
      RowPeek.parameter, FacetPanel.expandedParameter, FacetPanel.textParameter, editedParameter,
      KeptPageSize.choosing,
    ])

  func link(without condition: Condition) -> String {
    var kept = items
    kept.items.remove(at: condition.position)
    return RowListRequest(path: path, items: kept, columns: []).link { _ in }
  }

  /// The address without what is passed over, for files, which refuse that.
  var answered: QueryItems {
    let ignored = Dictionary(grouping: self.ignored, by: \.position)
    return QueryItems(
      items.items.enumerated().compactMap { position, item in
        guard ignored[position] != nil else { return item }
        // One of several columns to sort by may be none.
        let names = item.name == "sort" ? item.value.split(separator: ",").map(String.init) : []
        let known = names.filter { name in
          columns.contains(name) || columns.contains(String(name.dropFirst()))
        }
        return known.isEmpty ? nil : .init(item.name, known.joined(separator: ","))
      })
  }

  /// Another page of the list.
  ///
  /// - Parameters:
  ///   - size: How many rows a page has, which is kept for the list; nil leaves that.
  ///   - peeked: A row of that page to show beside it.
  func link(at cursor: ListCursor, size: Int? = nil, peeking peeked: String? = nil) -> String {
    link {
      cursor.write(to: &$0)
      if let size, size != self.size {
        $0[KeptPageSize.parameter] = "\(size)"
        $0[KeptPageSize.choosing] = "1"
      }
      $0[RowPeek.parameter] = peeked
    }
  }

  /// The same page with the row in the panel beside it; nil closes the panel.
  func link(peeking id: String?) -> String {
    var changed = samePage
    if id != nil { changed.removeFacets() }
    changed[RowPeek.parameter] = id
    return Links.with(path, changed)
  }

  /// The same page with its facets, or without.
  ///
  /// - Parameters:
  ///   - expanded: The column whose values are all shown.
  func link(facets isShown: Bool, expanding expanded: String? = nil) -> String {
    var changed = samePage
    if isShown {
      changed[FacetPanel.parameter] = "1"
      changed[FacetPanel.expandedParameter] = expanded
    } else {
      changed.removeFacets()
    }
    return Links.with(path, changed)
  }

  /// The query of this page of the list, without open forms and panels.
  var samePage: QueryItems {
    var items = settled
    cursor.write(to: &items)
    return items
  }

  /// The same page with `pick` ticked; nil ticks nothing.
  func link(picking pick: Pick?) -> String {
    var changed = items
    changed["_pick"] = pick?.rawValue
    changed["_moved"] = nil
    changed["_ticked"] = nil
    return Links.with(path, changed)
  }

  /// The same page with the menu of columns open.
  func link(ticking ticked: Ticked) -> String {
    var changed = samePage
    changed["_ticked"] = ticked.rawValue
    return Links.with(path, changed)
  }

  /// What selects the rows, as the `query` of a bulk action.
  var selection: String { selectionItems.encoded }

  /// The same with `all` narrowed to the rows that an action can change.
  func selection(view narrowed: RowView) -> String {
    var items = selectionItems
    if view == .all { items.show(narrowed, isStaged: isStaged) }
    return items.encoded
  }

  /// What selects the rows of a purge; empty for the whole table.
  var purgeSelection: String { view == .live && conditions.isEmpty ? "" : selection }

  private var selectionItems: QueryItems {
    let names = ColumnLayout.parameters.union([
      "size", "sort", "facet", "_count", FacetPanel.parameter, Self.savedViewParameter,
    ])
    return QueryItems(settled.items.filter { !names.contains($0.name) })
  }

  /// This page as the `back` of a form.
  var backQuery: String {
    let passing: UTF8Set = ["_pick", "raw", "_moved", "_ticked"]
    return QueryItems(items.items.filter { !passing.contains($0.name) }).encoded
  }

  /// The same list narrowed to the rows that have `value` in `column`; nil where no filter can
  /// name it.
  func link(only column: String, _ value: JSONValue) -> String? {
    guard let filter = RowFilter(column, is: value) else { return nil }
    return link(adding: filter)
  }

  /// The same list less the rows that have `value` in `column`; nil where no filter can name it.
  func link(without column: String, _ value: JSONValue) -> String? {
    guard var filter = RowFilter(column, is: value) else { return nil }
    (filter.op, filter.value) = value.isNull ? (.null, "false") : (.not, filter.value)
    return link(adding: filter)
  }

  private func link(adding filter: RowFilter) -> String {
    link { items in
      let parameter = Self.parameter(filter.column, filter.op)
      let isThere = items.items.contains { $0.name === parameter && $0.value == filter.value }
      if !isThere { items.add(parameter, filter.value) }
    }
  }

  /// The query that a saved view keeps: what is shown, not where somebody is in it.
  var viewQuery: QueryItems {
    QueryItems(listQuery.items.filter { $0.name !== Self.savedViewParameter })
  }

  /// The query of the list that the page of a row leads back to.
  var listQuery: QueryItems {
    QueryItems(settled.items.filter { $0.name != "_count" && $0.name !== FacetPanel.parameter })
  }

  /// The number of the saved view that the list was opened as.
  var savedView: Int64? { items[Self.savedViewParameter].flatMap { Int64($0) } }

  /// The same page with more time.
  var patientLink: String {
    var changed = items
    changed["_time"] = "long"
    return Links.with(path, changed)
  }
}

extension QueryItems {
  fileprivate mutating func removeFacets() {
    items.removeAll { $0.name === FacetPanel.parameter || $0.name == "facet" }
  }
}

extension RowFilter {
  /// Longer values are no filters: addresses have their limits.
  static let valueBytesMax = 300

  /// What selects the rows with `value`; nil when it is too long for an address.
  init?(_ column: String, is value: JSONValue) {
    let text = value.filterText
    guard text.utf8.count <= Self.valueBytesMax else { return nil }
    self = value.isNull ? RowFilter(column, .null, "true") : RowFilter(column, .equals, text)
  }
}

extension JSONValue {
  /// The value as filters write it.
  var filterText: String { string ?? serializedText }
}
