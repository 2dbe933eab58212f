import Support

/// How fast a run may send: the window, and the pauses that the server asks for.
struct Pacing: Sendable {
  /// Pauses in a row, with nothing accepted between them, before the run ends.
  static let pausesMax = 5
  /// A longer wait ends the run instead: the server must not be asked earlier than it said.
  static let waitMax = 60.0

  private let windowMax: Int
  private let random: RandomSource
  private(set) var window: Int
  private(set) var isPaused = false
  private var pauses = 0

  init(windowMax: Int, random: RandomSource) {
    self.windowMax = windowMax
    self.random = random
    window = windowMax
  }

  enum Answer: Sendable, Hashable {
    case wait(Duration)
    /// A pause is under way already.
    case waiting
    case giveUp(String)
  }

  mutating func throttled(seconds: Double?) -> Answer {
    if let seconds, seconds > Self.waitMax {
      return .giveUp(
        "The server asks to wait \(Int(seconds.rounded(.up))) s. Everything is kept here; push "
          + "again then.")
    }
    if isPaused { return .waiting }
    pauses += 1
    guard pauses <= Self.pausesMax else {
      return .giveUp(
        "The server asked to slow down \(Self.pausesMax + 1) times in a row. Everything is kept "
          + "here; push again later.")
    }
    isPaused = true
    window = max(1, window / 2)
    let told = max(0, seconds ?? Double(1 << (pauses - 1)))
    // Only ever longer than told, and not the same for all clients that were told the same.
    let jitter = Double(random.bytes(1).first ?? 0) / 255 * 0.1
    return .wait(.milliseconds(Int64((told * (1 + jitter) * 1_000).rounded(.up))))
  }

  mutating func pauseIsOver() { isPaused = false }

  mutating func accepted() {
    pauses = 0
    window = min(windowMax, window + 1)
  }
}
