import CCurl

/// The origin of a URL: scheme, host and port.
///
/// Messages may name host and port, and nothing else of a URL.
struct Endpoint: Sendable, Equatable, CustomStringConvertible {
  let scheme: String
  /// In lower case, without the dot that ends a full name.
  let host: String
  let port: String

  var description: String { "\(host):\(port)" }

  /// Reads the URL as libcurl will, and refuses what must not be sent.
  init(_ url: String) throws(HTTPClientError) {
    guard url.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw .invalidRequest("The URL has characters that must be percent-encoded.")
    }
    guard let handle = curl_url() else { throw .unreachable("There is no memory left.") }
    defer { curl_url_cleanup(handle) }
    guard curl_url_set(handle, CURLUPART_URL, url, 0) == CURLUE_OK,
      let scheme = Self.part(CURLUPART_SCHEME, of: handle),
      let host = Self.part(CURLUPART_HOST, of: handle), !host.isEmpty
    else { throw .invalidRequest("The URL is not well-formed.") }
    guard scheme == "http" || scheme == "https" else {
      throw .invalidRequest("The URL must begin with http:// or https://.")
    }
    guard Self.part(CURLUPART_USER, of: handle) == nil,
      Self.part(CURLUPART_PASSWORD, of: handle) == nil
    else { throw .invalidRequest("The URL must not hold a user name or a password.") }
    self.scheme = scheme
    self.host = Self.normalized(host)
    port = Self.part(CURLUPART_PORT, of: handle) ?? (scheme == "http" ? "80" : "443")
  }

  private static func normalized(_ host: String) -> String {
    let host = host.lowercased()
    return host.hasSuffix(".") ? String(host.dropLast()) : host
  }

  private static func part(_ part: CURLUPart, of handle: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(handle, part, &text, 0) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
