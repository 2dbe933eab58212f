import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The columns of a table with what they hold, and its indexes.
struct SchemaPage {
  static let template = "Tables/schema"

  let store: String
  let table: TableSummary
  let tabs: PageTabs
  let figures: TableFigures
  /// Only columns with this text in their name or type are listed.
  let text: String?
  /// The tables that columns refer to, by column.
  let references: UTF8Dictionary<String>
  let softDelete: SoftDelete
  let covered: UTF8Set
  let now: Timestamp
  let mayCreate: Bool

  var title: String { localized("\(table.name) schema") }

  var values: TemplateDictionary {
    let columnCount = Format.count(figures.columns.count, "column")
    let rowCount = Format.count(table.live + table.deleted, "row")
    var values: TemplateDictionary = [
      "STORE": store, "STORE_LINK": Links.store(store), "TABLE": table.name,
      "SUB": [
        localized("\(columnCount), \(rowCount) including deleted ones."),
        figures.bytes.map { bytes in localized("\(Format.bytes(bytes)) without indexes.") },
      ].compactMap(\.self).joinedAsSentences(),
    ]
    tabs.add(to: &values)
    values.set("NEW_LINK", ifAny: mayCreate ? Links.newTable(store) : nil)
    let isCut = figures.columns.contains { figures in
      guard let counted = figures.counted else { return !covered.contains(figures.column.name) }
      return counted.unmatched == nil && references[figures.column.name] != nil
    }
    values.show("IS_CUT", if: isCut)
    let shown = figures.listed.filter { $0.contains(text) }
    values.add("COLUMN", list: shown.map(line))
    ListFilter(
      searching: title, Links.schema(store, table.name), for: text, localized("Search columns")
    ).addTools(to: &values, shown: shown.count)
    values.add(
      "INDEX",
      list: figures.indexes.map { index in
        [
          "NAME": [index.name, index.bytes.map { Format.bytes($0) }].compactMap(\.self)
            .joined(separator: " · "), "COLUMNS": index.columns.joinedAsList(),
        ]
      })
    values.show("NO_INDEX", if: figures.indexes.isEmpty)
    return values
  }

  private func line(_ figures: ColumnFigures) -> TemplateDictionary {
    let column = figures.column
    var line: TemplateDictionary = [
      "NAME": column.name, "TYPE": column.typeTitle(referringTo: references[column.name]),
      "REMARK": remarks(figures).joinedAsRemarks(),
    ]
    line.set("TYPE_LINK", ifAny: references[column.name].map { Links.rows(store, $0) })
    line.show("SYSTEM", if: column.isSystem)
    let isFilterable = column.name !== SystemColumn.id.rawValue && !covered.contains(column.name)
    line.set("VALUE_LINK", ifAny: isFilterable ? rowsLink(column, isNull: false) : nil)
    let counted = figures.counted
    line.set("NULLS", ifAny: counted.map { Format.number($0.nulls) })
    line.set("DISTINCT", ifAny: counted.map { Format.number($0.distinct) })
    line.show("NOT_COUNTED", if: counted == nil)
    line.add("FIRST_SEEN", list: figures.firstSeenAt.map { [stamp($0, now: now)] } ?? [])
    line.show("FIRST_SEEN_UNKNOWN", if: figures.firstSeenAt == nil)
    let hasNulls = (counted?.nulls ?? 0) > 0
    line.set("NULL_LINK", ifAny: hasNulls ? rowsLink(column, isNull: true) : nil)
    return line
  }

  /// All rows that have, or don't have, a value in the column.
  private func rowsLink(_ column: Column, isNull: Bool) -> String {
    let items = [
      QueryItems.Item("view", RowView.all.rawValue),
      QueryItems.Item("\(column.name)__\(FilterOperator.null.rawValue)", "\(isNull)"),
    ]
    return Links.with(Links.rows(store, table.name), QueryItems(items))
  }

  /// Names of system columns began like this in Azure Mobile Services, and its SDKs keep to that.
  private static let reservedPrefix = "__"

  private func remarks(_ figures: ColumnFigures) -> [String] {
    let column = figures.column
    var remarks: [String] = []
    if covered.contains(column.name) { remarks.append(localized("Masked")) }
    if column.name === softDelete.column { remarks.append(localized("Soft delete column")) }
    if figures.isLocal { remarks.append(localized("Not on the server yet")) }
    if column.name.hasPrefix(Self.reservedPrefix) {
      remarks.append(
        localized(
          "Begins with \(Self.reservedPrefix): older Azure SDKs take it for a system column and "
            + "don’t send it"))
    }
    guard let counted = figures.counted else { return remarks }
    if let least = counted.least, let greatest = counted.greatest {
      let (low, high) = (Cell(full: least, column).text, Cell(full: greatest, column).text)
      remarks.append(low == high ? low : localized("\(low) to \(high)"))
    }
    if let longest = counted.longest {
      let length =
        column.type == .text
        ? Format.count(longest, "character") : Format.count(longest, "byte")
      remarks.append(localized("Longest \(length)"))
    }
    if let unmatched = counted.unmatched, unmatched > 0 {
      let rows = Format.count(unmatched, "row")
      remarks.append(localized("\(rows) without match"))
    }
    return remarks
  }
}
