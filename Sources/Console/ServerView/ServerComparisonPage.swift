import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// A row here and on the server, column by column, and what can be done about it.
struct ServerComparisonPage {
  static let template = "ServerView/server-comparison"

  private let comparison: ServerComparison
  private let store: String
  private let list: ListOrigin
  /// What the reader may do about it.
  private let offered: [RowRepair]

  init(
    _ comparison: ServerComparison, store: String, list: ListOrigin, offered: [RowRepair]
  ) {
    self.comparison = comparison
    self.store = store
    self.list = list
    self.offered = offered
  }

  private var name: String {
    (comparison.local ?? comparison.server).map {
      RowTitle(columns: comparison.columns).title($0)
    } ?? comparison.id
  }

  var title: String { localized("Compare \(name) with the server") }

  var values: TemplateDictionary {
    let (table, id) = (comparison.table, comparison.id)
    let address = list.on(Links.serverComparison(store, table, id))
    let verdict = ServerComparisonVerdict(comparison)
    var values: TemplateDictionary = [
      "ROWS_LINK": list.list(Links.rows(store, table)), "TABLE": table, "ID": id,
      "TITLE": name, "ACTION": address, "TONE": verdict.tone.rawValue,
      "HEADLINE": verdict.headline, "TEXT": verdict.text,
    ]
    values.set(moment: "AT", comparison.at)
    values.add(
      "ROW",
      list: comparison.local == nil ? [] : [["LINK": list.on(Links.row(store, table, id))]])
    values.add("REPAIR", list: offered.filter { $0 != .removeHere }.map(button))
    values.add("REMOVE", list: offered.filter { $0 == .removeHere }.map(button))
    values.add(
      "OPERATION",
      list: comparison.operations.map { operation in
        [
          "LINK": Links.operation(store, operation.id),
          "LABEL": localized("Open \(operation.title)"),
        ]
      })
    addColumns(to: &values)
    return values
  }

  private func button(_ repair: RowRepair) -> TemplateDictionary {
    [
      "CHOICE": repair.rawValue, "LABEL": repair.label,
      "STATE": comparison.fingerprint?.rawValue ?? "",
    ]
  }

  private func addColumns(to values: inout TemplateDictionary) {
    guard comparison.local != nil || comparison.server != nil else { return }
    let differing = UTF8Set(comparison.differing)
    let shown = comparison.columns.filter { $0.name !== SystemColumn.id.rawValue }
    let isPair = comparison.local != nil && comparison.server != nil
    let first = isPair ? shown.filter { isDifferent($0, differing) } : shown
    let rest = isPair ? shown.filter { !isDifferent($0, differing) } : []
    if !first.isEmpty {
      values.add("COLUMNS", table(isPair ? localized("Differences") : localized("Values"), first))
    }
    if !rest.isEmpty {
      var equal = table(localized("Equal values"), rest)
      equal.set("COUNT", Format.count(rest.count, "equal value"))
      values.add("EQUAL", equal)
    }
  }

  /// What tells of the row's way here is no difference of values, and shown as one all the same.
  private func isDifferent(_ column: Column, _ differing: UTF8Set) -> Bool {
    if differing.contains(column.name) { return true }
    guard column.isSystem, column.name !== SystemColumn.deleted.rawValue else { return false }
    return !isSameStamp(
      comparison.local?.value(column.name).string, comparison.server?.value(column.name).string)
  }

  private func table(_ caption: String, _ columns: [Column]) -> TemplateDictionary {
    var table: TemplateDictionary = ["CAPTION": caption]
    table.add(
      "COLUMN",
      list: columns.map { column in
        let (here, there) = (comparison.local, comparison.server)
        var line: TemplateDictionary = ["NAME": column.name]
        line.add(
          "HERE_VALUE",
          ValueDifference(
            column: column, before: nil, after: here?.value(column.name), isBrief: true
          ).values)
        line.add(
          "THERE_VALUE",
          ValueDifference(
            column: column, before: here?.value(column.name), after: there?.value(column.name),
            isBrief: true
          ).values)
        return line
      })
    return table
  }
}
