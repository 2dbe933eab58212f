/// What a remote can do: the engine plans with these, the console hides what is missing.
package struct RemoteCapabilities: OptionSet, Sendable, Hashable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Rows have versions, and a stale write comes to nothing: a conflict can be resolved.
  package static let versionedWrites = RemoteCapabilities(rawValue: 1 << 0)
  /// Lists what changed since a token, so that a pull need not read the whole table.
  package static let incrementalPull = RemoteCapabilities(rawValue: 1 << 1)
  /// Keeps deleted rows and reports them in a pull.
  package static let tombstones = RemoteCapabilities(rawValue: 1 << 2)
  /// Brings a soft-deleted row back by itself, without an insert.
  package static let undelete = RemoteCapabilities(rawValue: 1 << 3)
  /// Takes the id of a new row from the client.
  ///
  /// Without it the remote is an ``AssigningRemote``.
  package static let clientIDs = RemoteCapabilities(rawValue: 1 << 4)
  /// Removes a row from the server for good when it is asked to delete it.
  package static let hardDelete = RemoteCapabilities(rawValue: 1 << 5)
  /// Keeps files beside the rows: the remote is a ``FileRemote``.
  package static let files = RemoteCapabilities(rawValue: 1 << 6)
  /// Keeps no deleted rows, and tells the ids of those that it removed.
  package static let removals = RemoteCapabilities(rawValue: 1 << 7)
  /// Takes a removed row back under its old id: undelete inserts what the store still has of it.
  package static let reinsert = RemoteCapabilities(rawValue: 1 << 8)
  /// The server compares the version in the same step as it writes.
  ///
  /// Without it the remote compares before, and a write of somebody else in between goes unseen.
  package static let checkedWrites = RemoteCapabilities(rawValue: 1 << 9)
  /// Columns may hold lists and objects.
  package static let nestedValues = RemoteCapabilities(rawValue: 1 << 10)
}
