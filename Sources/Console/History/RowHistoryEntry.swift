import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// An entry of a row's history as its page shows it: who did what, when, and what changed.
struct RowHistoryEntry {
  private let detail: RowDetail
  private let item: RowTimeline.Item

  init(_ item: RowTimeline.Item, in detail: RowDetail) {
    self.item = item
    self.detail = detail
  }

  var values: TemplateDictionary {
    switch item {
    case .entry(let place): values(at: place)
    case .server(let version): values(of: version)
    }
  }

  private func values(at place: Int) -> TemplateDictionary {
    let entry = detail.history[place]
    let changed = detail.changed(at: place)
    var item = line(
      entry.sentence(changing: changed), by: entry.actor,
      initials: entry.by?.initials ?? "", icon: "sync")
    let tellsVersion = entry.source == .push || entry.source == .pull
    addTime(entry.at, version: tellsVersion ? entry.record?.version : nil, to: &item)
    let isUnpushed = detail.unpushedPlaces.contains(place) && entry.resolution != .retry
    addBadge(isUnpushed ? Badge(.pending, localized("Not pushed")) : nil, to: &item)
    let next = place + 1
    let older = detail.history.indices.contains(next) ? detail.history[next].record : nil
    addDetails(
      entry.record, from: older, changed, saysNothing: entry.source == .local, to: &item)
    return item
  }

  private func values(of version: ServerVersion) -> TemplateDictionary {
    let changed = detail.changed(by: version)
    var item = line(
      version.sentence(changing: changed), by: localized("The server"), initials: "",
      icon: "store")
    addTime(version.at, version: version.record.version, to: &item)
    addBadge(version.isOpen ? Badge(.conflict, localized("Not merged")) : nil, to: &item)
    addDetails(version.record, from: version.base, changed, saysNothing: true, to: &item)
    return item
  }

  /// - Parameter sentence: With ``AuditSentence/who`` in the place of `by`.
  private func line(
    _ sentence: String, by: String, initials: String, icon: String
  ) -> TemplateDictionary {
    let parts = sentence.split(
      separator: AuditSentence.Place.who.rawValue, maxSplits: 1, omittingEmptySubsequences: false)
    var item: TemplateDictionary = [
      "BEFORE": String(parts[0]), "BY": by, "AFTER": parts.count > 1 ? String(parts[1]) : "",
      "INITIALS": initials,
    ]
    item.add("PROGRAM", list: initials.isEmpty ? [["ICON": icon]] : [])
    return item
  }

  private func addTime(
    _ moment: Timestamp, version: String?, to item: inout TemplateDictionary
  ) {
    item.set("ISO", moment.wholeSeconds)
    item.set("FULL", Format.full(moment))
    // On its own day, a time is without the date.
    item.set("CLOCK", Format.time(moment, now: moment))
    item.add(
      "OF_VERSION", list: version.map { [["LABEL": localized("version"), "NAME": $0]] } ?? [])
  }

  private func addBadge(_ badge: Badge?, to item: inout TemplateDictionary) {
    item.add(
      "STATE",
      list: badge.map { badge in
        var state = TemplateDictionary()
        state.set(badge: "CHIP", badge)
        return [state]
      } ?? [])
  }

  /// The differences from the version before; the values where there is none.
  ///
  /// - Parameter saysNothing: Where nothing differs, that is said.
  private func addDetails(
    _ record: Record?, from older: Record?, _ changed: [Column], saysNothing: Bool,
    to item: inout TemplateDictionary
  ) {
    guard let record else { return item.set("DETAIL", ifAny: nil) }
    guard let older else {
      let values = changed.map { "\($0.name) \(show(record, $0))" }
      return item.set("DETAIL", ifAny: values.isEmpty ? nil : values.joinedAsList())
    }
    let isQuiet = !changed.isEmpty || !saysNothing
    item.set("DETAIL", ifAny: isQuiet ? nil : localized("No values changed"))
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
