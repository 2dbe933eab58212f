import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// How the columns of the list of rows look.
extension RowsGrid {
  /// A column of shorter texts need not give way to others.
  private static let longText = 24

  /// `complete` as "Complete".
  static func label(_ column: String) -> String {
    column.prefix(1).uppercased() + column.dropFirst()
  }

  static func style(
    _ column: Column, _ keyColumn: String, _ widest: String?
  ) -> String? {
    if column.name === keyColumn { return "key" }
    if column.type == .number { return "num" }
    let isStamp = column.isSystem && column.type == .date
    if isStamp { return "num" }
    return column.name === widest ? "grow" : nil
  }

  /// Of the table's own texts the one with the longest on this page.
  static func widest(
    of columns: [Column], but keyColumn: String, in rows: [ListedRow]
  ) -> String? {
    var (name, most) = (String?.none, longText - 1)
    for column in columns where column.type == .text && column.name !== keyColumn {
      guard !column.isSystem else { continue }
      for row in rows {
        let length = row.record.values[column.name]?.string?.utf8.count ?? 0
        if length > most { (name, most) = (column.name, length) }
      }
    }
    return name
  }
}
