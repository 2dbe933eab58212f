import ConsoleData
import Glibc
import JSONKit
import Support

/// Runs a program with a message as JSON on its standard input, without a shell.
struct AlertCommand: Sendable {
  private static let stepMicroseconds: UInt32 = 20_000
  /// Steps between the polite signal and the other one.
  private static let patience = 100
  private static let path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  let definition: CommandDefinition

  func send(_ delivery: AlertDelivery) async -> AlertDeliveryResult {
    do {
      return try await BlockingWork().run { run(delivery) }
    } catch {
      return .failed("\(error)")
    }
  }

  private func run(_ delivery: AlertDelivery) -> AlertDeliveryResult {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return .failed(Self.words(errno)) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (process, code) = start(input: ends[0], delivery)
    close(ends[0])
    defer { close(ends[1]) }
    guard code == 0 else {
      // A path that leads to no program stays wrong until somebody changes something.
      let text = "\(definition.path) was not started: \(Self.words(code))"
      return [ENOENT, EACCES, ENOEXEC].contains(code) ? .rejected(text) : .failed(text)
    }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    return finish(process, input: &ends[1], Array(delivery.message.serialized))
  }

  private func start(input: Int32, _ delivery: AlertDelivery) -> (pid_t, Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    // Not every library keeps its files from the programs that are started.
    for name in (try? Files.names(in: "/proc/self/fd")) ?? [] {
      guard let file = Int32(name), file > STDERR_FILENO else { continue }
      posix_spawn_file_actions_addclose(&actions, file)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own, so that what it starts ends with it, and no signal is ignored or blocked.
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let variables = [
      Self.path, "LANG=C.UTF-8", "SYNCLINE_DELIVERY=\(delivery.id)",
      "SYNCLINE_EVENT=\(delivery.event.rawValue)",
    ]
    var arguments: [UnsafeMutablePointer<CChar>?] =
      ([definition.path] + definition.arguments).map { strdup($0) }
    var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) }
    defer { for text in arguments + environment { free(text) } }
    arguments.append(nil)
    environment.append(nil)
    var process: pid_t = 0
    let code = posix_spawn(
      &process, definition.path, &actions, &attributes, arguments, environment)
    return (process, code)
  }

  /// Writes the message and waits for the end.
  private func finish(
    _ process: pid_t, input: inout Int32, _ bytes: [UInt8]
  ) -> AlertDeliveryResult {
    let deadline = ContinuousClock.now + .seconds(definition.timeoutSeconds)
    var sent = 0
    var stepsLeft: Int?
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      if sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
        if count > 0 { sent += count }
        // It reads no more.
        if count < 0, errno != EAGAIN, errno != EINTR { sent = bytes.count }
        if sent == bytes.count {
          close(input)
          input = -1
        }
      }
      if let left = stepsLeft {
        stepsLeft = left - 1
        if left == 0 { kill(-process, SIGKILL) }
      } else if ContinuousClock.now >= deadline || Task.isCancelled {
        kill(-process, SIGTERM)
        stepsLeft = Self.patience
      }
      usleep(Self.stepMicroseconds)
    }
    if stepsLeft != nil {
      return .failed("\(definition.path) did not end within \(definition.timeoutSeconds) s.")
    }
    guard status & 0x7f == 0 else {
      return .failed("\(definition.path) was ended by signal \(status & 0x7f).")
    }
    let exit = (status >> 8) & 0xff
    return exit == 0
      ? .delivered : .failed("\(definition.path) ended with exit status \(exit).")
  }

  private static func words(_ code: Int32) -> String { String(cString: strerror(code)) + "." }
}
