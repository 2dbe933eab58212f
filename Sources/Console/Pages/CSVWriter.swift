import JSONKit

/// Lines of a CSV file.
///
/// Source: RFC 4180. NULL is an empty cell, empty text is `""`.
struct CSVWriter: Sendable {
  /// True to write cells as they are.
  ///
  /// Otherwise a text that a spreadsheet would take for a formula gets a `'` in front.
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
    let isFormula = !isRaw && text.utf8.first.map(Self.formulaStarts.contains) == true
    let needsQuotes = text.isEmpty || isFormula || text.utf8.contains(where: Self.quoted.contains)
    guard needsQuotes else {
      bytes += text.utf8
      return
    }
    bytes.append(UInt8(ascii: "\""))
    if isFormula { bytes.append(UInt8(ascii: "'")) }
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static let formulaStarts: Set<UInt8> = Set("=+-@\t\r".utf8)
  private static let quoted: Set<UInt8> = Set("\",\r\n".utf8)
}
