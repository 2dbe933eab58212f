import Glibc
import Support

/// Accepts connections on a free loopback port and plays a script to each: for servers that break.
package final class RawServer: Sendable {
  package let port: Int
  private let descriptor: Int32
  private let count = Locked(0)

  /// - Parameter script: Runs in a task of its own for every connection, which is closed at its end.
  package init(_ script: @escaping @Sendable (RawConnection) async throws -> Void) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw SocketFailure("socket") }
    self.descriptor = descriptor
    guard withLoopback(port: 0, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 16) == 0
    else { throw SocketFailure("listen") }
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(descriptor, $0, &length)
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    let count = count
    let thread = BackgroundThread {
      while true {
        let accepted = accept(descriptor, nil, nil)
        guard accepted >= 0 else { break }
        count.withLock { $0 += 1 }
        let connection = RawConnection(adopting: accepted)
        Task.detached { try await script(connection) }
      }
      close(descriptor)
    }
    guard let thread else { throw NoThreadLeft() }
    thread.detach()
  }

  /// How many connections came so far.
  package var connectionCount: Int { count.withLock { $0 } }

  /// Wakes the accepting thread, which closes the socket.
  deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
