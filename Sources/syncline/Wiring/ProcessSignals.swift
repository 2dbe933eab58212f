import Dispatch
import Glibc

/// Where the handler of each signal writes; -1 where nobody follows it.
private nonisolated(unsafe) let pipes = {
  let pipes = UnsafeMutablePointer<Int32>.allocate(capacity: 65)
  pipes.initialize(repeating: -1, count: 65)
  return pipes
}()

/// Signals of this process.
enum ProcessSignals {
  /// Runs `body` for the signals that come from now on, until it returns false or the task is cancelled.
  ///
  /// None is lost: a dispatch source of signals alone misses those that come before its queue has taken
  /// it in. Several that come at once may be one.
  ///
  /// - Parameters:
  ///   - action: What the signals do afterwards.
  ///   - ready: Called once, when they are followed.
  static func follow(
    _ numbers: [Int32], then action: sighandler_t?, ready: () async -> Void = {},
    _ body: () async -> Bool
  ) async {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      await ready()
      return await untilCancelled()
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let source = DispatchSource.makeReadSource(fileDescriptor: ends[0], queue: .global())
    source.setEventHandler { [input = ends[0]] in
      var bytes = [UInt8](repeating: 0, count: 64)
      while read(input, &bytes, bytes.count) > 0 {}
      continuation.yield()
    }
    source.resume()
    for number in numbers {
      pipes[Int(number)] = ends[1]
      signal(number) { number in
        let error = errno
        _ = write(pipes[Int(number)], "s", 1)
        errno = error
      }
    }
    await ready()
    for await _ in stream where await !body() { break }
    for number in numbers {
      signal(number, action)
      pipes[Int(number)] = -1
    }
    // The pipe stays open: a handler may be about to write.
    source.cancel()
  }

  /// Without a pipe the signals keep their default action.
  private static func untilCancelled() async {
    let (stream, _) = AsyncStream.makeStream(of: Void.self)
    for await _ in stream {}
  }
}
