import JSONKit
import Localization
import Support
import SyncCore
import Zones

/// Turns what a person typed into a value of a column, and back.
///
/// A value that does not fit its column's type, or that no form can carry, is shown and read as
/// JSON, so that editing the row leaves it as it is.
struct ColumnInput {
  enum Control: Equatable {
    case boolean, line, area
  }

  let column: Column
  /// The value that the form was opened with.
  let was: JSONValue

  private var isMisfit: Bool { !column.type.accepts(was) }

  /// HTML has no NUL: a browser sends another sign in its place.
  private var holdsNUL: Bool { was.string?.utf8.contains(0) ?? false }

  private var isJSON: Bool {
    isMisfit || holdsNUL || column.type == .json || column.type == .file
  }

  var control: Control {
    if isJSON { return .area }
    if column.type == .boolean { return .boolean }
    // A line drops the line breaks of its text, those that are pasted into it too.
    return column.type == .text || isLong ? .area : .line
  }

  /// How many lines of an area are shown at first.
  var lines: Int { isJSON || isLong ? 4 : 1 }

  private var isLong: Bool {
    let text = (was.string ?? "").utf8
    return text.count > 60 || text.contains(0x0a) || text.contains(0x0d)
  }

  var hint: String {
    if isMisfit {
      return localized("The current value is not a \(column.type.title); shown as JSON")
    }
    if holdsNUL { return localized("Contains a NUL character; shown as JSON") }
    switch column.type {
    case .date:
      return zone.typed.isUTC
        ? localized("In UTC, for example 2026-11-24 or 2026-11-24T14:30:00Z")
        : localized("In \(zone.typed.name), for example 2026-11-24 14:30, or with Z or an offset")
    case .file: return localized("A JSON object")
    case .number, .json, .boolean, .text: return ""
    }
  }

  /// The value as text for the control.
  var text: String {
    // What can't be read stays as it is.
    if column.type == .date, !isJSON, !zone.typed.isUTC,
      let moment = was.string.flatMap({ Timestamp($0) })
    {
      return Format.editable(moment, in: zone.typed)
    }
    return Self.text(was, isJSON: isJSON)
  }

  /// A longer text goes into a form once, in its control.
  private static let carriedBytesMax = 2_000

  /// What a form carries of the value beside the control: the value itself, or of a long text what
  /// tells it from others, which is no JSON.
  var opened: String {
    let text = text
    return text.utf8.count > Self.carriedBytesMax ? Self.mark(text) : was.serializedText
  }

  /// Alike for texts that a browser makes alike.
  static func mark(_ text: String) -> String {
    let bytes = Array(unixLines(text).utf8)
    return "#\(bytes.count)-\(String(quickHash(bytes), radix: 36))"
  }

  /// In which dates are shown and read.
  private var zone: PageZone { PageZone.current }

  private static func text(_ value: JSONValue, isJSON: Bool) -> String {
    switch value {
    case .null: ""
    case .string(let text) where !isJSON: text
    default: isJSON ? value.pretty : value.serializedText
    }
  }

  /// The value that the form asks for.
  ///
  /// - Parameters:
  ///   - text: What stands in the control.
  ///   - isNullTicked: Typing into a field that was NULL counts more than its tick.
  func value(_ text: String, isNullTicked: Bool) throws(InputError) -> JSONValue {
    let isTouched = Self.unixLines(text) != Self.unixLines(self.text)
    if isNullTicked {
      guard isTouched, !text.isEmpty else { return .null }
      guard was.isNull else {
        throw InputError(sentence: localized("enter a value or select NULL, not both"))
      }
    } else if !isTouched, !was.isNull {
      return was
    }
    if isJSON { return try json(text) }
    switch column.type {
    case .boolean: return try boolean(text)
    case .number: return try number(text)
    case .date: return try date(text)
    case .text, .json, .file: return .string(lines(text))
    }
  }

  private func boolean(_ text: String) throws(InputError) -> JSONValue {
    switch text {
    case "true": return true
    case "false": return false
    case "": return .null
    default: throw InputError(sentence: localized("“\(text)” is not true or false"))
    }
  }

  private func number(_ text: String) throws(InputError) -> JSONValue {
    let digits = text.trimmed
    if digits.isEmpty, was.isNull { return .null }
    guard !digits.isEmpty else {
      throw InputError(sentence: localized("enter a number or select NULL"))
    }
    return try NumberInput.value(digits)
  }

  private func date(_ text: String) throws(InputError) -> JSONValue {
    let trimmed = text.trimmed
    if trimmed.isEmpty, was.isNull { return .null }
    guard let moment = zone.moment(trimmed) else {
      throw InputError(
        sentence: trimmed.isEmpty
          ? localized("enter a date or select NULL")
          : localized("“\(text)” is not a date. Use 2026-11-24 or 2026-11-24T14:30:00Z."))
    }
    return .string(moment.description)
  }

  private func json(_ text: String) throws(InputError) -> JSONValue {
    if text.trimmed.isEmpty, was.isNull { return .null }
    guard let value = try? JSONValue(parsing: Array(text.utf8)) else {
      throw InputError(sentence: localized("invalid JSON: put text in double quotes"))
    }
    guard column.type.accepts(value) || isMisfit else {
      throw InputError(sentence: localized("expected a JSON object, found \(value.kindPhrase)"))
    }
    return value
  }

  /// The text with the kind of line breaks that the value begins with.
  private func lines(_ text: String) -> String {
    let lines = Self.unixLines(text)
    guard let was = was.string?.utf8,
      let first = was.firstIndex(where: { $0 == 0x0a || $0 == 0x0d }),
      was[first] == 0x0d
    else { return lines }
    let isPair = was[first...].dropFirst().first == 0x0a
    return lines.replacing("\n", with: isPair ? "\r\n" : "\r")
  }

  /// Browsers send every line break as CR LF, whatever the value had: CR alone, LF or both.
  static func unixLines(_ text: String) -> String {
    guard text.utf8.contains(0x0d) else { return text }
    var bytes: [UInt8] = []
    var before: UInt8 = 0
    for byte in text.utf8 {
      if byte != 0x0a || before != 0x0d { bytes.append(byte == 0x0d ? 0x0a : byte) }
      before = byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Column {
  /// The type in words, or the table whose rows the column names.
  func typeTitle(referringTo table: String?) -> String { table.map { "→ \($0)" } ?? type.title }
}

extension ColumnType {
  /// The type as pages name it.
  var title: String {
    switch self {
    case .text: localized("String")
    case .number: localized("Number")
    case .boolean: localized("Boolean")
    case .date: localized("Date")
    case .json: "JSON"
    case .file: localized("File")
    }
  }
}

extension String {
  /// Without blanks and line breaks at both ends.
  var trimmed: String {
    // Most texts begin and end with a letter or a digit.
    if let first = utf8.first, let last = utf8.last, (0x21...0x7e).contains(first),
      (0x21...0x7e).contains(last)
    {
      return self
    }
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
