import HTTPKit
import JSONKit
import Support
import SyncCore

/// An error as the server writes it: for a whole request, for a zone, or for one record of many
/// inside an answer that is fine otherwise.
struct ServerError: Sendable, Hashable {
  /// Such as `CONFLICT`; `HTTP_502` for an answer without one.
  var code: String
  var reason: String?
  var retryAfterSeconds: Double?
  /// Where a person signs in.
  var redirectURL: String?
  /// Of the answer; for an entry the status that the protocol gives its code.
  var status: Int

  /// Nil when `entry` is no error.
  init?(_ entry: JSONObject) {
    guard let code = entry["serverErrorCode"]?.string else { return nil }
    self.init(code, entry, status: Self.status(of: code))
  }

  init(_ response: CloudKitResponse) {
    let body = (try? JSONValue(parsing: response.body))?.object ?? JSONObject()
    let code = body["serverErrorCode"]?.string
    self.init(code ?? "HTTP_\(response.status)", body, status: response.status)
    if retryAfterSeconds == nil {
      retryAfterSeconds = response.headers["Retry-After"].flatMap { Double($0) }
        .flatMap(RetryAfter.seconds)
    }
  }

  private init(_ code: String, _ body: JSONObject, status: Int) {
    self.code = code
    self.status = status
    reason = body["reason"]?.string ?? body["error"]?.string
    retryAfterSeconds = body["retryAfter"]?.double.flatMap(RetryAfter.seconds)
    redirectURL = body["redirectURL"]?.string
  }

  private static func status(of code: String) -> Int {
    switch code {
    case "ACCESS_DENIED": 403
    case "AUTHENTICATION_FAILED": 401
    case "AUTHENTICATION_REQUIRED": 421
    case "CONFLICT", "EXISTS": 409
    case "INTERNAL_ERROR", "SERVER_INTERNAL_ERROR": 500
    case "NOT_FOUND", "ZONE_NOT_FOUND": 404
    case "QUOTA_EXCEEDED": 413
    case "THROTTLED": 429
    case "TRY_AGAIN_LATER", "RETRY_LATER": 503
    case "VALIDATING_REFERENCE_ERROR": 412
    case "ATOMIC_ERROR", "BAD_REQUEST": 400
    default: 500
    }
  }

  enum Meaning: Sendable, Hashable {
    case unauthorized
    case throttled
    case conflict
    case exists
    case notFound
    case zoneNotFound
    /// The same request will not succeed.
    case refused
    /// May pass: the server's own trouble, or another record has to go first.
    case passing
  }

  var meaning: Meaning {
    switch code {
    case "AUTHENTICATION_FAILED", "AUTHENTICATION_REQUIRED", "HTTP_401", "HTTP_421": .unauthorized
    case "THROTTLED", "TRY_AGAIN_LATER", "RETRY_LATER", "HTTP_429": .throttled
    case "CONFLICT": .conflict
    case "EXISTS": .exists
    case "NOT_FOUND": .notFound
    case "ZONE_NOT_FOUND": .zoneNotFound
    case "ACCESS_DENIED", "BAD_REQUEST", "QUOTA_EXCEEDED": .refused
    case "HTTP_503" where retryAfterSeconds != nil: .throttled
    // A code that nobody has heard of may pass; without one the status tells.
    case _ where code.hasPrefix("HTTP_"): status >= 500 || status == 408 ? .passing : .refused
    default: .passing
    }
  }

  /// For people.
  var message: String {
    var text = reason.map { "\(code): \($0)" } ?? code
    switch code {
    case "ZONE_NOT_FOUND":
      text +=
        ". The zone does not exist: it was never made, or somebody removed it with all its records. "
        + "The rows here are kept, and nothing is sent again by itself"
    case "VALIDATING_REFERENCE_ERROR":
      text += ". A record that it names has to be there first"
    case "QUOTA_EXCEEDED": text += ". The container's or the user's storage is full"
    default: break
    }
    if let redirectURL { text += ". Sign in at \(redirectURL)" }
    return text
  }
}
