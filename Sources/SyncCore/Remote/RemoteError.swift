internal import Localization

/// Why a remote could not answer a read.
///
/// Each case says whether a retry can help and what a person can do. A status is for the reader only.
package enum RemoteError: Error, Sendable, Hashable {
  /// - Parameter wasReached: True when the server was there, and its answer did not come whole.
  case unreachable(host: String, detail: String, wasReached: Bool = false)
  case unauthorized(host: String, detail: String)
  case throttled(retryAfterSeconds: Double?)
  /// Requests go to another address; this one did nothing.
  case redirected(status: Int, detail: String)
  /// The server has no such row, table or file, or nothing at this address.
  case notFound(status: Int, detail: String)
  /// More than the server takes or the caller allows.
  case tooLarge(status: Int, detail: String)
  /// The same request will be rejected again.
  case rejected(status: Int, detail: String)
  /// The server fails on its own account; the same request may succeed later.
  case serverFailed(status: Int, detail: String)
  /// The answer is not what the protocol says.
  case malformed(detail: String)
  /// What was asked for can't be synced at all; `detail` says why, in whole sentences.
  case unsupported(detail: String)
  case cancelled

  /// True when the same request may succeed later, unchanged.
  package var isTransient: Bool {
    switch self {
    case .unreachable, .throttled, .serverFailed: true
    case .unauthorized, .redirected, .notFound, .tooLarge, .rejected, .malformed, .unsupported,
      .cancelled:
      false
    }
  }

  /// Why a run ends, as other requests would come to the same; nil where only this one failed.
  package var stop: PushStop? {
    switch self {
    case .unreachable: .unreachable(description)
    case .unauthorized: .unauthorized(description)
    case .throttled: .throttled(description)
    case .cancelled: .cancelled
    case .redirected, .notFound, .tooLarge, .rejected, .serverFailed, .malformed, .unsupported: nil
    }
  }

  /// The answer as the server gave it; nil where there was none, or where the case says it all.
  package var answer: (status: Int, detail: String)? {
    switch self {
    case .redirected(let status, let detail), .notFound(let status, let detail),
      .tooLarge(let status, let detail), .rejected(let status, let detail),
      .serverFailed(let status, let detail):
      (status, detail)
    case .unreachable, .unauthorized, .throttled, .malformed, .unsupported, .cancelled: nil
    }
  }
}

extension RemoteError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreachable(let host, let detail, let wasReached):
      Self.unreachableText(host, detail, wasReached: wasReached)
    case .unauthorized(let host, let detail):
      [
        localized("The server \(host) rejected the sign-in."), detail.asSentence,
        localized("Everything is kept here. Check the configured token."),
      ].joinedAsSentences()
    case .throttled(let told):
      told.flatMap(RetryAfter.seconds).map { Self.throttledText(seconds: Int($0.rounded(.up))) }
        ?? localized("Rate limited by the server.")
    case .redirected(let status, let detail), .notFound(let status, let detail),
      .tooLarge(let status, let detail), .rejected(let status, let detail),
      .serverFailed(let status, let detail):
      localized("The server answered \(status): \(detail)")
    case .malformed(let detail): localized("Invalid response from the server: \(detail)")
    case .unsupported(let detail): detail
    case .cancelled: localized("Cancelled.")
    }
  }

  /// - Parameter detail: What happened, alone where it names the host already.
  private static func unreachableText(
    _ host: String, _ detail: String, wasReached: Bool
  ) -> String {
    guard !detail.contains(host) else { return detail.asSentence }
    let cause = detail.asRemark
    return wasReached
      ? localized("The server \(host) did not send a complete response: \(cause).")
      : localized("The server \(host) can’t be reached: \(cause).")
  }

  private static func throttledText(seconds: Int) -> String {
    localized("Rate limited by the server: retry after \(seconds) s.")
  }
}

extension String {
  /// Without the full stop at its end.
  package var asClause: String {
    var text = self
    while let last = text.last, ". \n".contains(last) { text.removeLast() }
    return text
  }

  /// Without the full stop at its end, to stand in brackets.
  var asRemark: String {
    let text = asClause
    return text.hasPrefix("The ") || text.hasPrefix("There ") ? "t" + text.dropFirst() : text
  }

  /// What a server or a library said, with a capital in front and one full stop behind it.
  package var asSentence: String {
    let text = asClause
    guard let first = text.first, let last = text.last else {
      return localized("It does not say why.")
    }
    return first.uppercased() + text.dropFirst() + ("!?…".contains(last) ? "" : ".")
  }
}
