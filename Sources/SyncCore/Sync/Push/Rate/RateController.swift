import Localization
import Support

/// How fast a run may send: the window, and the pauses that the server asks for.
struct RateController: Sendable {
  /// Pauses in a row, with nothing accepted between them, before the run ends.
  static let pausesMax = 5
  /// A longer wait ends the run instead: the server must not be asked earlier than it said.
  static let waitMax = 60.0
  /// A difference of so many milliseconds is noise.
  static let noise = 5

  private let start: Int
  /// How far the window may grow; the start, once the server had trouble.
  private var most: Int
  private let random: RandomSource
  private(set) var window: Int
  private(set) var isPaused = false
  private var pauses = 0
  /// When the pause under way may end, by what the server said last.
  private var pausedUntil = Timestamp.epoch
  /// The fastest answer to a single change so far, in milliseconds.
  private var fastest = Int.max

  /// - Parameters:
  ///   - windowMax: The window to begin with, and to return to after a pause.
  ///   - most: How far it may grow while the server keeps up; nil for not at all.
  init(windowMax: Int, growsTo most: Int? = nil, random: RandomSource) {
    start = windowMax
    self.most = max(windowMax, most ?? windowMax)
    self.random = random
    window = windowMax
  }

  enum Answer: Sendable, Hashable {
    case wait(Duration)
    /// A pause is under way already.
    case waiting
    case giveUp(String)
  }

  mutating func throttled(seconds told: Double?, at now: Timestamp) -> Answer {
    let seconds = told.flatMap(RetryAfter.seconds)
    if let seconds, seconds > Self.waitMax {
      return .giveUp(
        localized(
          "Rate limited by the server: retry after \(Int(seconds.rounded(.up))) s. Everything is "
            + "kept here."))
    }
    if isPaused {
      // A request that was under way already may be told to wait longer than the pause lasts.
      if let seconds { pausedUntil = max(pausedUntil, Self.end(of: .seconds(seconds), from: now)) }
      return .waiting
    }
    pauses += 1
    guard pauses <= Self.pausesMax else {
      return .giveUp(
        localized(
          "Rate limited by the server \(Self.pausesMax + 1) times in a row. Everything is kept "
            + "here; push again later."))
    }
    isPaused = true
    most = start
    window = max(1, min(window, start) / 2)
    let asked = seconds ?? Double(1 << (pauses - 1))
    // Only ever longer than told, and not the same for all clients that were told the same.
    let jitter = Double(random.bytes(1).first ?? 0) / 255 * 0.1
    let wait = Duration.milliseconds(Int64((asked * (1 + jitter) * 1_000).rounded(.up)))
    pausedUntil = Self.end(of: wait, from: now)
    return .wait(wait)
  }

  private static func end(of wait: Duration, from now: Timestamp) -> Timestamp {
    now.adding(milliseconds: Int64((wait / .milliseconds(1)).rounded(.up)))
  }

  /// Ends the pause, unless the server asked for a longer one meanwhile: then it says how much
  /// longer.
  mutating func pauseIsOver(at now: Timestamp) -> Duration? {
    guard pausedUntil > now else {
      isPaused = false
      return nil
    }
    // A clock that was set back must not stretch it.
    let rest = min(pausedUntil.milliseconds - now.milliseconds, Int64(Self.waitMax) * 1_000)
    return .milliseconds(rest)
  }

  /// Ends the pause whatever was told: the run is over.
  mutating func endPause() {
    isPaused = false
    pausedUntil = .epoch
  }

  /// Takes note of an accepted change.
  mutating func accepted() {
    pauses = 0
    if window < start { window += 1 }
  }

  /// Takes note of how long one change alone was under way, and lets the window grow.
  ///
  /// Answers that take longer the more are asked for come from a server, or a line, that is busy
  /// already: more at once would only wait there.
  mutating func answered(after milliseconds: Int) {
    fastest = min(fastest, milliseconds)
    guard window >= start, window < most, milliseconds <= 2 * fastest + Self.noise else { return }
    window += 1
  }

  /// The server failed, or an answer was lost: no more at once than in the beginning.
  mutating func failed() {
    most = start
    window = min(window, start)
  }
}
