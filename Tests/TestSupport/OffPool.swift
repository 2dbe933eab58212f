import Support

struct NoThreadLeft: Error {}

/// Runs blocking code on a thread of its own, so that a test does not hold the cooperative pool,
/// which the server under test needs for its handlers.
package func offPool<Output: Sendable>(
  _ body: @escaping @Sendable () throws -> Output
) async throws -> Output {
  try await withCheckedThrowingContinuation { continuation in
    let thread = BackgroundThread { continuation.resume(with: Result { try body() }) }
    if let thread { thread.detach() } else { continuation.resume(throwing: NoThreadLeft()) }
  }
}
