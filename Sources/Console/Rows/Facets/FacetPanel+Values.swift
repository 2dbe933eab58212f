import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The panel as the template `Rows/_facets` shows it.
extension FacetPanel {
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
      let isOn = state.isStaged ? request.isStaged : state.view == request.view
      line.set("NAME", state.isStaged ? localized("Staged") : state.view.title)
      line.set("COUNT", state.count.map { Format.number($0) } ?? "")
      line.set("LINK", stateLink(state, isOn: isOn, request))
      line.show("ON", if: isOn)
    }
    return list
  }

  /// Chooses the state, or takes the choice back.
  private func stateLink(_ state: StateCount, isOn: Bool, _ request: RowListRequest) -> String {
    if state.isStaged {
      let rest = request.view == .all ? RowView.live : request.view
      return request.link(showing: isOn ? rest : .all, isStaged: !isOn)
    }
    let view = isOn ? (request.isStaged ? RowView.all : .live) : state.view
    return request.link(showing: view, isStaged: request.isStaged)
  }

  /// The query of the same page with the panel open.
  private static func items(_ request: RowListRequest) -> QueryItems {
    var items = request.samePage
    items[parameter] = "1"
    return items
  }

  private func otherColumns(
    _ columns: [String], _ request: RowListRequest
  ) -> TemplateDictionary {
    var part = TemplateDictionary()
    part.add("COLUMN_CHOICE", each: columns) { choice, column in
      choice.set("NAME", column)
      var items = Self.items(request)
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
    let choice = FacetChoice(of: facet.column, in: request)
    let shown = facet.entries.enumerated().filter { place, entry in
      place < Self.valuesMax.expanded || choice.contains(entry.value)
    }
    values.add("VALUE", each: shown.map(\.element)) { line, entry in
      write(entry, column, choice, page, to: &line)
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
    let number = Format.number(min(count, valuesMax.expanded))
    return count > valuesMax.expanded
      ? localized("Show top \(number)") : localized("Show all \(number)")
  }

  private func write(
    _ entry: Facet.Entry, _ column: Column, _ choice: FacetChoice, _ page: RowsPage,
    to line: inout TemplateDictionary
  ) {
    let request = page.request
    let pointer = RowPointer(entry.value, column: column.name, references: page.references)
    let name = pointer.flatMap { names[$0] }
    let cell = name.map(Cell.plain) ?? Cell(listed: entry.value, column, now: page.now).unlinked
    cell.write(to: &line)
    line.set("TIP", ifAny: name == nil ? nil : pointer.map { VisibleText.shown($0.id) })
    line.set("COUNT", Format.number(entry.count))
    let link = request.link(toggling: entry.value, in: choice)
    line.set("TO", ifAny: link)
    line.show("BARE", if: link == nil)
    line.show("ON", if: choice.contains(entry.value))
  }

  private func search(_ column: String, _ request: RowListRequest) -> TemplateDictionary {
    var items = Self.items(request)
    items[Self.expandedParameter] = column
    let text = request.expandedFacet === column ? request.facetText : nil
    var search: TemplateDictionary = ["TEXT": text ?? ""]
    search.add("KEEP", list: RowListRequest.fields(items.items))
    return search
  }

  private func removeLink(_ column: String, _ request: RowListRequest) -> String {
    var items = Self.items(request)
    items.items.removeAll { $0.name == "facet" && $0.value === column }
    return Links.with(request.path, items)
  }

  /// What the counts leave out.
  private func remarks(_ facet: Facet, _ request: RowListRequest) -> [String] {
    guard facet.isWhole else {
      return request.isPatient
        ? [localized("Counting stopped after 10 s. Add a filter first.")]
        : [localized("Counting took too long.")]
    }
    var remarks: [String] = []
    if let rows = facet.sampledRows {
      let count = Format.number(rows)
      remarks.append(localized("Counts of the newest \(count) rows only."))
    }
    let isExpanded = request.expandedFacet === facet.column
    if facet.entries.isEmpty {
      remarks.append(
        isExpanded && request.facetText != nil
          ? localized("No matching values") : localized("No rows"))
    } else if isExpanded, facet.hasMore || facet.entries.count > Self.valuesMax.expanded {
      let count = Format.number(Self.valuesMax.expanded)
      remarks.append(localized("Top \(count) shown."))
    }
    return remarks
  }
}
