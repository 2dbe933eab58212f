import HTTPKit
import Localization
import Support

/// Responses to requests with an idempotency key, for repeats of them.
///
/// They are known while the program runs; that a request was carried out, the store knows for longer.
final class IdempotencyCache: Sendable {
  struct Answer: Sendable {
    var response: HTTPResponse
    var at: Timestamp
  }

  enum Beginning: Sendable {
    case new
    case answered(Answer)
  }

  private struct Entry {
    var fingerprint: String
    /// Nil while the request is under way.
    var answer: Answer?
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private struct State {
    var entries: UTF8Dictionary<Entry> = [:]
    var order: [String] = []
    /// The entries with secrets, the oldest first, and when they end.
    var brief: [(id: String, end: Timestamp)] = []

    mutating func dropOver(_ now: Timestamp) {
      let over = brief.prefix { $0.end <= now }
      for item in over { entries[item.id] = nil }
      brief.removeFirst(over.count)
    }
  }

  /// How long an answer is kept.
  enum Lifetime {
    case whileThereIsRoom
    /// For answers that may hold secrets: as long as a second press of the button may come.
    case doubleClick

    /// Longer answers are not kept.
    fileprivate var bytesMax: Int {
      switch self {
      case .whileThereIsRoom: 16 << 10
      case .doubleClick: 256 << 10
      }
    }
  }

  /// Requests of a form within so many milliseconds are one press of a button.
  static let doubleClick: Int64 = 10_000
  private static let answersMax = 1_000
  private let state = Locked(State())
  private let time: any TimeSource

  init(time: any TimeSource) { self.time = time }

  /// Waits for the same request where that is under way.
  ///
  /// - Throws: `SyncError.keyReused` where another request has the key.
  func begin(_ key: IdempotencyKey) async throws -> Beginning {
    while true {
      let now = time.now
      let found = state.withLock { state -> Entry? in
        state.dropOver(now)
        if let entry = state.entries[key.id] { return entry }
        state.entries[key.id] = Entry(fingerprint: key.fingerprint)
        return nil
      }
      guard let found else { return .new }
      guard found.fingerprint == key.fingerprint else { throw ConsoleError.keyReused }
      if let answer = found.answer { return .answered(answer) }
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard state.entries[key.id] != nil, state.entries[key.id]?.answer == nil else {
            return true
          }
          state.entries[key.id]?.waiting.append(continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    }
  }

  /// - Parameter response: Nil for one that is not kept; the request may be tried again.
  func end(_ key: IdempotencyKey, _ response: HTTPResponse?, for lifetime: Lifetime) {
    let now = time.now
    let waiting = state.withLock { state in
      let waiting = state.entries[key.id]?.waiting ?? []
      state.dropOver(now)
      guard let response, Self.canBeKept(response, lifetime) else {
        state.entries[key.id] = nil
        return waiting
      }
      state.entries[key.id]?.waiting = []
      state.entries[key.id]?.answer = Answer(response: response, at: now)
      guard lifetime == .whileThereIsRoom else {
        state.brief.append((key.id, now.adding(milliseconds: Self.doubleClick)))
        return waiting
      }
      state.order.append(key.id)
      if state.order.count > Self.answersMax {
        state.entries[state.order.removeFirst()] = nil
      }
      return waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Forgets all answers.
  func forget() { state.withLock { $0 = State() } }

  private static func canBeKept(_ response: HTTPResponse, _ lifetime: Lifetime) -> Bool {
    guard response.status < 400, case .bytes(let bytes) = response.body else { return false }
    return bytes.count <= lifetime.bytesMax
  }
}

extension ConsoleError {
  static var keyReused: ConsoleError {
    ConsoleError(
      422, title: localized("This key was used before"),
      reason: localized(
        "Another request with this idempotency key was sent before, with another content. "
          + "Nothing was changed; send a new key with each new request."),
      code: "idempotency_key_reused")
  }
}
