public import Support

/// Whom a server counts connections, streams and bodies for.
public enum RequestClient: Hashable, Sendable {
  /// Somebody who is signed in.
  case principal(String)
  case network(ClientNetwork)
}
