extension HTTPRequest {
  /// True when the client unpacks gzip.
  ///
  /// Source: RFC 9110, section 12.5.3.
  public var acceptsGzip: Bool {
    headers.values("Accept-Encoding").flatMap { $0.split(separator: ",") }.contains { coding in
      let parts = coding.filter { $0 != " " && $0 != "\t" }.lowercased().split(separator: ";")
      return parts.first == "gzip" && !parts.dropFirst().contains(where: Self.isRefusal)
    }
  }

  /// `q=0`, with as many zeros as somebody likes.
  private static func isRefusal(_ parameter: Substring) -> Bool {
    parameter.hasPrefix("q=") && parameter.dropFirst(2).allSatisfy { $0 == "0" || $0 == "." }
  }
}
