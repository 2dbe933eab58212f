import ConsoleData
import Crypto
import HTTPClient
import HTTPKit
import JSONKit
import RemoteHTTP
import Support
import SyncCore

/// Sends a message as JSON by `POST`, signed as GitHub signs its webhooks.
struct AlertWebhook: Sendable {
  private static let timeoutSeconds = 15.0

  private let definition: WebhookDefinition
  private let client: HTTPClient

  init(_ definition: WebhookDefinition, _ client: HTTPClient) {
    self.definition = definition
    self.client = client
  }

  func send(_ delivery: AlertDelivery) async -> AlertDeliveryResult {
    do {
      let request = try request(delivery)
      return Self.result(try await client.send(request))
    } catch let error as SecretError {
      return .failed(error.description)
    } catch let error as HTTPClientError {
      if case .invalidRequest = error { return .rejected(error.description) }
      return .failed(error.description)
    } catch {
      return .rejected("\(error)")
    }
  }

  private func request(_ delivery: AlertDelivery) throws -> ClientRequest {
    let body = delivery.message.serialized
    var headers: HTTPHeaders = [
      "Content-Type": "application/json", "X-Syncline-Delivery": delivery.id,
      "X-Syncline-Event": delivery.event.rawValue,
    ]
    if let secret = definition.secret {
      let key = Array(try SecretReader.value(of: secret).utf8)
      headers["X-Syncline-Signature-256"] =
        "sha256=\(hexadecimal(HMAC.sha256(body, key: key)))"
    }
    return ClientRequest(
      .post, try url(), headers: headers, body: body, timeoutSeconds: Self.timeoutSeconds)
  }

  private func url() throws -> String {
    switch definition.address {
    case .url(let url): return url
    case .secret(let secret):
      let url = try SecretReader.value(of: secret)
      guard definition.allowsInsecure || !ConfigurationReader.isUnencrypted(url) else {
        throw InsecureWebhook(place: secret.place)
      }
      return url
    }
  }

  private static func result(_ response: ClientResponse) -> AlertDeliveryResult {
    let answer = "The server answered HTTP \(response.status)."
    switch response.status {
    case 200..<300: return .delivered
    case 300..<400:
      return .rejected("\(answer) Redirects are not followed; name the last address.")
    case 408, 429, 500...:
      let seconds = response.headers["Retry-After"].flatMap {
        RetryAfter.seconds($0, answeredAt: SystemTime().now)
      }
      return .failed(answer, after: seconds.map { Int(min($0, 86_400)) })
    default: return .rejected(answer)
    }
  }
}

/// An address out of a secret that is not encrypted.
private struct InsecureWebhook: Error, CustomStringConvertible {
  let place: String

  var description: String {
    "The address in \(place) is not encrypted. Use https://, or set \"allowInsecure\": true."
  }
}
