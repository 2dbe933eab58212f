import HTTPKit
import JSONKit
import Support
import SyncCore
import Zones

/// A line of the form that adds filters, or edits one.
struct FilterLine: Equatable {
  /// Without a column where none was chosen.
  var filter: RowFilter
  /// True where a row matches this line or the one before it.
  var isAlternative = false

  /// A line that nobody has filled in.
  static let blank = FilterLine(filter: RowFilter("", .usual(for: .text), ""))

  /// What a line that was begun lacks to be a filter.
  enum Mistake { case noColumn, noValue }

  /// Nil for a filter, and for a line that nobody has begun.
  var mistake: Mistake? {
    if filter.column.isEmpty { return filter.value.isEmpty ? nil : .noColumn }
    let needsValue = !FilterComparison(of: filter).takesEmptyText
    return filter.value.isEmpty && needsValue ? .noValue : nil
  }
}

/// What the form of a filter sends: `_column`, `_op` and `_value`, repeated for each line, and `_join`
/// for each line after the first.
extension RowListRequest {
  /// Lines that the form has without a script.
  static let linesMax = 8
  /// The number of lines that the form is to show.
  static let linesParameter = "_lines"
  /// `or` where a line joins the one before it.
  static let joinParameter = "_join"

  /// True when the address comes from a form of the page, and ``redirect`` makes it canonical.
  var isFromForm: Bool {
    guard items["_suggest"] == nil, items[Self.linesParameter] == nil else { return false }
    return (items["_column"] != nil && items["_value"] != nil) || items["_up"] != nil
      || items["_down"] != nil
  }

  /// The canonical address when this one comes from a form of the page; nil else, and for a filter
  /// with a line that is filled in by half.
  var redirect: String? {
    guard isFromForm else { return nil }
    guard items["_column"] == nil || items["_value"] == nil else {
      let lines = sentLines
      return lines.contains { $0.mistake != nil } ? nil : added(lines)
    }
    return items.movingColumn.map { moved in link { $0.set(moved) } }
  }

  /// The lines that somebody began to fill in, when only values or one more line were asked for, or
  /// one of them lacks something.
  var draftLines: [FilterLine] {
    if let text = items[Self.linesParameter] {
      let count = Int(text).map { min(max($0, 0), Self.linesMax) } ?? 0
      let sent = sentLines
      return sent + Array(repeating: FilterLine.blank, count: max(0, count - sent.count))
    }
    return suggested == nil && !isFromForm ? [] : sentLines
  }

  /// The condition that the form of a filter changes; nil when it adds one.
  var edited: Condition? {
    let place = items[Self.editedParameter].flatMap { Int($0) }
    return place.flatMap { conditions.indices.contains($0) ? conditions[$0] : nil }
      .flatMap { $0.filter.isAnyText ? nil : $0 } ?? broken
  }

  /// The same page with the form of the condition's filter open.
  func link(editing condition: Condition) -> String {
    var changed = samePage
    changed[Self.editedParameter] = conditions.firstIndex(of: condition).map { "\($0)" }
    return Links.with(path, changed)
  }

  /// The list with `value` in the line of `column`, and the other lines; nil where no filter can name
  /// it.
  func link(suggesting column: String, _ value: JSONValue) -> String? {
    guard let filter = RowFilter(column, is: value) else { return nil }
    var lines = sentLines
    let isJoined = lines.count > 1 || edited != nil || alternativePlace != nil
    guard isJoined, let place = lines.lastIndex(where: { $0.filter.column === column })
    else { return link(only: column, value) }
    lines[place].filter = filter
    return added(lines)
  }

  /// The first number that no group has; nil when all are taken.
  var freeGroup: Int? { Self.freeGroup(besides: conditions.compactMap(\.filter.group)) }

  /// The condition that made `error`, where it can be told.
  func condition(of error: SyncError) -> Condition? {
    guard case .badFilter(let column, let reason) = error else { return nil }
    let candidates = conditions.filter { $0.filter.column === column }
    guard candidates.count > 1 else { return candidates.first }
    // The reason names the value; the shorter of two may be a part of it.
    return candidates.filter { !$0.filter.value.isEmpty && reason.contains($0.filter.value) }
      .max { $0.filter.value.utf8.count < $1.filter.value.utf8.count }
  }

  private static func freeGroup(besides taken: [Int]) -> Int? {
    RowFilter.groups.first { !taken.contains($0) }
  }

  private var sentLines: [FilterLine] {
    let joins = items.values(Self.joinParameter)
    return items.values("_column").enumerated().map { place, column in
      FilterLine(
        filter: formFilter(of: column, at: place),
        isAlternative: joins.indices.contains(place - 1) && joins[place - 1] == "or")
    }
  }

  /// The filter that a line of the form means: with the comparison that was chosen, or one that fits.
  private func formFilter(of column: String, at place: Int) -> RowFilter {
    func sent(_ name: String) -> String? {
      let values = items.values(name)
      return values.indices.contains(place) ? values[place] : nil
    }
    let preset = sent(FilterPreset.parameter).flatMap { FilterPreset($0) }
    // `true` and `false` were offered for the column that stood there before.
    let isLeftOver = preset.map { isBoolean($0.column) && !isBoolean(column) } ?? false
    let value = isLeftOver ? "" : sent("_value") ?? ""
    let chosen = sent("_op").flatMap(FilterComparison.init(name:)) ?? FilterComparison(.equals)
    guard preset?.isLeft(chosen.op, for: column) == true else {
      return RowFilter(column, chosen.op, chosen.value ?? value)
    }
    let type = types[column] ?? .text
    let fitting =
      value.isEmpty && chosen.op == .contains
      ? FilterOperator.usual(for: type) : chosen.op.fitting(type, value)
    return RowFilter(column, fitting, chosen.value ?? value)
  }

  private func isBoolean(_ column: String) -> Bool { types[column] == .boolean }

  /// The list with the filters of `lines` added; the first replaces ``edited``.
  ///
  /// A line that is an alternative is joined to the one before it, the first line to the condition
  /// that `_or` names by its place. Lines that nobody has begun are ignored.
  private func added(_ lines: [FilterLine]) -> String {
    link { items in
      var taken = conditions.compactMap(\.filter.group)
      let edited = edited.flatMap { edited in
        items.position(of: edited).map { (position: $0, filter: edited.filter) }
      }
      var before = edited
      for (place, line) in lines.enumerated()
      where !line.filter.column.isEmpty && line.mistake == nil {
        var filter = settled(line.filter)
        if place == 0, let edited {
          filter.group = edited.filter.group
          items.items[edited.position] = Self.item(filter)
          before = (edited.position, filter)
          continue
        }
        let other = place == 0 ? alternative(in: items) : line.isAlternative ? before : nil
        if var other, let group = other.filter.group ?? Self.freeGroup(besides: taken) {
          other.filter.group = group
          filter.group = group
          taken.append(group)
          items.items[other.position] = Self.item(other.filter)
        }
        before = (items.items.count, filter)
        items.items.append(Self.item(filter))
      }
    }
  }

  /// The condition that `_or` names by its place, and where it stands in `items`.
  private func alternative(in items: QueryItems) -> (position: Int, filter: RowFilter)? {
    guard let place = alternativePlace, let position = items.position(of: conditions[place])
    else { return nil }
    return (position, conditions[place].filter)
  }

  private var alternativePlace: Int? {
    items["_or"].flatMap { Int($0) }.flatMap { place in
      conditions.indices.contains(place) && !conditions[place].filter.isAnyText ? place : nil
    }
  }

  private static func item(_ filter: RowFilter) -> QueryItems.Item {
    .init(parameter(filter.column, filter.op, group: filter.group), filter.value)
  }

  /// The filter with a time that was typed as the moment that it means.
  private func settled(_ filter: RowFilter) -> RowFilter {
    let zone = PageZone.current
    guard types[filter.column] == .date, !zone.typed.isUTC else { return filter }
    var settled = filter
    settled.value = Self.settled(filter.value, filter.op, zone)
    return settled
  }
}

extension QueryItems {
  fileprivate func position(of condition: RowListRequest.Condition) -> Int? {
    items.firstIndex {
      $0.name === condition.parameter && $0.value == condition.filter.value
    }
  }
}
