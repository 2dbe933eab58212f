/// How much of a body a request may bring, and where the body goes.
public struct BodyRule: Sendable {
  public var bytesMax: Int
  /// Asked before any of the body is read; nil where the body goes into memory.
  public var admit: (@Sendable () async -> BodyAdmission)?

  public init(bytesMax: Int, admit: (@Sendable () async -> BodyAdmission)? = nil) {
    self.bytesMax = bytesMax
    self.admit = admit
  }
}

/// Whether a body may come.
public enum BodyAdmission: Sendable {
  case taken(UploadedForm)
  /// Answered at once; the body is not read.
  case refused(HTTPResponse)
}
