import SQLiteKit
import Support

// Staged changes that were discarded come back to whoever staged them, for a while.
extension ConsoleData {
  private static let stagedColumns =
    "owner, store, tableName, itemId, was, \"values\", fingerprint, isInsert, at"

  /// Drops staged changes of `owner` so that they can be brought back.
  ///
  /// - Returns: How many there were, and the number that ``restage(_:owner:)`` takes; no number
  ///   when there was none.
  public func discard(
    _ ids: [Int64], owner: String
  ) async throws -> (count: Int, discard: Int64?) {
    let now = time.now.milliseconds
    return try await database.write { connection in
      try connection.execute(
        "DELETE FROM discardedChanges WHERE discardedAt < ?",
        [.integer(Self.oldestRemoval(now))])
      let discard = try Self.newDiscard(on: connection)
      var count = 0
      for id in ids {
        let place: [SQLiteValue] = [.integer(id), .text(owner)]
        try connection.execute(
          """
          INSERT INTO discardedChanges (discard, discardedAt, \(Self.stagedColumns))
          SELECT ?, ?, \(Self.stagedColumns) FROM stagedChanges WHERE id = ? AND owner = ?
          """, [.integer(discard), .integer(now)] + place)
        try connection.execute("DELETE FROM stagedChanges WHERE id = ? AND owner = ?", place)
        count += connection.changes
      }
      return (count, count > 0 ? discard : nil)
    }
  }

  /// The number that the first of its rows is going to have, so none is ever given again.
  private static func newDiscard(on connection: Connection) throws -> Int64 {
    let last = try connection.first(
      "SELECT seq FROM sqlite_sequence WHERE name = 'discardedChanges'"
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
    return (last ?? 0) + 1
  }

  /// How many discarded changes can still be brought back.
  public func discardedCount(_ discard: Int64, owner: String) async throws -> Int {
    let oldest = Self.oldestRemoval(time.now.milliseconds)
    return try await database.read {
      try Self.discardedCount(discard, owner: owner, since: oldest, on: $0)
    }
  }

  private static func discardedCount(
    _ discard: Int64, owner: String, since oldest: Int64, on connection: Connection
  ) throws -> Int {
    try connection.first(
      """
      SELECT count(*) FROM discardedChanges WHERE discard = ? AND owner = ? AND discardedAt >= ?
      """, [.integer(discard), .text(owner), .integer(oldest)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
  }

  /// Stages again what was discarded together; a row that was staged anew since keeps that.
  ///
  /// - Returns: How many are staged again, and how many rows were staged anew.
  /// - Throws: ``ConsoleDataError/tooManyStaged(_:)``, and nothing is staged.
  public func restage(
    _ discard: Int64, owner: String
  ) async throws -> (count: Int, left: Int) {
    let oldest = Self.oldestRemoval(time.now.milliseconds)
    return try await database.write { connection in
      let all = try Self.discardedCount(discard, owner: owner, since: oldest, on: connection)
      let place: [SQLiteValue] = [.integer(discard), .text(owner)]
      let staged = try connection.first(
        """
        SELECT count(*) FROM stagedChanges WHERE owner = ?2 AND store =
          (SELECT store FROM discardedChanges WHERE discard = ?1 LIMIT 1)
        """, place
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) }
      guard (staged ?? 0) + all <= Self.stagedMax else {
        throw ConsoleDataError.tooManyStaged(staged ?? 0)
      }
      try connection.execute(
        """
        INSERT OR IGNORE INTO stagedChanges (\(Self.stagedColumns))
        SELECT \(Self.stagedColumns) FROM discardedChanges WHERE discard = ? AND owner = ?
        ORDER BY id
        """, place)
      let count = connection.changes
      try connection.execute(
        "DELETE FROM discardedChanges WHERE discard = ? AND owner = ?", place)
      return (count, all - count)
    }
  }
}
