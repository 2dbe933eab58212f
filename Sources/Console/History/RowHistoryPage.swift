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
    let versions = RowVersion.all(of: head.detail)
    let (older, newer) = chosen(versions)
    values.set("HISTORY_ACTION", head.link)
    values.add(
      "COPY_VERSION",
      list: versions.filter(\.isCopy).map { version in
        var item: TemplateDictionary = ["WHAT": version.heading]
        item.add("PICK", picks(version, older, newer))
        return item
      })
    let timeline = RowTimeline(head.detail, isChoosing ? nil : filter)
    values.add("DAY", list: days(timeline, older, newer))
    let isEmpty = head.detail.history.isEmpty && head.detail.serverVersions.isEmpty
    values.show("NO_HISTORY", if: isEmpty)
    addChoice(of: versions, besideFilter: addFilter(timeline, versions, to: &values), to: &values)
    addComparison(older, newer, to: &values)
    return values
  }

  /// Where two versions are chosen; nil where there are not two.
  private func choiceLink(_ versions: [RowVersion]) -> String? {
    guard versions.count > 1, !isChoosing else { return nil }
    return head.list.on(Links.with(historyLink, QueryItems([.init(Self.choosing, "1")])))
  }

  private var historyLink: String {
    Links.history(head.store, head.detail.table, head.detail.record.id)
  }

  /// The form that two versions are chosen in, or the link to it.
  private func addChoice(
    of versions: [RowVersion], besideFilter hasLink: Bool, to values: inout TemplateDictionary
  ) {
    values.set("COMPARE_LINK", ifAny: hasLink ? nil : choiceLink(versions))
    values.set("HISTORY_LINK", head.list.on(historyLink))
    values.show("COMPARE", if: versions.count > 1 && isChoosing)
  }

  /// - Returns: True where the line of the filter has the link to the choice of versions.
  private func addFilter(
    _ timeline: RowTimeline, _ versions: [RowVersion], to values: inout TemplateDictionary
  ) -> Bool {
    let least = filter.isSet ? 0 : 1
    guard !isChoosing, head.detail.history.count > least else { return false }
    var bar = filter.bar(of: head.detail, head.link, head.list)
    let days = Format.count(keeping.days, "day")
    bar.keeping = localized(
      "Kept for \(days), at most \(Format.count(keeping.versionsPerRow, "version"))")
    bar.action = choiceLink(versions).map { (localized("Compare two versions…"), $0) }
    values.add("TOOLS") { bar.add(to: &$0) }
    values.set("CLEAR_LINK", ifAny: timeline.items.isEmpty ? bar.cleared : nil)
    return bar.action != nil
  }

  /// The entries under the days of the page's zone, newest first.
  private func days(
    _ timeline: RowTimeline, _ older: RowVersion?, _ newer: RowVersion?
  ) -> [TemplateDictionary] {
    var days: [(title: String, entries: [TemplateDictionary])] = []
    for item in timeline.items {
      let title = Format.day(timeline.at(item), now: now)
      if days.last?.title != title { days.append((title, [])) }
      var entry = RowHistoryEntry(item, in: head.detail).values
      let version = RowVersion.find(timeline.key(item), in: head.detail)
      let choice = isChoosing ? version.flatMap { $0.isCopy ? nil : $0 } : nil
      entry.add("PICK", list: choice.map { [picks($0, older, newer)] } ?? [])
      entry.add(
        "RESTORE",
        list: version.flatMap { version in
          head.restoreLink(version).map { [["LINK": $0, "VERSION": version.title]] }
        } ?? [])
      days[days.count - 1].entries.append(entry)
    }
    return days.map { day in
      var values: TemplateDictionary = ["DAY_TITLE": day.title]
      values.add("ENTRY", list: day.entries)
      return values
    }
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
}
