import SQLiteKit
package import Support

/// What the messages of errors with one cause have in common.
package struct ErrorCause {
  /// The row that the message is about; empty where that is not known.
  let table: String
  let itemID: String
  /// Columns that are known to be the table's.
  let columns: UTF8Set
  /// The status of the answer that the message came with.
  let status: Int

  package init(table: String = "", itemID: String, columns: UTF8Set = [], status: Int = 0) {
    self.table = table
    self.itemID = itemID
    self.columns = columns
    self.status = status
  }

  /// Longer messages are cut: what tells causes apart stands at the beginning.
  static let charactersMax = 300

  /// `message` without the row's id, without what it quotes, and without other words that look like
  /// ids or numbers.
  package func text(of message: String) -> String {
    // A short id may be part of a word that has nothing to do with it.
    let withoutID = isShortID ? message : message.replacing(itemID, with: "…")
    let characters = Array(withoutID.prefix(Self.charactersMax * 4))
    var words = CauseNormalizer(cause: self)
    var position = 0
    while position < characters.count {
      if let end = Quotes.end(from: position, in: characters) {
        words.add(quote: characters[position...end])
        position = end
      } else {
        words.add(characters[position])
      }
      position += 1
    }
    return String(words.finished().prefix(Self.charactersMax))
  }

  /// `text(of:)` as SQL that brings older files up to date calls it.
  static func text(ofValues values: [SQLiteValue]) -> SQLiteValue {
    guard case .text(let message)? = values.first, case .text(let id)? = values.last else {
      return .text("")
    }
    return .text(ErrorCause(itemID: id).text(of: message))
  }

  private var isShortID: Bool { itemID.utf8.count < 4 }

  /// - Parameter introduction: The word before it.
  func leavesOut(_ word: String, after introduction: String) -> Bool {
    if isItem(word, after: introduction) || Self.looksLikeAnID(word) { return true }
    // Without an answer there is no status, and a 0 is part of an address as any other number.
    return Self.isNumber(word) && (status == 0 || word != String(status))
      && !Self.numberIntroductions.contains(introduction.lowercased())
  }

  func leavesOut(quoted text: String, after introduction: String) -> Bool {
    if columns.contains(text) { return false }
    let isName = !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return !isName || !Self.nameIntroductions.contains(introduction.lowercased())
  }

  /// An id such as `a` is an article too, so it counts only where a row is named.
  private func isItem(_ word: String, after introduction: String) -> Bool {
    guard word === itemID else { return false }
    guard isShortID, itemID.allSatisfy(\.isLetter) else { return true }
    return introduction === table || Self.rowIntroductions.contains(introduction.lowercased())
  }

  /// A number behind one of these words says what happened: a code, or a limit that the server has.
  private static let numberIntroductions: UTF8Set = [
    "http", "answered", "status", "code", "error", "errno", "than", "most", "least", "exceeds",
    "limit",
    "maximum", "minimum", "max", "min",
  ]

  /// What is quoted behind one of these words is a name that many rows share, not a value.
  private static let nameIntroductions: UTF8Set = [
    "column", "field", "property", "attribute", "constraint", "table",
  ]

  private static let rowIntroductions: UTF8Set = ["row", "item", "record", "object", "id"]

  private static func isNumber(_ word: String) -> Bool {
    word.contains { $0.isNumber } && !word.contains { $0.isLetter }
  }

  /// Long and with digits, as GUIDs, hashes and stamps are; or mostly digits, as `A-1017` is.
  private static func looksLikeAnID(_ word: String) -> Bool {
    let digits = word.utf8.count { (0x30...0x39).contains($0) }
    guard digits > 0, word.contains(where: \.isLetter) else { return false }
    return word.utf8.count >= 8 && !looksLikeAName(word, digits) || digits * 2 >= word.utf8.count
  }

  /// Letters with a small number at their end, as `address2`.
  private static func looksLikeAName(_ word: String, _ digits: Int) -> Bool {
    digits <= 2 && word.dropLast(digits).allSatisfy(\.isLetter)
  }
}

/// Puts a cause together from the words and quotations of a message.
private struct CauseNormalizer {
  let cause: ErrorCause
  private var text = ""
  private var word = ""
  private var introduction = ""

  init(cause: ErrorCause) { self.cause = cause }

  mutating func add(_ character: Character) {
    if character.isLetter || character.isNumber || character == "-" || character == "_" {
      return word.append(character)
    }
    finishWord()
    text.append(character)
    // What stands between a word and its number, as in "code: 7".
    if !" :=#(".contains(character) { introduction = "" }
  }

  /// - Parameter quote: With its signs.
  mutating func add(quote: ArraySlice<Character>) {
    finishWord()
    let isLeftOut = cause.leavesOut(
      quoted: String(quote.dropFirst().dropLast()), after: introduction)
    text += isLeftOut ? "\(quote[quote.startIndex])…\(quote[quote.endIndex - 1])" : String(quote)
    introduction = ""
  }

  mutating func finished() -> String {
    finishWord()
    return text
  }

  private mutating func finishWord() {
    guard !word.isEmpty else { return }
    text += cause.leavesOut(word, after: introduction) ? "…" : word
    introduction = word
    word = ""
  }
}

private enum Quotes {
  private static let closings: [Character: Set<Character>] = [
    "\"": ["\""], "'": ["'"], "“": ["”"], "‘": ["’"], "„": ["“", "”"], "`": ["`"], "«": ["»"],
  ]

  /// Where the quotation that begins at `start` ends; nil where none begins.
  ///
  /// An apostrophe stands between letters or behind one. What is quoted as a whole is the message.
  static func end(from start: Int, in characters: [Character]) -> Int? {
    guard let closing = closings[characters[start]],
      start == 0 || !isOfWord(characters[start - 1])
    else { return nil }
    let end = characters.indices.dropFirst(start + 1).first { index in
      closing.contains(characters[index])
        && (index + 1 == characters.count || !isOfWord(characters[index + 1]))
    }
    return start == 0 && end == characters.count - 1 ? nil : end
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }
}
