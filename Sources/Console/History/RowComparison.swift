import HTTPKit
import Localization
import Support
import SyncCore
import TemplateKit

/// Two versions of a row side by side, column by column.
struct RowComparison {
  let older: RowVersion
  let newer: RowVersion
  let columns: [Column]

  /// The columns that tell something about the row, not about its way here.
  private var told: [Column] { columns.filter { !$0.isSystem || $0.name == "deleted" } }

  private var changed: [Column] {
    told.filter { older.record.value($0.name) != newer.record.value($0.name) }
  }

  /// - Parameter link: Leads to the form with a version's values; nil where the row cannot be edited.
  func values(restoring link: (RowVersion) -> String?) -> TemplateDictionary {
    let changed = changed
    let equal = Format.number(told.count - changed.count)
    let different = Format.count(changed.count, "value differs", "values differ")
    var values: TemplateDictionary = [
      "OLDER": older.title, "NEWER": newer.title,
      "VERDICT": changed.isEmpty
        ? localized("No differences.") : localized("\(different), \(equal) equal."),
    ]
    values.add("CHANGE", list: changed.map(line))
    values.add(
      "WHOLE_TEXTS",
      list: changed.compactMap { column in
        FullText(column, [copy(of: column, older), copy(of: column, newer)])?.values
      })
    values.add(
      "COPY_VALUES",
      list: [older, newer].filter { $0.key != "now" }.compactMap { version in
        link(version).map { ["COPY_LINK": $0, "COPY_TITLE": version.title] }
      })
    return values
  }

  private func line(_ column: Column) -> TemplateDictionary {
    let (old, new) = (older.record.value(column.name), newer.record.value(column.name))
    var line: TemplateDictionary = ["COLUMN": column.name]
    line.add(
      "OLD_VALUE", ValueDifference(column: column, before: nil, after: old, isBrief: true).values)
    line.add(
      "NEW_VALUE", ValueDifference(column: column, before: old, after: new, isBrief: true).values)
    return line
  }

  private func copy(of column: Column, _ version: RowVersion) -> FullText.Copy {
    .init(title: version.title, value: version.record.value(column.name))
  }
}
