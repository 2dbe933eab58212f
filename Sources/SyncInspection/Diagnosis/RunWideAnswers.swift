internal import Support
internal import SyncCore

/// What the last answer said of the whole run, not of the change: it is sent again as it is.
extension OperationDetail {
  private var isWaiting: Bool { info.state == .pending || info.state == .blocked }

  /// The last attempt, where the server refused the sign-in.
  var refusedSignIn: AttemptInfo? {
    guard isWaiting, !isUnsentAsItIs, let last = attempts.last,
      last.outcome == SendOutcome.unauthorized.name
    else { return nil }
    return last
  }

  /// The last attempt, where the server sent it on to another address.
  var sentElsewhere: AttemptInfo? {
    guard isWaiting, !isUnsentAsItIs, let last = attempts.last,
      last.outcome == SendOutcome.elsewhere("").name
    else { return nil }
    return last
  }

  /// The last attempt, where the server asked to wait, with until when as far as it said so.
  func askedToWait(now: Timestamp) -> (attempt: AttemptInfo, until: Timestamp?)? {
    guard isWaiting || info.state == .unknown, let last = attempts.last,
      last.outcome == SendOutcome.throttled(retryAfterSeconds: nil).name
    else { return nil }
    let until = last.waitsUntil
    // A change of the row does not shorten the wait, and when that is over only a push is missing,
    // or an answer to whether the server has the change.
    if isUnsentAsItIs || info.state == .unknown, until.map({ $0 <= now }) ?? true { return nil }
    return (last, until)
  }
}

extension AttemptInfo {
  /// Where the server sent the request on to, as far as it said so.
  var otherAddress: String? { header("Location") }

  /// By the answer's `Retry-After`, in either form; a moment counts from the answer's own `Date`.
  fileprivate var waitsUntil: Timestamp? {
    guard let field = header("Retry-After") else { return nil }
    let answeredAt = startedAt.adding(milliseconds: Int64(durationMilliseconds))
    let date = header("Date").flatMap { Timestamp(httpDate: $0) }
    return RetryAfter.seconds(field, answeredAt: date ?? answeredAt).map {
      answeredAt.adding(milliseconds: Int64(($0 * 1_000).rounded(.up)))
    }
  }

  private func header(_ name: String) -> String? {
    headers.first { $0.count == 2 && $0[0].lowercased() == name.lowercased() }?[1]
  }
}
