import Support
import SyncCore

/// The times that the last responses of a server took, whatever their status.
final class ResponseTimes: Sendable {
  static let kept = 100

  private struct State {
    var milliseconds: [Int] = []
    /// Where the next one goes once all places are taken.
    var next = 0
  }

  private let state = Locked(State())

  /// - Parameter milliseconds: From the request to the end of the response. A negative time, which a
  ///   clock that was set back makes, is left out.
  func add(milliseconds: Int) {
    guard milliseconds >= 0 else { return }
    state.withLock { state in
      guard state.milliseconds.count == Self.kept else {
        state.milliseconds.append(milliseconds)
        return
      }
      state.milliseconds[state.next] = milliseconds
      state.next = (state.next + 1) % Self.kept
    }
  }

  /// Nil before the first response.
  var summary: ResponseTime? {
    let sorted = state.withLock { $0.milliseconds }.sorted()
    guard !sorted.isEmpty else { return nil }
    return ResponseTime(
      medianMilliseconds: sorted[(sorted.count - 1) / 2], requests: sorted.count)
  }
}
