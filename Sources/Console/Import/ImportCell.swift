import JSONKit
import Support
import SyncCore

/// Turns what was pasted for one column into a value of the column's type.
struct ImportCell {
  struct Mistake: Error, Equatable {
    var sentence: String
  }

  let column: Column

  func value(_ source: ImportSource.Value) throws(Mistake) -> JSONValue {
    switch source {
    case .json(let value): try checked(value)
    case .field(let field): try read(field)
    }
  }

  private func checked(_ value: JSONValue) throws(Mistake) -> JSONValue {
    let isMoment =
      column.type != .date || value.isNull || value.string.map { Timestamp($0) != nil } ?? false
    guard column.type.accepts(value), isMoment else {
      throw Mistake(
        sentence: "this is \(value.kindName), and the column holds \(column.type.phrase)")
    }
    return value
  }

  /// An empty field is no value, `""` is empty text.
  private func read(_ field: DelimitedReader.Field) throws(Mistake) -> JSONValue {
    if column.type == .text { return text(field) }
    let text = field.text.trimmed
    guard !text.isEmpty else { return .null }
    switch column.type {
    case .text: return .string(text)
    case .boolean: return try boolean(text)
    case .number: return try number(text)
    case .date:
      guard let moment = Timestamp(text) else {
        throw Mistake(sentence: "“\(shown(text))” is not a date such as 2026-11-24T14:30:00Z")
      }
      return .string(moment.description)
    case .json, .file:
      guard let value = try? JSONValue(parsing: text) else {
        throw Mistake(sentence: "this is not JSON; texts stand in double quotes")
      }
      return try checked(value)
    }
  }

  private func text(_ field: DelimitedReader.Field) -> JSONValue {
    guard !field.text.isEmpty else { return field.isQuoted ? "" : .null }
    // The quote that an export puts before what a spreadsheet would take for a formula.
    let rest = field.text.dropFirst()
    if field.text.hasPrefix("'"), let first = rest.utf8.first, "=+-@\t\r".utf8.contains(first) {
      return .string(String(rest))
    }
    return .string(field.text)
  }

  private func boolean(_ text: String) throws(Mistake) -> JSONValue {
    switch text.lowercased() {
    case "true", "1", "yes": return true
    case "false", "0", "no": return false
    default: throw Mistake(sentence: "“\(shown(text))” is neither true nor false")
    }
  }

  private func number(_ text: String) throws(Mistake) -> JSONValue {
    if let value = try? JSONValue(parsing: text) {
      switch value {
      case .integer, .real, .number: return value
      default: break
      }
    }
    throw Mistake(sentence: "“\(shown(text))” is not a number; write digits only, such as 0.5")
  }

  private func shown(_ text: String) -> String { text.count > 40 ? "\(text.prefix(40))…" : text }

  /// The type that the fields of a new column suggest: text unless all of them are something else.
  static func type(of fields: [ImportSource.Value]) -> ColumnType? {
    var types: Set<ColumnType> = []
    for field in fields {
      switch field {
      case .json(let value): if let type = ColumnType(of: value) { types.insert(type) }
      case .field(let field):
        if field.text.isEmpty { continue }
        let value = field.isQuoted ? nil : try? JSONValue(parsing: field.text)
        switch value {
        case .integer?, .real?, .number?: types.insert(.number)
        case .bool?: types.insert(.boolean)
        default: types.insert(.text)
        }
      }
    }
    return types.count == 1 ? types.first : types.isEmpty ? nil : .text
  }
}
