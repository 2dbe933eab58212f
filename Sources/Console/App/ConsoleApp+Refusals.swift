package import HTTPKit
import JSONKit

extension ConsoleApp {
  /// The answer to a request that is refused before the console sees it, as its other errors are.
  package static func refusal(
    _ status: Int, _ reason: String, requestID: String, isSecure: Bool
  ) -> HTTPResponse {
    let body = ErrorPages.json(HTTPError(status, reason), requestID: requestID)
    var response = HTTPResponse.json(body.serialized, status: status)
    SecurityHeaders.apply(to: &response, isSecure: isSecure)
    return response
  }
}
