package import Support

/// What the console is told once, at start.
package struct ConsoleConfiguration: Sendable, Equatable {
  /// The address it listens on, such as `127.0.0.1:8080`, for messages.
  package var listenAddress = "127.0.0.1:8080"
  /// Ports under which the loopback names are accepted in a Host field.
  package var listenPorts: Set<UInt16> = [8080]
  /// Further names that a Host field may have; without a port they are accepted with any.
  package var allowedHosts: [String] = []
  /// What stands before every path, such as `/sync`; empty where the console has a host to itself.
  package var prefix = ""
  /// Addresses of proxies that are believed about whom they ask for.
  package var trustedProxies: UTF8Set = []
  /// Refuses every action; signing in and out still work.
  package var isReadOnly = false
  /// True behind a proxy with TLS: cookies are sent over TLS only.
  package var hasSecureCookies = false
  /// Styles and scripts; nil for a console that is asked for JSON alone.
  package var publicDirectory: String?
  /// Where uploads are kept while they are looked at, and nothing else; nil takes none.
  package var importDirectory: String?
  /// So long an answer waits for the end of an import; what takes longer shows how far it is.
  package var importPatience = Duration.seconds(5)
  /// How long the rows of a store are scanned for a text that its search index can't find.
  package var searchTime = Duration.milliseconds(400)
  /// Shown at the foot of every page.
  package var version = ""

  package init() {}

  /// Whether a Host field can be this one of ``allowedHosts``.
  package static func canAllow(host: String) -> Bool { HostCheck.canBeAllowed(host) }
}
