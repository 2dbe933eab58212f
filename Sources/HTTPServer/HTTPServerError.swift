/// Why a server does not start.
public enum HTTPServerError: Error, Equatable, CustomStringConvertible {
  public enum Cause: Sendable, Equatable {
    case portTaken
    case notPermitted
    case notOurAddress
    case system(String)
  }

  case badAddress(String)
  case cannotListen(host: String, port: UInt16, Cause)
  case noThreads

  public var description: String {
    switch self {
    case .badAddress(let host):
      "\"\(host)\" is not an address to listen on. Give an IPv4 or IPv6 address, or localhost."
    case .cannotListen(let host, let port, let cause):
      "Cannot listen on \(Self.authority(host, port)): \(Self.explanation(cause, port: port))"
    case .noThreads:
      "The server did not start: the system grants no further threads. Stop other programs, or "
        + "raise the limit (ulimit -u)."
    }
  }

  private static func explanation(_ cause: Cause, port: UInt16) -> String {
    switch cause {
    case .portTaken: "another program holds the port. Choose another one with --listen."
    case .notPermitted:
      port < 1_024 && port > 0
        ? "ports below 1024 need special rights. Choose a higher one with --listen."
        : "the system does not permit it. Choose another address with --listen."
    case .notOurAddress:
      "this machine does not have that address. Choose one of its own with --listen."
    case .system(let text): "\(text). Choose another address with --listen."
    }
  }

  private static func authority(_ host: String, _ port: UInt16) -> String {
    host.contains(":") && !host.hasPrefix("[") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
