import SQLiteKit
import Support

/// The rows of some buckets of a digest.
struct BucketRows: Sendable {
  struct Row: Sendable {
    var id: String
    var version: String
    var updatedAt: String
    var deleted: Bool
  }

  /// One for each bucket that was asked for, in that order.
  var sums: [UInt64]
  var rows: [Row] = []
}

/// Reads a table as its digest.
struct DigestReader {
  let schema: StoredSchema
  let buckets: Int

  private var table: String { schema.quotedName }

  func digest(on connection: Connection) throws -> RowDigest {
    var digest = RowDigest(buckets: buckets)
    try connection.forEach("SELECT id, version, updatedAt, deleted FROM \(table)") {
      (row) throws(SQLiteError) in try digest.add(row)
    }
    return digest
  }

  /// Nil when there are more than `max` rows.
  func rows(inBuckets wanted: [Int], max: Int, on connection: Connection) throws -> BucketRows? {
    var isWanted = [Bool](repeating: false, count: buckets)
    for bucket in wanted { isWanted[bucket] = true }
    var digest = RowDigest(buckets: buckets)
    var ids: [String] = []
    // The ids alone come from their index, which is much smaller than the table.
    try connection.forEach("SELECT id FROM \(table)") { (row) throws(SQLiteError) in
      let isHere = row.withText(at: 0) { isWanted[digest.bucket(RowHash(id: $0).value)] }
      if isHere ?? false, ids.count <= max { ids.append(try row.decode(at: 0)) }
    }
    guard ids.count <= max else { return nil }
    var found = BucketRows(sums: [])
    for id in ids {
      try connection.forEach(
        "SELECT id, version, updatedAt, deleted FROM \(table) WHERE id = ?", [.text(id)]
      ) { (row) throws(SQLiteError) in
        try digest.add(row)
        found.rows.append(
          BucketRows.Row(
            id: id, version: try row.decode(at: 1), updatedAt: try row.decode(at: 2),
            deleted: try row.decode(at: 3)))
      }
    }
    found.sums = wanted.map { digest.sums[$0] }
    return found
  }
}

extension SQLiteTableStorage {
  func digest(of table: String, buckets: Int) async throws -> RowDigest {
    try await reading(table) { schema, connection in
      guard let schema else { return RowDigest(buckets: buckets) }
      return try DigestReader(schema: schema, buckets: buckets).digest(on: connection)
    }
  }

  func rows(
    of table: String, inBuckets wanted: [Int], of buckets: Int, max: Int
  ) async throws -> BucketRows? {
    try await reading(table) { schema, connection in
      guard let schema else { return BucketRows(sums: wanted.map { _ in 0 }) }
      return try DigestReader(schema: schema, buckets: buckets)
        .rows(inBuckets: wanted, max: max, on: connection)
    }
  }
}
