import HTTPKit

extension HTTPRequest {
  /// How long the body is, as its head says; nil for one in chunks.
  var announcedBytes: Int? { headers["Content-Length"].flatMap { Int($0) } }

  /// Whether the values of a row may be typed in the form that is sent: a new row, one that is
  /// edited, the result of a conflict.
  var isOfValues: Bool {
    // From its end: a prefix may stand in front.
    let parts = Array(rawPath.split(separator: "/").reversed())
    let names = parts.enumerated().filter { !$0.offset.isMultiple(of: 2) }
      .map { DotSegments.unmarked($0.element) }
    return names.starts(with: ["t", "s"]) || names.starts(with: ["r", "t", "s"])
      || parts.first == "resolve" && parts.dropFirst(2).first == "errors"
  }
}
