import JSONKit
import RemoteHTTP

/// The server's error numbers that this adapter tells apart.
///
/// Never its sentences, which differ from version to version.
enum ParseErrorCode: Int, Sendable {
  case internalError = 1
  case connectionFailed = 2
  case tooBusy = 100
  case objectNotFound = 101
  case noSuchClass = 103
  /// Also an id from the client, where the server does not take one.
  case invalidKeyName = 105
  case operationForbidden = 119
  case timeout = 124
  case duplicateValue = 137
  /// Cloud code failed: before the write, or after a delete.
  case triggerFailed = 141
  case requestLimitExceeded = 155
  /// A request with the same id was seen before, whatever became of it.
  case duplicateRequest = 159
  case sessionMissing = 206
  case invalidSessionToken = 209
}

extension RemoteResponse {
  /// The server's own error number; nil where it gives none, or one without a name here.
  var code: ParseErrorCode? { codeNumber.flatMap(ParseErrorCode.init) }

  var codeNumber: Int? { json?["code"]?.integer.map { Int($0) } }
}

struct ParseErrorReader: ErrorBodyReader {
  func meaning(of response: RemoteResponse) -> ResponseMeaning? {
    switch (response.status, response.code) {
    case (_, .requestLimitExceeded), (400, .tooBusy): .throttled
    case (_, .invalidSessionToken), (_, .sessionMissing), (401, _), (403, _): .unauthorized
    case (_, .objectNotFound): .notFound
    case (_, .duplicateValue): .conflict
    case (_, .duplicateRequest), (_, .triggerFailed): .rejected
    case (_, .connectionFailed), (_, .timeout): .serverFailed
    case (404, nil) where response.codeNumber == nil: .noSuchAddress
    default: nil
    }
  }

  /// `error` or, in one kind of 500, `message`.
  func message(in response: RemoteResponse) -> String? {
    let json = response.json
    let told = json?["error"]?.string ?? json?["message"]?.string
    guard let told, !told.isEmpty else { return nil }
    return response.codeNumber.map { "\(told) (code \($0))" } ?? told
  }

  let addressHint =
    "Check the remote’s URL: it ends with the server’s mount path, often /parse."
}
