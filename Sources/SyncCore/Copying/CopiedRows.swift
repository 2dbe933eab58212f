import JSONKit
import SQLiteKit
import Support

/// The rows of a table by the ids that they have in the store they are copied from.
struct CopiedRows {
  let local: LocalChange
  let schema: TableSchema?
  let remote: any Remote

  /// The row here, whose id its server may have given it since it was copied.
  ///
  /// References have the ids of the other store again, where the server replaced them.
  func find(_ id: String) throws -> Record? {
    let current = try local.current(id)
    guard
      var row = try schema.flatMap({ try RowStore.fetch(current, in: $0, on: local.connection) })
    else { return nil }
    if let remote = remote.assigning {
      row.values = try remote.mapReferences(in: row.values) { reference in
        try AliasStore.former(reference.table, reference.id, on: local.connection).first
      }
    }
    return row
  }

  func isDeleted(_ row: Record) -> Bool { schema?.isDeleted(row) ?? row.deleted }
}

extension Record {
  /// The values that a row gets to be like this one.
  func changes(over row: Record) -> JSONObject {
    JSONObject(
      values.filter { !agree(row.values[$0.name], $0.value) }.map { ($0.name, $0.value) })
  }
}
