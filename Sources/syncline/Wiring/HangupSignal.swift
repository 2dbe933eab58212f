import Dispatch
import Glibc

/// SIGHUP, by which programs are asked to read their configuration again.
enum HangupSignal {
  /// Runs `body` at each SIGHUP until the task is cancelled.
  static func follow(_ body: () async -> Void) async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    // The default action would end the process.
    signal(SIGHUP, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
    source.setEventHandler { continuation.yield() }
    source.resume()
    for await _ in stream { await body() }
    source.cancel()
  }
}
