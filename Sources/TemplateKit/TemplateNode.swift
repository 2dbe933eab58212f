/// What a sentence consists of: pieces, and elements and sections with what is in them.
enum TemplateNode {
  case piece(TemplateToken)
  case group(open: TemplateToken, content: [TemplateNode], close: TemplateToken)
  /// A tag or section marker whose counterpart is elsewhere.
  case loose(TemplateToken)

  var source: String {
    switch self {
    case .piece(let token), .loose(let token): String(token.source)
    case .group(let open, let content, let close):
      String(open.source) + content.map(\.source).joined() + String(close.source)
    }
  }

  static func all(of tokens: some Sequence<TemplateToken>) -> [TemplateNode] {
    var builder = Builder()
    for token in tokens { builder.add(token) }
    return builder.finished()
  }

  /// Pairs what opens with what closes it.
  private struct Builder {
    /// What is open, the outermost first, each with what follows it; the first opens nothing.
    private var levels: [(open: TemplateToken?, content: [TemplateNode])] = [(nil, [])]

    mutating func add(_ token: TemplateToken) {
      if token.opens {
        levels.append((token, []))
      } else if token.closes {
        close(token)
      } else {
        append(.piece(token))
      }
    }

    private mutating func append(_ node: TemplateNode) {
      levels[levels.count - 1].content.append(node)
    }

    private mutating func close(_ token: TemplateToken) {
      guard let level = levels.lastIndex(where: { $0.open?.name == token.name }) else {
        return append(.loose(token))
      }
      while levels.count - 1 > level { loosen() }
      let (open, content) = levels.removeLast()
      if let open { append(.group(open: open, content: content, close: token)) }
    }

    /// Gives up the innermost level, whose end is elsewhere.
    private mutating func loosen() {
      let (open, content) = levels.removeLast()
      if let open { append(.loose(open)) }
      levels[levels.count - 1].content += content
    }

    mutating func finished() -> [TemplateNode] {
      while levels.count > 1 { loosen() }
      return levels[0].content
    }
  }
}

extension TemplateToken {
  fileprivate var opens: Bool {
    switch self {
    case .open: true
    case .tag: !isEndTag && element != "wbr"
    default: false
    }
  }

  fileprivate var closes: Bool {
    if case .close = self { true } else { isEndTag }
  }

  /// The same for what opens and for what closes it, and another for every section and element.
  fileprivate var name: Substring? {
    switch self {
    case .open(let source), .close(let source): source.dropFirst(3)
    default: element
    }
  }
}
