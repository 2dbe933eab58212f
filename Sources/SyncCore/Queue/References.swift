internal import JSONKit
internal import SQLiteKit

/// References to rows whose ids the server gives.
enum References {
  /// Puts the server's ids in place of the store's own, in what a change sends.
  ///
  /// - Returns: A row that the change names and that the server does not have yet: it has to wait.
  static func resolve(
    _ change: inout Change, by remote: any AssigningRemote, on connection: Connection
  ) throws -> RowReference? {
    var missing: RowReference?
    let table = change.table
    let id = change.id
    let map = { (reference: RowReference) throws -> String? in
      if let new = try AliasStore.fetch(reference.table, reference.id, on: connection) {
        return new
      }
      let own = reference.table == table && reference.id == id
      if !own, missing == nil, try isInsertQueued(reference, on: connection) {
        missing = reference
      }
      return nil
    }
    change.values = try remote.mapReferences(in: change.values, map)
    change.allValues = try remote.mapReferences(in: change.allValues, map)
    return missing
  }

  private static func isInsertQueued(
    _ reference: RowReference, on connection: Connection
  ) throws -> Bool {
    try OperationStore.of(reference.table, reference.id, on: connection)
      .contains { $0.kind == .insert }
  }
}
