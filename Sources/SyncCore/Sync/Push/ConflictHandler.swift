/// Decides conflicts during a push, in place of a person.
public protocol ConflictHandler: Sendable {
  /// Nil leaves the conflict for a person.
  func resolve(_ conflict: OperationError) async -> Resolution?
}
