import HTTPClient
import HTTPKit
import JSONKit
import RemoteHTTP
import Support
import TestSupport

/// Errors as the simplest of all protocols writes them.
struct PlainErrorReader: ErrorBodyReader {
  let addressHint = "Check the URL."

  func meaning(of response: RemoteResponse) -> ResponseMeaning? {
    response.json?["code"]?.string == "gone" ? .notFound : nil
  }

  func message(in response: RemoteResponse) -> String? { response.json?["error"]?.string }

  func retryAfterSeconds(in response: RemoteResponse) -> Double? {
    response.json?["wait"]?.double
  }
}

extension RemoteClient {
  static func test(
    _ transport: any RemoteTransport,
    secrets: any RenewableSecrets = RenewableConfiguration(""),
    mask: SecretMask = SecretMask([]), time: any TimeSource = ManualTime(),
    observe: @escaping @Sendable (RemoteResponse) -> Void = { _ in }
  ) -> RemoteClient {
    RemoteClient(
      url: "http://host.test:8081/base", transport: transport, timeout: .seconds(7),
      time: time, secrets: secrets, mask: mask, secretHeaders: ["x-key"],
      errors: PlainErrorReader(),
      observe: observe)
  }
}

extension RemoteResponse {
  init(_ status: Int, _ body: String = "", _ headers: HTTPHeaders = [:]) {
    self.init(ClientResponse(status, headers: headers, body: Array(body.utf8)))
  }
}
