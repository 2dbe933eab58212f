public import HTTPKit
import JSONKit

extension ConsoleApp {
  /// The answer to a request that is refused before the console sees it, as its other errors are.
  public static func refusal(
    _ status: Int, _ reason: String, requestID: String, isSecure: Bool
  ) -> HTTPResponse {
    let body: JSONValue = [
      "error": [
        "code": .string(HTTPError(status, reason).code), "message": .string(reason),
        "requestId": .string(requestID),
      ]
    ]
    var response = HTTPResponse.json(body.serialized, status: status)
    SecurityHeaders.apply(to: &response, isSecure: isSecure)
    return response
  }
}
