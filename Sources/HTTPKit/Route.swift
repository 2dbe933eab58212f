import Support

public typealias Handler = @Sendable (HTTPRequest) async throws -> HTTPResponse

/// One line of a route table.
///
/// A pattern is a path whose segments are literal text or a capture in braces: `/s/{store}/queue`.
public struct Route: Sendable {
  enum Segment: Sendable, Equatable {
    case literal(String)
    case capture(String)
  }

  public let method: HTTPMethod
  /// As written in the table, for listings and tests.
  public let patternText: String
  let pattern: [Segment]
  let handler: Handler

  public init(_ method: HTTPMethod, _ pattern: String, _ handler: @escaping Handler) {
    self.method = method
    patternText = pattern
    self.pattern = pattern.split(separator: "/").map { part in
      part.hasPrefix("{") && part.hasSuffix("}")
        ? .capture(String(part.dropFirst().dropLast())) : .literal(String(part))
    }
    self.handler = handler
  }

  public static func get(_ pattern: String, _ handler: @escaping Handler) -> Route {
    Route(.get, pattern, handler)
  }

  public static func post(_ pattern: String, _ handler: @escaping Handler) -> Route {
    Route(.post, pattern, handler)
  }

  /// The captured values when the decoded segments match, else nil.
  func match(_ segments: [String], ignoringCase: Bool) -> UTF8Dictionary<String>? {
    guard segments.count == pattern.count else { return nil }
    // Most patterns differ in a literal: nothing is captured before all of these fit.
    for (expected, segment) in zip(pattern, segments) {
      guard case .literal(let text) = expected else { continue }
      let isSame =
        ignoringCase ? text.asciiLowercased === segment.asciiLowercased : text === segment
      guard isSame else { return nil }
    }
    var captured: UTF8Dictionary<String> = [:]
    for (expected, segment) in zip(pattern, segments) {
      if case .capture(let name) = expected { captured[name] = segment }
    }
    return captured
  }
}
