import HTTPKit

/// Says whether a request that changes something was started by a page of this console.
///
/// Browsers tell with `Sec-Fetch-Site`, or, over plain HTTP on a network, with `Origin` alone. A
/// request with neither comes from no page; what a browser's session needs on top is its CSRF token.
enum OriginCheck {
  static func allows(_ request: HTTPRequest) -> Bool {
    if let site = request.headers["Sec-Fetch-Site"], site != "same-origin", site != "none" {
      return false
    }
    let origins = request.headers.values("Origin")
    guard let origin = origins.first else { return true }
    guard origins.count == 1, let host = request.headers["Host"]?.lowercased() else { return false }
    let lowercased = origin.lowercased()
    return lowercased == "http://\(host)" || lowercased == "https://\(host)"
  }

  /// True for a program that shows its token and carries no cookie: no page can make one send that.
  static func isProgram(_ request: HTTPRequest) -> Bool {
    request.bearerToken != nil && request.headers["Cookie"] == nil
  }
}

extension HTTPRequest {
  /// The secret of `Authorization: Bearer SECRET`; nil when the field is missing, doubled or other.
  var bearerToken: String? {
    let fields = headers.values("Authorization")
    guard fields.count == 1, let field = fields.first else { return nil }
    let parts = field.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1].drop { $0 == " " })
  }

  /// True when the answer should be JSON: by the path's ending, the body's type, or what is asked.
  ///
  /// A page stays a page for a program too; what a program does is answered in JSON.
  var wantsJSON: Bool { asksForJSON(bearerCounts: !method.isSafe) }

  /// The same for failures, which a program gets as JSON wherever they happen.
  var wantsJSONError: Bool { asksForJSON(bearerCounts: true) }

  private func asksForJSON(bearerCounts: Bool) -> Bool {
    if format == "json" || rawPath.hasSuffix(".json") || contentType == "application/json" {
      return true
    }
    if let accept = headers["Accept"]?.lowercased() {
      if accept.contains("text/html") { return false }
      if accept.contains("application/json") { return true }
    }
    return bearerCounts && (bearerToken != nil || isForPrograms)
  }

  /// True for what no browser shows as a page: a redirection to one would be taken for an answer.
  private var isForPrograms: Bool { isFile || rawPath.hasSuffix("/events") }

  /// True for rows or figures as a file, also before the router knows the format.
  var isFile: Bool {
    ["csv", "ndjson"].contains { format == $0 || rawPath.hasSuffix(".\($0)") }
      || rawPath.hasSuffix("/metrics")
  }
}
