import Console
import HTTPClient
import HTTPKit
import JSONKit
import Localization
import RemoteHTTP
import SyncCore

/// What keeps a server from being used, and the setting to change.
extension RemoteProbe {
  private static let address = "remote.url"

  /// Nil where no single setting is known to be wrong.
  func failure(
    _ error: RemoteError, of remote: any Remote, _ settings: JSONObject
  ) async -> ConnectionFailure? {
    let host = ServerURL.host(of: remote.displayURL)
    switch error {
    case .unreachable(_, let detail, false):
      guard let address = await plainAddress(settings) else {
        return ConnectionFailure(
          detail.asSentence, at: Self.address,
          localized("Check the host and the port, and that the server is running."))
      }
      return ConnectionFailure(
        localized("The server at \(host) does not speak https."), at: Self.address,
        localized("Try \(address)."))
    case .unauthorized(_, let detail), .rejected(403, let detail):
      let refusal = localized("The server \(host) rejected the sign-in.")
      let secret = Self.secret(settings)
      return ConnectionFailure(
        [refusal, detail.asSentence].joinedAsSentences(), at: secret.path,
        secret.isSet
          ? localized("This secret was not accepted. Check its value, or name another one.")
          : localized("The server requires it. Name the variable or the file that holds it."))
    default: return nil
    }
  }

  func finding(_ error: RemoteError, _ failure: ConnectionFailure?) -> ProbeFinding {
    let title =
      switch error {
      case .unreachable(_, _, false): localized("The server can’t be reached")
      case .unauthorized, .rejected(403, _): localized("Sign-in rejected")
      default: localized("Unexpected response from the server")
      }
    if let failure { return ProbeFinding(title, .no, failure.sentences) }
    guard case .unreachable(let host, let detail, _) = error else {
      return ProbeFinding(title, .no, "\(error)")
    }
    let reason = localized("The server \(host) did not send a complete response.")
    return ProbeFinding(title, .no, [reason, detail.asSentence].joinedAsSentences())
  }

  // MARK: - Secrets

  /// The secret that signs in: the first one that is named, else the first that could be.
  static func secret(_ remote: JSONObject) -> (path: String, isSet: Bool) {
    let kind = remote["kind"]?.string.flatMap(RemoteDefinition.Kind.init)
    let members = (kind?.form.fields ?? []).filter { $0.control == .secret }
      .flatMap(\.paths)
    let named = members.first { remote[String($0.dropFirst("remote.".count))]?.string != nil }
    return (named ?? members.first ?? address, named != nil)
  }

  // MARK: - Addresses without TLS

  private static let encrypted = "https://"

  /// The address with http:// where a server answers to that; no secret is sent there.
  private func plainAddress(_ settings: JSONObject) async -> String? {
    guard let given = settings["url"]?.string, given.hasPrefix(Self.encrypted) else { return nil }
    let address = "http://" + given.dropFirst(Self.encrypted.count)
    let statuses = await answersInTime(of: [address]) { address in
      try? await opener.client.send(ClientRequest(.get, address)).status
    }
    // A server that expects TLS answers 400 to what is none, or leads to https.
    return statuses.contains { $0 != 400 && !(300..<400).contains($0) } ? address : nil
  }
}

extension ConnectionFailure {
  /// What happened and what to do, one after the other.
  var sentences: String { [text, remedy.text].joinedAsSentences() }
}
