package import JSONKit
package import Support

/// A remote that gives new rows their ids itself.
///
/// Until its insert is known to have arrived, such a row has an id of the store's own; then the store
/// gives it the server's, in one transaction with the outcome. Whether a remote of this kind does so
/// is for its capabilities to say: with ``RemoteCapabilities/clientIDs`` ids stay as they are.
package protocol AssigningRemote: Remote {
  /// Looks for the row that an insert made whose answer was lost.
  func trace(insert change: Change) async throws(RemoteError) -> InsertTrace

  /// The store's own id of the row, where the server's row carries it.
  func localID(of record: Record) -> String?

  /// The store's name of the column that carries ``localID(of:)``; nil where rows have none.
  ///
  /// Several rows with the same value in it came from one insert.
  var markColumn: String? { get }

  /// `values` with each reference to a row replaced for which `newID` gives another id.
  ///
  /// `newID` is asked once for every reference in the values.
  func mapReferences(
    in values: JSONObject, _ newID: (RowReference) throws -> String?
  ) rethrows -> JSONObject
}

/// What became of an insert whose answer was lost.
package enum InsertTrace: Sendable, Hashable {
  case found(Record)
  /// The server surely has no such row.
  case absent
  /// Nothing on the server says which store made a row: why, as a whole sentence.
  case untraceable(String)
}

/// A row that a value of another row names.
package struct RowReference: Sendable, Hashable {
  @UTF8Key package var table: String
  @UTF8Key package var id: String

  package init(table: String, id: String) {
    self.table = table
    self.id = id
  }
}

extension Remote {
  /// This remote, where it gives new rows their ids.
  package var assigning: (any AssigningRemote)? {
    capabilities.contains(.clientIDs) ? nil : self as? any AssigningRemote
  }
}
