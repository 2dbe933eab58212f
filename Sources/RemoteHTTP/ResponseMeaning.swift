import SyncCore

/// What a response without success means.
package enum ResponseMeaning: Sendable, Hashable {
  case unauthorized
  /// Wait before the next request.
  case throttled
  /// Requests go to another address.
  case redirected
  case notModified
  /// Nothing of the protocol is at this address.
  case noSuchAddress
  /// The server has no such row, table or file.
  case notFound
  /// The row has another version, or exists already.
  case conflict
  case tooLarge
  /// The server, or a gateway before it, fails on its own account.
  case serverFailed
  /// The same request will be rejected again.
  case rejected

  package init(status: Int) {
    switch status {
    case 304: self = .notModified
    case 300...399: self = .redirected
    case 401: self = .unauthorized
    case 404, 410: self = .notFound
    case 409, 412: self = .conflict
    case 413: self = .tooLarge
    case 429: self = .throttled
    case 408, 500...: self = .serverFailed
    default: self = .rejected
    }
  }
}

/// Reads what a protocol writes into the body of an error response.
package protocol ErrorBodyReader: Sendable {
  /// The meaning of the error code; nil where the status decides.
  func meaning(of response: RemoteResponse) -> ResponseMeaning?

  /// The server's sentence for people; nil where it gives none.
  func message(in response: RemoteResponse) -> String?

  /// Seconds to wait as the body says it; nil where only a header can.
  func retryAfterSeconds(in response: RemoteResponse) -> Double?

  /// What to check when nothing is at an address.
  var addressHint: String { get }
}

extension ErrorBodyReader {
  package func retryAfterSeconds(in response: RemoteResponse) -> Double? { nil }
}
