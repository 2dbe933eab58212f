/// The texts of a catalogue as patterns that recognize the program's own texts in stored ones.
///
/// Stored texts are English, whoever reads them. What matches no pattern, such as a server's own
/// words, stays as it is.
final class StoredTexts: Sendable {
  /// An English text, cut at its placeholders.
  struct Pattern: Sendable {
    let key: String
    let literals: [[UInt8]]
    /// False for a clause, which stands only in other texts.
    let isSentence: Bool
    /// Literal bytes, by which the closest of several patterns is found.
    let weight: Int
  }

  /// Shorter ones would match what others wrote.
  private static let literalBytesMin = 12

  /// By the first word; without one for those that begin with a placeholder.
  private let patterns: [[UInt8]: [Pattern]]

  init(keys: some Sequence<String>) {
    var patterns: [[UInt8]: [Pattern]] = [:]
    for key in keys {
      guard let pattern = Pattern(key), pattern.weight >= Self.literalBytesMin else { continue }
      patterns[Self.firstWord(of: pattern.literals[0]) ?? [], default: []].append(pattern)
    }
    self.patterns = patterns
  }

  /// The closest pattern that the text matches as a whole, with the values in it.
  ///
  /// - Parameter isValue: True for a value of another text, which may be a clause.
  func match(
    _ text: ArraySlice<UInt8>, isValue: Bool = false
  ) -> (key: String, values: [ArraySlice<UInt8>])? {
    var best: (key: String, values: [ArraySlice<UInt8>], weight: Int)?
    for word in Set([Self.firstWord(of: text) ?? [], []]) {
      for pattern in patterns[word] ?? [] where pattern.weight > best?.weight ?? 0 {
        guard isValue || pattern.isSentence, let values = pattern.values(in: text) else { continue }
        best = (pattern.key, values, pattern.weight)
      }
    }
    return best.map { ($0.key, $0.values) }
  }

  /// Nil for a text that is one word, or that begins with what may be a part of one.
  private static func firstWord(of text: some Sequence<UInt8>) -> [UInt8]? {
    let word = Array(text.prefix { $0 != UInt8(ascii: " ") })
    return word.isEmpty || text.dropFirst(word.count).first(where: { _ in true }) == nil
      ? nil : word
  }
}

extension StoredTexts.Pattern {
  /// Nil for a text with a context and for a piece of a template.
  init?(_ key: String) {
    guard !key.hasPrefix("["), !key.contains("{{"), !key.contains("<") else { return nil }
    var literals: [[UInt8]] = []
    var literal: [UInt8] = []
    var rest = Array(key.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      if byte == UInt8(ascii: "{"), !digits.isEmpty,
        rest.dropFirst(digits.count).first == UInt8(ascii: "}")
      {
        literals.append(literal)
        literal = []
        rest = rest.dropFirst(digits.count + 1)
      } else {
        literal.append(byte)
      }
    }
    literals.append(literal)
    self.init(
      key: key, literals: literals,
      isSentence: literal.last.map { ".!?".utf8.contains($0) } ?? (literals.count > 1),
      weight: literals.reduce(0) { $0 + $1.count })
  }

  /// What stands for the placeholders; nil where the text is another one.
  fileprivate func values(in text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    guard let first = literals.first, let last = literals.last, text.starts(with: first) else {
      return nil
    }
    if literals.count == 1 { return text.count == first.count ? [] : nil }
    guard text.count > weight, text.suffix(last.count).elementsEqual(last) else { return nil }
    var values: [ArraySlice<UInt8>] = []
    var rest = text.dropFirst(first.count).dropLast(last.count)
    for literal in literals.dropFirst().dropLast() {
      guard let place = rest.place(of: literal), place > rest.startIndex else { return nil }
      values.append(rest[..<place])
      rest = rest[(place + literal.count)...]
    }
    guard !rest.isEmpty else { return nil }
    values.append(rest)
    let boundary = Array(". ".utf8)
    // What a full stop alone ends is one sentence, and the next is not a part of the value.
    if last == Array(".".utf8), rest.place(of: boundary) != nil { return nil }
    // What comes before the first word of a sentence is no sentence of its own.
    guard first.isEmpty, let start = values.first, let end = start.last else { return values }
    return ".!?".utf8.contains(end) || start.place(of: boundary) != nil ? nil : values
  }
}

extension ArraySlice<UInt8> {
  fileprivate func place(of literal: [UInt8]) -> Int? {
    guard let first = literal.first else { return nil }
    return indices.first { self[$0] == first && self[$0...].starts(with: literal) }
  }
}

extension TextCatalogue {
  // Texts hold the words of servers, which may be made to take long: what is longer, has more
  // sentences or more values within values than the program writes stays as it is.
  private static let storedBytesMax = 2_000
  private static let storedSentencesMax = 20
  private static let storedDepthMax = 4

  /// A stored English text in the language of the catalogue, as far as the program wrote it.
  func translation(ofStored text: String) -> String {
    guard language != .english, !text.isEmpty, text.utf8.count <= Self.storedBytesMax else {
      return text
    }
    let bytes = Array(text.utf8)[...]
    guard Self.sentenceEnds(of: bytes).count <= Self.storedSentencesMax else { return text }
    return language.joined(sentences: sentences(bytes, depth: 0))
  }

  /// The sentences of a text, each translated where the catalogue has it.
  ///
  /// - Parameter depth: How many texts it is a value of, one within the other.
  private func sentences(_ text: ArraySlice<UInt8>, depth: Int) -> [String] {
    var output: [String] = []
    var rest = text
    while !rest.isEmpty {
      let (sentence, end) = firstSentence(of: rest, depth: depth)
      output.append(sentence)
      rest = rest[end...].drop { $0 == UInt8(ascii: " ") }
    }
    return output
  }

  /// The longest text of the catalogue that the bytes begin with, else their first sentence.
  private func firstSentence(
    of text: ArraySlice<UInt8>, depth: Int
  ) -> (text: String, end: Int) {
    let ends = Self.sentenceEnds(of: text)
    for end in ends.reversed() {
      if let translation = translation(of: text[..<end], depth: depth) { return (translation, end) }
    }
    return (labelled(text[..<ends[0]], depth: depth), ends[0])
  }

  /// A sentence behind a name and a colon, as runs write one about a table.
  private func labelled(_ text: ArraySlice<UInt8>, depth: Int) -> String {
    guard let colon = text.place(of: Array(": ".utf8)),
      let sentence = translation(of: text[(colon + 2)...], depth: depth)
    else { return String(decoding: text, as: UTF8.self) }
    return String(decoding: text[..<colon], as: UTF8.self) + language.colon + sentence
  }

  /// Behind each mark that ends a sentence; the end of the text last.
  private static func sentenceEnds(of text: ArraySlice<UInt8>) -> [Int] {
    var ends = text.indices.dropLast().filter { index in
      ".!?".utf8.contains(text[index]) && text[index + 1] == UInt8(ascii: " ")
    }.map { $0 + 1 }
    ends.append(text.endIndex)
    return ends
  }

  /// One text of the catalogue with its values; nil where it has no such text.
  private func translation(of sentence: ArraySlice<UInt8>, depth: Int) -> String? {
    translation(exactlyOf: sentence, depth: depth)
      ?? Self.withCurlyApostrophes(sentence).flatMap { curly in
        translation(exactlyOf: curly, depth: depth, valuesAreStraight: true)
      }
  }

  /// - Parameter valuesAreStraight: Whether the values had straight apostrophes before
  ///   ``withCurlyApostrophes(_:)``.
  private func translation(
    exactlyOf sentence: ArraySlice<UInt8>, depth: Int, valuesAreStraight: Bool = false
  ) -> String? {
    func filled(_ text: String, _ values: [ArraySlice<UInt8>]) -> String {
      self.filled(
        text, valuesAreStraight ? values.map(Self.withStraightApostrophes) : values, depth: depth)
    }
    if let match = storedTexts.match(sentence), let text = self.text(match.key) {
      return filled(text, match.values)
    }
    // Reasons are stored without their full stop too.
    guard sentence.last != UInt8(ascii: "."),
      let match = storedTexts.match((Array(sentence) + ".".utf8)[...]),
      let text = self.text(match.key)
    else { return nil }
    let whole = filled(text, match.values)
    return whole.hasSuffix(language.fullStop) ? String(whole.dropLast()) : whole
  }

  /// Earlier versions stored their texts with straight ones; nil where there is none.
  private static func withCurlyApostrophes(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let straight = UInt8(ascii: "'")
    guard text.contains(straight) else { return nil }
    return text.flatMap { $0 == straight ? Array("’".utf8) : [$0] }[...]
  }

  private static func withStraightApostrophes(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let words = String(decoding: text, as: UTF8.self).replacing("’", with: "'")
    return Array(words.utf8)[...]
  }

  private func filled(_ text: String, _ values: [ArraySlice<UInt8>], depth: Int) -> String {
    Self.fill(text, values.map { value($0, depth: depth + 1) })
  }

  /// The words for changes, which stored texts have as values.
  private static let changes: Set = ["insert", "update", "delete", "undelete"]

  /// A value of a stored text: a count, a phrase or sentences are translated, anything else stays.
  private func value(_ bytes: ArraySlice<UInt8>, depth: Int) -> String {
    let words = String(decoding: bytes, as: UTF8.self)
    if depth > Self.storedDepthMax { return words }
    if words.contains(" ") || Self.changes.contains(words), let text = text(words) { return text }
    if let match = storedTexts.match(bytes, isValue: true), let text = text(match.key) {
      return filled(text, match.values, depth: depth)
    }
    if let count = countedAgain(words) { return count }
    let isLowered = words.hasPrefix("the ")
    let text =
      isLowered ? ArraySlice((words.prefix(1).uppercased() + words.dropFirst()).utf8) : bytes
    let translated = language.joined(sentences: sentences(text, depth: depth))
    return translated == String(decoding: text, as: UTF8.self) ? words : translated
  }

  /// `18.350 Zeilen` for `18,350 rows`; nil for anything else.
  private func countedAgain(_ words: String) -> String? {
    guard let space = words.firstIndex(of: " "),
      let count = Int(words[..<space].filter { $0 != "," })
    else { return nil }
    let number = String(words[..<space].map { $0 == "," ? language.groupingSeparator : $0 })
    let noun = String(words[words.index(after: space)...])
    return counted(count, as: number, noun)
      ?? (noun.hasSuffix("s") ? counted(count, as: number, String(noun.dropLast())) : nil)
  }
}

/// A text that was stored in English, in the language of the task: sentences of the program are
/// translated, the words of others stay as they are.
public func localized(stored text: String) -> String {
  TextCatalogue.current.translation(ofStored: text)
}
