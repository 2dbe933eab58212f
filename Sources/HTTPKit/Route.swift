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
  func match(_ segments: [String], _ options: Router.Options) -> UTF8Dictionary<String>? {
    guard segments.count == pattern.count else { return nil }
    // Most patterns differ in a literal: nothing is captured before all of these fit.
    for (place, segment) in segments.enumerated() {
      guard case .literal(let text) = pattern[place] else { continue }
      let isSame =
        options.ignoresCase ? text.asciiLowercased === segment.asciiLowercased : text === segment
      guard isSame || options.namesDots && isMarked(segments, place) else { return nil }
    }
    var captured: UTF8Dictionary<String> = [:]
    for (place, segment) in segments.enumerated() {
      guard case .capture(let name) = pattern[place] else { continue }
      guard options.namesDots, place > 0, isMarked(segments, place - 1) else {
        captured[name] = segment
        continue
      }
      guard let dots = DotSegments.name(segment) else { return nil }
      captured[name] = dots
    }
    return captured
  }

  /// Whether the literal at `place` says that dots follow, where the pattern captures a name.
  private func isMarked(_ segments: [String], _ place: Int) -> Bool {
    guard case .literal(let text) = pattern[place], place + 1 < pattern.count,
      case .capture = pattern[place + 1]
    else { return false }
    return segments[place] === text + DotSegments.mark
  }
}
