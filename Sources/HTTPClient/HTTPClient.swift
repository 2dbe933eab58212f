import Support

/// Sends requests through libcurl: one thread drives any number of transfers.
///
/// Connections are kept and used again. libcurl by itself sends a request once more when a kept
/// connection turns out to be dead, so a request may arrive twice; whoever cannot bear that must
/// make requests that can.
public final class HTTPClient: Sendable {
  /// Limits that hold for all requests of a client.
  public struct Configuration: Sendable {
    public var connectTimeoutSeconds = 10.0
    /// A transfer slower than this for `lowSpeedSeconds` is given up.
    public var lowSpeedBytesPerSecond = 1
    public var lowSpeedSeconds = 30
    /// Counted after decompression.
    public var responseBytesMax = 64 << 20
    public var connectionsPerHostMax = 64
    public var userAgent = "syncline"

    public init() {}

    /// For streams: they take no connection from requests, and may be quiet for longer.
    fileprivate var forStreams: Configuration {
      var configuration = self
      configuration.lowSpeedSeconds = HTTPClient.streamQuietSeconds
      configuration.connectionsPerHostMax = 0
      return configuration
    }
  }

  /// A stream without a byte for this long is lost; servers send a comment more often.
  static let streamQuietSeconds = 45

  private let configuration: Configuration
  private let engine: Engine?
  /// Made with the first stream.
  private let streams = Locked<Engine?>(nil)

  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    engine = Engine(configuration)
  }

  deinit { shutdown() }

  /// Sends a request and waits for the whole answer; cancelling the task ends the transfer.
  public func send(_ request: ClientRequest) async throws(HTTPClientError) -> ClientResponse {
    try await send(request, engine, receive: nil)
  }

  /// Sends a request and hands the body over part by part, as it comes, until the server ends it.
  ///
  /// - Parameter receive: Gets the body of a 2xx answer, on the client's thread: it must be quick.
  ///   False ends the transfer, as a lost connection. The body of another answer comes with the
  ///   returned response.
  public func stream(
    _ request: ClientRequest, receive: @escaping @Sendable ([UInt8]) -> Bool
  ) async throws(HTTPClientError) -> ClientResponse {
    let engine = streams.withLock { engine in
      engine = engine ?? Engine(configuration.forStreams)
      return engine
    }
    return try await send(request, engine, receive: receive)
  }

  private func send(
    _ request: ClientRequest, _ engine: Engine?, receive: (@Sendable ([UInt8]) -> Bool)?
  ) async throws(HTTPClientError) -> ClientResponse {
    guard let engine else {
      throw .unreachable("The client has no thread: the system grants no further ones.")
    }
    let endpoint = try Endpoint(request.url)
    try RequestCheck.check(request)
    let request = try request.egress?.admit(request, to: endpoint) ?? request
    let transfer = Transfer(request, endpoint, receivePart: receive)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { engine.start(transfer, $0) }
    } onCancel: {
      engine.cancel(transfer)
    }
    return try result.get()
  }

  /// Ends what runs, as if cancelled, and refuses what comes after.
  public func shutdown() {
    engine?.stop()
    streams.withLock { $0 }?.stop()
  }
}
