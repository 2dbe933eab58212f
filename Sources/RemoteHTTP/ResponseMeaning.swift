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
