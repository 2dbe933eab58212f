import HTTPKit
import Localization
import SyncCore
import TemplateKit

/// The comparisons of all tables, a line for each.
struct ReconcileAllView {
  let store: String
  let comparisons: [ReconcileReport]

  var values: TemplateDictionary {
    var values = TemplateDictionary()
    values.add("TABLE_LINE", list: comparisons.map(line))
    let sum = ReconcileSum(comparisons)
    let figures = [
      sum.localRows, sum.serverRows, sum.missingOnServer, sum.missingHere, sum.different,
    ]
    values.addFigures(sum.compared > 0 ? figures : nil, labels: ReconcileFigures.labels)
    return values
  }

  private func line(_ report: ReconcileReport) -> TemplateDictionary {
    var items = QueryItems()
    items.add("table", report.table)
    var values: TemplateDictionary = [
      "TABLE": report.table, "TABLE_LINK": Links.rows(store, report.table),
      "COMPARE_LINK": Links.with(Links.reconcile(store), items),
    ]
    let figures = [report.localRows, report.serverRows] + report.groups.map(\.group.count)
    values.addFigures(report.isComplete ? figures : nil, labels: ReconcileFigures.labels)
    let differences = report.differing
    values.set(
      badge: "CHIP",
      !report.isComplete
        ? Badge(.failed, localized("Failed"))
        : differences == 0 ? Badge(.done, localized("Matches")) : Badge(.warn, localized("Differs"))
    )
    values.show("DIFFERS", if: !report.isComplete || differences > 0)
    return values
  }
}
