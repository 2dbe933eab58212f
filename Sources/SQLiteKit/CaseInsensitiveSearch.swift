/// A text that is looked for in others, small and capital letters alike.
///
/// SQLite's own `lower` knows those of ASCII only and is fast; with any other letter in it the text
/// is compared by a function of ours.
public struct CaseInsensitiveSearch: Sendable {
  private let text: String
  private let isPlain: Bool

  public init(_ text: String) {
    isPlain = text.utf8.allSatisfy { $0 < 0x80 }
    self.text = isPlain ? text : Self.folded(text)
  }

  /// Where the text begins in `sql`, counted from 1, and 0 where it is not.
  ///
  /// - Parameter parameter: Stands for ``value``.
  public func position(in sql: String, parameter: String = "?") -> String {
    isPlain
      ? "instr(lower(\(sql)), lower(\(parameter)))"
      : "instr(\(Self.function)(\(sql)), \(parameter))"
  }

  /// True where all of `sql` is the text.
  ///
  /// - Parameter sql: Stands for a text.
  public func equality(to sql: String) -> String {
    isPlain ? "lower(\(sql)) = lower(?)" : "\(Self.function)(\(sql)) = ?"
  }

  public var value: SQLiteValue { .text(text) }

  // MARK: - Folding

  private static let function = "syncline_folded"

  static func add(to connection: Connection) throws(SQLiteError) {
    try connection.createFunction(function, argumentCount: 1) { arguments in
      guard case .text(let text)? = arguments.first else { return arguments.first ?? .null }
      return .text(folded(text))
    }
  }

  /// Appends `text` without its differences of small and capital letters: where a text contains
  /// another one by ``position(in:parameter:)``, its bytes contain the other one's.
  public static func fold(_ text: Span<UInt8>, into folded: inout [UInt8]) {
    for place in text.indices {
      guard text[place] < 0x80 else {
        let rest = text.extracting(place..<text.count)
        let string = rest.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        folded.append(contentsOf: Self.folded(string).utf8)
        return
      }
      folded.append(small(text[place]))
    }
  }

  /// By way of small letters, capitals and small letters again.
  ///
  /// Some small letters have a capital in common, such as `σ` and `ς`; and `ẞ` is its own capital,
  /// while that of `ß` is another.
  ///
  /// SQLite cannot stop a statement within this, so it is one pass into one buffer.
  private static func folded(_ text: String) -> String {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        folded.append(small(UInt8(scalar.value)))
      } else if scalar.properties.changesWhenCaseMapped {
        for small in scalar.properties.lowercaseMapping.unicodeScalars {
          for capital in small.properties.uppercaseMapping.unicodeScalars {
            folded.append(contentsOf: capital.properties.lowercaseMapping.utf8)
          }
        }
      } else {
        folded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return String(decoding: folded, as: UTF8.self)
  }

  private static func small(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
