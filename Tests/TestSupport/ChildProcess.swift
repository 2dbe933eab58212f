import Glibc
import Support

/// A program in a process of its own, with pipes to its input and from its output.
///
/// Foundation's `Process` crashes when many are started and ended at once.
package struct ChildProcess: Sendable {
  /// Runs a program to its end; its errors stand among what it printed.
  package static func run(_ command: [String]) throws -> (status: Int32, output: String) {
    let process = try ChildProcess(command, printsErrors: true)
    process.closeInput()
    let output = try process.readToEnd()
    return (process.wait(), String(decoding: output, as: UTF8.self))
  }

  struct DidNotStart: Error { var code: Int32 }
  struct PipeFailed: Error { var code: Int32 }

  private let identifier: pid_t
  private let input: Int32
  private let output: Int32

  /// One at a time: a program that starts in the midst of another's pipes would inherit them.
  ///
  /// Not of `Void`: ThreadSanitizer takes an access to a value without a size for one to the object.
  private static let starting = Locked(false)

  /// - Parameters:
  ///   - command: The program, looked for in `PATH`, and its arguments.
  ///   - printsErrors: Its errors go where its output goes, else where those of the tests go.
  package init(_ command: [String], printsErrors: Bool = false) throws {
    self = try Self.starting.withLock { _ in try Self(starting: command, printsErrors) }
  }

  private init(starting command: [String], _ printsErrors: Bool) throws {
    let (inputEnd, input) = try Self.pipe()
    let (output, outputEnd) = try Self.pipe()
    defer {
      close(inputEnd)
      close(outputEnd)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputEnd, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, outputEnd, STDOUT_FILENO)
    if printsErrors { posix_spawn_file_actions_adddup2(&actions, outputEnd, STDERR_FILENO) }
    var arguments = command.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var identifier: pid_t = 0
    let code = posix_spawnp(&identifier, command[0], &actions, nil, arguments, environ)
    guard code == 0 else {
      close(input)
      close(output)
      throw DidNotStart(code: code)
    }
    self.identifier = identifier
    self.input = input
    self.output = output
  }

  func write(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw PipeFailed(code: errno) }
      sent += count
    }
  }

  package func closeInput() { close(input) }

  /// The next bytes that the program printed; empty at the end.
  package func read() throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(output, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw PipeFailed(code: errno) }
      return Array(buffer.prefix(count))
    }
  }

  package func readToEnd() throws -> [UInt8] {
    var all: [UInt8] = []
    while case let part = try read(), !part.isEmpty { all += part }
    return all
  }

  package func terminate() { kill(identifier, SIGTERM) }

  /// Waits for the end, and closes the output.
  ///
  /// - Returns: The exit status; 128 and the signal's number where one ended the program.
  package func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    close(output)
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }

  /// - Returns: The end to read from and the one to write to; no other program inherits them.
  private static func pipe() throws -> (Int32, Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw PipeFailed(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
