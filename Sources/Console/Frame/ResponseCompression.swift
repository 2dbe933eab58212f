import Gzip
import HTTPKit

/// Sends pages packed to browsers that unpack them, which makes a slow line four times as fast.
///
/// The length of a packed page tells something of what it holds. Whoever watches an encrypted line,
/// and can make a person's browser load pages with words of their choice in them, could find out a
/// secret of such a page letter by letter (BREACH, CVE-2013-3587). So no two pages carry the same form
/// token, see ``CSRFToken``, and a page that another site led to is sent as it is.
enum ResponseCompression {
  /// A shorter page fits the first packet anyway.
  static let bytesMin = 1_000

  static func apply(to response: inout HTTPResponse, for request: HTTPRequest) {
    guard response.headers["Content-Type"]?.hasPrefix("text/html") == true,
      case .bytes(let bytes) = response.body
    else { return }
    response.headers["Vary"] = "Accept-Encoding, Sec-Fetch-Site"
    guard bytes.count >= bytesMin, request.acceptsGzip, isAskedForHere(request),
      let packed = Gzip.pack(bytes, .fast)
    else { return }
    response.body = .bytes(packed)
    response.headers["Content-Encoding"] = "gzip"
  }

  /// False when a page of another site, or of another port of this host, began the request.
  private static func isAskedForHere(_ request: HTTPRequest) -> Bool {
    guard let site = request.headers["Sec-Fetch-Site"] else { return true }
    return site == "same-origin" || site == "none"
  }
}
