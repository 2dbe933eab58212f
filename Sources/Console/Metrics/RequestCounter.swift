import Support

/// Counts answers by the class of their status.
final class RequestCounter: Sendable {
  /// From 1xx to 5xx.
  private let counts = Locked([Int](repeating: 0, count: 5))

  func count(status: Int) {
    let index = min(max(status / 100, 1), 5) - 1
    counts.withLock { $0[index] += 1 }
  }

  /// All classes, those without an answer yet included: a counter that appears late loses its start.
  var byClass: [(name: String, count: Int)] {
    counts.withLock { $0 }.enumerated().map { ("\($0.offset + 1)xx", $0.element) }
  }
}
