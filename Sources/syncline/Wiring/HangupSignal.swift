import Glibc

/// SIGHUP, by which programs are asked to read their configuration again.
enum HangupSignal {
  /// Runs `body` at each SIGHUP until the task is cancelled; ignored from then on.
  static func follow(_ body: () async -> Void) async {
    await ProcessSignals.follow([SIGHUP], then: SIG_IGN) {
      await body()
      return true
    }
  }
}
