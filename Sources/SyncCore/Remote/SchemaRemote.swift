/// A remote that can say which tables it has, and of which columns.
package protocol SchemaRemote: Remote {
  /// - Parameter known: Tables to look at where the server does not list them all.
  func schema(_ known: [String]) async throws(RemoteError) -> [RemoteTable]
}

/// A table as a remote describes it.
package struct RemoteTable: Sendable, Hashable {
  package var name: String
  /// Without the system columns.
  package var columns: [Column]
  /// Rows that are not deleted; nil where they were not counted.
  package var rowCount: Int?

  package init(name: String, columns: [Column]) {
    self.name = name
    self.columns = columns
  }
}
