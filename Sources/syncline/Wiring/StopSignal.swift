import Glibc

/// Waits for the request to stop: Ctrl-C or `kill`.
enum StopSignal {
  /// Returns at the first SIGINT or SIGTERM; a second one ends the process at once.
  ///
  /// - Parameter announce: Says that the program is ready; whoever reads it can stop it in order.
  static func wait(_ announce: () async -> Void = {}) async {
    await ProcessSignals.follow([SIGINT, SIGTERM], then: SIG_DFL, ready: announce) { false }
  }
}
