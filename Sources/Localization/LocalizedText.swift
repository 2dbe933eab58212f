/// A text of the program with the values in it, as catalogues know it: `{0} of {1} selected`.
///
/// Made from literals only, so that a test finds every text in the sources.
public struct LocalizedText: Sendable, ExpressibleByStringInterpolation {
  fileprivate enum Piece {
    case literal(String)
    case value(String)
  }

  fileprivate var pieces: [Piece]

  public init(stringLiteral text: String) { pieces = [.literal(text)] }

  public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      pieces.reserveCapacity(interpolationCount * 2 + 1)
    }

    public mutating func appendLiteral(_ text: String) {
      if !text.isEmpty { pieces.append(.literal(text)) }
    }

    public mutating func appendInterpolation(_ value: String) { pieces.append(.value(value)) }

    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      pieces.append(.value(value.description))
    }
  }

  /// A text that is too long for one line.
  public static func + (first: LocalizedText, second: LocalizedText) -> LocalizedText {
    var whole = first
    whole.pieces += second.pieces
    return whole
  }

  fileprivate func string(in catalogue: TextCatalogue, context: StaticString?) -> String {
    guard catalogue.language != .english else { return english }
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
    return catalogue.text(key).map { TextCatalogue.fill($0, values) } ?? english
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

/// The text in the language of the task; in English where the catalogue does not have it.
///
/// - Parameter context: Tells it from the same English with another meaning: the catalogues have
///   `[state of an alert] Open`.
public func localized(_ text: LocalizedText, context: StaticString? = nil) -> String {
  text.string(in: .current, context: context)
}
