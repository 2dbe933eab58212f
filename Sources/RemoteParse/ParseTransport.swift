import HTTPClient
import HTTPKit
import JSONKit

/// Carries one request to the server and brings the answer.
///
/// A seam, so that everything above it is tested without sockets.
protocol ParseTransport: Sendable {
  func send(_ request: ParseRequest) async throws(ParseFailure) -> ParseAnswer
}

struct ParseRequest: Sendable {
  var method: HTTPMethod
  var url: String
  var headers: HTTPHeaders
  /// Nil sends no body.
  var body: [UInt8]?
  /// True for a query that is too long for an address and travels by POST.
  var isReading = false
}

/// An answer with what every reader of it wants to know.
struct ParseAnswer: Sendable {
  var status: Int
  var headers: HTTPHeaders
  var body: [UInt8]
  /// Nil for a body that is no JSON.
  let json: JSONValue?

  init(_ status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
    json = (try? JSONValue(parsing: body))
  }

  var isSuccess: Bool { (200...299).contains(status) }

  /// The server's own error number.
  var code: Int? { json?["code"]?.integer.map { Int($0) } }
}

/// Why there is no answer.
enum ParseFailure: Error, Sendable, Hashable {
  /// Surely not one byte of the request reached the server.
  case notSent(String)
  /// The request may have arrived; its answer was lost or can't be read.
  case lost(String)
  case cancelled(mayHaveArrived: Bool)
  /// The request itself cannot be sent, now or later.
  case invalid(String)
}

/// Carries requests over real connections.
struct ParseHTTPTransport: ParseTransport {
  let client: HTTPClient
  let timeoutSeconds: Double

  init(_ client: HTTPClient, _ configuration: ParseConfiguration) {
    self.client = client
    timeoutSeconds = configuration.requestTimeout / .seconds(1)
  }

  func send(_ request: ParseRequest) async throws(ParseFailure) -> ParseAnswer {
    do throws(HTTPClientError) {
      let response = try await client.send(
        ClientRequest(
          request.method, request.url, headers: request.headers, body: request.body,
          timeoutSeconds: timeoutSeconds, isReading: request.isReading))
      return ParseAnswer(response.status, headers: response.headers, body: response.body)
    } catch {
      switch error {
      case .unreachable(let detail): throw .notSent(detail)
      case .lost(let detail), .malformed(let detail): throw .lost(detail)
      case .tooLarge: throw .lost(error.description)
      case .cancelled(let mayHaveArrived): throw .cancelled(mayHaveArrived: mayHaveArrived)
      case .invalidRequest(let detail), .forbidden(let detail): throw .invalid(detail)
      }
    }
  }
}
