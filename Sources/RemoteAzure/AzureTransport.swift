import HTTPKit
import JSONKit

/// Carries one request to the server and brings the answer.
///
/// A seam, so that everything above it is tested without sockets.
protocol AzureTransport: Sendable {
  func send(_ request: AzureRequest) async throws(AzureTransportFailure) -> AzureResponse
}

struct AzureRequest: Sendable {
  var method: HTTPMethod
  var url: String
  var headers: HTTPHeaders
  /// Nil sends no body and no content type.
  var body: [UInt8]?

  init(
    _ method: HTTPMethod, _ url: String, headers: HTTPHeaders = HTTPHeaders(),
    body: [UInt8]? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

struct AzureResponse: Sendable {
  var status: Int
  var headers: HTTPHeaders
  var body: [UInt8]
  /// The body of an answer inside another one, which was parsed with it.
  private let part: JSONValue?

  init(_ status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
    part = nil
  }

  /// An answer inside another one; its text is made only for one that people get to see.
  init(_ status: Int, headers: HTTPHeaders, part: JSONValue?) {
    self.status = status
    self.headers = headers
    self.part = part
    body = (200...299).contains(status) ? [] : part?.serialized ?? []
  }

  /// The body as JSON; nil when it is none.
  var json: JSONValue? { part ?? (try? JSONValue(parsing: body)) }

  var isSuccess: Bool { (200...299).contains(status) }

  /// True for a page of a web server or a proxy, which the protocol itself never sends.
  var isWebPage: Bool {
    let type = headers["Content-Type"]?.lowercased() ?? ""
    return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
  }
}

/// Why there is no answer.
enum AzureTransportFailure: Error, Sendable, Hashable {
  /// Surely not one byte of the request reached the server.
  case notSent(String)
  /// The request may have arrived; its answer was lost on the way.
  case lost(String)
  /// The request may have arrived; what came back is not HTTP.
  case unreadable(String)
  /// The request may have arrived; the answer is larger than this client takes.
  case tooLarge(String)
  case cancelled(mayHaveArrived: Bool)
  /// The request itself cannot be sent, now or later.
  case invalid(String)
}
