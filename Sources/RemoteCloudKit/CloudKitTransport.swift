import HTTPClient
import HTTPKit

/// Carries one request to the server and brings the answer.
///
/// A seam, so that everything above it is tested without sockets.
protocol CloudKitTransport: Sendable {
  func send(_ request: CloudKitRequest) async throws(CloudKitTransportFailure) -> CloudKitResponse
}

struct CloudKitRequest: Sendable {
  var method: HTTPMethod = .post
  var url: String
  var headers = HTTPHeaders()
  var body: [UInt8]?
  /// Most of the protocol reads by POST.
  var isReading = false
  /// True where `url` came from an answer, so that it is held to the egress rule.
  var isFromAnswer = false
}

struct CloudKitResponse: Sendable {
  var status: Int
  var headers: HTTPHeaders
  var body: [UInt8]

  init(_ status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  var isSuccess: Bool { (200...299).contains(status) }
}

/// Why there is no answer.
enum CloudKitTransportFailure: Error, Sendable, Hashable {
  /// Surely not one byte of the request reached the server.
  case notSent(String)
  /// The request may have arrived; its answer was lost on the way.
  case lost(String)
  /// The request may have arrived; what came back is not what the protocol says.
  case unreadable(String)
  case cancelled(mayHaveArrived: Bool)
  /// The request itself cannot be sent, now or later.
  case invalid(String)
}

/// Carries requests over real connections.
struct CloudKitHTTPTransport: CloudKitTransport {
  let client: HTTPClient
  let timeoutSeconds: Double
  private let remoteURL: String

  init(_ client: HTTPClient, _ configuration: CloudKitConfiguration) {
    self.client = client
    remoteURL = configuration.url
    timeoutSeconds = configuration.requestTimeout / .seconds(1)
  }

  func send(_ request: CloudKitRequest) async throws(CloudKitTransportFailure) -> CloudKitResponse {
    do throws(HTTPClientError) {
      let response = try await client.send(
        ClientRequest(
          request.method, request.url, headers: request.headers, body: request.body,
          timeoutSeconds: timeoutSeconds, isReading: request.isReading,
          egress: request.isFromAnswer ? EgressRule(remote: remoteURL) : nil))
      return CloudKitResponse(response.status, headers: response.headers, body: response.body)
    } catch {
      switch error {
      case .unreachable(let detail): throw .notSent(detail)
      case .lost(let detail): throw .lost(detail)
      case .malformed(let detail): throw .unreadable(detail)
      case .tooLarge: throw .unreadable(error.description)
      case .cancelled(let mayHaveArrived): throw .cancelled(mayHaveArrived: mayHaveArrived)
      case .invalidRequest(let detail), .forbidden(let detail): throw .invalid(detail)
      }
    }
  }
}
