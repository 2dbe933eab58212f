internal import Localization
package import SQLiteKit
public import Support

/// A pause that the server asked for holds for later runs and after a restart too.
package struct PersistedRetryAfter: Sendable, Equatable {
  /// When the server said so; a clock that was set back since makes the pause void.
  var saidAt: Timestamp
  package var until: Timestamp

  package static func fetch(on connection: Connection) throws -> PersistedRetryAfter? {
    let texts = try SettingStore.fetch(SettingStore.pause, on: connection)?.split(separator: " ")
    guard let moments = texts?.compactMap({ Timestamp(String($0)) }), moments.count == 2 else {
      return nil
    }
    let latest = moments[0].adding(seconds: Int64(RetryAfter.longest))
    return PersistedRetryAfter(saidAt: moments[0], until: min(moments[1], latest))
  }

  func isOn(at now: Timestamp) -> Bool { saidAt <= now && now < until }

  /// What a run says that waits for the end, or does not wait so long.
  var sentence: String { Self.sentence(until: until) }

  static func sentence(until: Timestamp) -> String {
    localized("Rate limited by the server until \(until.words). Everything is kept here.")
  }
}

extension SyncContext {
  /// A run that would wait longer than this for a server ends at once, in seconds.
  static let pauseMax = 600.0

  /// Until when the server asked to be sent nothing; nil when no such pause is running.
  ///
  /// A run that begins before waits until then, or ends at once where that is long.
  public var pausedUntil: Timestamp? {
    get async throws { try await persistedRetryAfter()?.until }
  }

  func persistedRetryAfter() async throws -> PersistedRetryAfter? {
    let now = time.now
    return try await database.read { db in try PersistedRetryAfter.fetch(on: db) }
      .flatMap { $0.isOn(at: now) ? $0 : nil }
  }

  /// Waits, in a run that begins, until the moment that the server named to an earlier one.
  ///
  /// - Parameter most: The longest wait, in seconds; a longer pause ends the run.
  /// - Returns: Why the run ends instead; nil where it goes on.
  func waitForPause(
    _ progress: ProgressTracker, _ step: Int, atMost most: Double = pauseMax
  ) async throws -> PushStop? {
    guard let pause = try await persistedRetryAfter() else { return nil }
    guard pause.until.seconds(since: time.now) <= most else { return .throttled(pause.sentence) }
    progress.update(step) { $0.message = pause.sentence }
    // A cancelled wait ends at once.
    try? await time.sleep(until: pause.until)
    progress.update(step) { $0.message = nil }
    return Task.isCancelled ? .cancelled : nil
  }

  /// - Parameter told: In seconds, as the server said; nil where it did not.
  func persistRetryAfter(_ told: Double?) async throws {
    guard let until = RetryAfter.end(told, from: time.now) else { return }
    try await persistRetryAfter(until: until)
  }

  func persistRetryAfter(until: Timestamp) async throws {
    let text = "\(time.now) \(until)"
    try await database.write { db in
      try SettingStore.put(text, for: SettingStore.pause, on: db)
    }
  }

  func forgetRetryAfter() async throws {
    try await database.write { db in try SettingStore.put(nil, for: SettingStore.pause, on: db) }
  }
}

extension Timestamp {
  /// `2026-11-21 08:29:12 UTC`.
  package var words: String { spaced(" UTC") }
}
