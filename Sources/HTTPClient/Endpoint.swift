import CCurl

/// Host and port of a URL: what messages may name.
struct Endpoint: Sendable, CustomStringConvertible {
  let description: String

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
    let port = Self.part(CURLUPART_PORT, of: handle) ?? (scheme == "http" ? "80" : "443")
    description = "\(host):\(port)"
  }

  private static func part(_ part: CURLUPart, of handle: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(handle, part, &text, 0) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
