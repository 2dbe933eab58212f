import CMicroHTTPD
import Dispatch
import Glibc
import Support

/// The handles of libmicrohttpd's daemons, one for each thread, and the threads beside theirs.
///
/// `@unchecked`: libmicrohttpd's functions on a daemon are thread-safe, and the handles themselves
/// never change.
final class Daemon: @unchecked Sendable {
  let port: Int
  private let handles: [OpaquePointer]
  private let context: Context
  private let watcher: BackgroundThread
  private let accepter: BackgroundThread

  init(_ context: Context, _ socket: ListeningSocket) throws(HTTPServerError) {
    let count = context.configuration.threads
    let handles = (0..<count).compactMap { _ in Self.start(socket, context) }
    let (watchdog, acceptor) = (context.watchdog, context.acceptor)
    nonisolated(unsafe) let daemons = handles
    guard handles.count == count, let watcher = BackgroundThread({ watchdog.run() }) else {
      for handle in handles { MHD_stop_daemon(handle) }
      close(socket.descriptor)
      throw .noThreads
    }
    guard let accepter = BackgroundThread({ acceptor.run(daemons) }) else {
      watchdog.stop()
      watcher.join()
      for handle in handles { MHD_stop_daemon(handle) }
      close(socket.descriptor)
      throw .noThreads
    }
    self.context = context
    self.watcher = watcher
    self.accepter = accepter
    self.handles = handles
    port = socket.port
  }

  /// Stops accepting, answers or cancels what runs, then closes everything.
  func stop() async {
    context.acceptor.stop()
    await context.drain()
    await withCheckedContinuation { continuation in
      // Waits for libmicrohttpd's threads, which the cooperative pool must not.
      DispatchQueue.global().async { [self] in
        accepter.join()
        for handle in handles { MHD_stop_daemon(handle) }
        context.watchdog.stop()
        watcher.join()
        continuation.resume()
      }
    }
  }

  private static func start(_ socket: ListeningSocket, _ context: Context) -> OpaquePointer? {
    let configuration = context.configuration
    let flags =
      MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
      | MHD_USE_NO_LISTEN_SOCKET.rawValue | (socket.isIPv6 ? MHD_USE_IPv6.rawValue : 0)
    return cmhd_start(
      flags,
      cmhd_options(
        // The acceptor keeps the limit; one that is being closed may still count here.
        connection_limit: UInt32(2 * configuration.connectionsMax),
        idle_timeout_seconds: UInt32(configuration.idleSeconds),
        memory_limit: max(64 << 10, 2 * configuration.headerBytesMax),
        context: Unmanaged.passUnretained(context).toOpaque()),
      cmhd_callbacks(
        on_target: onTarget, on_request: onRequest, on_completed: onCompleted,
        on_connection: onConnection))
  }
}
