import Glibc
import Support

/// Where the command line writes: results to standard output, everything else to standard error.
enum Output {
  static func line(_ text: String) { write(Array((text + "\n").utf8), to: STDOUT_FILENO) }

  static func bytes(_ bytes: [UInt8]) { write(bytes, to: STDOUT_FILENO) }

  static func error(_ text: String) { write(Array((text + "\n").utf8), to: STDERR_FILENO) }

  /// Draws over the line drawn before; only for a terminal.
  static func progress(_ text: String) { write(Array("\r\u{1B}[K\(text)".utf8), to: STDERR_FILENO) }

  /// True when standard error is a terminal, where a progress line can be drawn over itself.
  static var drawsProgress: Bool { isatty(STDERR_FILENO) == 1 }

  /// The columns of the terminal behind standard error.
  static var terminalWidth: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 10 else { return 80 }
    return Int(size.ws_col)
  }

  /// Ends the output, and says on standard error when not all of it could be written.
  ///
  /// A reader that went away, as `head` does, wanted no more: that is no failure.
  ///
  /// - Returns: The exit status: 1 instead of 0 when output was lost.
  static func finish(_ status: Int32) -> Int32 {
    // Some file systems report a full disk only now.
    if wasWritten.withLock({ $0 }), close(STDOUT_FILENO) != 0 { note(errno) }
    guard let code = failure.withLock({ $0 }), code != EPIPE else { return status }
    error(
      "syncline: can't write to standard output: \(String(cString: strerror(code))). The output is "
        + "incomplete.")
    return status == 0 ? 1 : status
  }

  /// True when nothing more can be written to standard output.
  static var isLost: Bool { failure.withLock { $0 != nil } }

  private static let wasWritten = Locked(false)
  /// The first error of standard output.
  private static let failure = Locked<Int32?>(nil)

  private static func note(_ code: Int32) { failure.withLock { $0 = $0 ?? code } }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    let isResult = descriptor == STDOUT_FILENO
    // What follows a gap would pass for the whole.
    if isResult, isLost { return }
    if isResult { wasWritten.withLock { $0 = true } }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EAGAIN {
        var slot = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&slot, 1, -1)
      } else if count < 0, errno != EINTR {
        if isResult { note(errno) }
        return
      }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
