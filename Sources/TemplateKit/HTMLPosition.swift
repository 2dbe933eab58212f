/// Follows the text of a template as far as needed to say where a marker stands.
///
/// It also refuses what the console's content security policy would drop anyway: styles and scripts
/// inside of a page.
struct HTMLPosition {
  enum Place: Equatable {
    case text
    /// Inside of `<…>`, outside of a value.
    case tag
    /// In a value without quotes.
    case unquoted
    /// In the quoted value of the attribute of this name, in lower case.
    case attribute(String)
  }

  private(set) var place = Place.text
  private var quote: UInt8 = 0
  /// The element's or attribute's name as far as it was read.
  private var word: [UInt8] = []
  private var element = ""
  private var isElementName = false
  private var isValueStart = false
  private var hasSource = false

  /// Moves on; the reason when something is not allowed.
  mutating func advance(over text: Substring.UTF8View) -> String? {
    for byte in text {
      if let reason = step(byte) { return reason }
    }
    return nil
  }

  private mutating func step(_ byte: UInt8) -> String? {
    switch place {
    case .text:
      if byte == UInt8(ascii: "<") {
        place = .tag
        word = []
        isElementName = true
        hasSource = false
      }
    case .attribute:
      if byte == quote {
        place = .tag
        word = []
      }
    case .unquoted:
      if isValueStart, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        place = .attribute(String(decoding: word, as: UTF8.self))
        quote = byte
      }
      isValueStart = false
      if byte == UInt8(ascii: ">") { return end() }
      if Self.isBlank(byte) {
        place = .tag
        word = []
      }
    case .tag: return stepInTag(byte)
    }
    return nil
  }

  private mutating func stepInTag(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: ">"):
      endWord()
      return end()
    case UInt8(ascii: "="):
      // Reached once per attribute: what follows is its value.
      place = .unquoted
      isValueStart = true
      return checkAttribute()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return "a quote stands in a tag without a ="
    default:
      if Self.isBlank(byte) {
        endWord()
      } else {
        word.append((65...90).contains(byte) ? byte | 0x20 : byte)
      }
      return nil
    }
  }

  private mutating func endWord() {
    if isElementName { element = String(decoding: word, as: UTF8.self) }
    isElementName = false
    word = []
  }

  private mutating func end() -> String? {
    place = .text
    if element == "style" { return "a style element: styles belong in app.css" }
    if element == "script", !hasSource { return "a script in the page: scripts belong in app.js" }
    return nil
  }

  private mutating func checkAttribute() -> String? {
    let name = String(decoding: word, as: UTF8.self)
    if name == "src" { hasSource = true }
    if name == "style" || name.hasPrefix("on") { return "the attribute \(name) is not allowed" }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
  }
}
