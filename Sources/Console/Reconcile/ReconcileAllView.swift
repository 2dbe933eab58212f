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
    add(sum.compared > 0 ? figures : nil, to: &values)
    return values
  }

  /// Adds a figure for each column, dashes for nil.
  private func add(_ figures: [Int]?, to values: inout TemplateDictionary) {
    let labels = [
      localized("Rows here"), localized("Rows on server"), localized("Missing on server"),
      localized("Missing here"), localized("Different"),
    ]
    for (index, label) in labels.enumerated() { values.addFigure(figures?[index], label: label) }
  }

  private func line(_ report: ReconcileReport) -> TemplateDictionary {
    var items = QueryItems()
    items.add("table", report.table)
    var values: TemplateDictionary = [
      "TABLE": report.table, "TABLE_LINK": Links.rows(store, report.table),
      "COMPARE_LINK": Links.with(Links.reconcile(store), items),
    ]
    let figures = [
      report.localRows, report.serverRows, report.missingOnServer.count, report.missingHere.count,
      report.different.count,
    ]
    add(report.isComplete ? figures : nil, to: &values)
    let differences = report.groups.reduce(0) { $0 + $1.group.count }
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
