import Dispatch
import Glibc

/// Waits for the request to stop: Ctrl-C or `kill`.
enum StopSignal {
  /// Returns at the first SIGINT or SIGTERM; a second one ends the process at once.
  static func wait() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    let sources = [SIGINT, SIGTERM].map { number in
      // The default action would end the process before anything is tidied up.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield(number) }
      source.resume()
      return source
    }
    for await _ in stream { break }
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}
