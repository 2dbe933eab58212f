/// Which operations a push sends.
public enum PushScope: Sendable, Hashable {
  case all
  case tables([String])
  /// These operations, and earlier ones of the same rows, which always go first.
  case operations([Int64])
}
