import ConsoleData
import HTTPKit

/// Finds out who asks: by a token, or by the session that a cookie names.
struct Authentication: Sendable {
  let data: ConsoleData
  let cookies: CookieNames

  /// Nil when nobody is signed in; a token that is shown and wrong is nobody, whatever the cookie.
  func principal(of request: HTTPRequest) async throws -> Principal? {
    if request.headers["Authorization"] != nil {
      guard let secret = request.bearerToken else { return nil }
      return try await data.token(withSecret: secret).map { Principal(.token($0)) }
    }
    // Consoles on other ports of this host share the browser's cookies, hence more than one.
    for secret in request.cookies(cookies.session).prefix(4) {
      if let session = try await data.session(withSecret: secret, isSignOfLife: !request.isByPage) {
        return Principal(.session(session))
      }
    }
    return nil
  }
}

extension HTTPRequest {
  /// Whether an open page asks by itself, which says nothing about whether somebody is still there.
  var isByPage: Bool { headers["X-Syncline-Background"] != nil }
}

/// Under TLS the names bind the cookies to TLS and, where the console stands at the top, to this host.
struct CookieNames: Sendable {
  let session: String
  let signIn: String
  let browser: String
  let theme: String
  /// Of the browser's time zone, which a script of the pages sets.
  let zone: String
  private let isSecure: Bool
  private let path: String

  /// - Parameter prefix: What stands before every path of the console; empty at the top.
  init(isSecure: Bool, prefix: String) {
    self.isSecure = isSecure
    path = prefix.isEmpty ? "/" : prefix
    // Browsers take `__Host-` only for cookies of the whole host.
    let bound = isSecure ? prefix.isEmpty ? "__Host-" : "__Secure-" : ""
    session = "\(bound)syncline_session"
    signIn = "\(bound)syncline_signin"
    browser = "\(bound)syncline_browser"
    theme = "\(bound)syncline_theme"
    zone = "\(bound)syncline_zone"
  }

  /// - Parameter maxAgeSeconds: Nil keeps the cookie until the browser closes, 0 removes it.
  func set(_ name: String, _ value: String, maxAgeSeconds: Int? = nil) -> String {
    SetCookie(name, value, maxAgeSeconds: maxAgeSeconds, isSecure: isSecure, path: path).encoded
  }
}

extension ConsoleServices {
  /// The cookie in which a browser keeps its sign-in form.
  func signInCookie(_ form: SignInForms.Form) -> String {
    cookies.set(
      cookies.signIn, signInForms.sealed(form), maxAgeSeconds: SignInForms.lifeSeconds)
  }

  /// The browser that a request comes from; nil for one that nobody signed in from.
  func knownBrowser(_ request: HTTPRequest) -> KnownBrowser? {
    request.cookies(cookies.browser).prefix(4).lazy
      .compactMap { data.knownBrowser(withCookie: $0) }.first
  }
}
