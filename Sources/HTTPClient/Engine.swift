import CCurl
import Glibc
import Support

/// Hands transfers to the thread that drives them.
final class Engine: Sendable {
  private enum Command: Sendable {
    case start(Transfer, CheckedContinuation<Transfer.Outcome, Never>)
    case cancel(Transfer)
  }

  private struct State: Sendable {
    var commands: [Command] = []
    var isStopped = false
  }

  static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  private let state = Locked(State())
  private let driver: TransferDriver

  /// Nil when libcurl or the system has nothing left to give.
  init?(_ configuration: HTTPClient.Configuration) {
    guard Self.isLibraryReady, let driver = TransferDriver(configuration) else { return nil }
    self.driver = driver
    // The thread keeps the engine until it has stopped.
    guard let thread = BackgroundThread({ [self] in run() }) else { return nil }
    thread.detach()
  }

  func start(
    _ transfer: Transfer, _ continuation: CheckedContinuation<Transfer.Outcome, Never>
  ) {
    let isTaken = give(.start(transfer, continuation))
    if !isTaken {
      continuation.resume(returning: .failure(.unreachable("The client was shut down.")))
    }
  }

  func cancel(_ transfer: Transfer) {
    // Noticed even when the transfer is not started yet.
    transfer.isCancelled.withLock { $0 = true }
    _ = give(.cancel(transfer))
  }

  func stop() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      driver.wake()
    }
  }

  /// Wakes under the lock: once stopped, there is nothing left to be woken.
  private func give(_ command: Command) -> Bool {
    state.withLock { state in
      guard !state.isStopped else { return false }
      state.commands.append(command)
      driver.wake()
      return true
    }
  }

  private func run() {
    ignoreBrokenPipes()
    while true {
      let (commands, isStopped) = state.withLock { state in
        defer { state.commands = [] }
        return (state.commands, state.isStopped)
      }
      for command in commands {
        switch command {
        case .start(let transfer, let continuation): driver.start(transfer, continuation)
        case .cancel(let transfer): driver.cancel(transfer)
        }
      }
      if isStopped { break }
      driver.perform()
    }
    driver.close()
  }

  /// OpenSSL writes to sockets without asking for the signal to be left out.
  private func ignoreBrokenPipes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
