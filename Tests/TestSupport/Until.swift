package import Testing

/// Waits until `condition` holds, for what happens by itself in real time.
///
/// - Throws: What `condition` throws; ``NeverSo`` after half a minute.
package func until(
  sourceLocation: SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + .seconds(30)
  while ContinuousClock.now < deadline {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(5))
  }
  throw NeverSo(place: "\(sourceLocation)")
}

package struct NeverSo: Error {
  package let place: String
}
