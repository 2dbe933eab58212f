import CMicroHTTPD
import Dispatch
import Glibc
import Support

/// The daemon's handle, and the watchdog's thread.
///
/// `@unchecked`: libmicrohttpd's functions on a daemon are thread-safe, and the handle itself never
/// changes.
final class Daemon: @unchecked Sendable {
  let port: Int
  private let handle: OpaquePointer
  private let context: Context
  private let watcher: BackgroundThread

  init(_ context: Context) throws(HTTPServerError) {
    let configuration = context.configuration
    let socket = try ListeningSocket(host: configuration.host, port: configuration.port)
    let watchdog = context.watchdog
    guard let watcher = BackgroundThread({ watchdog.run() }) else {
      close(socket.descriptor)
      throw .noThreads
    }
    guard let handle = Self.start(socket, context) else {
      watchdog.stop()
      watcher.join()
      close(socket.descriptor)
      throw .noThreads
    }
    self.context = context
    self.watcher = watcher
    self.handle = handle
    port = socket.port
  }

  /// Stops accepting, answers or cancels what runs, then closes everything.
  func stop() async {
    let socket = MHD_quiesce_daemon(handle)
    if socket >= 0 { close(socket) }
    await context.drain()
    await withCheckedContinuation { continuation in
      // Waits for libmicrohttpd's threads, which the cooperative pool must not.
      DispatchQueue.global().async { [self] in
        MHD_stop_daemon(handle)
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
      | (socket.isIPv6 ? MHD_USE_IPv6.rawValue : 0)
    return cmhd_start(
      flags,
      cmhd_options(
        listening_socket: socket.descriptor,
        thread_pool_size: UInt32(configuration.threads),
        connection_limit: UInt32(configuration.connectionsMax),
        per_address_limit: UInt32(configuration.perAddressMax),
        idle_timeout_seconds: UInt32(configuration.idleSeconds),
        memory_limit: max(64 << 10, 2 * configuration.headerBytesMax),
        context: Unmanaged.passUnretained(context).toOpaque()),
      cmhd_callbacks(
        on_target: onTarget, on_request: onRequest, on_completed: onCompleted,
        on_connection: onConnection))
  }
}
