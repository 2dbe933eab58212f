import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// What happened to a row, and any two of its versions side by side.
struct RowHistoryPage {
  static let template = "History/row-history"

  let head: RowHead
  let now: Timestamp
  /// What the address asks for: the versions `a` and `b` to compare, or `compare` to choose them.
  let query: QueryItems
  /// Passed over while versions are chosen.
  let filter: RowHistoryFilter
  let keeping: HistorySettings

  /// The parameter of the address that shows the form to choose versions.
  private static let choosing = "compare"

  private var isChoosing: Bool { [Self.choosing, "a", "b"].contains { query[$0] != nil } }

  var title: String { head.title }

  var values: TemplateDictionary {
    var values = head.values
    let history = head.detail.history
    let versions = RowVersion.all(of: head.detail)
    let (older, newer) = chosen(versions)
    values.set("HISTORY_ACTION", head.link)
    values.add(
      "COPY_VERSION",
      list: versions.filter { Int64($0.key) == nil }.map { version in
        var item: TemplateDictionary = ["WHAT": version.heading]
        item.add("PICK", picks(version, older, newer))
        return item
      })
    let places = isChoosing ? Array(history.indices) : filter.places(in: head.detail)
    values.add("DAY", list: days(places, older, newer))
    values.show("NO_HISTORY", if: history.isEmpty)
    addFilter(isNone: places.isEmpty, to: &values)
    addChoice(of: versions, to: &values)
    addComparison(older, newer, to: &values)
    return values
  }

  /// The form that two versions are chosen in, or the link to it.
  private func addChoice(of versions: [RowVersion], to values: inout TemplateDictionary) {
    let canCompare = versions.count > 1
    let history = Links.history(head.store, head.detail.table, head.detail.record.id)
    let choice = Links.with(history, QueryItems([.init(Self.choosing, "1")]))
    values.set("COMPARE_LINK", ifAny: canCompare && !isChoosing ? head.list.on(choice) : nil)
    values.set("HISTORY_LINK", head.list.on(history))
    values.show("COMPARE", if: canCompare && isChoosing)
  }

  private func addFilter(isNone: Bool, to values: inout TemplateDictionary) {
    let least = filter.isSet ? 0 : 1
    guard !isChoosing, head.detail.history.count > least else { return }
    var bar = filter.bar(of: head.detail, head.link, head.list)
    let days = Format.count(keeping.days, "day")
    bar.keeping = localized(
      "Kept for \(days), at most \(Format.count(keeping.versionsPerRow, "version"))")
    values.add("TOOLS") { bar.add(to: &$0) }
    values.set("CLEAR_LINK", ifAny: isNone ? bar.cleared : nil)
  }

  /// The entries under the days of the page's zone, newest first.
  private func days(
    _ places: [Int], _ older: RowVersion?, _ newer: RowVersion?
  ) -> [TemplateDictionary] {
    var days: [(title: String, entries: [TemplateDictionary])] = []
    for place in places {
      let title = Format.day(head.detail.history[place].at, now: now)
      if days.last?.title != title { days.append((title, [])) }
      days[days.count - 1].entries.append(entry(at: place, older, newer))
    }
    return days.map { day in
      var values: TemplateDictionary = ["DAY_TITLE": day.title]
      values.add("ENTRY", list: day.entries)
      return values
    }
  }

  private func entry(
    at index: Int, _ older: RowVersion?, _ newer: RowVersion?
  ) -> TemplateDictionary {
    let entry = head.detail.history[index]
    let initials = entry.by?.initials ?? ""
    var item: TemplateDictionary = [
      "WHAT": entry.words, "BY": entry.by?.actorName ?? localized("sync"), "INITIALS": initials,
    ]
    item.show("IS_PROGRAM", if: initials.isEmpty)
    item.set("ISO", entry.at.wholeSeconds)
    item.set("FULL", Format.full(entry.at))
    // On its own day, a time is without the date.
    item.set("CLOCK", Format.time(entry.at, now: entry.at))
    addDetails(ofEntryAt: index, to: &item)
    let version = RowVersion.find("\(entry.id)", in: head.detail)
    let choice = isChoosing ? version : nil
    item.add("PICK", list: choice.map { [picks($0, older, newer)] } ?? [])
    item.add(
      "RESTORE",
      list: version.flatMap { version in
        head.restoreLink(version).map { [["LINK": $0, "VERSION": version.title]] }
      } ?? [])
    return item
  }

  private func picks(
    _ version: RowVersion, _ older: RowVersion?, _ newer: RowVersion?
  ) -> TemplateDictionary {
    var picks: TemplateDictionary = ["KEY": version.key, "VERSION": version.title]
    picks.show("IS_A", if: version.key == older?.key)
    picks.show("IS_B", if: version.key == newer?.key)
    return picks
  }

  /// What the address names; the newest two of the history where it names nothing.
  private func chosen(_ versions: [RowVersion]) -> (RowVersion?, RowVersion?) {
    let newest = versions.filter { Int64($0.key) != nil }
    let fallback = newest.count > 1 ? newest[1] : newest.first ?? versions.dropFirst().first
    return (
      RowVersion.find(query["a"], in: head.detail) ?? fallback,
      RowVersion.find(query["b"], in: head.detail) ?? versions.first
    )
  }

  private func addComparison(
    _ older: RowVersion?, _ newer: RowVersion?, to values: inout TemplateDictionary
  ) {
    let asked = ["a", "b"].compactMap { query[$0] }
    let unknown = asked.filter { RowVersion.find($0, in: head.detail) == nil }
    values.set("UNKNOWN_VERSION", ifAny: unknown.first.map { String($0.prefix(40)) })
    guard asked.count == 2, unknown.isEmpty, let older, let newer else {
      return values.add("COMPARISON", list: [])
    }
    let comparison = RowComparison(older: older, newer: newer, columns: head.detail.columns)
    values.add("COMPARISON", comparison.values(restoring: head.restoreLink))
  }

  /// The differences from the entry before; the values where there is none.
  private func addDetails(ofEntryAt index: Int, to item: inout TemplateDictionary) {
    let history = head.detail.history
    guard let record = history[index].record else { return item.set("DETAIL", ifAny: nil) }
    let changed = head.detail.changed(at: index)
    guard history.indices.contains(index + 1), let older = history[index + 1].record else {
      let values = changed.map { "\($0.name) \(show(record, $0))" }
      return item.set(
        "DETAIL", ifAny: values.isEmpty ? nil : values.joinedAsList())
    }
    item.set("DETAIL", ifAny: changed.isEmpty ? localized("No values changed") : nil)
    guard !changed.isEmpty else { return }
    var changes = TemplateDictionary()
    changes.add("CHANGE", list: changed.map { change(of: $0, from: older, to: record) })
    item.add("CHANGES", changes)
  }

  /// Of a text the parts that differ, of another value both.
  private func change(
    of column: Column, from older: Record, to newer: Record
  ) -> TemplateDictionary {
    let (old, new) = (older.value(column.name), newer.value(column.name))
    var change: TemplateDictionary = ["COLUMN": column.name]
    let isText = [old, new].allSatisfy { $0.string?.isEmpty == false } && column.type == .text
    if !isText {
      change.add(
        "WAS_CELL", ValueDifference(column: column, before: nil, after: old, isBrief: true).values)
    }
    change.add(
      isText ? "PARTS" : "WHOLE",
      ValueDifference(column: column, before: isText ? old : nil, after: new, isBrief: true).values)
    return change
  }

  private func show(_ record: Record, _ column: Column) -> String {
    let cell = Cell(full: record.value(column.name), column)
    if case .plain(let text) = cell, column.type == .text {
      return quoted(VisibleText.shown(String(text.prefix(80))))
    }
    return String(cell.text.prefix(80))
  }
}

extension HistoryEntry {
  /// What happened, by whom and when, as a sentence.
  func sentence(now: Timestamp) -> String {
    let (event, time) = (words, Format.relative(at, now: now))
    guard let person = by?.actorName else { return localized("\(event), \(time).") }
    return localized("\(event) by \(person), \(time).")
  }

  /// What happened, as the beginning of a line.
  var words: String {
    switch source {
    case .local:
      switch kind {
      case "insert": localized("Inserted here")
      case "update": localized("Changed here")
      case "delete": localized("Deleted here")
      case "undelete": localized("Undeleted here")
      default: localized("\(change) here")
      }
    case .push:
      kind == HistoryEntry.createdAgain
        ? localized(
          "Insert pushed again (if the row was deleted on the server, it was created again)")
        : localized("Pushed: \(change)")
    case .pull:
      switch kind {
      case "insert": localized("First pulled from the server")
      case HistoryEntry.returned: localized("Pulled from the server again")
      default: localized("Pulled from the server: \(change)")
      }
    case .resolve: kind == "undo" ? localized("Undone here") : localized("Resolved: \(change)")
    }
  }

  /// The kind in words; the names of resolutions are words of forms too and stay.
  private var change: String { OperationKind(named: kind)?.noun ?? kind }
}
