import Dispatch
import Glibc

/// Where the handler of ``StopSignal`` writes; one process waits for one stop at a time.
private nonisolated(unsafe) var stopPipe: Int32 = -1

/// Waits for the request to stop: Ctrl-C or `kill`.
enum StopSignal {
  /// Returns at the first SIGINT or SIGTERM; a second one ends the process at once.
  ///
  /// A signal that comes at any moment after the call counts: a dispatch source alone would miss one that
  /// comes before its queue has taken it in.
  static func wait() async {
    var pipes: [Int32] = [-1, -1]
    guard pipe(&pipes) == 0 else { return await forever() }
    for end in pipes {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    stopPipe = pipes[1]
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let source = DispatchSource.makeReadSource(fileDescriptor: pipes[0], queue: .global())
    source.setEventHandler { continuation.yield() }
    source.setCancelHandler { [pipes] in
      for end in pipes { close(end) }
    }
    source.resume()
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in
        let error = errno
        _ = write(stopPipe, "s", 1)
        errno = error
      }
    }
    for await _ in stream { break }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    stopPipe = -1
    source.cancel()
  }

  /// Without a pipe the signals keep their default action, which ends the process.
  private static func forever() async {
    let (stream, _) = AsyncStream.makeStream(of: Void.self)
    for await _ in stream {}
  }
}
