/// Which operations a push sends.
package enum PushScope: Sendable, Hashable {
  case all
  case tables([String])
  /// These operations, and earlier ones of the same rows, which always go first.
  case operations([Int64])
  /// All up to this one: what is queued later waits.
  case upTo(Int64)
  /// Only these, each only while it still sends what its fingerprint stands for.
  ///
  /// The fingerprints are those of ``PreviewedOperation``; an operation behind another one of its
  /// row waits, unless that one is among them.
  case exactly([Int64: String])
}
