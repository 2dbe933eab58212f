import HTTPKit
import Localization
import Support
import SyncCore
import TemplateKit

/// The filters of the list, and the form that adds one.
extension RowsPage {
  /// How many filters fit in the line of the toolbar; more are behind a button.
  private static var chipsMax: Int { 4 }

  func addFilters(to values: inout TemplateDictionary) {
    values.add(
      "IGNORED",
      list: request.ignored.map { condition in
        [
          "COLUMN": condition.filter.column, "PARAMETER": condition.parameter,
          "LINK": request.link(without: condition),
        ]
      })
    addConditions(to: &values)
    values.add("KEEP", list: RowListRequest.fields(request.settled.items))
    let edited = request.edited
    values.show("FILTER_OPEN", if: problem != nil || request.suggested != nil || edited != nil)
    let shown =
      request.draftFilter ?? edited?.filter
      ?? (problem == nil ? nil : request.conditions.last { !$0.filter.isAnyText }?.filter)
    values.set("FILTER_FORM", edited == nil ? localized("Add a filter") : localized("Edit filter"))
    values.show("ADDED", if: edited == nil)
    values.add(
      "EDITED",
      list: edited == nil
        ? []
        : [
          [
            "PLACE": request.items[RowListRequest.editedParameter] ?? "",
            "CANCEL_LINK": Links.with(request.path, request.samePage) + "#list",
          ]
        ])
    values.set("FILTER_VALUE", shown?.value ?? "")
    values.add("FILTER_COLUMN", each: filterColumns) { choice, column in
      choice.set("NAME", column)
      choice.set("USUAL", usualOperator(column).rawValue)
      choice.set("TYPE", ComparisonGroup(type(of: column)).name)
      choice.show("SELECTED", if: column === shown?.column)
    }
    let column = filterColumns.first { $0 === shown?.column } ?? filterColumns.first ?? ""
    let chosen =
      shown.map(FilterComparison.init(of:)) ?? FilterComparison(usualOperator(column))
    addComparisons(chosen, column, to: &values)
    values.set("FILTER_PRESET", FilterPreset(chosen.op, column).text)
  }

  /// The comparisons of each type of column that the form offers, and the chosen one, whatever it is.
  private func addComparisons(
    _ chosen: FilterComparison, _ column: String, to values: inout TemplateDictionary
  ) {
    let own = ComparisonGroup(type(of: column))
    let types = Set(filterColumns.map { ComparisonGroup(type(of: $0)) })
    let groups = ComparisonGroup.allCases.filter(types.contains)
    values.add("COMPARISONS", each: groups) { list, group in
      list.set("TYPE", group.name)
      list.set("TITLE", group.title)
      let isOwn = group == own
      let offered = group.offered
      let further = isOwn && !offered.contains(chosen) ? [chosen] : []
      list.add("FILTER_OP", each: offered + further) { choice, comparison in
        choice.set("NAME", comparison.name)
        choice.set("WORDS", group.words(comparison))
        choice.show("SELECTED", if: isOwn && comparison == chosen)
      }
    }
  }

  private func addConditions(to values: inout TemplateDictionary) {
    let groups = request.alternatives.map { $0.filter { !$0.filter.isAnyText } }
      .filter { !$0.isEmpty }
    values.add("FILTERS", list: groups.isEmpty ? [] : [chips(groups)])
    addCombining(to: &values)
  }

  private func chips(_ groups: [[RowListRequest.Condition]]) -> TemplateDictionary {
    let count = groups.joined().count
    var chips: TemplateDictionary = ["COUNT": "\(count)"]
    chips.show("MANY", if: count > Self.chipsMax)
    chips.add("FILTER_GROUP", each: groups) { list, group in
      list.show("ANY", if: group.count > 1)
      list.show("END_ANY", if: group.count > 1)
      list.add("FILTER", each: Array(group.enumerated())) { chip, part in
        chip.show("OR", if: part.offset > 0)
        chip.set("COLUMN", part.element.filter.column)
        chip.set("WORDS", request.references.shown(part.element).words)
        chip.set("LINK", request.link(without: part.element))
        chip.set("EDIT_LINK", request.link(editing: part.element))
      }
    }
    return chips
  }

  /// The filters that one more can be an alternative to.
  private func addCombining(to values: inout TemplateDictionary) {
    let others = request.conditions.enumerated().filter { !$0.element.filter.isAnyText }
      .filter { $0.element.filter.group != nil || request.freeGroup != nil }
    guard !others.isEmpty, request.edited == nil else { return values.add("COMBINE", list: []) }
    var choice = TemplateDictionary()
    choice.add("OTHER", each: Array(others)) { other, part in
      other.set("PLACE", "\(part.offset)")
      other.set("WORDS", request.references.shown(part.element).sentence)
      other.show("SELECTED", if: request.items["_or"] == "\(part.offset)")
    }
    values.add("COMBINE", choice)
  }

  private func usualOperator(_ column: String) -> FilterOperator { .usual(for: type(of: column)) }

  private func type(of column: String) -> ColumnType { request.types[column] ?? .text }
}
