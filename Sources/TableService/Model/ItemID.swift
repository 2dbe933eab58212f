/// The ids that every client of the protocol accepts.
enum ItemID {
  static let lengthMax = 255

  /// Why `id` cannot be used, as the end of a sentence; nil when it can.
  static func objection(to id: String) -> String? {
    if id.utf16.count > lengthMax { return "it is longer than \(lengthMax) characters" }
    if id.allSatisfy(\.isWhitespace) { return "it is blank" }
    if id == "." || id == ".." { return "it is a relative path" }
    for scalar in id.unicodeScalars {
      switch scalar {
      case "+", "?", "\"", "/", "\\", "`": return "it contains \(scalar)"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": return "it contains a control character"
      default: continue
      }
    }
    return nil
  }
}
