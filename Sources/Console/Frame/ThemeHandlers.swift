import HTTPKit
import Localization

/// The choice of light or dark, kept in a cookie.
struct ThemeHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func choose(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse
  {
    let choice = try request.form()["theme"].flatMap(PageContext.Theme.init(rawValue:))
    guard let choice else {
      throw HTTPError(400, localized("The theme must be one of: system, light, dark."))
    }
    var response = HTTPResponse.seeOther(request.ownReferrer ?? Links.stores)
    let year = 365 * 24 * 60 * 60
    response.headers.add(
      "Set-Cookie",
      services.cookies.set(services.cookies.theme, choice.rawValue, maxAgeSeconds: year))
    return response
  }
}

extension HTTPRequest {
  /// Path and query of the page of this console that sent the request; nil for any other.
  var ownReferrer: String? {
    guard let referrer = headers["Referer"], let host = headers["Host"] else { return nil }
    for scheme in ["http", "https"] {
      let start = "\(scheme)://\(host)/"
      guard referrer.hasPrefix(start) else { continue }
      let path = "/" + referrer.dropFirst(start.count)
      return isOwnPath(path) && path.hasPrefix(Links.stores) ? path : nil
    }
    return nil
  }
}

extension HTTPRequest {
  /// The page of this console that a form names as `back`; nil for any other place, and for a
  /// program's request.
  func ownBack() throws -> String? {
    guard !hasJSONBody, !body.isEmpty, let path = try form()["back"], isOwnPath(path),
      path.hasPrefix(Links.stores)
    else { return nil }
    return path
  }
}

/// True for a path that a browser cannot take for another site, and that ends no header.
func isOwnPath(_ path: String) -> Bool {
  path.hasPrefix("/") && !path.hasPrefix("//") && !path.hasPrefix("/\\")
    && path.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") }
}
