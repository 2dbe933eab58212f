import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The fields of a form that name rows of other tables.
struct RowFormReferences: Sendable {
  private let store: String
  /// By column.
  private var choices: UTF8Dictionary<ReferenceChoices> = [:]
  /// The tables that columns refer to, by column.
  private let tables: UTF8Dictionary<String>
  /// The rows that the form names: in its fields, when it was opened, and now.
  private let rows: [RowPointer: ReferencedRow?]

  init(in page: RowFormPage, of actions: RowActions) async throws {
    store = actions.store.name
    tables = try await actions.store.sync.references(of: actions.table)
    rows = try await ReferenceNames.found(
      by: page.namingRecords, in: page.form.fields.map(\.input.column), tables, in: actions.store)
    for field in page.form.fields where field.isReference {
      guard
        let resolver = try await ReferenceResolver(
          field.input.column, of: actions.table, in: actions.store)
      else { continue }
      choices[field.column] = try await ReferenceChoices(resolver, holding: field.text)
    }
  }

  /// The table that the column refers to; nil for any other column.
  func target(of column: String) -> String? { choices[column]?.resolver.table }

  /// What stands in the field: the name of its row, where that is enough to find the row.
  func text(_ field: RowForm.Field) -> String {
    choices[field.column]?.text(field.text) ?? field.text
  }

  /// The row whose name stands in the field; nil where its id does, or any other text.
  func named(_ field: RowForm.Field) -> NamedReference? {
    let text = text(field)
    return text === field.text ? nil : NamedReference(id: field.text, name: text)
  }

  /// For the part `REFERENCE` of the column's field; nil for any other column.
  func dictionary(_ field: RowForm.Field) -> TemplateDictionary? {
    guard let choices = choices[field.column] else { return nil }
    var values = choices.resolver.target(in: store)
    choices.addOffered(to: &values)
    let remark = choices.remark(field.text)
    let isMissing = remark == nil && !field.text.isEmpty && field.mistake == nil
    values.set(
      "CHOSEN", remark ?? (isMissing ? choices.resolver.missing(field.text) : ""))
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
}

extension RowForm {
  /// Puts ids where names of rows were typed, and warns once of an id that no row has.
  mutating func resolveReferences(_ posted: QueryItems, _ actions: RowActions) async throws {
    for index in fields.indices {
      let field = fields[index]
      guard field.isTouched, field.isReference, let typed = field.value?.string, !typed.isEmpty,
        let resolver = try await ReferenceResolver(
          field.input.column, of: actions.table, in: actions.store)
      else { continue }
      switch try await resolver.match(typed) {
      case .row(let id):
        fields[index].value = .string(id)
        if id !== typed { fields[index].text = id }
      case .several: fields[index].mistake = resolver.severalNamed(typed)
      case .none where posted["k.\(field.column)"].map({ $0 === typed }) != true:
        fields[index].mistake = localized("\(resolver.missing(typed)). Save again to keep it.")
        fields[index].unmatched = typed
      case .none: break
      }
    }
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

/// The row whose name a field of a form held when the form was opened.
///
/// A form carries it, so that a field that nobody touched keeps its id, whatever the row is called
/// by the time the form is sent.
struct NamedReference {
  let id: String
  let name: String

  init(id: String, name: String) { (self.id, self.name) = (id, name) }

  /// Nil for a text that is none.
  init?(_ carried: String) {
    guard let parts = (try? JSONValue(parsing: carried))?.array?.compactMap(\.string),
      parts.count == 2
    else { return nil }
    self.init(id: parts[0], name: parts[1])
  }

  var carried: String { JSONValue.array([.string(id), .string(name)]).serializedText }
}

extension RowForm.Field {
  /// Whether the field can hold an id, in one line.
  fileprivate var isReference: Bool {
    input.column.type == .text && input.lines == 1 && !text.utf8.contains(0x0a)
  }
}
