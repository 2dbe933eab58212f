/// A failure that becomes a response.
///
/// Whatever does not conform becomes a bare 500, and its detail
/// goes to the log alone.
public protocol HTTPResponseError: Error {
  var status: Int { get }

  /// Shown to the person: says what was wrong and what to do, and holds no internals.
  var reason: String { get }

  /// A short stable word for programs, such as `not_found`.
  var code: String { get }

  /// Fields that belong to the answer, such as `Allow` or `Retry-After`.
  var headers: HTTPHeaders { get }
}

extension HTTPResponseError {
  public var code: String { HTTPError.standardCode(status) }

  public var headers: HTTPHeaders { HTTPHeaders() }
}

extension HTTPError {
  /// The code that goes with a status when the error names none of its own.
  static func standardCode(_ status: Int) -> String {
    switch status {
    case 400: "bad_request"
    case 401: "signed_out"
    case 403: "forbidden"
    case 404: "not_found"
    case 405: "method_not_allowed"
    case 409: "conflict"
    case 413: "too_large"
    case 415: "unsupported_media_type"
    case 421: "wrong_host"
    case 422: "invalid"
    case 429: "too_many_requests"
    case 503: "unavailable"
    default: status < 500 ? "refused" : "failed"
    }
  }
}

public struct HTTPError: HTTPResponseError {
  public let status: Int
  public let reason: String
  public let headers: HTTPHeaders
  private let explicitCode: String?
  /// True when no route matches the address.
  public private(set) var isUnknownAddress = false

  public init(
    _ status: Int, _ reason: String, code: String? = nil, headers: HTTPHeaders = HTTPHeaders()
  ) {
    self.status = status
    self.reason = reason
    self.headers = headers
    explicitCode = code
  }

  /// A 404 for an address that no route matches.
  public static func unknownAddress(_ path: String) -> HTTPError {
    var error = HTTPError(404, "There is nothing at \(path).")
    error.isUnknownAddress = true
    return error
  }

  public var code: String { explicitCode ?? HTTPError.standardCode(status) }
}
