/// A server to synchronise a store with.
///
/// `RemoteAzure`, `RemoteParse` and `RemoteCloudKit` each add a function that makes one. Keep one for
/// a store: it learns from the responses what its server can do.
public struct AnyRemote: Sendable {
  package let base: any Remote

  package init(_ base: any Remote) { self.base = base }
}
