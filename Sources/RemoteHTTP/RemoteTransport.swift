package import HTTPClient

/// Sends one request and returns its response, whatever the status.
///
/// The seam at which tests take the place of a server.
package protocol RemoteTransport: Sendable {
  func send(_ request: ClientRequest) async throws(HTTPClientError) -> ClientResponse

  /// Sends one request and hands the body of a 2xx response over part by part, as it comes, until
  /// `receive` answers false.
  func stream(
    _ request: ClientRequest, receive: @escaping @Sendable ([UInt8]) -> Bool
  ) async throws(HTTPClientError) -> ClientResponse
}

extension RemoteTransport {
  package func stream(
    _ request: ClientRequest, receive: @escaping @Sendable ([UInt8]) -> Bool
  ) async throws(HTTPClientError) -> ClientResponse {
    let response = try await send(request)
    if (200..<300).contains(response.status) { _ = receive(response.body) }
    return response
  }
}

extension HTTPClient: RemoteTransport {}
