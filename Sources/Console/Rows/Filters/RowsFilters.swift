import HTTPKit
import Localization
import Support
import SyncCore
import TemplateKit

/// The filters of the list, and the form that adds one.
extension RowsPage {
  /// How many filters fit in the line of the toolbar; more are behind a button.
  private static var chipsMax: Int { 4 }
  /// How many letters of filters fit in the line, in a window of 1,280 px and in the widest one.
  private static var lettersMax: (usual: Int, wide: Int) { (84, 140) }
  /// What the value of a filter on a boolean can be.
  private static var booleans: [String] { ["true", "false"] }

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
    let (edited, drafts) = (request.edited, request.draftLines)
    values.show("FILTER_OPEN", if: problem != nil || !drafts.isEmpty || edited != nil)
    values.set("FILTER_FORM", edited == nil ? localized("Add a filter") : localized("Edit filter"))
    values.show("ADDED", if: edited == nil)
    values.add("EDITED", list: edited.map { [form(editing: $0)] } ?? [])
    let shown =
      edited?.filter
      ?? (problem == nil ? nil : request.conditions.last { !$0.filter.isAnyText }?.filter)
    let opening = FilterLine(
      filter: shown ?? RowFilter(name.column, usualOperator(name.column), ""))
    let lines = drafts.isEmpty ? [opening] : drafts
    let isLonger = request.items[RowListRequest.linesParameter] != nil
    values.show("MAY_JOIN", if: request.freeGroup != nil)
    values.add("BOOLEAN_VALUE", list: Self.booleans.map { ["TEXT": $0] })
    let mistakes = request.isFromForm ? lines.map(\.mistake) : lines.map { _ in nil }
    let first = mistakes.firstIndex { $0 != nil }
    values.add("LINE", each: Array(lines.enumerated())) { values, part in
      let (place, mistake) = (part.offset, mistakes[part.offset])
      add(part.element, at: place, to: &values)
      add(mistake, at: place, to: &values)
      values.show(
        "FOCUSED",
        if: first.map { $0 == place && mistake == .noValue }
          ?? (edited != nil && !isLonger && place == 0))
      values.show(
        "FOCUSED_COLUMN",
        if: first.map { $0 == place && mistake == .noColumn }
          ?? (isLonger && place == lines.count - 1))
    }
    values.add(
      "MORE_LINES",
      list: lines.count < RowListRequest.linesMax ? [["COUNT": "\(lines.count + 1)"]] : [])
  }

  private func form(editing edited: RowListRequest.Condition) -> TemplateDictionary {
    let isBroken = edited == request.broken
    let cancelled =
      isBroken
      ? request.link(without: edited) : Links.with(request.path, request.samePage)
    return [
      "PLACE": request.conditions.firstIndex(of: edited).map { "\($0)" } ?? "",
      "CANCEL_LINK": cancelled + "#list",
    ]
  }

  // MARK: - Lines

  private func add(_ line: FilterLine, at place: Int, to values: inout TemplateDictionary) {
    let filter = line.filter
    values.set("NUMBER", "\(place + 1)")
    values.show("JOIN", if: place > 0)
    values.show("MAY_JOIN", if: line.isAlternative || request.freeGroup != nil)
    values.show("ALTERNATIVE", if: line.isAlternative)
    addCombining(at: place, to: &values)
    addValue(of: filter, to: &values)
    values.show("SUGGESTS", if: request.suggested == nil || request.suggested === filter.column)
    values.add("FILTER_COLUMN", each: filterColumns) { choice, column in
      choice.set("NAME", column)
      choice.set("USUAL", usualOperator(column).rawValue)
      choice.set("TYPE", ComparisonGroup(type(of: column)).name)
      choice.show("SELECTED", if: column === filter.column)
    }
    let chosen = FilterComparison(of: filter)
    addComparisons(chosen, filter.column, to: &values)
    values.set("FILTER_PRESET", FilterPreset(chosen.op, filter.column).text)
  }

  /// A boolean is chosen, other values are typed.
  private func addValue(of filter: RowFilter, to values: inout TemplateDictionary) {
    let isChoice = type(of: filter.column) == .boolean
    values.show("VALUE_BOX", if: !isChoice)
    values.set("FILTER_VALUE", filter.value)
    guard isChoice else { return values.add("VALUE_CHOICES", list: []) }
    let (known, sent) = (Self.booleans, filter.value)
    let isOther = !sent.isEmpty && !known.contains(sent)
    var choices = TemplateDictionary()
    choices.add("VALUE_CHOICE", each: known + (isOther ? [sent] : [])) { choice, text in
      choice.set("TEXT", text)
      choice.show("SELECTED", if: text == sent)
    }
    values.add("VALUE_CHOICES", choices)
  }

  /// What the line lacks, at the control that is to be filled in.
  private func add(
    _ mistake: FilterLine.Mistake?, at place: Int, to values: inout TemplateDictionary
  ) {
    values.show("COLUMN_MISTAKE", if: mistake == .noColumn)
    values.show("VALUE_MISTAKE", if: mistake == .noValue)
    let text: String? =
      switch mistake {
      case .noColumn: localized("Choose a column.")
      case .noValue: localized("Enter a value.")
      case nil: nil
      }
    values.add("MISTAKE", list: text.map { [["ID": "e-cond-\(place + 1)", "TEXT": $0]] } ?? [])
    values.set("MISTAKE_ID", "e-cond-\(place + 1)")
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
  }

  private func chips(_ groups: [[RowListRequest.Condition]]) -> TemplateDictionary {
    let count = groups.joined().count
    var chips: TemplateDictionary = ["COUNT": "\(count)"]
    let letters = groups.reduce(0) { $0 + self.letters(of: $1) }
    let isMany = count > Self.chipsMax || letters > Self.lettersMax.wide
    chips.show("MANY", if: isMany)
    chips.show("LONG", if: !isMany && letters > Self.lettersMax.usual)
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

  /// The width of a group in letters, its borders and signs included.
  private func letters(of group: [RowListRequest.Condition]) -> Int {
    group.reduce((group.count - 1) * 5) { sum, condition in
      let words = request.references.shown(condition).sentence
      // Letters of Chinese and Japanese are twice as wide.
      return words.unicodeScalars.reduce(sum + 8) { $0 + ($1.value < 0x2E80 ? 1 : 2) }
    }
  }

  /// The filters that the first line can be an alternative to.
  private func addCombining(at place: Int, to values: inout TemplateDictionary) {
    let others = request.conditions.enumerated().filter { !$0.element.filter.isAnyText }
      .filter { $0.element.filter.group != nil || request.freeGroup != nil }
    guard place == 0, !others.isEmpty, request.edited == nil else {
      return values.add("COMBINE", list: [])
    }
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
