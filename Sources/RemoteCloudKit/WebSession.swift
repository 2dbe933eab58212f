import Support

/// A user's sign-in: every answer may bring another token, which the next request has to carry.
///
/// So requests go one after the other, and a new token is kept before its answer is looked at.
final class WebSession: Sendable {
  private struct State {
    var isBusy = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// The last tokens that were used, for taking them out of texts.
    var used: [String] = []
    /// What could not be written to its place yet.
    var unsaved: (current: String, previous: String?)?
  }

  private let store: any WebTokenStore
  private let state = Locked(State())

  init(_ store: any WebTokenStore) { self.store = store }

  /// Runs `body` as the only request of this session, whoever uses its token besides.
  func alone<Output: Sendable>(_ body: () async -> Output) async -> Output {
    await enter()
    let lock = await store.lock()
    let output = await body()
    withExtendedLifetime(lock) {}
    leave()
    return output
  }

  private static let rememberedMax = 20

  /// The token for the next request, and the one to fall back to.
  ///
  /// Read anew each time: another process may have used the session meanwhile. A token that could not
  /// be kept is kept first: the one before it is good until the newer one is used, so the sign-in
  /// outlives the process.
  ///
  /// - Throws: Why the token can't be read or kept; no request may be made then.
  func tokens() async throws -> (current: String, previous: String?) {
    if let unsaved = state.withLock({ $0.unsaved }) {
      try await store.save(current: unsaved.current, previous: unsaved.previous)
      state.withLock { $0.unsaved = nil }
    }
    let tokens = try store.load()
    state.withLock { state in
      guard state.used.last != tokens.current else { return }
      state.used.append(tokens.current)
      if state.used.count > Self.rememberedMax { state.used.removeFirst() }
    }
    return tokens
  }

  /// Tokens that must not be shown: servers have taken one more than once.
  var secrets: [String] {
    let (used, unsaved) = state.withLock { ($0.used, $0.unsaved) }
    let tokens = try? store.load()
    return used
      + [unsaved?.current, tokens?.current, tokens?.previous].compactMap { $0 }
  }

  /// Keeps the token that an answer brought; nil when it brought none or the same.
  func take(_ new: String?, after used: String) async {
    guard let new, !new.isEmpty, new != used else { return }
    do {
      try await store.save(current: new, previous: used)
      state.withLock { $0.unsaved = nil }
    } catch {
      // The request is done and its answer counts; the next one tries again to keep the token.
      state.withLock { $0.unsaved = (new, used) }
    }
  }

  private func enter() async {
    await withCheckedContinuation { continuation in
      let mayEnter = state.withLock { state in
        guard state.isBusy else {
          state.isBusy = true
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if mayEnter { continuation.resume() }
    }
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.isBusy = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
