internal import SQLiteKit

/// What the messages of errors with one cause have in common.
enum ErrorCause {
  /// Longer messages are cut: what tells causes apart stands at the beginning.
  static let charactersMax = 300

  /// A number behind one of these words says what happened: a code, or a limit that the server has.
  private static let numberIntroductions: Set = [
    "http", "answered", "status", "code", "error", "errno", "than", "most", "least", "exceeds",
    "limit",
    "maximum", "minimum", "max", "min",
  ]

  /// `message` without the row's id and without other words that look like ids or numbers.
  static func text(of message: String, itemID: String) -> String {
    // A short id may be part of a word that has nothing to do with it.
    let withoutID =
      itemID.utf8.count < 4 ? message : message.replacing(itemID, with: "…")
    var text = ""
    var word = ""
    var introduction = ""
    var quote: Character = " "
    func finishWord(before next: Character?) {
      guard !word.isEmpty else { return }
      let isQuoted = next.map { closings[quote] == $0 } ?? false
      let isLeftOut =
        word == itemID || looksLikeAnID(word, isQuoted: isQuoted)
        || isNumber(word) && !numberIntroductions.contains(introduction.lowercased())
      text += isLeftOut ? "…" : word
      introduction = word
      word = ""
    }
    for character in withoutID.prefix(charactersMax * 4) {
      if character.isLetter || character.isNumber || character == "-" || character == "_" {
        if word.isEmpty { quote = text.last ?? " " }
        word.append(character)
      } else {
        finishWord(before: character)
        text.append(character)
        // What stands between a word and its number, as in "code: 7".
        if !" :=#(".contains(character) { introduction = "" }
      }
    }
    finishWord(before: nil)
    return String(text.prefix(charactersMax))
  }

  /// `text(of:itemID:)` as SQL that brings older files up to date calls it.
  static func text(ofValues values: [SQLiteValue]) -> SQLiteValue {
    guard case .text(let message)? = values.first, case .text(let id)? = values.last else {
      return .text("")
    }
    return .text(text(of: message, itemID: id))
  }

  private static let closings: [Character: Character] = [
    "\"": "\"", "'": "'", "“": "”", "‘": "’", "`": "`", "«": "»",
  ]

  private static func isNumber(_ word: String) -> Bool {
    word.contains { $0.isNumber } && !word.contains { $0.isLetter }
  }

  /// Long and with digits, as GUIDs, hashes and stamps are; mostly digits, as `A-1017` is; or quoted
  /// and put together with digits, as `list-7` is.
  private static func looksLikeAnID(_ word: String, isQuoted: Bool) -> Bool {
    let digits = word.utf8.count { (0x30...0x39).contains($0) }
    guard digits > 0, word.contains(where: \.isLetter) else { return false }
    return word.utf8.count >= 8 && !looksLikeAName(word, digits) || digits * 2 >= word.utf8.count
      || isQuoted && word.utf8.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  /// Letters with a small number at their end, as `address2`.
  private static func looksLikeAName(_ word: String, _ digits: Int) -> Bool {
    digits <= 2 && word.dropLast(digits).allSatisfy(\.isLetter)
  }
}
