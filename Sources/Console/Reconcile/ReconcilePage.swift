import ConsoleData
import Localization
import Support
import SyncCore
import TemplateKit

/// Chooses a table to compare, and lists the comparisons so far.
struct ReconcilePage {
  static let runsShown = 25

  var facts: StorePageContext
  var tables: [String]
  /// The table that is chosen already.
  var table: String?
  var isOffline: Bool
  var runs: [Run]
  var tabs: SyncTabs

  var values: TemplateDictionary {
    var values = facts.values
    tabs.add(to: &values)
    values.set("RECONCILE_ACTION", Links.reconcile(facts.store))
    values.add(
      "TABLE",
      list: tables.map { name in
        var item: TemplateDictionary = ["NAME": name]
        item.show("CURRENT", if: name === table)
        return item
      })
    values.show("OFF", if: !isOffline && tables.isEmpty)
    values.add("RUN", list: runs.map(line))
    values.show("NO_RUNS", if: runs.isEmpty)
    return values
  }

  private func line(_ run: Run) -> TemplateDictionary {
    let report = run.report
    var values: TemplateDictionary = [
      "LINK": Links.run(facts.store, run.id), "NAME": run.title,
      "TABLE": report.comparison?.table ?? report.tables?.first ?? localized("All tables"),
      "TOOK": run.took(now: facts.now),
    ]
    values.set(time: "STARTED", run.startedAt, now: facts.now)
    let compared = report.comparison.map { [$0] } ?? report.comparisons ?? []
    let sum = ReconcileSum(compared)
    let figures = [sum.missingOnServer, sum.missingHere, sum.different]
    values.addFigures(
      sum.compared > 0 ? figures : nil, labels: ReconcileFigures.groupLabels)
    values.set(badge: "CHIP", Badge(run))
    return values
  }
}
