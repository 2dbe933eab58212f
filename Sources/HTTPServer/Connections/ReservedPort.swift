import Glibc
import Support

/// The port of a server that is still starting: nobody else can take it, and clients are refused.
public final class ReservedPort: Sendable {
  /// The port itself, also when the configuration left the choice open.
  public let number: Int
  /// Nil once a server has it.
  private let socket: Locked<ListeningSocket?>

  public init(_ configuration: HTTPServer.Configuration) throws(HTTPServerError) {
    let socket = try ListeningSocket(host: configuration.host, port: configuration.port)
    number = socket.port
    self.socket = Locked(socket)
  }

  deinit {
    if let socket = socket.withLock({ $0 }) { close(socket.descriptor) }
  }

  /// The socket, which listens from now on; whoever takes it closes it.
  func take(_ configuration: HTTPServer.Configuration) throws(HTTPServerError) -> ListeningSocket {
    let taken = socket.withLock { socket -> ListeningSocket? in
      defer { socket = nil }
      return socket
    }
    guard let taken else { preconditionFailure("the reserved port \(number) has a server already") }
    do throws(HTTPServerError) {
      try taken.listen(configuration)
    } catch {
      close(taken.descriptor)
      throw error
    }
    return taken
  }
}
