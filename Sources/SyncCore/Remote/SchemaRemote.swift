/// A remote that can say which tables it has, and of which columns.
public protocol SchemaRemote: Remote {
  /// - Parameter known: Tables to look at where the server does not list them all.
  func schema(_ known: [String]) async throws(RemoteError) -> [RemoteTable]
}

/// A table as a remote describes it.
public struct RemoteTable: Sendable, Hashable {
  public var name: String
  /// Without the system columns.
  public var columns: [Column]

  public init(name: String, columns: [Column]) {
    self.name = name
    self.columns = columns
  }
}
