import JSONKit
import Localization
import Support
import SyncCore

/// Turns what was pasted for one column into a value of the column's type.
struct ImportCell {
  let column: Column
  /// True for a column that the import adds: where its values are of several types, it holds text.
  var isNew = false
  /// In which times without an offset are read.
  var zone = PageZone()
  /// False where a text is never a time that an export wrote in another zone.
  var takesExports = true

  func value(_ source: ImportSource.Value) throws(InputError) -> JSONValue {
    switch source {
    case .json(let value): try checked(value)
    case .field(let field): try read(field)
    }
  }

  private func checked(_ value: JSONValue) throws(InputError) -> JSONValue {
    if isNew, column.type == .text, !value.isNull, value.string == nil {
      return .string(value.serializedText)
    }
    guard fits(value) else {
      throw InputError(
        sentence: localized("expected \(column.type.phrase), found \(value.kindPhrase)"))
    }
    if column.type == .number { return try NumberInput.finite(value) }
    guard column.type == .date, let text = value.string else { return value }
    return try date(text)
  }

  func fits(_ value: JSONValue) -> Bool {
    let isMoment =
      column.type != .date || value.isNull || value.string.map { Timestamp($0) != nil } ?? false
    return column.type.accepts(value) && isMoment
  }

  /// An empty field is no value, `""` is empty text.
  private func read(_ field: DelimitedReader.Field) throws(InputError) -> JSONValue {
    if column.type == .text { return text(field) }
    let text = field.text.trimmed
    guard !text.isEmpty else { return .null }
    switch column.type {
    case .text: return .string(text)
    case .boolean: return try boolean(text)
    case .number: return try NumberInput.value(text)
    case .date: return try date(text)
    case .json, .file:
      guard let value = try? JSONValue(parsing: text) else {
        throw InputError(
          sentence: JSONDepth.isTooDeep(Array(text.utf8))
            ? "JSON \(JSONDepth.objection)"
            : localized("invalid JSON: put text in double quotes"))
      }
      return try checked(value)
    }
  }

  private func text(_ field: DelimitedReader.Field) -> JSONValue {
    guard !field.text.isEmpty else { return field.isQuoted ? "" : .null }
    return .string(CSVWriter.unguarded(field.text))
  }

  private func date(_ text: String) throws(InputError) -> JSONValue {
    guard let moment = zone.moment(text) else {
      throw InputError(
        sentence: localized("“\(shown(text))” is not a date such as 2026-11-24T14:30:00Z"))
    }
    return .string(moment.description)
  }

  private func boolean(_ text: String) throws(InputError) -> JSONValue {
    switch text.lowercased() {
    case "true", "1", "yes": return true
    case "false", "0", "no": return false
    default: throw InputError(sentence: localized("“\(shown(text))” is not true or false"))
    }
  }

  private func shown(_ text: String) -> String { text.count > 40 ? "\(text.prefix(40))…" : text }

  // MARK: - What an export wrote

  /// Whether an export writes `was`, which the row has there, like this, in whichever zone.
  func isExport(_ source: ImportSource.Value, of was: JSONValue) -> Bool {
    // Anything else is read as it was written.
    guard was.string != nil || !fits(was) || NumberInput.isEndless(was) else { return false }
    switch source {
    case .json(let value):
      return isSame(value.string ?? value.serializedText, was.string ?? was.serializedText)
        && (value.string == nil) == (was.string == nil)
    case .field(let field):
      guard !field.text.isEmpty || field.isQuoted else { return false }
      return isSame(CSVWriter.unguarded(field.text), CSVWriter.text(was, in: column))
    }
  }

  private func isSame(_ text: String, _ was: String) -> Bool {
    // Swift holds composed and decomposed letters for equal.
    if text.utf8.elementsEqual(was.utf8) { return true }
    let isWritten = takesExports && Cell.looksLikeMoment(was) && Format.isPrecise(text)
    guard column.type == .date || isWritten, let moment = zone.moment(text) else { return false }
    return moment == Timestamp(was)
  }

  /// The type that one value of a new column suggests; nil for no value.
  static func type(of value: ImportSource.Value) -> ColumnType? {
    switch value {
    case .json(let value): return ColumnType(of: value)
    case .field(let field):
      if field.text.isEmpty { return field.isQuoted ? .text : nil }
      let value = field.isQuoted ? nil : try? JSONValue(parsing: field.text)
      switch value {
      case .integer?, .real?, .number?: return .number
      case .bool?: return .boolean
      default: return .text
      }
    }
  }
}
