import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The rows that a row names, and those that name it.
struct RowReferences: Sendable {
  /// A row that a column names; nil as the row where this store does not have it.
  typealias Outgoing = (pointer: RowPointer, row: ReferencedRow?)

  /// The tables that columns refer to, by column.
  var tables: UTF8Dictionary<String> = [:]
  /// By column.
  var outgoing: UTF8Dictionary<Outgoing> = [:]
  var incoming: [IncomingReference] = []

  init() {}

  init(of detail: RowDetail, in store: StoreHandle) async throws {
    tables = try await store.sync.references(of: detail.table)
    let own = detail.columns.filter { !$0.isSystem }
    let rows = try await ReferenceNames.found(by: [detail.record], in: own, tables, in: store)
    for column in own {
      let value = detail.record.value(column.name)
      guard let pointer = RowPointer(value, column: column.name, references: tables),
        let row = rows[pointer]
      else { continue }
      outgoing[column.name] = (pointer, row)
    }
    incoming = try await store.sync.incomingReferences(to: detail.table, id: detail.record.id)
  }

  /// For `Row/_references.tpl`.
  func dictionaries(_ store: String) -> [TemplateDictionary] {
    incoming.map { reference in
      let name = RowTitle(columns: reference.columns)
      let parameter = RowListRequest.parameter(reference.column, reference.filter.op)
      var values: TemplateDictionary = [
        "TABLE": reference.table, "COLUMN": reference.column, "WORDS": words(reference),
        "LIST_LINK": Links.with(
          Links.rows(store, reference.table),
          QueryItems([.init("view", "all"), .init(parameter, reference.filter.value)])),
      ]
      values.add(
        "REFERRING",
        list: reference.rows.map { row in
          ["TITLE": name.title(row), "LINK": Links.row(store, reference.table, row.id)]
        })
      values.show("MORE", if: reference.count.value > reference.rows.count || !reference.isWhole)
      return values
    }
  }

  private func words(_ reference: IncomingReference) -> String {
    let count = Format.count(reference.count.value, "row")
    if reference.isWhole {
      return reference.count.exact ? count : localized("more than \(count)")
    }
    return reference.rows.isEmpty
      ? localized("search timed out")
      : localized("at least \(count), search timed out")
  }
}
