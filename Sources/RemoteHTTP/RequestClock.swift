package import Support

/// Tells what time it was on the server when a request was sent.
///
/// A server writes its `Date` once the answer is ready, which may be long after it looked at the
/// rows, and in whole seconds.
package struct RequestClock: Sendable {
  private let start = ContinuousClock.now

  /// Begins when the request is sent.
  package init() {}

  /// The server's time at the latest when the request was sent; nil without a `Date`.
  ///
  /// - Parameter date: The `Date` of the answer that has just come.
  package func sentAt(_ date: Timestamp?) -> Timestamp? {
    let elapsed = (ContinuousClock.now - start) / .milliseconds(1)
    return date?.adding(milliseconds: -Int64(elapsed.rounded(.up)))
  }
}
