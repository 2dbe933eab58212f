import JSONKit
import SQLiteKit
import Support

/// The server's ids in a temporary table of the writing connection, so that memory stays bounded.
///
/// The run lock makes sure that there is only one.
extension SyncContext {
  func beginListing(_ table: String) async throws {
    try await database.write { db in
      _ = try Catalogue.ensure(table, on: db)
      try Self.dropListing(on: db)
      try db.execute(
        """
        CREATE TEMP TABLE listing(
          id TEXT NOT NULL PRIMARY KEY, version TEXT, updatedAt TEXT, deleted BOOLEAN NOT NULL,
          isUsable BOOLEAN NOT NULL) WITHOUT ROWID
        """)
    }
  }

  func endListing() async throws {
    try await database.write { db in try Self.dropListing(on: db) }
  }

  private static func dropListing(on db: Connection) throws {
    try db.execute("DROP TABLE IF EXISTS temp.listing")
    try db.execute("DROP TABLE IF EXISTS temp.compared")
  }

  /// - Returns: What is wrong with ids that a row of this store can't have.
  func addToListing(_ identities: [RowIdentity]) async throws -> Set<UnusableID> {
    try await database.write { db in
      var unusable: Set<UnusableID> = []
      for identity in identities {
        let fault = UnusableID(identity.id)
        if let fault { unusable.insert(fault) }
        try db.execute(
          """
          INSERT OR REPLACE INTO temp.listing(id, version, updatedAt, deleted, isUsable)
          VALUES (?, ?, ?, ?, ?)
          """,
          [
            .text(identity.id), .init(identity.version), .init(identity.updatedAt),
            .integer(identity.deleted ? 1 : 0), .integer(fault == nil ? 1 : 0),
          ])
      }
      return unusable
    }
  }

  /// Reads the groups off the listing.
  ///
  /// - Parameter serverRows: How many rows the server has, when the listing holds the differing
  ///   parts alone; nil for a listing of everything.
  func compareListing(
    _ table: String, startedAt: Timestamp, differencesOf serverRows: Int?
  ) async throws -> ReconcileReport {
    let listsTombstones = remote.capabilities.contains(.tombstones)
    return try await database.write { db in
      let schema = try Catalogue.ensure(table, on: db)
      let comparison = ListingComparison(
        schema: schema, listsTombstones: listsTombstones, isPartial: serverRows != nil,
        hasOperations: try OperationStore.count(table, on: db) > 0, db: db)
      var report = ReconcileReport(table: table, startedAt: startedAt.description)
      report.serverRows = try serverRows ?? comparison.count("temp.listing")
      report.pendingRows = try comparison.count(
        "(SELECT DISTINCT itemId FROM syncline_operations WHERE \"table\" = ?)", [.text(table)])
      report.localRows = try comparison.count(
        "\(schema.quoted) t WHERE \(comparison.isCompared)", [.text(table)])
      report.missingOnServer = try comparison.missingOnServer()
      report.missingHere = try comparison.missingHere()
      report.different = try comparison.different()
      return report
    }
  }
}

private struct ListingComparison {
  let schema: TableSchema
  let listsTombstones: Bool
  /// Only the rows of `temp.compared` are compared.
  let isPartial: Bool
  let hasOperations: Bool
  let db: Connection

  /// Keeps to the rows of the store that are compared.
  private var scope: String {
    isPartial ? "AND t.id IN (SELECT id FROM temp.compared)" : ""
  }

  /// No operation waits for row `t`, and the server would list it if it had it; binds the table.
  var isCompared: String {
    let tombstones = listsTombstones ? "" : " AND t.\"deleted\" = 0"
    return isIdle("t.id") + tombstones
  }

  private func isIdle(_ id: String) -> String {
    // With the same number of values to bind.
    guard hasOperations else { return "? IS NOT NULL" }
    return """
      NOT EXISTS (SELECT 1 FROM syncline_operations s
        WHERE s."table" = ? AND s.itemId = \(id) COLLATE NOCASE)
      """
  }

  func count(_ source: String, _ values: [SQLiteValue] = []) throws -> Int {
    try db.first("SELECT count(*) FROM \(source)", values) { row throws(SQLiteError) in
      try row.decode(at: 0, as: Int.self)
    } ?? 0
  }

  func missingOnServer() throws -> ReconcileGroup {
    let source = """
      \(schema.quoted) t WHERE \(isCompared) \(scope)
      AND NOT EXISTS (SELECT 1 FROM temp.listing l WHERE l.id = t.id)
      """
    var group = ReconcileGroup()
    group.count = try count(source, [.text(schema.name)])
    group.rows = try db.query(
      "SELECT \(schema.columnList) FROM \(source) ORDER BY t.id LIMIT ?",
      [.text(schema.name), .integer(Int64(ReconcileGroup.rowsMax))]
    ) { row throws(SQLiteError) in ReconcileRow(local: try schema.decode(row)) }
    return group
  }

  /// Deleted rows of the server that are not here are nothing to fetch, nor are those that can't be
  /// kept here.
  func missingHere() throws -> ReconcileGroup {
    let source = """
      temp.listing l WHERE l.deleted = 0 AND l.isUsable AND \(isIdle("l.id"))
      AND NOT EXISTS (SELECT 1 FROM \(schema.quoted) t WHERE t.id = l.id)
      """
    var group = ReconcileGroup()
    group.count = try count(source, [.text(schema.name)])
    group.rows = try db.query(
      "SELECT id, version, updatedAt, deleted FROM \(source) ORDER BY l.id LIMIT ?",
      [.text(schema.name), .integer(Int64(ReconcileGroup.rowsMax))]
    ) { row throws(SQLiteError) in
      var missing = ReconcileRow(id: try row.decode(at: 0))
      missing.serverVersion = try row.decode(at: 1)
      missing.serverUpdatedAt = try row.decode(at: 2)
      missing.serverDeleted = try row.decode(at: 3)
      return missing
    }
    return group
  }

  /// SQL finds the rows whose texts differ; whether two stamps mean another moment is decided here.
  func different() throws -> ReconcileGroup {
    var group = ReconcileGroup()
    var after = ""
    let pageSize = 1_000
    while true {
      let page = try db.query(
        """
        SELECT t.id, t.version, t.updatedAt, t.deleted, l.version, l.updatedAt, l.deleted
        FROM \(schema.quoted) t JOIN temp.listing l ON l.id = t.id
        WHERE t.id > ? AND (t.version IS NOT l.version OR t.updatedAt IS NOT l.updatedAt
          OR t.deleted IS NOT l.deleted) AND \(isIdle("t.id")) \(scope)
        ORDER BY t.id LIMIT ?
        """, [.text(after), .text(schema.name), .integer(Int64(pageSize))]
      ) { row throws(SQLiteError) in
        let local = RowIdentity(
          id: try row.decode(at: 0), version: try row.decode(at: 1),
          updatedAt: try row.decode(at: 2), deleted: try row.decode(at: 3))
        let server = RowIdentity(
          id: local.id, version: try row.decode(at: 4), updatedAt: try row.decode(at: 5),
          deleted: try row.decode(at: 6))
        return (local: local, server: server)
      }
      for pair in page where pair.local.differs(from: pair.server) {
        group.count += 1
        guard group.rows.count < ReconcileGroup.rowsMax else { continue }
        var different = ReconcileRow(id: pair.local.id)
        different.localVersion = pair.local.version
        different.localUpdatedAt = pair.local.updatedAt
        different.serverVersion = pair.server.version
        different.serverUpdatedAt = pair.server.updatedAt
        different.serverDeleted = pair.server.deleted
        different.fingerprint = try fingerprint(pair.local.id)
        group.rows.append(different)
      }
      guard page.count == pageSize, let last = page.last else { return group }
      after = last.local.id
    }
  }

  private func fingerprint(_ id: String) throws -> String? {
    try RowStore.fetch(id, in: schema, on: db).map { RowFingerprint(of: $0).rawValue }
  }
}

extension ReconcileRow {
  fileprivate init(local: Record) {
    self.init(id: local.id)
    fingerprint = RowFingerprint(of: local).rawValue
    localVersion = local.version
    localUpdatedAt = local.updatedAt
  }
}

extension RowIdentity {
  /// True when the two are not the same state of a row; what a side does not say is no difference.
  func differs(from server: RowIdentity) -> Bool {
    if deleted != server.deleted { return true }
    // After its pushed delete a row keeps the stamp of before until a pull brings the server's.
    if deleted, version == nil { return false }
    if let version, let other = server.version, version !== other { return true }
    return !isSameStamp(updatedAt, server.updatedAt)
  }
}
