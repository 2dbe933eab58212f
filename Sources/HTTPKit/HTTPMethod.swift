public enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case options = "OPTIONS"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"

  /// True when the method changes nothing, by its definition.
  ///
  /// Source: RFC 9110, section 9.2.1.
  public var isSafe: Bool { self == .get || self == .head || self == .options }
}
