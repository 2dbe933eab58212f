import HTTPKit
import JSONKit
import RemoteHTTP
import Support
import SyncCore

extension RemoteResponse {
  /// Such as `CONFLICT`; nil where there is no error, or one without a code.
  var errorCode: String? { json?["serverErrorCode"]?.string }

  /// What an answer holds about one record or zone, as a response of its own.
  init(_ entry: JSONObject, headers: HTTPHeaders = HTTPHeaders()) {
    let code = entry["serverErrorCode"]?.string
    self.init(code.map(Self.status) ?? 200, headers: headers, part: .object(entry))
  }

  /// The status that the protocol gives a code.
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
}

/// Reads errors of whole requests and of single records, which have the same form.
struct CloudKitErrorReader: ErrorBodyReader {
  let credential: CloudKitCredential
  let time: any TimeSource
  let addressHint = "Check the remote’s URL."

  func meaning(of response: RemoteResponse) -> ResponseMeaning? {
    switch response.errorCode {
    case nil: response.status == 421 ? .unauthorized : nil
    case "AUTHENTICATION_FAILED", "AUTHENTICATION_REQUIRED": .unauthorized
    case "THROTTLED", "TRY_AGAIN_LATER", "RETRY_LATER": .throttled
    case "CONFLICT", "EXISTS": .conflict
    case "NOT_FOUND", "ZONE_NOT_FOUND": .notFound
    case "ACCESS_DENIED", "BAD_REQUEST", "QUOTA_EXCEEDED": .rejected
    // The server's own trouble, or another record has to go first; an unknown code may pass too.
    default: .serverFailed
    }
  }

  func retryAfterSeconds(in response: RemoteResponse) -> Double? {
    response.json?["retryAfter"]?.double
  }

  func message(in response: RemoteResponse) -> String? {
    let body = response.json
    let code = response.errorCode ?? "HTTP_\(response.status)"
    let reason = body?["reason"]?.string ?? body?["error"]?.string
    var text = reason.map { "\(code): \($0)" } ?? code
    switch code {
    case "ZONE_NOT_FOUND":
      text +=
        ". The zone does not exist: it was never made, or somebody removed it with all its records. "
        + "The rows here are kept, and nothing is sent again by itself"
    case "VALIDATING_REFERENCE_ERROR":
      text += ". A record that it names has to be there first"
    case "QUOTA_EXCEEDED": text += ". The container’s or the user’s storage is full"
    default: break
    }
    if let url = body?["redirectURL"]?.string { text += ". Sign in at \(url)" }
    let known = meaning(of: response) ?? ResponseMeaning(status: response.status)
    guard known == .unauthorized else { return text }
    return "\(text.asClause). \(signInHint(response))"
  }

  /// What a person should look at when the sign-in was refused.
  private func signInHint(_ response: RemoteResponse) -> String {
    switch credential {
    case .serverKey:
      let text =
        "The server gives the same answer to every mistake: check the key id, that its public key "
        + "belongs to this private key, the container and the environment"
      let offset = response.serverTime.map { time.now.seconds(since: $0) } ?? 0
      guard abs(offset) > 30 else { return text }
      let seconds = Int(abs(offset).rounded())
      let direction = offset > 0 ? "ahead of" : "behind"
      return text
        + ". This machine’s clock is \(seconds) s \(direction) the server’s: set it right"
    case .apiToken: return "Check the API token, its container and its environment"
    case .user:
      return "Sign in again, and put the new web-auth token into the file that the configuration "
        + "names"
    }
  }
}
