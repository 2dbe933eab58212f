/// A remote that may be able to say which tables it has, before a store knows any.
package protocol TableListRemote: Remote {
  /// The tables that this sign-in may see; nil where the server does not list them.
  ///
  /// - Throws: When the server could not be asked, or refused.
  func tables() async throws(RemoteError) -> [RemoteTable]?
}

/// A remote that counts the rows of a table without listing them.
package protocol RowCountRemote: Remote {
  /// The rows that are not deleted; nil where the server does not count them.
  func rowCount(of table: String) async throws(RemoteError) -> Int?
}
