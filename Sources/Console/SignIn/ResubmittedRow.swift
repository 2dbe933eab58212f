import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// The row that a form saves which is sent again: what it is called, and which values it changes.
struct ResubmittedRow {
  let table: String
  /// In quotes; nil for a new row, and for one that cannot be read now.
  var name: String?
  let isEdit: Bool
  /// The values, those that change first; nil for a new row, of which all typed ones are shown.
  private(set) var facts: [ResubmittedValue]?
  private let isStaged: Bool

  /// - Parameter path: Below the console's prefix, as the browser wrote it.
  /// - Returns: Nil for a form of anything else.
  init?(path: String, fields: QueryItems, services: ConsoleServices) async {
    let parts = path.split(separator: "/").map { PercentEncoding.decode(String($0)) ?? String($0) }
    guard parts.count == 4 || parts.count == 6 && parts[4] == "r", parts[0] == "s",
      parts[2] == "t", RowForm.isIn(fields)
    else { return nil }
    (table, isEdit) = (parts[3], parts.count == 6)
    isStaged = fields["stage"] != nil
    guard isEdit else { return }
    let row = try? await ValueMasking.forAnswer {
      try await services.stores.context(of: parts[1])?.row(parts[3], parts[5])
    }
    let record = row?.record ?? Record(id: parts[5])
    name = row.map { quoted(RowTitle(columns: $0.columns).title($0.record)) }
    let form = RowForm(
      columns: (row?.columns ?? []).adding(typedIn: fields, record), record: record, posted: fields)
    let sent = form.fields.filter { fields["v.\($0.column)"] != nil }
    facts =
      sent.filter(\.isTouched).map { Self.fact($0, isChanged: true) }
      + sent.filter { !$0.isTouched && $0.value?.isNull != true && !$0.text.isEmpty }
      .map { Self.fact($0, isChanged: false) }
  }

  private static func fact(_ field: RowForm.Field, isChanged: Bool) -> ResubmittedValue {
    let text = field.value?.isNull == true ? "NULL" : field.text.isEmpty ? "\"\"" : field.text
    return ResubmittedValue(name: field.column, value: text, isChanged: isChanged)
  }

  /// What sending the form does.
  var sentence: String {
    guard isEdit else { return localized("This adds a row to \(table).") }
    let columns = (facts ?? []).filter(\.isChanged).map(\.name)
    guard !columns.isEmpty else {
      return name.map { name in localized("No value of \(name) in \(table) was changed.") }
        ?? localized("No value of the row in \(table) was changed.")
    }
    let list = columns.joinedAsList()
    if isStaged {
      return name.map { name in localized("This stages changes to \(list) of \(name) in \(table).")
      }
        ?? localized("This stages changes to \(list) of the row in \(table).")
    }
    return name.map { name in localized("This updates \(list) of \(name) in \(table).") }
      ?? localized("This updates \(list) of the row in \(table).")
  }

  var button: String {
    guard isEdit else { return localized("Add row") }
    guard let name else {
      return isStaged ? localized("Stage for review") : localized("Save")
    }
    return isStaged ? localized("Stage \(name)") : localized("Save \(name)")
  }
}
