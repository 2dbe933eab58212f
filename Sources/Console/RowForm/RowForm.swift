import HTTPKit
import JSONKit
import Localization
import Support
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
    /// What the form carries of the value that it was opened with.
    var opened: String
    /// That value is not known any more: `input` has the one of now.
    var isOpenedUnknown = false
    /// Whose value counts, where somebody else changed the column too; nil where nobody did.
    var dispute: Dispute?
    /// An id of another table's row that nobody has, and that is kept if it is sent again.
    var unmatched: String?

    enum Dispute: String {
      /// Nobody chose yet.
      case open = ""
      case mine, theirs
    }

    init(input: ColumnInput) {
      self.input = input
      text = input.text
      isNullTicked = input.was.isNull
      opened = input.opened
    }

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
      Field(input: ColumnInput(column: column, was: record?.value(column.name) ?? .null))
    }
  }

  /// The form as it was sent.
  ///
  /// - Parameters:
  ///   - record: Stands in for the values that a form does not say it was opened with.
  ///   - earlier: Versions of the row, of which the form may have been opened with one.
  init(columns: [Column], record: Record?, posted: QueryItems, earlier: [Record] = []) {
    self.init(columns: columns, record: record)
    for index in fields.indices { read(&fields[index], posted, earlier) }
    id = posted["id"]?.trimmed ?? ""
    more = posted["more"] ?? ""
    readMore(columns)
  }

  /// Shows the values of another version or row, as if they had been typed; files stay where they are.
  mutating func copy(_ version: Record) {
    for index in fields.indices where fields[index].input.column.type != .file {
      let value = version.value(fields[index].column)
      guard value != fields[index].input.was else { continue }
      fields[index].text = ColumnInput(column: fields[index].input.column, was: value).text
      fields[index].isNullTicked = value.isNull
      fields[index].value = value
    }
  }

  /// True for a form of a row: even an empty one names fields.
  static func isIn(_ posted: QueryItems) -> Bool {
    posted.items.contains { $0.name == "id" || $0.name == "more" || $0.name.hasPrefix("v.") }
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

  /// The same typing on top of `current`: what was not touched shows the values of now, and where
  /// both changed a column, somebody has to choose.
  func rebased(on current: Record) -> RowForm {
    var form = self
    for index in form.fields.indices {
      let old = fields[index]
      let now = current.value(old.column)
      var field = Field(input: ColumnInput(column: old.input.column, was: now))
      field.value = now
      if old.isTouched {
        (field.text, field.isNullTicked, field.value) = (old.text, old.isNullTicked, old.value)
        field.dispute = old.isDisputed(now) ? .open : old.dispute
      }
      form.fields[index] = field
    }
    return form
  }

  private func read(_ field: inout Field, _ posted: QueryItems, _ earlier: [Record]) {
    let name = field.column
    guard var text = posted["v.\(name)"] else { return }
    if let shown = posted["r.\(name)"].flatMap(NamedReference.init), shown.name === text {
      text = shown.id
    }
    if let opened = posted["w.\(name)"] { field.take(opened: opened, text, earlier) }
    field.text = text
    field.isNullTicked = posted["n.\(name)"] != nil
    // The choice stands behind an empty field, which says that there was one to make.
    field.dispute = posted.values("side.\(name)").last.flatMap(Field.Dispute.init(rawValue:))
    guard field.dispute != .theirs else {
      // The value of now, which the form knows.
      field.value = field.input.was
      return
    }
    do {
      field.value = try field.input.value(text, isNullTicked: field.isNullTicked)
      if field.dispute == .open, field.isTouched {
        field.mistake = localized("also changed by somebody else: choose which value to keep")
      }
    } catch {
      field.mistake = error.sentence
    }
  }

  private mutating func readMore(_ columns: [Column]) {
    guard !more.trimmed.isEmpty else { return }
    guard case .object(let object)? = try? JSONValue(parsing: more) else {
      moreMistake = localized("not a JSON object such as {\"rank\": 2}")
      return
    }
    let known = UTF8Set(columns.map(\.name))
    if let name = object.names.first(where: known.contains) {
      moreMistake = localized("\(name) already has a field above")
      return
    }
    let neighbours = NewColumn.Neighbours(known)
    moreMistake = object.names.lazy.compactMap(neighbours.mistake).first
    guard moreMistake == nil else { return }
    moreValues = object
  }
}

extension RowForm.Field {
  /// Whether somebody else, too, changed this column since the form was opened, to another value.
  func isDisputed(_ now: JSONValue) -> Bool {
    isTouched && value != now && (isOpenedUnknown || now != input.was)
  }

  /// Finds out which value the form was opened with.
  ///
  /// - Parameters:
  ///   - opened: What the form carries of it.
  ///   - text: What stands in the control.
  fileprivate mutating func take(opened: String, _ text: String, _ earlier: [Record]) {
    self.opened = opened
    if let value = try? JSONValue(parsing: opened) {
      input = ColumnInput(column: input.column, was: value)
      return
    }
    guard input.opened != opened else { return }
    let column = input.column
    let known = earlier.lazy.map { ColumnInput(column: column, was: $0.value(column.name)) }
    if let version = known.first(where: { $0.opened == opened }) {
      input = version
    } else if ColumnInput.mark(text) == opened {
      // Nobody touched it, so here it is.
      let value = column.type == .text ? .string(text) : try? JSONValue(parsing: text)
      input = ColumnInput(column: column, was: value ?? .string(text))
    } else {
      isOpenedUnknown = true
    }
  }
}

extension [Column] {
  /// These, and the columns of a form that have left the table since it was opened: a column goes with
  /// the only row that has a value in it, and what was typed there would be lost.
  func adding(typedIn posted: QueryItems, _ record: Record) -> [Column] {
    let names = posted.items.map(\.name).filter { $0.hasPrefix("v.") }.map {
      String($0.dropFirst(2))
    }
    return names.reduce(into: self) { columns, name in
      guard !columns.contains(where: { $0.name === name }) else { return }
      columns.append(Column(name, ColumnType(of: record.value(name)) ?? .text))
    }
  }
}
