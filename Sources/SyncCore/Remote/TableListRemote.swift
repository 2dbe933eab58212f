/// A remote that may be able to say which tables it has, before a store knows any.
package protocol TableListRemote: Remote {
  /// The tables that this sign-in may see; nil where the server does not list them.
  ///
  /// - Throws: When the server could not be asked, or refused.
  func tables() async throws(RemoteError) -> [RemoteTable]?
}
