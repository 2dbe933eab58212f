public import HTTPKit

/// What to send where.
public struct ClientRequest: Sendable {
  public var method: HTTPMethod
  /// Absolute, `http` or `https`, percent-encoded; used byte for byte.
  public var url: String
  /// `Content-Length`, `Transfer-Encoding`, `Connection` and `Accept-Encoding` are the client's.
  public var headers: HTTPHeaders
  public var body: [UInt8]?
  /// From the call to the last byte of the answer, waiting for a connection included.
  public var timeoutSeconds: Double
  /// True for what changes nothing on the server: it may be sent again by itself when a connection
  /// ends without an answer.
  public var isReading: Bool
  /// Needed where `url` came from a server's answer; nil for an address that was configured.
  public var egress: EgressRule?

  /// - Parameter isReading: True for reading by another method than GET and HEAD.
  public init(
    _ method: HTTPMethod, _ url: String, headers: HTTPHeaders = HTTPHeaders(),
    body: [UInt8]? = nil, timeoutSeconds: Double = 60, isReading: Bool = false,
    egress: EgressRule? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeoutSeconds = timeoutSeconds
    self.isReading = isReading || method == .get || method == .head
    self.egress = egress
  }
}

/// An answer, complete, whatever its status; redirects are not followed.
public struct ClientResponse: Sendable {
  public var status: Int
  public var headers: HTTPHeaders
  /// Decoded, when it came compressed.
  public var body: [UInt8]

  public init(_ status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
