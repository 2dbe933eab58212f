import Glibc

/// Wakes a thread that waits for sockets.
final class WakeupPipe: Sendable {
  private let readEnd: Int32
  private let writeEnd: Int32

  /// Nil when the process has no file descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  func wake() {
    var byte: UInt8 = 1
    // A full pipe is as good as one more byte: the thread wakes.
    _ = write(writeEnd, &byte, 1)
  }

  /// Returns when rung, when one of the sockets can be read, or when the time is over.
  func wait(for duration: Duration, or sockets: [Int32]) {
    var entries = ([readEnd] + sockets).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    // Rounded up, so that a wait of half a millisecond is not one of none, again and again.
    let milliseconds = Int32((duration / .milliseconds(1)).rounded(.up))
    guard poll(&entries, nfds_t(entries.count), milliseconds) > 0, entries[0].revents != 0 else {
      return
    }
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(readEnd, &bytes, bytes.count) > 0 {}
  }
}
