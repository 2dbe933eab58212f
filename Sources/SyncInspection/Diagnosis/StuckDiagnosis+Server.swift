internal import Localization
internal import Support
internal import SyncCore

/// The steps of an operation that is, or was, on its way to the server.
extension StuckDiagnosis {
  func sent(_ first: OperationDetail) -> DiagnosisCheck {
    let check = localized("Sent")
    if first.info.state == .sending {
      return DiagnosisCheck(check, .warn, localized("A request is in progress."))
    }
    if first.isUnsentAsItIs {
      return DiagnosisCheck(
        check, .no, localized("It is sent with the next push."), finding: first.unsentFinding,
        fix: .push(first.info.id))
    }
    guard let attempt = first.attempts.last else {
      return DiagnosisCheck(
        check, .unknown, localized("It was sent, but the result was not recorded."))
    }
    if let status = attempt.status {
      return DiagnosisCheck(
        check, .ok,
        localized("\(attempt.title): HTTP \(status), \(attempt.durationMilliseconds) ms."))
    }
    let reason = attempt.message.map { localized(stored: $0).asClause } ?? localized("no response")
    return first.info.state == .unknown
      ? DiagnosisCheck(
        check, .unknown,
        labelled(attempt.title, [reason].joinedAsSentence()) + sentenceSpace
          + localized("The server may have it; the next push checks before sending again."))
      : DiagnosisCheck(
        check, .no, labelled(attempt.title, [reason].joinedAsSentence()),
        finding: localized("It has not reached the server"), fix: .push(first.info.id))
  }

  func version(_ first: OperationDetail) -> DiagnosisCheck {
    let check = localized("No newer version on the server")
    let ours = first.info.baseVersion ?? base?.version
    guard let server else {
      return first.info.state == .conflict
        ? DiagnosisCheck(
          check, .no, localized("The server reported one; it is not loaded yet."),
          finding: Self.otherVersion, fix: decide(first))
        : DiagnosisCheck(
          check, .ok,
          ours.map { version in localized("None received since \(version).") }
            ?? localized("None received since the row was created here."))
    }
    guard
      server.version != ours || first.info.kind == .insert
        || !isSameStamp(base?.createdAt, server.createdAt)
    else {
      return DiagnosisCheck(
        check, .ok,
        ours.map { version in localized("Version \(version) on both sides.") }
          ?? localized("Version none on both sides."))
    }
    let isDecided = first.info.state == .conflict || first.info.state == .failed
    return DiagnosisCheck(
      check, isDecided ? .no : .warn, versions(ours, server), finding: Self.otherVersion,
      fix: isDecided ? decide(first) : nil)
  }

  private func versions(_ ours: String?, _ server: Record) -> String {
    let here = ours ?? localized("none")
    let there = server.version ?? localized("none")
    let time = server.updatedAt.map { text in Timestamp(text).map(\.words) ?? text }
    return switch (time, server.deleted) {
    case (let time?, true):
      localized("Here \(here), server \(there), changed \(time), deleted there.")
    case (let time?, false): localized("Here \(here), server \(there), changed \(time).")
    case (nil, true): localized("Here \(here), server \(there), deleted there.")
    case (nil, false): localized("Here \(here), server \(there).")
    }
  }

  func accepted(_ first: OperationDetail) -> DiagnosisCheck {
    let check = localized("Accepted by the server")
    let error = errors.first { $0.operationID == first.info.id }
    if first.info.state == .unknown {
      return DiagnosisCheck(
        check, .no,
        (error?.message ?? first.info.lastError).map { localized(stored: $0) }
          ?? localized("The next push checks with the server first."),
        finding: localized("The outcome is unknown"), fix: .push(first.info.id))
    }
    if let error {
      let status = error.status > 0 ? "HTTP \(error.status): " : ""
      return DiagnosisCheck(
        check, .no, status + localized(stored: error.message),
        finding: localized("The server rejected the change"),
        fix: .decide(error.id))
    }
    if let attempt = first.refusedSignIn {
      let status = attempt.status.map { "HTTP \($0): " } ?? ""
      return DiagnosisCheck(
        check, .no,
        "\(status)\(localized(stored: attempt.message ?? "").asSentence) "
          + localized("Check the configured token, then push again."),
        finding: localized("The server rejected the sign-in"), fix: .push(first.info.id))
    }
    if let attempt = first.sentElsewhere {
      return DiagnosisCheck(
        check, .no, attempt.redirection,
        finding: localized("The server redirects to another address"), fix: .push(first.info.id))
    }
    return DiagnosisCheck(
      check, .unknown,
      first.info.lastError.map { localized(stored: $0) } ?? localized("No rejection recorded."))
  }

  private func decide(_ operation: OperationDetail) -> DiagnosisCheck.Fix? {
    errors.first { $0.operationID == operation.info.id }.map { .decide($0.id) }
  }

  private static var otherVersion: String { localized("The server has a newer version") }
}

extension OperationDetail {
  fileprivate var unsentFinding: String {
    if attempts.isEmpty { return localized("Not sent yet") }
    return decidedAt == nil
      ? localized("Not sent since the last edit") : localized("Not sent since the decision")
  }
}

extension AttemptInfo {
  /// Its number, if it was sent, and when it began.
  fileprivate var title: String {
    let time = startedAt.words
    return wasSent ? localized("Attempt \(number), \(time)") : time
  }

  fileprivate var redirection: String {
    let status = status ?? 0
    guard let address = otherAddress else {
      return localized(
        "HTTP \(status): redirected to another address. Check the server address in the store’s "
          + "settings, then push again.")
    }
    return localized(
      "HTTP \(status): redirected to another address, \(address). Check the server address in "
        + "the store’s settings, then push again.")
  }
}
