import HTTPKit
import Support

/// The memory that bodies of requests take, until these are answered.
final class BodyMemory: Sendable {
  struct Limits: Sendable {
    var bytesMax: Int
    var bytesPerClientMax: Int
  }

  private struct State {
    var bytes = 0
    var perClient: [RequestClient: Int] = [:]
  }

  private let limits: Limits
  private let state = Locked(State())

  init(_ limits: Limits) { self.limits = limits }

  /// What one body takes; gives it back when it is gone.
  final class Share: Sendable {
    private let memory: BodyMemory
    private let client: RequestClient
    private let bytes = Locked(0)

    init(_ memory: BodyMemory, _ client: RequestClient) {
      self.memory = memory
      self.client = client
    }

    /// False when there is no room for so many bytes more.
    func grow(by count: Int) -> Bool {
      guard memory.take(count, client) else { return false }
      bytes.withLock { $0 += count }
      return true
    }

    func release() {
      let count = bytes.withLock { bytes in
        defer { bytes = 0 }
        return bytes
      }
      if count > 0 { memory.give(back: count, client) }
    }

    deinit { release() }
  }

  private func take(_ count: Int, _ client: RequestClient) -> Bool {
    state.withLock { state in
      let own = state.perClient[client] ?? 0
      guard state.bytes + count <= limits.bytesMax, own + count <= limits.bytesPerClientMax else {
        return false
      }
      state.bytes += count
      state.perClient[client] = own + count
      return true
    }
  }

  private func give(back count: Int, _ client: RequestClient) {
    state.withLock { state in
      state.bytes -= count
      let left = (state.perClient[client] ?? count) - count
      state.perClient[client] = left > 0 ? left : nil
    }
  }
}
