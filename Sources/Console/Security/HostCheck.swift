import Support

/// Says which Host fields are answered, so that no foreign name can be pointed at this server.
///
/// Without it a page of any site could read the console through a name that resolves to loopback
/// (DNS rebinding).
struct HostCheck: Sendable {
  private let exact: UTF8Set
  private let anyPort: UTF8Set

  init(_ configuration: ConsoleConfiguration) {
    var exact: UTF8Set = []
    for port in configuration.listenPorts {
      for name in ["127.0.0.1", "[::1]", "localhost"] {
        exact.insert("\(name):\(port)")
        if port == 80 { exact.insert(name) }
      }
    }
    var anyPort: UTF8Set = []
    for host in configuration.allowedHosts {
      let host = host.lowercased()
      if Self.port(of: host) == nil { anyPort.insert(host) } else { exact.insert(host) }
    }
    self.exact = exact
    self.anyPort = anyPort
  }

  /// - Parameter host: The field as it came.
  func allows(_ host: String) -> Bool {
    let host = host.lowercased()
    if exact.contains(host) || anyPort.contains(host) { return true }
    return anyPort.contains(Self.name(of: host))
  }

  /// The host without its port, as `--allow-host` takes it.
  static func name(of host: String) -> String {
    port(of: host).map { String(host.dropLast($0.count + 1)) } ?? host
  }

  /// Whether it is made of what names and addresses are made of.
  static func canBeAllowed(_ host: String) -> Bool {
    !host.isEmpty
      && host.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// The digits behind the last colon; nil when there is no port.
  private static func port(of host: String) -> Substring? {
    guard let colon = host.lastIndex(of: ":") else { return nil }
    let digits = host[host.index(after: colon)...]
    let isPort = !digits.isEmpty && digits.utf8.allSatisfy { (48...57).contains($0) }
    return isPort ? digits : nil
  }
}
