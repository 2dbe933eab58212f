/// A text of the program with the values in it, as catalogues know it: `{0} of {1} selected`.
///
/// Made from literals only, so that a test finds every text in the sources. In English, which needs no
/// catalogue, it is the finished text at once.
public struct LocalizedText: Sendable, ExpressibleByStringInterpolation {
  fileprivate enum Content {
    /// Without values, in any language.
    case literal(String)
    case english(String)
    case pieces([Piece])
  }

  fileprivate enum Piece {
    case literal(String)
    case value(String)
  }

  fileprivate var content: Content

  public init(stringLiteral text: String) { content = .literal(text) }

  public init(stringInterpolation: StringInterpolation) { content = stringInterpolation.content }

  public struct StringInterpolation: StringInterpolationProtocol {
    private var english = ""
    /// Nil in English.
    private var pieces: [Piece]?

    fileprivate var content: Content { pieces.map(Content.pieces) ?? .english(english) }

    public init(literalCapacity: Int, interpolationCount: Int) {
      if TextCatalogue.current.language == .english {
        english.reserveCapacity(literalCapacity + interpolationCount * 8)
      } else {
        pieces = []
      }
    }

    public mutating func appendLiteral(_ text: String) {
      guard !text.isEmpty else { return }
      if pieces == nil { english += text } else { pieces?.append(.literal(text)) }
    }

    public mutating func appendInterpolation(_ value: String) {
      if pieces == nil { english += value } else { pieces?.append(.value(value)) }
    }

    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      appendInterpolation(value.description)
    }
  }

  /// A text that is too long for one line.
  public static func + (first: LocalizedText, second: LocalizedText) -> LocalizedText {
    var whole = first
    switch (first.content, second.content) {
    case (.literal(let first), .literal(let second)): whole.content = .literal(first + second)
    case (.pieces, _), (_, .pieces): whole.content = .pieces(first.pieces + second.pieces)
    case (.english(let first), .english(let second)), (.english(let first), .literal(let second)),
      (.literal(let first), .english(let second)):
      whole.content = .english(first + second)
    }
    return whole
  }

  private var pieces: [Piece] {
    switch content {
    case .literal(let text), .english(let text): [.literal(text)]
    case .pieces(let pieces): pieces
    }
  }

  fileprivate func string(in catalogue: TextCatalogue, context: StaticString?) -> String {
    switch content {
    case .english(let text): return text
    case .literal(let text) where catalogue.language == .english: return text
    case .literal, .pieces: return translation(in: catalogue, context: context) ?? english
    }
  }

  private func translation(in catalogue: TextCatalogue, context: StaticString?) -> String? {
    var key = context.map { "[\($0)] " } ?? ""
    var values: [String] = []
    for piece in pieces {
      switch piece {
      case .literal(let text): key += text
      case .value(let value):
        key += "{\(values.count)}"
        values.append(value)
      }
    }
    return catalogue.text(key).map { TextCatalogue.fill($0, values) }
  }

  private var english: String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .literal(let part), .value(let part): text += part
      }
    }
    return text
  }
}

/// What `work` makes, in English: for what is stored, whoever asks.
public func inEnglish<Value>(_ work: () throws -> Value) rethrows -> Value {
  try TextCatalogue.$current.withValue(.english, operation: work)
}

/// The same for work that waits.
public nonisolated(nonsending) func performInEnglish<Value>(
  _ work: () async throws -> Value
) async rethrows -> Value {
  try await TextCatalogue.$current.withValue(.english, operation: work)
}

/// The text in the language of the task; in English where the catalogue does not have it.
///
/// - Parameter context: Tells it from the same English with another meaning: the catalogues have
///   `[state of an alert] Open`.
public func localized(_ text: LocalizedText, context: StaticString? = nil) -> String {
  text.string(in: .current, context: context)
}
