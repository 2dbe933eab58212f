/// A name from elsewhere as a page may show it amid its own words.
///
/// Texts can hold signs that nobody sees: some turn the words around them around, others make a
/// link that cannot be clicked. The former are shown as their number, the latter are told by
/// ``hasNothingToSee(_:)``.
enum VisibleText {
  /// The text with every sign shown that would change how its neighbours read; a text that runs
  /// from right to left is set apart from what stands around it.
  static func shown(_ text: String) -> String {
    guard !isPlain(text) else { return text }
    let isRightToLeft = text.unicodeScalars.contains(where: runsFromRightToLeft)
    return isRightToLeft ? "\(isolate)\(marked(text))\(isolateEnd)" : marked(text)
  }

  /// The text with every such sign shown, for a place of its own such as a cell.
  static func marked(_ text: String) -> String {
    guard !isPlain(text), text.unicodeScalars.contains(where: isMisleading) else { return text }
    return text.unicodeScalars.reduce(into: "") { output, scalar in
      if isMisleading(scalar) {
        output += mark(scalar)
      } else {
        output.unicodeScalars.append(scalar)
      }
    }
  }

  /// JSON with every such sign written as JSON escapes it, so that it is the same JSON still.
  static func json(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isMisleading) else { return text }
    return text.unicodeScalars.reduce(into: "") { output, scalar in
      if isMisleading(scalar) {
        output += "\\u" + digits(scalar).lowercased()
      } else {
        output.unicodeScalars.append(scalar)
      }
    }
  }

  /// The same without what sets it apart, to compare it with what somebody typed or copied.
  static func bare(_ text: String) -> String {
    String(text.unicodeScalars.filter { $0 != isolate && $0 != isolateEnd }.map(Character.init))
  }

  /// True for a text of blanks, controls and signs without a width.
  static func hasNothingToSee(_ text: String) -> Bool {
    guard !isPlain(text) || text.isEmpty else { return text.utf8.allSatisfy { $0 == 0x20 } }
    return text.unicodeScalars.allSatisfy { scalar in
      let properties = scalar.properties
      return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
        || properties.generalCategory == .control || properties.generalCategory == .format
        || scalar == "\u{2800}"
    }
  }

  /// The first strong letter decides about the direction, and nothing outside hears of it.
  private static let isolate: Unicode.Scalar = "\u{2068}"
  private static let isolateEnd: Unicode.Scalar = "\u{2069}"

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
  }

  /// Signs that turn text around, hide in it, or move the cursor; joiners and marks that scripts
  /// and emoji need are none.
  private static func isMisleading(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0a, 0x0d: false
    case ..<0x20, 0x7f...0x9f, 0x200b, 0x202a...0x202e, 0x2060...0x206f, 0xfeff, 0xfff9...0xfffb:
      true
    default: false
    }
  }

  private static func mark(_ scalar: Unicode.Scalar) -> String { "[U+\(digits(scalar))]" }

  /// Four hexadecimal digits: none of these signs needs more.
  private static func digits(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func runsFromRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8ff, 0xfb1d...0xfdff, 0xfe70...0xfefe, 0x10800...0x10fff, 0x1e800...0x1efff:
      true
    default: false
    }
  }
}
