import Glibc

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

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
