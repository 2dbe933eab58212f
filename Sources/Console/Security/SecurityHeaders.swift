import HTTPKit

/// Security headers of every response.
enum SecurityHeaders {
  /// The content security policy (CSP) of every page.
  static let contentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    + "connect-src 'self'; font-src 'self'; worker-src 'self'; form-action 'self'; "
    + "base-uri 'none'; frame-ancestors 'none'; "
    + "require-trusted-types-for 'script'; trusted-types console"

  /// The policy of a row's file, which a stranger may have made.
  static let filePolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"

  static func apply(to response: inout HTTPResponse, isSecure: Bool) {
    if response.headers["Content-Security-Policy"] == nil {
      response.headers["Content-Security-Policy"] = contentSecurityPolicy
    }
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers["Permissions-Policy"] =
      "accelerometer=(), autoplay=(), camera=(), display-capture=(), "
      + "encrypted-media=(), fullscreen=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), "
      + "microphone=(), midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=()"
    if isSecure {
      response.headers["Strict-Transport-Security"] = "max-age=31536000"
    }
    if response.headers["Cache-Control"] == nil { response.headers["Cache-Control"] = "no-store" }
  }
}
