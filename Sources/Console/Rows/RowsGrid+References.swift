import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// Cells that are more than text: names of rows of other tables, and files.
extension RowsGrid {
  /// Whether the cell is a link or a file.
  func isMoreThanText(_ value: JSONValue, _ column: Column) -> Bool {
    column.type == .file || reference(value, column) != nil
  }

  func write(
    _ content: Cell, _ value: JSONValue, _ column: Column, of row: ListedRow, link: String,
    to cell: inout TemplateDictionary
  ) {
    if let target = reference(value, column) {
      let referring = RowPointer(value).map { Cell.plain($0.id) } ?? content
      let known = referencedRows[target]
      if known == .some(nil) {
        return writeDangling(referring, target, to: &cell)
      }
      let row = known ?? nil
      cell.add("REFERS") { words in
        // Who wants the id has it in the row and as a tooltip.
        (row.map { Cell.plain($0.name) } ?? referring).unlinked.write(to: &words)
        words.show("TO_DELETED", if: row?.isDeleted == true)
        if row != nil { words.add("NAMED") { $0.set("ID", VisibleText.shown(target.id)) } }
        words.set("TO", Links.row(store, target.table, target.id))
        words.set("COLUMN", target.table)
      }
    } else if column.type == .file,
      let file = FileView(value, column: column.name, of: row.id, table.name, store)
    {
      cell.add("FILE", file.dictionary)
    } else {
      content.write(to: &cell, link: link, place: column.name)
    }
  }

  /// The name of the row that the value refers to; nil for any other value.
  func named(_ value: JSONValue, _ column: Column) -> Cell? {
    guard let target = reference(value, column), let row = referencedRows[target] ?? nil else {
      return nil
    }
    return .plain(row.name)
  }

  private func reference(_ value: JSONValue, _ column: Column) -> RowPointer? {
    RowPointer(value, column: column.name, references: references)
  }

  /// Writes an id that no row of the other table has.
  private func writeDangling(_ id: Cell, _ target: RowPointer, to cell: inout TemplateDictionary) {
    cell.add("DANGLING") { words in
      id.unlinked.write(to: &words)
      words.set("TIP", localized("No matching row in \(target.table)"))
    }
  }
}
