import ConsoleData
import Localization
import Support
import SyncCore
import TemplateKit

/// Rows that differ from the server's: how many by check, and where they are now.
struct DriftPage {
  static let template = "Drift/drift"

  let facts: StorePageContext
  /// The table whose checks these are; nil for the checks of all tables.
  let table: String?
  let state: DriftState
  /// Only tables with this text are listed.
  let text: String?
  /// The checks of each table, the oldest first.
  let histories: UTF8Dictionary<[DriftSample]>
  /// The newest first.
  let sums: [DriftSum]
  /// Nil where checks start only by hand.
  let schedule: DriftSchedule?
  let next: Timestamp?
  let isOffline: Bool
  let mayChangeSchedule: Bool
  let tabs: PageTabs

  var title: String { table.map { localized("Drift of \($0)") } ?? localized("Drift") }

  var values: TemplateDictionary {
    var values = facts.values
    tabs.add(to: &values)
    values.set("HEADLINE", table ?? localized("Sync"))
    values.show("OF_ALL", if: table == nil)
    values.add(
      "OF_TABLE",
      list: table.map { table in
        [["TABLE": table, "RECONCILE_LINK": Links.reconcile(facts.store, of: table)]]
      } ?? [])
    values.set("WHEN", when)
    values.set("RECONCILE_ACTION", Links.reconcile(facts.store))
    values.add("SETTINGS", list: mayChangeSchedule ? [["LINK": Links.settings(facts.store)]] : [])
    let charts = DriftCharts(
      store: facts.store, sums: sums, remaining: state.remaining, now: facts.now
    ).charts
    // Those are of all tables.
    if table == nil, !charts.isEmpty {
      var section = TemplateDictionary()
      section.add("CHART", list: charts)
      values.add("CHARTS", section)
    }
    let lines = state.lines
    let shown = lines.filter { $0.contains(text) }
    values.add("CHECK", list: shown.map(line))
    values.show("EMPTY", if: lines.isEmpty)
    if !lines.isEmpty, table == nil {
      ListFilter(
        searching: localized("Drift"), Links.drift(facts.store), for: text,
        localized("Search tables")
      ).addTools(to: &values, shown: shown.count)
    }
    return values
  }

  private var when: String {
    guard let schedule else { return localized("No schedule.") }
    let rhythm = schedule.words
    guard let next else { return localized("Checked \(rhythm).") }
    if isOffline { return localized("Checked \(rhythm); paused while this store is offline.") }
    guard next > facts.now else { return localized("Checked \(rhythm); the next check is due.") }
    return localized("Checked \(rhythm); next \(Format.relative(next, now: facts.now)).")
  }

  private func line(_ check: DriftCheck) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "TABLE": check.table, "RUN_LINK": Links.run(facts.store, check.run), "METHOD": method(check),
      "RECONCILE_ACTION": Links.reconcile(facts.store),
    ]
    let isComplete = check.failure == nil
    let figures = [check.missingOnServer, check.missingHere, check.different]
    values.addFigures(isComplete ? figures : nil, labels: ReconcileFigures.groupLabels)
    values.set(badge: "CHIP", badge(check))
    values.add("HISTORY", list: sparkline(check.table).map { [$0] } ?? [])
    values.set("HISTORY_WORDS", history(check.table))
    values.set(time: "CHECKED", check.checkedAt, now: facts.now)
    values.add("NOTE", list: note(check).map { [["TEXT": $0]] } ?? [])
    values.show("COMPARE", if: facts.mayChange && (check.remaining > 0 || !isComplete))
    return values
  }

  /// What the last checks found, in a few words.
  private func history(_ table: String) -> String {
    guard let points = histories[table], points.count > 1 else {
      return localized("first check")
    }
    let complete = points.filter { !$0.isFailure }
    let failed = points.count - complete.count
    guard let most = complete.map(\.found).max() else {
      return localized("\(Format.count(failed, "check")) failed")
    }
    let checks = Format.count(complete.count, "check")
    let found =
      most == 0
      ? localized("none in \(checks)") : localized("up to \(Format.number(most)) in \(checks)")
    return failed == 0 ? found : localized("\(found), \(Format.count(failed, "check")) failed")
  }

  /// Nil where there is only the one check that the figures are of, and where none found a difference.
  private func sparkline(_ table: String) -> TemplateDictionary? {
    guard let points = histories[table], points.count > 1,
      points.contains(where: { $0.isFailure || $0.found > 0 })
    else { return nil }
    let figures = points.map { $0.isFailure ? localized("failed") : Format.number($0.found) }
    let rows = figures.joinedAsList()
    return Sparkline(
      bars: points.map { .init(value: $0.found, isFailure: $0.isFailure) },
      description: localized(
        "Rows that differed in the last \(points.count) checks of \(table), oldest "
          + "first: \(rows)")
    ).dictionary
  }

  private func badge(_ check: DriftCheck) -> Badge {
    if check.failure != nil { return Badge(.failed, localized("Check failed")) }
    if check.remaining > 0 {
      return Badge(
        .warn, "\(Format.count(check.remaining, "row differs", "rows differ"))")
    }
    return check.found > 0
      ? Badge(.done, localized("Repaired")) : Badge(.done, localized("No differences"))
  }

  private func note(_ check: DriftCheck) -> String? {
    guard let failure = check.failure else {
      return ReconcileReport.filterNote(
        missingHere: check.missingHere, isFiltered: check.isFiltered)
    }
    // The figures above the list count what the last complete check found.
    let known = state.checks.first { $0.table === check.table && $0.remaining > 0 }.map { known in
      let rows = Format.count(known.remaining, "row differs", "rows differ")
      return localized("\(rows) by the last complete check, \(time(known)).")
    }
    return [localized(stored: failure).asSentence, known].compactMap(\.self).joinedAsSentences()
  }

  private func time(_ check: DriftCheck) -> String {
    Format.time(check.checkedAt, now: facts.now)
  }

  private func method(_ check: DriftCheck) -> String {
    let rows = Format.count(check.serverRows, "row")
    return switch check.method {
    case .digest: localized("digest")
    case .ids: localized("ids, \(rows)")
    case .values: localized("values, \(rows)")
    }
  }
}
