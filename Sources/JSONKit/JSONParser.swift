/// Why a text is not JSON.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String
  /// Where reading ended; nil where the parser can't tell.
  public let place: JSONPlace?
}

extension JSONValue {
  /// Containers inside each other that a document may have.
  public static let depthMax = 100

  /// Parses one document in UTF-8; strict, no comments, no trailing commas.
  public init(parsing bytes: some Sequence<UInt8>) throws(JSONError) {
    self = try Self.parse(Array(bytes))
  }

  public init(parsing text: String) throws(JSONError) { self = try Self.parse(Array(text.utf8)) }

  private static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    let document = try ParsedDocument(of: bytes)
    var reader = TokenReader(tokens: document.tokens)
    return withExtendedLifetime(document) { reader.value() }
  }

  /// The members that stand twice in one object, each as a path such as `stores[0].name`.
  ///
  /// A value has only the last of them.
  public static func repeatedMembers(parsing bytes: [UInt8]) throws(JSONError) -> [String] {
    let document = try ParsedDocument(of: bytes)
    var reader = TokenReader(tokens: document.tokens)
    var found: [String] = []
    withExtendedLifetime(document) { reader.noteRepeatedMembers(at: "", in: &found) }
    return found
  }
}
