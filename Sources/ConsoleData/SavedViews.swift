import SQLiteKit
public import Support

/// A list of rows that somebody gave a name.
public struct SavedView: Sendable, Equatable {
  public let id: Int64
  /// Whose it is; nil for everybody's.
  public let owner: String?
  public let store: String
  public let table: String
  public let name: String
  /// The list's query string.
  public let query: String
  public let createdBy: String
  public let createdAt: Timestamp

  public init(
    id: Int64, owner: String?, store: String, table: String, name: String, query: String,
    createdBy: String, createdAt: Timestamp
  ) {
    self.id = id
    self.owner = owner
    self.store = store
    self.table = table
    self.name = name
    self.query = query
    self.createdBy = createdBy
    self.createdAt = createdAt
  }
}

/// What a person sees of a table beside its rows.
public struct BesideRows: Sendable {
  /// Their own views and those shared with everybody.
  public var views: [SavedView]
  /// How they have its columns; nil for the usual columns.
  public var columns: String?
  /// The changes that they staged.
  public var staged: [StagedChange]
}

extension ConsoleData {
  /// Views of one owner and one table, and shared ones of a table, at most.
  public static let viewsMax = 100

  /// Those of `owner` and those shared with everybody, by name.
  public func savedViews(
    store: String, table: String, owner: String
  ) async throws -> [SavedView] {
    try await database.read { try views(store, table, owner, on: $0) }
  }

  /// What a list of a table's rows shows beside them, in one read.
  public func besideRows(
    store: String, table: String, owner: String
  ) async throws -> BesideRows {
    try await database.read { connection in
      BesideRows(
        views: try views(store, table, owner, on: connection),
        columns: try columnLayout(store, table, owner, on: connection),
        staged: try stagedChanges(of: table, store, owner, on: connection))
    }
  }

  private func views(
    _ store: String, _ table: String, _ owner: String, on connection: Connection
  ) throws -> [SavedView] {
    try connection.memo("views \(store)/\(table)/\(owner)") {
      try connection.query(
        """
        SELECT * FROM savedViews WHERE store = ? AND tableName = ?
          AND (owner IS NULL OR owner = ?) ORDER BY owner IS NULL, name, id
        """, [.text(store), .text(table), .text(owner)], decode: decodeView)
    }
  }

  /// Keeps a view under a name; one of the same owner and name is replaced, but not what another
  /// person shares.
  ///
  /// - Parameter owner: Nil to share it with everybody.
  /// - Returns: The view, and the one that it replaced.
  public func saveView(
    _ name: String, query: String, store: String, table: String, owner: String?, by who: String
  ) async throws -> (view: SavedView, replaced: SavedView?) {
    let now = time.now.milliseconds
    return try await database.write { connection in
      let place: [SQLiteValue] = [.text(store), .text(table), text(owner)]
      let replaced = try connection.first(
        "SELECT * FROM savedViews WHERE store = ? AND tableName = ? AND owner IS ? AND name = ?",
        place + [.text(name)], decode: decodeView)
      if let replaced {
        guard owner != nil || replaced.createdBy == who else {
          throw ConsoleDataError.viewOfOther(name, by: replaced.createdBy)
        }
        try connection.execute("DELETE FROM savedViews WHERE id = ?", [.integer(replaced.id)])
      }
      let count = try connection.first(
        "SELECT count(*) FROM savedViews WHERE store = ? AND tableName = ? AND owner IS ?", place
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) }
      guard (count ?? 0) < Self.viewsMax else { throw ConsoleDataError.tooManyViews(Self.viewsMax) }
      try connection.execute(
        """
        INSERT INTO savedViews (store, tableName, owner, name, query, createdBy, createdAt)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """, place + [.text(name), .text(query), .text(who), .integer(now)])
      let view = SavedView(
        id: connection.lastInsertedRowID, owner: owner, store: store, table: table, name: name,
        query: query, createdBy: who, createdAt: Timestamp(milliseconds: now))
      return (view, replaced)
    }
  }

  public func savedView(_ id: Int64) async throws -> SavedView? {
    try await database.read { connection in
      try connection.first(
        "SELECT * FROM savedViews WHERE id = ?", [.integer(id)], decode: decodeView)
    }
  }

  /// Keeps a removed view again, as it was.
  ///
  /// - Parameter isReplaced: True when another took its place, which goes then.
  public func restoreView(_ view: SavedView, isReplaced: Bool = false) async throws {
    try await database.write { connection in
      let place: [SQLiteValue] = [
        .text(view.store), .text(view.table), text(view.owner), .text(view.name),
      ]
      if isReplaced {
        try connection.execute(
          "DELETE FROM savedViews WHERE store = ? AND tableName = ? AND owner IS ? AND name = ?",
          place)
      }
      let taken = try connection.first(
        "SELECT id FROM savedViews WHERE store = ? AND tableName = ? AND owner IS ? AND name = ?",
        place
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
      guard taken == nil else { throw ConsoleDataError.viewExists(view.name) }
      try connection.execute(
        """
        INSERT INTO savedViews (store, tableName, owner, name, query, createdBy, createdAt)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        place + [
          .text(view.query), .text(view.createdBy), .integer(view.createdAt.milliseconds),
        ])
    }
  }

  /// Gives a view another name, unless its owner has a view of that name already.
  ///
  /// - Returns: The view with its new name; nil when there is no such view.
  public func renameView(_ id: Int64, to name: String) async throws -> SavedView? {
    try await database.write { connection in
      let taken = try connection.first(
        """
        SELECT o.id FROM savedViews v JOIN savedViews o ON o.store = v.store
          AND o.tableName = v.tableName AND o.owner IS v.owner AND o.id <> v.id
        WHERE v.id = ? AND o.name = ?
        """, [.integer(id), .text(name)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
      guard taken == nil else { throw ConsoleDataError.viewExists(name) }
      try connection.execute(
        "UPDATE savedViews SET name = ? WHERE id = ?", [.text(name), .integer(id)])
      return try connection.first(
        "SELECT * FROM savedViews WHERE id = ?", [.integer(id)], decode: decodeView)
    }
  }

  /// False when there is no such view.
  public func removeView(_ id: Int64) async throws -> Bool {
    try await database.write { connection in
      try connection.execute("DELETE FROM savedViews WHERE id = ?", [.integer(id)])
      return connection.changes > 0
    }
  }
}

private func decodeView(_ row: borrowing Row) throws(SQLiteError) -> SavedView {
  SavedView(
    id: try row.decode("id"), owner: try row.decode("owner"), store: try row.decode("store"),
    table: try row.decode("tableName"), name: try row.decode("name"),
    query: try row.decode("query"), createdBy: try row.decode("createdBy"),
    createdAt: Timestamp(milliseconds: try row.decode("createdAt")))
}
