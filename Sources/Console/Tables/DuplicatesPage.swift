import HTTPKit
import Localization
import Support
import SyncCore
import TemplateKit

/// Duplicated inserts of a table, each with its rows side by side.
struct DuplicatesPage {
  static let template = "Tables/duplicates"

  let store: String
  let table: String
  let inserts: [DuplicatedInsert]
  /// Only inserts with this text in one of their rows are listed.
  let text: String?
  let columns: [Column]
  let softDelete: SoftDelete
  let permissions: RowPermissions
  let now: Timestamp

  var title: String { localized("Duplicated inserts of \(table)") }

  private var mayDelete: Bool {
    softDelete.keepsRows ? permissions.deletes : permissions.hardDeletes
  }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "STORE": store, "STORE_LINK": Links.store(store), "TABLE": table,
      "ROWS_LINK": Links.rows(store, table),
    ]
    values.show("NONE", if: inserts.isEmpty)
    values.show("SOME", if: !inserts.isEmpty)
    let shown = inserts.filter { $0.contains(text) }
    values.add("INSERT", list: shown.map(group))
    if inserts.count > 1 || !inserts.isEmpty && text != nil {
      ListFilter(
        searching: title, Links.duplicates(store, table), for: text, localized("Search rows")
      ).addTools(to: &values, shown: shown.count)
    }
    return values
  }

  private func group(_ insert: DuplicatedInsert) -> TemplateDictionary {
    let differing = columns.filter { column in
      !column.isSystem
        && insert.rows.contains { $0.value(column.name) != insert.rows[0].value(column.name) }
    }
    let differingValues = Format.count(differing.count, "value")
    let verdict =
      switch differing.count {
      case 0: localized("No value differs.")
      case 1: localized("\(differingValues) differs.")
      default: localized("\(differingValues) differ.")
      }
    var values: TemplateDictionary = [
      "TITLE": RowTitle(columns: columns).title(insert.rows[0]),
      "COUNT": Format.count(insert.rows.count, "row"), "COLUMN": insert.column, "KEY": insert.key,
      "VERDICT": verdict,
    ]
    values.add("HEAD", list: differing.map { ["NAME": $0.name] })
    values.add("ROW", list: insert.rows.map { line($0, differing) })
    return values
  }

  private func line(_ row: Record, _ differing: [Column]) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "ID": VisibleText.shown(row.id), "LINK": Links.row(store, table, row.id),
    ]
    for (name, text) in [("CREATED", row.createdAt), ("UPDATED", row.updatedAt)] {
      if let moment = text.flatMap({ Timestamp($0) }) { values.set(time: name, moment, now: now) }
    }
    values.add(
      "VALUE",
      list: differing.map { column in
        ValueDifference(
          column: column, before: nil, after: row.value(column.name), isBrief: true
        ).values
      })
    let delete =
      softDelete.keepsRows
      ? Links.row(store, table, row.id, action: "delete")
      : Links.row(store, table, row.id, action: "hard-delete")
    if mayDelete {
      values.add(softDelete.keepsRows ? "DELETE" : "ASK_DELETE", ["LINK": delete])
    }
    return values
  }
}
