/// How much of a body a request may bring, and where the body goes.
public struct BodyRule: Sendable {
  public var bytesMax: Int
  /// Asked before any of the body is read; nil where the body goes into memory at once.
  public var admit: (@Sendable () async -> BodyAdmission)?
  /// Whose memory the body takes; nil for the other end of the connection.
  public var client: RequestClient?

  public init(
    bytesMax: Int, client: RequestClient? = nil,
    admit: (@Sendable () async -> BodyAdmission)? = nil
  ) {
    self.bytesMax = bytesMax
    self.client = client
    self.admit = admit
  }
}

/// Whether a body may come.
public enum BodyAdmission: Sendable {
  case taken(UploadedForm)
  /// Goes into memory.
  case accepted
  /// Answered at once; the body is not read.
  case refused(HTTPResponse)
}
