import HTTPKit
import Localization
import Support
import SyncCore
import TemplateKit

/// The filters of the list, and the form that adds one.
extension RowsPage {
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
      choice.show("SELECTED", if: column === shown?.column)
    }
    let chosen = shown?.op ?? usualOperator(filterColumns.first ?? "")
    values.add("FILTER_OP", each: FilterOperator.offered) { choice, op in
      choice.set("NAME", op.rawValue)
      choice.set("WORDS", op.words)
      choice.show("SELECTED", if: op == chosen)
    }
    let column = filterColumns.first { $0 == shown?.column } ?? filterColumns.first ?? ""
    values.set("FILTER_PRESET", FilterPreset(chosen, column).text)
  }

  private func addConditions(to values: inout TemplateDictionary) {
    let groups = request.alternatives.map { $0.filter { !$0.filter.isAnyText } }
    values.add("FILTER_GROUP", each: groups.filter { !$0.isEmpty }) { list, group in
      list.show("ANY", if: group.count > 1)
      list.show("END_ANY", if: group.count > 1)
      list.add("FILTER", each: Array(group.enumerated())) { chip, part in
        chip.show("OR", if: part.offset > 0)
        chip.set("COLUMN", part.element.filter.column)
        chip.set("WORDS", part.element.filter.words)
        chip.set("LINK", request.link(without: part.element))
        chip.set("EDIT_LINK", request.link(editing: part.element))
      }
    }
    let others = request.conditions.enumerated().filter { !$0.element.filter.isAnyText }
      .filter { $0.element.filter.group != nil || request.freeGroup != nil }
    guard !others.isEmpty, request.edited == nil else { return values.add("COMBINE", list: []) }
    var choice = TemplateDictionary()
    choice.add("OTHER", each: Array(others)) { other, part in
      other.set("PLACE", "\(part.offset)")
      other.set("WORDS", part.element.filter.sentence)
      other.show("SELECTED", if: request.items["_or"] == "\(part.offset)")
    }
    values.add("COMBINE", choice)
  }

  private func usualOperator(_ column: String) -> FilterOperator {
    .usual(for: columns.first { $0.name === column }?.type ?? .text)
  }
}
