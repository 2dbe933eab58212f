/// The texts of a template that people read: what stands between tags, and the attributes that are
/// shown or read out.
///
/// A text is a whole sentence with the markers, sections and inline elements in it, so that a
/// translation can order them as its language does. It ends at other tags and at `·`. What has words
/// only inside of its sections and elements is several texts.
public enum TemplateTexts {
  /// Nil for a text that stays.
  typealias Translation = (String) -> String?

  /// The texts in the order of the file, with single blanks as white space; equal ones as often as
  /// they occur.
  public static func texts(in source: String) -> [String] {
    var texts: [String] = []
    _ = replaced(in: source) { text in
      texts.append(text)
      return nil
    }
    return texts
  }

  /// How a file starts that is included inside of a tag and so has attributes instead of texts.
  private static let insideOfTag = "{{! Inside of a tag"

  /// The file with the translation of each text.
  static func replaced(in source: String, by translation: Translation) -> String {
    guard !source.hasPrefix(insideOfTag) else { return source }
    var output = ""
    var run: [TemplateToken] = []
    for token in TemplateToken.all(of: source) {
      if token.isInline {
        run.append(token)
        continue
      }
      output += sentences(TemplateNode.all(of: run), translation) + tag(token, translation)
      run = []
    }
    return output + sentences(TemplateNode.all(of: run), translation)
  }

  private static func sentences(_ nodes: [TemplateNode], _ translation: Translation) -> String {
    var output = ""
    var sentence: [TemplateNode] = []
    for node in nodes {
      guard case .loose(let token) = node else {
        sentence.append(node)
        continue
      }
      output += single(sentence, translation) + tag(token, translation)
      sentence = []
    }
    return output + single(sentence, translation)
  }

  private static func single(_ nodes: [TemplateNode], _ translation: Translation) -> String {
    let hasWords = nodes.contains {
      if case .piece(let token) = $0 { token.hasLetters } else { false }
    }
    guard !hasWords else { return replaced(text: nodes.map(\.source).joined(), translation) }
    return nodes.map { node in
      guard case .group(let open, let content, let close) = node,
        !open.holdsCode || open.isKey(namedBy: content)
      else { return node.source }
      return tag(open, translation) + sentences(content, translation) + close.source
    }.joined()
  }

  /// The text between the white space at its ends.
  private static func replaced(text: String, _ translation: Translation) -> String {
    let start = text.prefix(while: \.isWhitespace)
    let rest = text.dropFirst(start.count)
    let words = rest.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let translated = translation(words) else { return text }
    let end = rest.reversed().prefix(while: \.isWhitespace).reversed()
    return start + translated + String(end)
  }

  /// The attributes whose values people read or hear.
  private static let attributes: Set<Substring> = [
    "aria-label", "title", "placeholder", "alt", "data-l", "data-too-large", "data-selection",
    "data-one", "data-many",
  ]

  private static func tag(_ token: TemplateToken, _ translation: Translation) -> String {
    guard case .tag(let source) = token else { return String(token.source) }
    var output = ""
    var rest = source
    while let start = rest.utf8.firstIndex(of: UInt8(ascii: "\"")) {
      let behind = rest.utf8.index(after: start)
      guard let end = rest[behind...].utf8.firstIndex(of: UInt8(ascii: "\"")) else { break }
      let (before, value) = (rest[..<behind], rest[behind..<end])
      output += before
      output += isRead(before) ? translated(value, translation) : String(value)
      output += "\""
      rest = rest[rest.utf8.index(after: end)...]
    }
    return output + rest
  }

  /// - Parameter tag: The tag up to the value: `<input title="`.
  private static func isRead(_ tag: Substring) -> Bool {
    let name = tag.dropLast(2)
    guard let blank = name.lastIndex(of: " ") else { return false }
    return attributes.contains(name[name.index(after: blank)...])
  }

  private static func translated(_ value: Substring, _ translation: Translation) -> String {
    let hasLetters = TemplateToken.all(of: String(value)).contains { $0.hasLetters }
    return hasLetters ? translation(String(value)) ?? String(value) : String(value)
  }
}
