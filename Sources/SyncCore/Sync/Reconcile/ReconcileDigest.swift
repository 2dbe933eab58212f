import SQLiteKit
import Support

extension SyncContext {
  /// More rows than this in the differing buckets are read page by page, with everything else.
  private static let digestRowsMax = 50_000

  /// Lists what differs, where the server can digest its rows.
  ///
  /// - Returns: How many rows the server has, with what a person should know of them; nil when
  ///   everything has to be listed after all.
  func listDifferences(_ table: String) async throws -> (rows: Int, warnings: [String])? {
    guard let remote = remote as? any DigestRemote else { return nil }
    let buckets = RowDigest.buckets(forRows: try await roughCount(table))
    async let asked = remote.digest(table, buckets: buckets)
    async let local = localDigest(table, buckets: buckets)
    guard let server = await asked, server.sums.count == buckets else { return nil }
    let here = try await local
    let differing = server.sums.indices.filter { server.sums[$0] != here.sums[$0] }
    guard !differing.isEmpty else {
      try await limitComparison(to: [])
      return (server.rows, [])
    }
    let expected = max(server.rows, here.rows) * differing.count / buckets
    guard differing.count <= buckets / 2, expected <= Self.digestRowsMax else { return nil }
    async let listed = remote.identities(table, inBuckets: differing, of: buckets)
    let ids = try await localIDs(table, inBuckets: Set(differing), of: here)
    guard let identities = await listed else { return nil }
    let unusable = try await addToListing(identities)
    try await limitComparison(to: ids)
    return (server.rows, unusable.warnings(table))
  }

  private func roughCount(_ table: String) async throws -> Int {
    try await database.read { db in
      guard let schema = try Catalogue.table(table, on: db) else { return 0 }
      return try db.first("SELECT max(rowid) FROM \(schema.quoted)") { row throws(SQLiteError) in
        try row.decode(at: 0, as: Int?.self)
      }.flatMap { $0 } ?? 0
    }
  }

  /// The digest of the rows that the server should have: all but those that were never sent.
  private func localDigest(_ table: String, buckets: Int) async throws -> RowDigest {
    try await database.read { db in
      var digest = RowDigest(buckets: buckets)
      guard let schema = try Catalogue.table(table, on: db) else { return digest }
      var isCancelled = false
      try db.forEach(
        """
        SELECT id, version, updatedAt, deleted FROM \(schema.quoted) t
        WHERE version IS NOT NULL OR NOT EXISTS (SELECT 1 FROM syncline_operations s
          WHERE s."table" = ? AND s.itemId = t.id COLLATE NOCASE)
        """, [.text(table)]
      ) { row throws(SQLiteError) in
        // A server without digests has answered long before the last row.
        if digest.rows & 0xfff == 0 { isCancelled = Task.isCancelled }
        if isCancelled { return }
        try digest.add(row)
      }
      if isCancelled { throw CancellationError() }
      return digest
    }
  }

  private func localIDs(
    _ table: String, inBuckets buckets: Set<Int>, of digest: RowDigest
  ) async throws -> [String] {
    try await database.read { db in
      guard let schema = try Catalogue.table(table, on: db) else { return [] }
      var isWanted = [Bool](repeating: false, count: digest.sums.count)
      for bucket in buckets { isWanted[bucket] = true }
      var ids: [String] = []
      try db.forEach("SELECT id FROM \(schema.quoted)") { row throws(SQLiteError) in
        let isHere = row.withText(at: 0) { isWanted[digest.bucket(RowHash(id: $0).value)] }
        if isHere ?? false { ids.append(try row.decode(at: 0)) }
      }
      return ids
    }
  }

  /// Leaves every row of the store but these out of the comparison with the listing.
  private func limitComparison(to ids: [String]) async throws {
    try await database.write { db in
      try db.execute("CREATE TEMP TABLE compared(id TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID")
      for id in ids {
        try db.execute("INSERT OR IGNORE INTO temp.compared(id) VALUES (?)", [.text(id)])
      }
    }
  }
}
