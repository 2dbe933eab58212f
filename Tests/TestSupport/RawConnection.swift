import Glibc

package struct SocketFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ action: String) { description = "\(action): \(String(cString: strerror(errno)))" }
}

/// A TCP connection that sends exactly the bytes it is given.
package final class RawConnection: Sendable {
  private let descriptor: Int32

  /// Wraps a connected socket, and owns it.
  init(adopting descriptor: Int32) {
    self.descriptor = descriptor
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  package convenience init(port: Int, receiveBytes: Int32? = nil) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw SocketFailure("socket") }
    if var receiveBytes {
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBytes, socklen_t(MemoryLayout<Int32>.size))
    }
    guard withLoopback(port: port, { connect(descriptor, $0, $1) }) == 0 else {
      let failure = SocketFailure("connect")
      Glibc.close(descriptor)
      throw failure
    }
    self.init(adopting: descriptor)
  }

  deinit { Glibc.close(descriptor) }

  package func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  package func send(_ bytes: [UInt8]) async throws {
    try await offPool { [self] in
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes {
          Glibc.send(
            descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent,
            Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { throw SocketFailure("send") }
        sent += count
      }
    }
  }

  /// At least one byte, or none at the end; throws after 20 seconds of silence.
  package func read(atMost count: Int = 65_536) async throws -> [UInt8] {
    try await offPool { [self] in
      var bytes = [UInt8](repeating: 0, count: count)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      // What was reset is at its end too.
      guard count >= 0 || errno == ECONNRESET else { throw SocketFailure("recv") }
      return Array(bytes.prefix(max(0, count)))
    }
  }

  package func readToEnd() async throws -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let bytes = try await read()
      guard !bytes.isEmpty else { return all }
      all += bytes
    }
  }

  package func readToEnd() async throws -> String {
    String(decoding: try await readToEnd() as [UInt8], as: UTF8.self)
  }

  /// Reads until `text` has come; returns everything so far.
  package func read(until text: String) async throws -> String {
    var all = ""
    while !all.contains(text) {
      let bytes = try await read()
      guard !bytes.isEmpty else { return all }
      all += String(decoding: bytes, as: UTF8.self)
    }
    return all
  }

  /// No more bytes are sent; reading goes on.
  package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes both directions, while others may still be reading.
  package func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

func withLoopback<Output>(
  port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Output
) -> Output {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = UInt16(port).bigEndian
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}
