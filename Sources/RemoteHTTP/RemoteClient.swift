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
  private let secrets: any RenewableSecrets
  private let observe: @Sendable (RemoteResponse) -> Void
  private let times = ResponseTimes()

  /// - Parameters:
  ///   - secrets: Read again when the server refuses the sign-in.
  ///   - mask: Takes secrets out of what the server writes.
  ///   - secretHeaders: Names, in lower case, of fields that carry secrets.
  ///   - observe: Called with every response, to detect what the server can do.
  package init(
    url: String, transport: any RemoteTransport, timeout: Duration, time: any TimeSource,
    secrets: any RenewableSecrets, mask: SecretMask, secretHeaders: UTF8Set,
    errors: any ErrorBodyReader,
    observe: @escaping @Sendable (RemoteResponse) -> Void = { _ in }
  ) {
    host = ServerURL.host(of: url)
    timeoutSeconds = timeout / .seconds(1)
    self.transport = transport
    self.time = time
    self.secrets = secrets
    self.mask = mask
    self.secretHeaders = secretHeaders
    self.errors = errors
    self.observe = observe
  }

  /// Of the last requests, without streams; nil before the first response.
  package var responseTime: ResponseTime? { times.summary }

  /// The response, whatever its status.
  ///
  /// - Parameter request: Made again where the sign-in was refused and a secret has changed since: a
  ///   refused request did nothing, so it goes out once more.
  package func send(
    _ request: @autoclosure () throws(HTTPClientError) -> ClientRequest
  ) async throws(HTTPClientError) -> RemoteResponse {
    try await renewing { () throws(HTTPClientError) in try await perform(request()) }
  }

  /// Sends a request whose response goes on until the server ends it.
  ///
  /// - Parameter receive: Gets the body of a 2xx response part by part; it must be quick. False ends
  ///   the request, as a lost connection.
  package func stream(
    _ request: @autoclosure () throws(HTTPClientError) -> ClientRequest,
    receive: @escaping @Sendable ([UInt8]) -> Bool
  ) async throws(RemoteError) -> RemoteResponse {
    do {
      return try await renewing { () throws(HTTPClientError) in
        var request = try request()
        request.timeoutSeconds = Self.streamSecondsMax
        return RemoteResponse(try await transport.stream(request, receive: receive))
      }
    } catch {
      throw self.error(error)
    }
  }

  private static let streamSecondsMax: Double = 86_400

  private func renewing(
    _ attempt: () async throws(HTTPClientError) -> RemoteResponse
  ) async throws(HTTPClientError) -> RemoteResponse {
    let renewals = secrets.renewals
    let response = try await attempt()
    guard !response.isSuccess, meaning(of: response) == .unauthorized,
      secrets.renew(after: renewals)
    else { return response }
    return try await attempt()
  }

  private func perform(
    _ request: ClientRequest
  ) async throws(HTTPClientError) -> RemoteResponse {
    var request = request
    request.timeoutSeconds = timeoutSeconds
    let pace = RequestPace.current
    do { try await pace?.wait() } catch { throw .cancelled(mayHaveArrived: false) }
    let sentAt = time.now
    let response = RemoteResponse(try await transport.send(request))
    times.add(milliseconds: Int(time.now.milliseconds - sentAt.milliseconds))
    await pace?.received(bytes: response.body.count)
    observe(response)
    return response
  }

  /// The response to a read, whatever its status.
  package func response(
    to request: @autoclosure () throws(HTTPClientError) -> ClientRequest
  ) async throws(RemoteError) -> RemoteResponse {
    do { return try await send(try request()) } catch { throw self.error(error) }
  }

  /// The response to a read that succeeded.
  ///
  /// - Parameter purpose: What is read, for messages.
  package func success(
    of request: @autoclosure () throws(HTTPClientError) -> ClientRequest, _ purpose: String
  ) async throws(RemoteError) -> RemoteResponse {
    let response = try await response(to: try request())
    guard response.isSuccess else { throw error(response, purpose) }
    return response
  }
}
