internal import JSONKit
internal import SQLiteKit
package import Support
package import SyncCore

/// How many operations are in one state, and since when the first of them waits.
package struct QueueFigures: Sendable, Hashable {
  package var count = 0
  package var oldestAt: Timestamp?

  package init(count: Int = 0, oldestAt: Timestamp? = nil) {
    self.count = count
    self.oldestAt = oldestAt
  }
}

extension SyncContext {
  /// The queue by state; states without operations are left out.
  ///
  /// - Parameter query: Whose states and page do not count.
  package func queueFigures(
    _ query: OperationQuery = OperationQuery()
  ) async throws -> [OperationState: QueueFigures] {
    let (settings, remote, cover) = (settings, remote, cover)
    return try await database.read { connection in
      try QueueReader(
        settings: settings, remote: remote, connection: connection, cover: cover
      ).figures(query)
    }
  }

  /// The operations that `query` matches, whatever its page, oldest first.
  package func operations(matching query: OperationQuery) async throws -> [Int64] {
    let (settings, remote, cover) = (settings, remote, cover)
    return try await database.read { connection in
      try QueueReader(
        settings: settings, remote: remote, connection: connection, cover: cover
      ).ids(query)
    }
  }
}

extension QueueReader {
  /// As the file writes no state: it is derived.
  private static let blockedCode: Int64 = 9

  fileprivate func figures(_ query: OperationQuery) throws -> [OperationState: QueueFigures] {
    let waiting = try waitingTables()
    var asked = query
    asked.states = nil
    let (condition, values) = try condition(asked)
    let found = try connection.query(
      """
      SELECT CASE WHEN \(try blocked(by: waiting)) THEN \(Self.blockedCode) ELSE s.state END,
        count(*), min(s.queuedAt)
      FROM syncline_operations s\(condition) GROUP BY 1
      """, waiting.map(SQLiteValue.text) + values
    ) { (row) throws(SQLiteError) in
      (
        code: try row.decode(at: 0, as: Int64.self),
        figures: QueueFigures(
          count: try row.decode(at: 1), oldestAt: Timestamp(stored: try row.decode(at: 2)))
      )
    }
    return Dictionary(
      found.map { code, figures in
        (code == Self.blockedCode ? .blocked : OperationState(code: code), figures)
      }, uniquingKeysWith: { first, _ in first })
  }

  fileprivate func ids(_ query: OperationQuery) throws -> [Int64] {
    let (condition, values) = try condition(query)
    return try connection.query(
      "SELECT s.operationId FROM syncline_operations s\(condition) ORDER BY s.operationId", values
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
  }

  /// What people did to the row from the queueing of `operation` to that of the next one.
  func story(_ operation: StoredOperation) throws -> [HistoryEntry] {
    let later = try OperationStore.of(operation.table, operation.itemID, on: connection)
      .first { $0.id > operation.id }
    return try HistoryStore.fetch(operation.table, operation.itemID, on: connection)
      .filter { entry in
        (entry.source == .local || entry.source == .resolve) && entry.at >= operation.queuedAt
          && later.map { entry.at < $0.queuedAt } ?? true
      }.reversed()
  }
}

extension SyncContext {
  /// Those of these operations of which nobody knows whether the server has them, oldest first.
  package func unknownOutcomes(among operations: [Int64]) async throws -> [Int64] {
    try await database.read { connection in
      try connection.query(
        """
        SELECT operationId FROM syncline_operations
        WHERE state = 1 AND operationId IN (SELECT value FROM json_each(?)) ORDER BY operationId
        """, [.list(operations)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
    }
  }

  /// How many of these operations each table has, the most first; those that are gone count nowhere.
  package func tableCounts(
    of operations: [Int64]
  ) async throws -> [(table: String, count: Int)] {
    try await database.read { connection in
      try connection.query(
        """
        SELECT "table", count(*) FROM syncline_operations
        WHERE operationId IN (SELECT value FROM json_each(?)) GROUP BY 1 ORDER BY 2 DESC, 1
        """, [.list(operations)]
      ) { (row) throws(SQLiteError) in
        (table: try row.decode(at: 0, as: String.self), count: try row.decode(at: 1, as: Int.self))
      }
    }
  }

  /// The rows of these operations as they are here, to name them by; deleted ones as they were.
  package func records(of operations: [Int64]) async throws -> [Int64: Record] {
    let cover = cover
    return try await database.read { connection in
      var found: [Int64: Record] = [:]
      for id in operations {
        guard let operation = try OperationStore.fetch(id, on: connection),
          let schema = try Catalogue.table(operation.table, on: connection)
        else { continue }
        let record =
          try RowStore.fetch(operation.itemID, in: schema, on: connection) ?? operation.item
          ?? BaseStore.fetch(operation.table, operation.itemID, on: connection)
        found[id] = cover?.record(record, operation.table) ?? record
      }
      return found
    }
  }
}

extension SyncContext {
  /// These operations as the queue lists them; those that are gone are left out.
  package func operations(_ ids: [Int64]) async throws -> [Int64: OperationInfo] {
    let cover = cover
    return try await database.read { connection in
      var found: [Int64: OperationInfo] = [:]
      for id in ids {
        guard let operation = try OperationStore.fetch(id, on: connection) else { continue }
        let info = OperationInfo(operation)
        found[id] = try cover?.info(info, on: connection) ?? info
      }
      return found
    }
  }
}
