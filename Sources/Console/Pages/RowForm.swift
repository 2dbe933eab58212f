import HTTPKit
import JSONKit
import SyncCore

/// The form that makes or changes a row: what it shows and what it was sent with.
struct RowForm {
  struct Field {
    var input: ColumnInput
    /// What stands in the control.
    var text: String
    var isNullTicked: Bool
    var mistake: String?
    /// The value asked for; nil when it cannot be read or the form did not have the field.
    var value: JSONValue?

    var column: String { input.column.name }
    /// True when saving would write this column.
    var isTouched: Bool { mistake != nil || (value.map { $0 != input.was } ?? false) }
  }

  var fields: [Field]
  /// The id asked for; empty to have one made up.
  var id = ""
  var idMistake: String?
  /// A JSON object of columns that the table does not have yet.
  var more = ""
  var moreMistake: String?
  private var moreValues = JSONObject()

  /// The form as it is opened; `record` is nil for a new row.
  init(columns: [Column], record: Record?) {
    fields = columns.filter { !$0.isSystem }.map { column in
      let was = record?.value(column.name) ?? .null
      let input = ColumnInput(column: column, was: was)
      return Field(input: input, text: input.text, isNullTicked: was.isNull)
    }
  }

  /// The form as it was sent.
  ///
  /// - Parameter record: Stands in for the values that a form does not say it was opened with.
  init(columns: [Column], record: Record?, posted: QueryItems) {
    self.init(columns: columns, record: record)
    for index in fields.indices { read(&fields[index], posted) }
    id = posted["id"]?.trimmed ?? ""
    more = posted["more"] ?? ""
    readMore(columns)
  }

  /// Shows the values of another version, as if they had been typed.
  mutating func copy(_ version: Record) {
    for index in fields.indices {
      let value = version.value(fields[index].column)
      guard value != fields[index].input.was else { continue }
      fields[index].text = ColumnInput(column: fields[index].input.column, was: value).text
      fields[index].isNullTicked = value.isNull
      fields[index].value = value
    }
  }

  var hasMistakes: Bool {
    idMistake != nil || moreMistake != nil || fields.contains { $0.mistake != nil }
  }

  /// Only what differs from the values that the form was opened with.
  var changes: JSONObject {
    var values = JSONObject()
    for field in fields where field.isTouched { values[field.column] = field.value }
    for (name, value) in moreValues { values[name] = value }
    return values
  }

  /// The same typing on top of `current`: what was not touched shows the values of now.
  func rebased(on current: Record) -> RowForm {
    var form = self
    for index in form.fields.indices {
      let input = ColumnInput(
        column: fields[index].input.column, was: current.value(fields[index].column))
      form.fields[index].input = input
      guard !fields[index].isTouched else { continue }
      form.fields[index].text = input.text
      form.fields[index].isNullTicked = input.was.isNull
      form.fields[index].value = input.was
    }
    return form
  }

  private func read(_ field: inout Field, _ posted: QueryItems) {
    let name = field.column
    guard let text = posted["v.\(name)"] else { return }
    if let was = posted["w.\(name)"], let value = try? JSONValue(parsing: was) {
      field.input = ColumnInput(column: field.input.column, was: value)
    }
    // Chosen where the row changed under the form: the value of now, which the form knows.
    if posted["side.\(name)"] == "theirs" {
      field.text = field.input.text
      field.isNullTicked = field.input.was.isNull
      field.value = field.input.was
      return
    }
    field.text = text
    field.isNullTicked = posted["n.\(name)"] != nil
    do {
      field.value = try field.input.value(text, isNullTicked: field.isNullTicked)
    } catch {
      field.mistake = error.sentence
    }
  }

  private mutating func readMore(_ columns: [Column]) {
    guard !more.trimmed.isEmpty else { return }
    guard case .object(let object)? = try? JSONValue(parsing: more) else {
      moreMistake = "this is not a JSON object, such as {\"rank\": 2}"
      return
    }
    for (name, _) in object where columns.contains(where: { $0.name == name }) {
      moreMistake = "\(name) has a field of its own above"
      return
    }
    moreMistake =
      object.names.lazy.compactMap { name in
        NewColumn.mistake(name, beside: columns.map(\.name))
      }.first
    guard moreMistake == nil else { return }
    moreValues = object
  }
}
