internal import SQLiteKit

extension SyncContext {
  /// The fingerprints of what these rows hold; rows that are not there are left out.
  public func contentFingerprints(
    _ table: String, _ ids: [String]
  ) async throws -> [String: RowFingerprint] {
    try await database.read { connection in
      guard let schema = try Catalogue.table(table, on: connection) else { return [:] }
      var found: [String: RowFingerprint] = [:]
      for id in ids {
        guard let record = try RowStore.fetch(id, in: schema, on: connection) else { continue }
        found[id] = RowFingerprint(content: record)
      }
      return found
    }
  }

  /// Those of the rows that are not as their fingerprint says; nil stands for a row that is gone
  /// here while its delete waits to be sent.
  public func changedRows(
    _ table: String, _ rows: [(id: String, fingerprint: RowFingerprint?)]
  ) async throws -> Set<String> {
    try await database.read { connection in
      let schema = try Catalogue.table(table, on: connection)
      var changed: Set<String> = []
      for (id, fingerprint) in rows {
        let record = try schema.flatMap { try RowStore.fetch(id, in: $0, on: connection) }
        let isSame =
          switch (record, fingerprint) {
          case (let record?, let fingerprint?): fingerprint.matches(record)
          case (nil, nil): try OperationStore.of(table, id, on: connection).last?.kind == .delete
          default: false
          }
        if !isSame { changed.insert(id) }
      }
      return changed
    }
  }
}
