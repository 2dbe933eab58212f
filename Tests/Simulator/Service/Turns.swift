import Support

/// Lets one task at a time in, in the order in which they come.
final class Turns: Sendable {
  private struct State: Sendable {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  func take<Output: Sendable>(_ body: () async -> Output) async -> Output {
    await enter()
    let output = await body()
    leave()
    return output
  }

  private func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken {
          state.waiting.append(continuation)
          return false
        }
        state.isTaken = true
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
