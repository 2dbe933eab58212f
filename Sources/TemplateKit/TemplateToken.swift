/// A piece of a template file, as far as finding its texts needs it.
enum TemplateToken {
  /// Characters outside of tags and markers.
  case text(Substring)
  /// `<…>`, with the markers that are inside.
  case tag(Substring)
  /// `{{NAME}}` or `{{>folder/name}}`.
  case marker(Substring)
  /// `{{#NAME}}`.
  case open(Substring)
  /// `{{/NAME}}`.
  case close(Substring)
  /// `{{! … }}`.
  case comment(Substring)
  /// `·` between two texts.
  case separator(Substring)

  var source: Substring {
    switch self {
    case .text(let part), .tag(let part), .marker(let part), .open(let part), .close(let part),
      .comment(let part), .separator(let part):
      part
    }
  }

  /// All pieces of a file, which is complete: joined they are `source` again.
  static func all(of source: String) -> [TemplateToken] {
    var tokens: [TemplateToken] = []
    var rest = source[...]
    while !rest.isEmpty {
      let token = next(in: rest)
      tokens.append(token)
      rest = rest[token.source.endIndex...]
    }
    return tokens
  }

  private static func next(in rest: Substring) -> TemplateToken {
    if rest.hasPrefix("{{") { return braces(rest[..<end(ofMarker: rest)]) }
    if rest.first == "<" { return .tag(rest[..<end(ofTag: rest)]) }
    if rest.first == separator { return .separator(rest.prefix(1)) }
    var index = rest.startIndex
    while index < rest.endIndex, rest[index] != "<", rest[index] != separator,
      !rest[index...].hasPrefix("{{")
    {
      rest.formIndex(after: &index)
    }
    return .text(rest[..<index])
  }

  private static let separator: Character = "·"

  private static func braces(_ source: Substring) -> TemplateToken {
    switch source.dropFirst(2).first {
    case "#": .open(source)
    case "/": .close(source)
    case "!": .comment(source)
    default: .marker(source)
    }
  }

  private static func end(ofMarker rest: Substring) -> Substring.Index {
    rest.firstRange(of: "}}")?.upperBound ?? rest.endIndex
  }

  /// Behind the `>` that stands neither in a marker nor in a quoted value.
  private static func end(ofTag rest: Substring) -> Substring.Index {
    var index = rest.startIndex
    var quote: Character?
    while index < rest.endIndex {
      if rest[index...].hasPrefix("{{") {
        index = end(ofMarker: rest[index...])
        continue
      }
      let character = rest[index]
      rest.formIndex(after: &index)
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == ">" {
        return index
      }
    }
    return rest.endIndex
  }
}

extension TemplateToken {
  /// What stands inside of a sentence; every other tag ends it.
  private static let inlineElements: Set<Substring> = [
    "a", "b", "strong", "em", "i", "code", "span", "small", "kbd", "time", "del", "ins", "mark",
    "wbr",
  ]

  /// A tag's name in lower case as written, without a slash; nil for what is no tag.
  var element: Substring? {
    guard case .tag(let source) = self else { return nil }
    return source.dropFirst().drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }
  }

  var isEndTag: Bool {
    if case .tag(let source) = self { source.hasPrefix("</") } else { false }
  }

  var isInline: Bool {
    switch self {
    case .comment, .separator: false
    case .tag: element.map(Self.inlineElements.contains) ?? false
    case .text, .marker, .open, .close: true
    }
  }

  /// True for an element whose content is the same in every language.
  var holdsCode: Bool { element == "code" || element == "kbd" }

  /// True for a key with a name, such as Shift, which keyboards print in their language.
  func isKey(namedBy content: [TemplateNode]) -> Bool {
    element == "kbd" && content.map(\.source).joined().count { $0.isLetter } > 1
  }

  /// Whether it has words for people.
  var hasLetters: Bool {
    if case .text(let text) = self { text.contains(where: \.isLetter) } else { false }
  }
}
