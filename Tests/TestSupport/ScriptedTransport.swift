package import HTTPClient
package import HTTPKit
import RemoteHTTP
import Support

/// Answers each request by a function and remembers it.
package final class ScriptedTransport: RemoteTransport {
  private let seen = Locked<[ClientRequest]>([])
  private let answer: @Sendable (ClientRequest) throws(HTTPClientError) -> ClientResponse

  package init(
    _ answer: @escaping @Sendable (ClientRequest) throws(HTTPClientError) -> ClientResponse
  ) { self.answer = answer }

  /// The same answer to everything.
  package convenience init(
    _ status: Int, _ body: String = "", _ headers: HTTPHeaders = HTTPHeaders()
  ) {
    self.init { _ throws(HTTPClientError) in
      ClientResponse(status, headers: headers, body: Array(body.utf8))
    }
  }

  package var requests: [ClientRequest] { seen.withLock { $0 } }

  package func send(_ request: ClientRequest) async throws(HTTPClientError) -> ClientResponse {
    seen.withLock { $0.append(request) }
    return try answer(request)
  }
}
