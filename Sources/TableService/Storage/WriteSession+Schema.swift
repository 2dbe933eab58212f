import JSONKit
import SQLiteKit
import Support

/// The schema grows with the rows.
extension WriteSession {
  /// True when a change needs neither a new table nor a new or a wider column.
  func fits(_ change: WriteChange, _ table: String) -> Bool {
    switch change {
    case .none, .remove: return true
    case .insert(let values, _), .merge(let values, _), .replace(let values, _):
      guard let schema = catalogue[table] else { return false }
      return values.allSatisfy { name, value in
        schema[name].map { $0.type.retyped(by: value) == nil } ?? false
      }
    }
  }

  /// Makes the table and the columns that `values` need, and brings the values to their types.
  func prepare(
    _ table: String, for values: JSONObject
  ) throws -> (schema: StoredSchema, assignments: Assignments) {
    let known = catalogue[table]
    var schema = known ?? StoredSchema(name: table)
    let new = values.filter { schema[$0.name] == nil }
    guard schema.columns.count + new.count <= StoredSchema.columnsMax else {
      throw ServiceError.badBody(
        "\(schema.name) would get more than \(StoredSchema.columnsMax) columns, and more are not "
          + "made. The row was not written.")
    }
    if known == nil { schema = try create(table) }
    try add(new, to: &schema)
    var assignments: Assignments = []
    for (name, value) in values {
      guard let column = try column(name, of: &schema, for: value) else { continue }
      guard let stored = column.type.stored(value) else {
        if case .number(let digits) = value, column.type.isNumeric {
          throw ServiceError.numberNotKept(digits, column: column.name, table: schema.name)
        }
        throw ServiceError.wrongType(
          column: column.name, table: schema.name, is: column.type, given: value.kindName)
      }
      assignments.append((column.name, stored))
    }
    if schema != known { catalogue[schema.name] = schema }
    return (schema, assignments)
  }

  /// The column that `value` goes to, with its type changed where the value needs that.
  private func column(
    _ name: String, of schema: inout StoredSchema, for value: JSONValue
  ) throws -> StoredColumn? {
    guard let column = schema[name], let type = column.type.retyped(by: value) else {
      return schema[name]
    }
    try connection.execute(
      "UPDATE syncline_columns SET type = ? WHERE tableName = ? AND name = ?",
      [.text(type.rawValue), .text(schema.name), .text(column.name)])
    schema.retype(column.name, as: type)
    return StoredColumn(name: column.name, type: type)
  }

  /// Makes the columns that a row has and the table does not.
  private func add(
    _ values: [(name: String, value: JSONValue)], to schema: inout StoredSchema
  ) throws {
    guard !values.isEmpty else { return }
    let present = UTF8Set(
      try connection.query("SELECT name FROM pragma_table_info(?)", [.text(schema.name)]) {
        (row) throws(SQLiteError) in Name.folded(try row.decode(at: 0))
      })
    var definitions: [String] = []
    for (name, value) in values {
      guard let type = StoredType(holding: value) else {
        throw ServiceError.badBody(
          "The property \(name) is \(value.kindName); columns hold text, numbers and booleans. "
            + "The row was not written.")
      }
      guard !present.contains(Name.folded(name)) else {
        throw ServiceError.notOurs(
          "Another program added the column \(name) to \(schema.name), and its type is not known "
            + "here. Drop it, or write to another column. The row was not written.")
      }
      try connection.execute(
        "INSERT OR REPLACE INTO syncline_columns (tableName, name, type) VALUES (?, ?, ?)",
        [.text(schema.name), .text(name), .text(type.rawValue)])
      definitions.append("\(Connection.quoted(name)) \(type.declaration)")
      schema.add(StoredColumn(name: name, type: type))
    }
    try connection.addColumns(definitions, to: schema.name)
  }

  /// The defaults are for rows that somebody inserts with another program.
  func create(_ name: String) throws -> StoredSchema {
    let isThere = try connection.first(
      "SELECT 1 FROM sqlite_schema WHERE name = ? COLLATE NOCASE", [.text(name)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) }
    guard isThere == nil else {
      throw ServiceError.notOurs(
        "The database has a \(name) that another program made, and this service leaves it alone. "
          + "Take another name. The row was not written.")
    }
    let now = "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))"
    try connection.execute(
      """
      CREATE TABLE \(Connection.quoted(name)) (
        id TEXT NOT NULL PRIMARY KEY,
        createdAt TEXT NOT NULL DEFAULT \(now), updatedAt TEXT NOT NULL DEFAULT \(now),
        version TEXT NOT NULL DEFAULT (hex(randomblob(8))), deleted INTEGER NOT NULL DEFAULT 0)
      """)
    try connection.execute(
      """
      CREATE INDEX \(Connection.quoted("syncline_\(name)_updatedAt"))
      ON \(Connection.quoted(name)) (updatedAt, id)
      """)
    try connection.execute(
      "INSERT OR IGNORE INTO syncline_tables (name, updatedAt) VALUES (?, ?)",
      [.text(name), .text(Timestamp.epoch.description)])
    return StoredSchema(name: name)
  }
}

extension StoredType {
  /// The type that a column of this type gets when `value` is written to it; nil when it stays.
  fileprivate func retyped(by value: JSONValue) -> StoredType? {
    switch (self, StoredType(holding: value)) {
    case (.unknown, let type?) where type != .unknown: type
    case (.integer, .number?): .number
    case (.integer, .decimal?), (.number, .decimal?): .decimal
    default: nil
    }
  }
}
