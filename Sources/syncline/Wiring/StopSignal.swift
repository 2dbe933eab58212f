import Glibc

/// Waits for the request to stop: Ctrl-C or `kill`.
enum StopSignal {
  /// Returns at the first SIGINT or SIGTERM; a second one ends the process at once.
  static func wait() async {
    await ProcessSignals.follow([SIGINT, SIGTERM], then: SIG_DFL) { false }
  }
}
