import CMicroHTTPD
import Glibc

/// A bound socket, made here rather than by libmicrohttpd, which hides why it failed.
struct ListeningSocket {
  let descriptor: Int32
  let port: Int
  let isIPv6: Bool

  /// Connections that the system keeps for us while all threads are busy.
  private static let backlog: Int32 = 256

  init(host: String, port: UInt16) throws(HTTPServerError) {
    guard let address = SocketAddress(host: host, port: port) else { throw .badAddress(host) }
    let family = address.isIPv6 ? AF_INET6 : AF_INET
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(family, kind | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Self.failure(host, port) }
    // Lets a server start again while connections of the former one still fade.
    Self.enable(SO_REUSEADDR, SOL_SOCKET, descriptor)
    if address.isIPv6 { Self.enable(IPV6_V6ONLY, Int32(IPPROTO_IPV6), descriptor) }
    guard address.withPointer({ bind(descriptor, $0, $1) }) == 0 else {
      let failure = Self.failure(host, port)
      close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
    self.port = Self.boundPort(descriptor)
    isIPv6 = address.isIPv6
  }

  /// Lets clients connect; until then they are refused.
  func listen(_ configuration: HTTPServer.Configuration) throws(HTTPServerError) {
    guard Glibc.listen(descriptor, Self.backlog) == 0 else {
      throw Self.failure(configuration.host, configuration.port)
    }
  }

  private static func enable(_ option: Int32, _ level: Int32, _ descriptor: Int32) {
    var on: Int32 = 1
    setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func failure(_ host: String, _ port: UInt16) -> HTTPServerError {
    let code = errno
    let cause: HTTPServerError.Cause =
      switch code {
      case EADDRINUSE: .portTaken
      case EACCES, EPERM: .notPermitted
      case EADDRNOTAVAIL, EAFNOSUPPORT: .notOurAddress
      default: .system(String(cString: strerror(code)))
      }
    return .cannotListen(host: host, port: port, cause)
  }

  private static func boundPort(_ descriptor: Int32) -> Int {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { storage in
      storage.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = getsockname(descriptor, $0, &length)
        }
        // The port stands at the same place in both families.
        return Int(UInt16(bigEndian: address.pointee.sin6_port))
      }
    }
  }
}
