import JSONKit
import SyncCore

/// Lines of a CSV file.
///
/// Source: RFC 4180. NULL is an empty cell, empty text is `""`.
struct CSVWriter: Sendable {
  /// True to write cells as they are.
  ///
  /// Otherwise a text that a spreadsheet would take for a formula gets a `'` in front, and so does
  /// one that looks as if it had got one, so that ``unguarded(_:)`` gives back what was written.
  var isRaw = false

  func line(_ cells: [JSONValue]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (position, cell) in cells.enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      append(cell, to: &bytes)
    }
    bytes += [0x0d, 0x0a]
    return bytes
  }

  private func append(_ cell: JSONValue, to bytes: inout [UInt8]) {
    switch cell {
    case .null: break
    case .string(let text): append(text, to: &bytes)
    case .array, .object: append(cell.serializedText, to: &bytes)
    // A number is no formula, also when it begins with a minus.
    case .bool, .integer, .real, .number: bytes += cell.serialized
    }
  }

  private func append(_ text: String, to bytes: inout [UInt8]) {
    let isGuarded = !isRaw && Self.isFormula(text.utf8.drop { $0 == Self.guardian })
    let needsQuotes = text.isEmpty || isGuarded || text.utf8.contains(where: Self.quoted.contains)
    guard needsQuotes else {
      bytes += text.utf8
      return
    }
    bytes.append(UInt8(ascii: "\""))
    if isGuarded { bytes.append(Self.guardian) }
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// A value as the text that stands in its cell, without what guards it there.
  static func text(_ value: JSONValue, in column: Column) -> String {
    let cell = cell(value, in: column)
    return cell.string ?? cell.serializedText
  }

  /// Where any JSON may stand, a text is told from it by its quotes.
  static func cell(_ value: JSONValue, in column: Column) -> JSONValue {
    guard column.type == .json || column.type == .file, value.string != nil else { return value }
    return .string(value.serializedText)
  }

  /// The text of a cell without the `'` that guards it.
  static func unguarded(_ text: String) -> String {
    let rest = text.utf8.drop { $0 == guardian }
    guard text.utf8.first == guardian, isFormula(rest) else { return text }
    return String(text.dropFirst())
  }

  private static func isFormula(_ text: Substring.UTF8View) -> Bool {
    text.first.map(formulaStarts.contains) ?? false || wideStarts.contains { text.starts(with: $0) }
  }

  private static let guardian = UInt8(ascii: "'")
  /// Spreadsheets pass over what can't be seen at a cell's start.
  private static let formulaStarts: Set<UInt8> = Set("=+-@\t\r\n\0".utf8)
  /// The full-width forms of the same signs.
  private static let wideStarts = ["＝", "＋", "－", "＠"].map { Array($0.utf8) }
  /// A semicolon too: it is told apart from what separates fields; and NUL, which is read inside of
  /// quotes alone.
  private static let quoted: Set<UInt8> = Set("\",;\r\n\0".utf8)
}
