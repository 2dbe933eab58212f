/// The time in which an insert is looked for before it is sent again.
///
/// A request whose connection broke may still reach the server, and a server may work on a request
/// for longer than the client waits. Where the server assigns ids, an insert that is sent again
/// before that makes a second row.
struct ResendDelay: Sendable, Hashable {
  private static let firstPause = Duration.milliseconds(500)
  private static let doublings = 4

  private let total: Duration
  private var remaining = Duration.zero
  private var looks = 0

  init(seconds: Int) { total = .seconds(max(0, seconds)) }

  /// Starts over, since a request may be on its way.
  mutating func restart() {
    remaining = total
    looks = 0
  }

  /// The pause before the next look; nil when the insert may be sent again.
  mutating func next() -> Duration? {
    guard remaining > .zero else { return nil }
    let pause = min(remaining, Self.firstPause * (1 << min(looks, Self.doublings)))
    remaining -= pause
    looks += 1
    return pause
  }
}
