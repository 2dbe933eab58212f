import CMicroHTTPD
import Support

/// A body on its way from a task to libmicrohttpd, which calls for it part by part.
///
/// The connection is suspended while there is nothing to send, and resumed exactly once for each
/// suspension, never while the lock is held.
///
/// `@unchecked`: the pointer is only passed to thread-safe functions, and only while suspended.
final class BodyFeed: @unchecked Sendable {
  enum End {
    case complete
    /// Cuts the connection, so that the client sees that the body is not whole.
    case failed
  }

  private struct State {
    var pending: [UInt8] = []
    var taken = 0
    var isSuspended = false
    var end: End?
    var waiter: CheckedContinuation<Void, Never>?
    var pump: Task<Void, Never>?

    var isEmpty: Bool { taken == pending.count }
  }

  /// A reader this far behind is dropped rather than buffered without end.
  private static let offeredBytesMax = 256 << 10

  private let connection: OpaquePointer
  private let endWhenClosed: End
  private let state = Locked(State())

  /// - Parameter endWhenClosed: How the body ends when it is closed before its time.
  init(_ connection: OpaquePointer, endWhenClosed: End) {
    self.connection = connection
    self.endWhenClosed = endWhenClosed
  }

  /// Runs the task that fills the feed, and which ``close()`` cancels.
  func start(_ pump: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard state.end == nil else { return }
      state.pump = Task.detached { await pump() }
    }
  }

  /// On libmicrohttpd's thread: the count of bytes, 0 when suspended, or an end marker.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let (result, waiter) = state.withLock { state -> (Int, CheckedContinuation<Void, Never>?) in
      guard state.isEmpty else {
        let count = min(buffer.count, state.pending.count - state.taken)
        buffer.copyBytes(from: state.pending[state.taken..<state.taken + count])
        state.taken += count
        guard state.isEmpty else { return (count, nil) }
        state.pending.removeAll()
        state.taken = 0
        return (count, state.waiter.take())
      }
      switch state.end {
      case .complete: return (cmhd_end_of_stream(), nil)
      case .failed: return (cmhd_end_with_error(), nil)
      case nil:
        state.isSuspended = true
        MHD_suspend_connection(connection)
        return (0, nil)
      }
    }
    waiter?.resume()
    return result
  }

  /// Hands over a part and waits until libmicrohttpd has taken all of it; false at the end.
  func send(_ part: [UInt8]) async -> Bool {
    change { state in
      guard state.end == nil else { return }
      state.pending = part
    }
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.isEmpty || state.end != nil { return true }
        state.waiter = continuation
        return false
      }
      if isOver { continuation.resume() }
    }
    return state.withLock { $0.end == nil }
  }

  /// Adds text without waiting; false at the end, which a reader too far behind brings about.
  func offer(_ text: String) -> Bool {
    change { state in
      guard state.end == nil else { return }
      state.pending.append(contentsOf: text.utf8)
      if state.pending.count - state.taken > Self.offeredBytesMax { state.end = .failed }
    }
    return state.withLock { $0.end == nil }
  }

  /// True when the body broke off; libmicrohttpd learns it only when it can send again.
  var isFailed: Bool { state.withLock { $0.end == .failed } }

  func finish(_ end: End) {
    change { state in
      guard state.end == nil else { return }
      state.end = end
    }
  }

  /// Ends the body now, and the task that fills it.
  func close() {
    let pump = state.withLock { $0.pump.take() }
    pump?.cancel()
    finish(endWhenClosed)
  }

  private func change(_ body: (inout State) -> Void) {
    let (shouldResume, waiter) = state.withLock { state in
      body(&state)
      let shouldResume = state.isSuspended
      state.isSuspended = false
      return (shouldResume, state.end == nil ? nil : state.waiter.take())
    }
    if shouldResume { MHD_resume_connection(connection) }
    waiter?.resume()
  }
}
