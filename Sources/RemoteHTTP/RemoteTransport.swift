package import HTTPClient

/// Sends one request and returns its response, whatever the status.
///
/// The seam at which tests take the place of a server.
package protocol RemoteTransport: Sendable {
  func send(_ request: ClientRequest) async throws(HTTPClientError) -> ClientResponse
}

extension HTTPClient: RemoteTransport {}
