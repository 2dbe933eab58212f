internal import JSONKit
package import SQLiteKit
internal import Support

/// The order of a list and the place where its next page begins.
///
/// NULL comes before everything, as in SQLite; in `updatedAt` behind everything, since a row
/// without it is newer than all that the server has sent. A page may need two statements, one for
/// rows with a first key and one for those without, so that each can start inside an index.
package struct Keyset {
  package struct Key {
    var name: String
    /// With its alias, from the catalogue.
    package var sql: String
    var descending: Bool
    /// A number column that holds numbers which SQLite keeps as text.
    var isMixed = false

    /// True where NULL is greater than every value.
    var hasGreatNull: Bool { name == SystemColumn.updatedAt.rawValue }
    /// True where rows without a value come first.
    var hasNullsFirst: Bool { hasGreatNull == descending }
    /// What rows are sorted by.
    var order: String { isMixed ? NumberFunctions.key(in: sql) : sql }
    /// The place for a value of the column, as rows are sorted by it.
    var place: String { isMixed ? NumberFunctions.key(in: "?") : "?" }
  }

  package struct Phase {
    package var condition: String
    package var values: [SQLiteValue]
    package var orderBy = ""
  }

  /// Ends with the id, which no two rows share.
  package private(set) var keys: [Key] = []
  private(set) var ignored: [String] = []

  package init(_ sort: [RowSort], in schema: TableSchema) {
    let wanted = sort.isEmpty ? [RowSort("updatedAt", descending: true)] : sort
    for item in wanted where !keys.contains(where: { $0.name === item.column || $0.name == "id" }) {
      guard let column = schema.located(item.column) else {
        ignored.append(item.column)
        continue
      }
      keys.append(Key(name: item.column, sql: "t." + column.sql, descending: item.descending))
    }
    if keys.last?.name != "id" { keys.append(Key(name: "id", sql: "t.\"id\"", descending: false)) }
  }

  /// Looks which number columns hold numbers beyond a double or an integer, which SQLite would sort
  /// behind all others; an index can't give the order of those columns.
  ///
  /// Without this the order is the same on columns without such numbers. Blobs come last, so an
  /// index, and a reader's memo, answer at once; otherwise it is one more scan beside the sort's own.
  package mutating func lookForMixedNumbers(
    in schema: TableSchema, on connection: Connection
  ) throws {
    for index in keys.indices {
      guard let column = schema.located(keys[index].name), column.type == .number else { continue }
      keys[index].isMixed = try connection.memo("blobs of \(schema.name) \(column.sql)") {
        try connection.first(
          "SELECT EXISTS (SELECT 1 FROM \(schema.quoted) WHERE \(column.sql) >= x'')"
        ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Bool.self) } ?? false
      }
    }
  }

  /// The same order backwards.
  package var reversed: Keyset {
    var reversed = self
    for index in keys.indices { reversed.keys[index].descending.toggle() }
    return reversed
  }

  /// - Parameter isWhole: False where either all rows have a first key or none has: telling SQLite
  ///   where NULL comes would only make it look for both.
  private func orderBy(isWhole: Bool) -> String {
    let terms = keys.enumerated().map { position, key in
      let nulls = key.hasNullsFirst ? " NULLS FIRST" : " NULLS LAST"
      return key.order + (key.descending ? " DESC" : "")
        + (key.hasGreatNull && (isWhole || position > 0) ? nulls : "")
    }
    return " ORDER BY " + terms.joined(separator: ", ")
  }

  /// The statements that together give what comes after `after`, in order.
  package func phases(after: [SQLiteValue]?) -> [Phase] {
    guard let after else {
      return [Phase(condition: "", values: [], orderBy: orderBy(isWhole: true))]
    }
    var phases = parts(after: after)
    for index in phases.indices { phases[index].orderBy = orderBy(isWhole: false) }
    return phases
  }

  private func parts(after: [SQLiteValue]) -> [Phase] {
    let first = keys[0]
    let rest = beyond(after, from: 1)
    if case .null = after[0] {
      let same = Phase(condition: "\(first.sql) IS NULL AND \(rest.condition)", values: rest.values)
      guard first.hasNullsFirst else { return [same] }
      return [same, Phase(condition: "\(first.sql) IS NOT NULL", values: [])]
    }
    let sign = first.descending ? "<" : ">"
    let onward = Phase(
      condition: "\(first.order) \(sign)= \(first.place) "
        + "AND (+\(first.order) \(sign) \(first.place) OR \(rest.condition))",
      values: [after[0], after[0]] + rest.values)
    guard !first.hasNullsFirst, first.name != "id" else { return [onward] }
    return [onward, Phase(condition: "\(first.sql) IS NULL", values: [])]
  }

  /// Rows beyond `after` by the keys from `position` on, where all keys before are equal.
  private func beyond(_ after: [SQLiteValue], from position: Int) -> Phase {
    guard position < keys.count else { return Phase(condition: "0", values: []) }
    let key = keys[position]
    let rest = beyond(after, from: position + 1)
    let value = after[position]
    // The unary plus keeps SQLite from leaving the index that the order needs.
    let (column, place) = ("+" + key.order, key.place)
    switch (value, key.hasNullsFirst) {
    case (.null, false):
      return Phase(condition: "(\(column) IS NULL AND \(rest.condition))", values: rest.values)
    case (.null, true):
      return Phase(
        condition: "(\(column) IS NOT NULL OR \(rest.condition))", values: rest.values)
    case (_, let hasNullsFirst):
      let sign = key.descending ? "<" : ">"
      let nulls = hasNullsFirst ? "" : "OR \(column) IS NULL "
      return Phase(
        condition: "(\(column) \(sign) \(place) \(nulls)"
          + "OR (\(column) = \(place) AND \(rest.condition)))",
        values: [value, value] + rest.values)
    }
  }

  // MARK: - Cursor

  private var signature: String {
    keys.map { ($0.descending ? "-" : "+") + $0.name }.joined(separator: ",")
  }

  func cursor(_ values: [SQLiteValue]) -> String {
    let object: JSONObject = [
      "by": .string(signature), "at": .array(values.map(Self.json)),
    ]
    return Base64.encodeForURL(JSONValue.object(object).serialized)
  }

  func position(_ cursor: String) throws -> [SQLiteValue] {
    guard let bytes = Base64.decode(cursor), let parsed = try? JSONValue(parsing: bytes),
      parsed["by"]?.string == signature, let items = parsed["at"]?.array,
      items.count == keys.count
    else { throw SyncError.badCursor }
    return try items.map {
      guard let value = Self.value($0) else { throw SyncError.badCursor }
      return value
    }
  }

  private static func json(_ value: SQLiteValue) -> JSONValue {
    switch value {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): ["real": .real(real)]
    case .text(let text): .string(text)
    case .blob(let bytes): ["blob": .string(Base64.encode(bytes))]
    }
  }

  private static func value(_ json: JSONValue) -> SQLiteValue? {
    switch json {
    case .null: return .null
    case .integer(let integer): return .integer(integer)
    case .string(let text): return .text(text)
    default:
      if let real = json["real"]?.double { return .real(real) }
      return json["blob"]?.string.flatMap { Base64.decode($0) }.map(SQLiteValue.blob)
    }
  }
}
