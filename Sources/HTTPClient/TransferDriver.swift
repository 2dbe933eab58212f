import CCurl
import Support

/// libcurl's multi handle and the transfers on it.
///
/// `@unchecked`: used on the engine's thread only, but for `wake()`, which libcurl allows from any.
final class TransferDriver: @unchecked Sendable {
  private struct Running {
    let transfer: Transfer
    let handle: EasyHandle
    let deadline: ContinuousClock.Instant
  }

  /// Handles kept for further requests; making one costs more than a small request.
  private static let idleHandlesMax = 64
  /// An upper bound only: libcurl wakes for its own timers, and commands wake it.
  private static let waitMax = Duration.seconds(60)

  private let configuration: HTTPClient.Configuration
  private let multi: UnsafeMutableRawPointer
  private var running: [UnsafeMutableRawPointer: Running] = [:]
  private var idle: [EasyHandle] = []
  /// No transfer's time is over before.
  private var nextDeadline = ContinuousClock.now

  init?(_ configuration: HTTPClient.Configuration) {
    guard let multi = curl_multi_init() else { return nil }
    self.configuration = configuration
    self.multi = multi
    ccurl_multi_set_long(
      multi, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.connectionsPerHostMax)
    ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, configuration.connectionsPerHostMax)
  }

  deinit { curl_multi_cleanup(multi) }

  func wake() { curl_multi_wakeup(multi) }

  func start(
    _ transfer: Transfer, _ continuation: CheckedContinuation<Transfer.Outcome, Never>
  ) {
    transfer.continuation = continuation
    transfer.bodyBytesMax = configuration.responseBytesMax
    guard !transfer.isCancelled.withLock({ $0 }) else {
      transfer.finish(.failure(.cancelled(mayHaveArrived: false)))
      return
    }
    guard let handle = idle.popLast() ?? EasyHandle() else {
      transfer.finish(.failure(.unreachable("There is no memory left.")))
      return
    }
    handle.prepare(transfer, configuration)
    guard curl_multi_add_handle(multi, handle.pointer) == CURLM_OK else {
      transfer.finish(.failure(.unreachable("There is no memory left.")))
      return
    }
    let deadline = ContinuousClock.now + .seconds(transfer.request.timeoutSeconds)
    nextDeadline = min(nextDeadline, deadline)
    running[handle.pointer] = Running(transfer: transfer, handle: handle, deadline: deadline)
  }

  func cancel(_ transfer: Transfer) {
    guard let entry = running.values.first(where: { $0.transfer === transfer }) else { return }
    abandon(entry)
  }

  /// Moves all transfers on, and then waits for a socket, a timer or ``wake()``.
  func perform() {
    var count: Int32 = 0
    curl_multi_perform(multi, &count)
    while let message = curl_multi_info_read(multi, &count) {
      guard message.pointee.msg == CURLMSG_DONE, let pointer = message.pointee.easy_handle,
        let entry = running[pointer]
      else { continue }
      finish(entry, ccurl_message_result(message))
    }
    endWhatIsOverdue()
    let wait = min(Self.waitMax, max(.zero, nextDeadline - .now))
    curl_multi_poll(multi, nil, 0, Int32((wait / .milliseconds(1)).rounded(.up)), nil)
  }

  /// Done here because libcurl 7.88 has no timeout for transfers that wait for a connection.
  private func endWhatIsOverdue() {
    let now = ContinuousClock.now
    guard now >= nextDeadline else { return }
    for entry in running.values where now >= entry.deadline {
      remove(entry)
      entry.transfer.finish(.failure(HTTPClientError(timeoutOf: entry.transfer)))
    }
    nextDeadline = running.values.map(\.deadline).min() ?? now + Self.waitMax
  }

  /// Ends what runs.
  func close() {
    for entry in running.values { abandon(entry) }
    idle = []
  }

  private func finish(_ entry: Running, _ code: CURLcode) {
    let (transfer, handle) = (entry.transfer, entry.handle)
    let outcome: Transfer.Outcome =
      if code == CURLE_OK, transfer.isHeaderComplete, handle.status >= 200 {
        .success(
          ClientResponse(handle.status, headers: transfer.headers, body: transfer.body))
      } else {
        .failure(
          HTTPClientError(code, transfer, configuration, systemError: handle.systemError))
      }
    remove(entry)
    transfer.finish(outcome)
  }

  private func abandon(_ entry: Running) {
    remove(entry)
    entry.transfer.finish(.failure(.cancelled(mayHaveArrived: entry.transfer.mayHaveBeenSent)))
  }

  private func remove(_ entry: Running) {
    curl_multi_remove_handle(multi, entry.handle.pointer)
    running[entry.handle.pointer] = nil
    guard idle.count < Self.idleHandlesMax else { return }
    entry.handle.reset()
    idle.append(entry.handle)
  }
}
