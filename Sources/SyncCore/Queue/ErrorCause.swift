/// What the messages of errors with one cause have in common.
enum ErrorCause {
  /// Longer messages are cut: what tells causes apart stands at the beginning.
  static let charactersMax = 300

  /// `message` without the row's id and without other words that look like ids.
  static func text(of message: String, itemID: String) -> String {
    // A short id may be part of a word that has nothing to do with it.
    let withoutID =
      itemID.utf8.count < 4 ? message : message.replacing(itemID, with: "…")
    var text = ""
    var word = ""
    for character in withoutID.prefix(charactersMax * 4) {
      if character.isLetter || character.isNumber || character == "-" || character == "_" {
        word.append(character)
      } else {
        text += !word.isEmpty && (word == itemID || looksLikeAnID(word)) ? "…" : word
        text.append(character)
        word = ""
      }
    }
    text += !word.isEmpty && (word == itemID || looksLikeAnID(word)) ? "…" : word
    return String(text.prefix(charactersMax))
  }

  /// Long and with digits, as GUIDs, hashes and stamps are; limits such as 200 are not.
  private static func looksLikeAnID(_ word: String) -> Bool {
    word.utf8.count >= 8 && word.utf8.contains { (0x30...0x39).contains($0) }
  }
}
