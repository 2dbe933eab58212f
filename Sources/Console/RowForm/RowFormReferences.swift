import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The fields of a form that name rows of other tables.
struct RowFormReferences: Sendable {
  /// The table that a field's values are ids of.
  private struct Target: Sendable {
    var table: String
    /// Which column names its rows.
    var nameColumn: String
    /// Rows to choose from before anything is typed: the newest, and the one of the field.
    var names: [(id: String, name: String)]
  }

  /// How many rows a field offers.
  private static let offeredMax = 100

  private let store: String
  /// By column.
  private var targets: UTF8Dictionary<Target> = [:]
  /// The tables that columns refer to, by column.
  private let tables: UTF8Dictionary<String>
  /// The rows that the form names: in its fields, when it was opened, and now.
  private let rows: [RowPointer: ReferencedRow?]

  init(in page: RowFormPage, of actions: RowActions) async throws {
    store = actions.store.name
    tables = try await actions.store.sync.references(of: actions.table)
    rows = try await ReferenceNames.found(
      by: page.namingRecords, in: page.form.fields.map(\.input.column), tables, in: actions.store)
    for (column, table) in tables {
      guard let field = page.form.fields.first(where: { $0.column === column }), field.isReference,
        let columns = try? await actions.store.sync.columns(of: table)
      else { continue }
      let title = RowTitle(columns: columns)
      let page = try await actions.store.sync.table(table).read(RowQuery(size: Self.offeredMax))
      var names = page.rows.map { (id: $0.id, name: title.title($0.record)) }
      if !names.contains(where: { $0.id === field.text }),
        let row = rows[RowPointer(table: table, id: field.text)] ?? nil
      {
        names.append((id: field.text, name: row.name))
      }
      targets[column] = Target(table: table, nameColumn: title.column, names: names)
    }
  }

  /// The table that the column refers to; nil for any other column.
  func target(of column: String) -> String? { targets[column]?.table }

  /// For the part `REFERENCE` of the column's field; nil for any other column.
  func dictionary(_ field: RowForm.Field) -> TemplateDictionary? {
    guard let target = targets[field.column] else { return nil }
    var values: TemplateDictionary = [
      "TARGET": target.table, "NAME_COLUMN": target.nameColumn,
      "TARGET_LINK": Links.rows(store, target.table),
    ]
    values.add("OFFERED", each: target.names) { option, row in
      option.set("ID", row.id)
      option.set("NAME", row.name)
    }
    let name = target.names.first { $0.id === field.text }?.name
    let isMissing = name == nil && !field.text.isEmpty && field.mistake == nil
    values.set("CHOSEN", name ?? (isMissing ? Self.missing(field.text, target.table) : ""))
    values.show("IS_MISSING", if: isMissing)
    return values
  }

  /// For `RowForm/_value.tpl`: the name of the row that the value names, and its id; nil for any other
  /// value, and where that row is not here.
  func named(_ value: JSONValue, in column: String) -> TemplateDictionary? {
    guard let pointer = RowPointer(value, column: column, references: tables),
      let row = rows[pointer] ?? nil
    else { return nil }
    var values = TemplateDictionary()
    values.add("NAMED") { named in
      named.set("TITLE", row.name)
      named.show("TO_DELETED", if: row.isDeleted)
      let hasName = row.name !== pointer.id
      named.add("NAMED_ID", list: hasName ? [["ID": VisibleText.shown(pointer.id)]] : [])
    }
    return values
  }

  fileprivate static func missing(_ id: String, _ table: String) -> String {
    localized("No row of \(table) has the id “\(VisibleText.shown(id))”")
  }
}

extension RowForm {
  /// Puts ids where names of rows were typed, and warns once of an id that no row has.
  mutating func resolveReferences(_ posted: QueryItems, _ actions: RowActions) async throws {
    let references = try await actions.store.sync.references(of: actions.table)
    for index in fields.indices {
      let field = fields[index]
      guard let table = references[field.column], field.isTouched, field.isReference,
        let typed = field.value?.string, !typed.isEmpty,
        let columns = try? await actions.store.sync.columns(of: table),
        try await actions.store.sync.table(table).existing([typed]).isEmpty
      else { continue }
      let ids = try await Self.ids(of: table, named: typed, columns, actions)
      if ids.count == 1 {
        fields[index].text = ids[0]
        fields[index].value = .string(ids[0])
      } else if ids.count > 1 {
        fields[index].mistake = localized(
          "several rows of \(table) are named “\(typed)”; enter the id")
      } else if posted["k.\(field.column)"].map({ $0 === typed }) != true {
        fields[index].mistake = localized(
          "\(RowFormReferences.missing(typed, table)). Save again to keep it.")
        fields[index].unmatched = typed
      }
    }
  }

  /// The first two of the rows that have this name.
  private static func ids(
    of table: String, named name: String, _ columns: [Column], _ actions: RowActions
  ) async throws -> [String] {
    let column = RowTitle(columns: columns).column
    guard !actions.store.sync.coveredColumns(of: table).contains(column) else { return [] }
    let query = RowQuery(filters: [RowFilter(column, .equals, name)], size: 2)
    return try await actions.store.sync.table(table).read(query).rows.map(\.id)
  }
}

extension RowFormPage {
  /// The values that the page shows, as records.
  fileprivate var namingRecords: [Record] {
    let forms = [form] + (stale.map { [$0.sent] } ?? [])
    let records = forms.flatMap { form in
      [form.record { $0.input.was }, form.record { .string($0.text) }]
    }
    return records + (stale.map { [$0.current] } ?? [])
  }
}

extension RowForm {
  fileprivate func record(_ value: (Field) -> JSONValue) -> Record {
    var values = JSONObject()
    for field in fields { values[field.column] = value(field) }
    return Record(id: id, values: values)
  }
}

extension RowForm.Field {
  /// Whether the field can hold an id, in one line.
  fileprivate var isReference: Bool {
    input.column.type == .text && input.lines == 1 && !text.utf8.contains(0x0a)
  }
}
