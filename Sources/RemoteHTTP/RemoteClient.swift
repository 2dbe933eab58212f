package import HTTPClient
package import Support
package import SyncCore

/// Sends the requests of one remote, and says what its responses mean.
package struct RemoteClient: Sendable {
  /// Host and port, for messages.
  package let host: String
  let mask: SecretMask
  let secretHeaders: UTF8Set
  let time: any TimeSource
  let errors: any ErrorBodyReader
  private let transport: any RemoteTransport
  private let timeoutSeconds: Double
  private let observe: @Sendable (RemoteResponse) -> Void

  /// - Parameters:
  ///   - mask: Takes secrets out of what the server writes.
  ///   - secretHeaders: Names, in lower case, of fields that carry secrets.
  ///   - observe: Called with every response, to detect what the server can do.
  package init(
    url: String, transport: any RemoteTransport, timeout: Duration, time: any TimeSource,
    mask: SecretMask, secretHeaders: UTF8Set, errors: any ErrorBodyReader,
    observe: @escaping @Sendable (RemoteResponse) -> Void = { _ in }
  ) {
    host = ServerURL.host(of: url)
    timeoutSeconds = timeout / .seconds(1)
    self.transport = transport
    self.time = time
    self.mask = mask
    self.secretHeaders = secretHeaders
    self.errors = errors
    self.observe = observe
  }

  /// The response, whatever its status.
  package func send(
    _ request: ClientRequest
  ) async throws(HTTPClientError) -> RemoteResponse {
    var request = request
    request.timeoutSeconds = timeoutSeconds
    let response = RemoteResponse(try await transport.send(request))
    observe(response)
    return response
  }

  /// The response to a read, whatever its status.
  package func response(
    to request: ClientRequest
  ) async throws(RemoteError) -> RemoteResponse {
    do { return try await send(request) } catch { throw self.error(error) }
  }

  /// The response to a read that succeeded.
  ///
  /// - Parameter purpose: What is read, for messages.
  package func success(
    of request: ClientRequest, _ purpose: String
  ) async throws(RemoteError) -> RemoteResponse {
    let response = try await response(to: request)
    guard response.isSuccess else { throw error(response, purpose) }
    return response
  }
}
