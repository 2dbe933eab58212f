public import JSONKit
import SQLiteKit
public import Support

/// A change of one row that somebody put aside to be saved together with others.
public struct StagedChange: Sendable, Equatable {
  public var id: Int64
  public var owner: String
  public var store: String
  public var table: String
  public var itemID: String
  /// The values of the changed columns when the form was opened.
  public var was: JSONObject
  /// The values asked for.
  public var values: JSONObject
  /// The state of the row that the change was made on; empty where it inserts the row again.
  public var fingerprint: String
  /// True for a row that is not in the store, which the change inserts again.
  public var isInsert: Bool
  public var at: Timestamp
}

extension ConsoleData {
  /// Rows that one owner can stage in one store.
  public static let stagedMax = 500

  /// Puts a change aside.
  ///
  /// - Parameters:
  ///   - shown: The staged change of the row that `values` were made from: its place is taken. What
  ///     is staged otherwise stays, with `values` laid over it, and so does the state that it was
  ///     made on, so that a row which changed since is still noticed.
  ///   - isInsert: The row is inserted again; a staged change of the row as it was is given up.
  /// - Returns: How many of its values were staged before and stay.
  @discardableResult
  public func stage(
    _ values: JSONObject, was: JSONObject, fingerprint: String, store: String, table: String,
    itemID: String, owner: String, inPlaceOf shown: Int64? = nil, isInsert: Bool = false
  ) async throws -> Int {
    let now = time.now.milliseconds
    return try await database.write { connection in
      let place: [SQLiteValue] = [.text(owner), .text(store), .text(table), .text(itemID)]
      let old = try connection.first(
        """
        SELECT * FROM stagedChanges
        WHERE owner = ? AND store = ? AND tableName = ? AND itemId = ?
        """, place, decode: decodeStaged)
      let kept = isInsert || old?.isInsert == true || old?.id == shown ? nil : old
      try connection.execute(
        """
        DELETE FROM stagedChanges WHERE owner = ? AND store = ? AND tableName = ? AND itemId = ?
        """, place)
      let count = try connection.first(
        "SELECT count(*) FROM stagedChanges WHERE owner = ? AND store = ?",
        [.text(owner), .text(store)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) }
      guard (count ?? 0) < Self.stagedMax else {
        throw ConsoleDataError.tooManyStaged(Self.stagedMax)
      }
      try connection.execute(
        """
        INSERT INTO stagedChanges
          (owner, store, tableName, itemId, was, "values", fingerprint, isInsert, at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        place + [
          .text(JSONValue.object(laid(was, under: kept?.was)).serializedText),
          .text(JSONValue.object(laid(values, over: kept?.values)).serializedText),
          .text(kept?.fingerprint ?? fingerprint), .integer(isInsert ? 1 : 0), .integer(now),
        ])
      return kept?.values.names.count { values[$0] == nil } ?? 0
    }
  }

  /// What `owner` staged in `store`, in order.
  public func stagedChanges(owner: String, store: String) async throws -> [StagedChange] {
    try await database.read { connection in
      try connection.query(
        "SELECT * FROM stagedChanges WHERE owner = ? AND store = ? ORDER BY tableName, id",
        [.text(owner), .text(store)], decode: decodeStaged)
    }
  }

  /// What `owner` staged in one table; asked for with every list of rows.
  func stagedChanges(
    of table: String, _ store: String, _ owner: String, on connection: Connection
  ) throws -> [StagedChange] {
    guard try stagedCount(owner: owner, store: store, on: connection) > 0 else { return [] }
    return try connection.query(
      """
      SELECT * FROM stagedChanges WHERE owner = ? AND store = ? AND tableName = ? ORDER BY id
      """, [.text(owner), .text(store), .text(table)], decode: decodeStaged)
  }

  /// The staged change of one row; nil when there is none.
  public func stagedChange(
    owner: String, store: String, table: String, itemID: String
  ) async throws -> StagedChange? {
    try await database.read { connection in
      try connection.first(
        """
        SELECT * FROM stagedChanges
        WHERE owner = ? AND store = ? AND tableName = ? AND itemId = ?
        """, [.text(owner), .text(store), .text(table), .text(itemID)], decode: decodeStaged)
    }
  }

  /// How many rows `owner` has staged in `store`; asked for on every page.
  func stagedCount(owner: String, store: String, on connection: Connection) throws -> Int {
    try connection.memo("staged \(store)/\(owner)") {
      try connection.first(
        "SELECT count(*) FROM stagedChanges WHERE owner = ? AND store = ?",
        [.text(owner), .text(store)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
    }
  }

  /// Drops staged changes of `owner`, and says how many there were.
  @discardableResult
  public func unstage(_ ids: [Int64], owner: String) async throws -> Int {
    try await database.write { connection in
      var count = 0
      for id in ids {
        try connection.execute(
          "DELETE FROM stagedChanges WHERE id = ? AND owner = ?", [.integer(id), .text(owner)])
        count += connection.changes
      }
      return count
    }
  }
}

/// `new` where both have a value.
private func laid(_ new: JSONObject, over old: JSONObject?) -> JSONObject {
  var all = old ?? JSONObject()
  for (name, value) in new { all[name] = value }
  return all
}

/// `old` where both have a value: what a column held first is what others are compared with.
private func laid(_ new: JSONObject, under old: JSONObject?) -> JSONObject {
  laid(old ?? JSONObject(), over: new)
}

private func decodeStaged(_ row: borrowing Row) throws(SQLiteError) -> StagedChange {
  StagedChange(
    id: try row.decode("id"), owner: try row.decode("owner"), store: try row.decode("store"),
    table: try row.decode("tableName"), itemID: try row.decode("itemId"),
    was: json(try row.decode("was"))?.object ?? JSONObject(),
    values: json(try row.decode("values"))?.object ?? JSONObject(),
    fingerprint: try row.decode("fingerprint"), isInsert: try row.decode("isInsert"),
    at: Timestamp(milliseconds: try row.decode("at")))
}
