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
  }

  private let engine: Engine?

  public init(_ configuration: Configuration = Configuration()) {
    engine = Engine(configuration)
  }

  deinit { engine?.stop() }

  /// Sends a request and waits for the whole answer; cancelling the task ends the transfer.
  public func send(_ request: ClientRequest) async throws(HTTPClientError) -> ClientResponse {
    guard let engine else {
      throw .unreachable("The client has no thread: the system grants no further ones.")
    }
    let endpoint = try Endpoint(request.url)
    try RequestCheck.check(request)
    let request = try request.egress?.admit(request, to: endpoint) ?? request
    let transfer = Transfer(request, endpoint)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { engine.start(transfer, $0) }
    } onCancel: {
      engine.cancel(transfer)
    }
    return try result.get()
  }

  /// Ends what runs, as if cancelled, and refuses what comes after.
  public func shutdown() { engine?.stop() }
}
