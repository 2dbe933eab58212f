internal import JSONKit
package import SQLiteKit
internal import Support

/// A data table as the catalogue knows it, with the SQL for it.
///
/// The SQL is the same for the same columns, so that connections keep its statements prepared.
package struct TableSchema: Sendable {
  package struct OwnColumn: Sendable, Hashable {
    var column: Column
    /// The name in the file: another one when names differ only by case, which SQLite ignores.
    var storedName: String
    /// True while no server has shown a value of it; see ``LocalColumns``.
    package internal(set) var isLocal = false
    /// True when it was made with its table, not by a first value.
    var isDeclared = false

    package var name: String { column.name }
    package var type: ColumnType { column.type }
    package var quoted: String { Connection.quoted(storedName) }
  }

  package let name: String
  package let storedName: String
  package let softDelete: SoftDelete
  package let own: [OwnColumn]
  /// In ``own``, by name.
  private let positions: UTF8Dictionary<Int>
  /// True while a first pull fills the table; see ``RowCounts``.
  let isFilling: Bool

  // Made once: rows by the thousand ask for them.
  package let quoted: String
  package let columnList: String
  let selectOne: String
  let upsert: String

  init(
    name: String, storedName: String, softDelete: SoftDelete, own: [OwnColumn],
    isFilling: Bool = false
  ) {
    self.isFilling = isFilling
    self.name = name
    self.storedName = storedName
    self.softDelete = softDelete
    self.own = own
    positions = UTF8Dictionary(own.indices.map { (own[$0].name, $0) }) { first, _ in first }
    let ownNames = own.map(\.quoted)
    quoted = Connection.quoted(storedName)
    columnList = ([Self.systemList] + ownNames).joined(separator: ", ")
    selectOne = "SELECT \(columnList) FROM \(quoted) WHERE id = ?"
    let names = ["createdAt", "updatedAt", "version", "deleted"].map(Connection.quoted)
    let updates = (names + ownNames).map { "\($0) = excluded.\($0)" }
    let places = String(repeating: ", ?", count: 4 + own.count)
    upsert =
      "INSERT INTO \(quoted)(\(columnList)) VALUES (?\(places)) "
      + "ON CONFLICT(id) DO UPDATE SET \(updates.joined(separator: ", "))"
  }

  package static let systemColumns: [Column] = [
    Column("id", .text), Column("createdAt", .date), Column("updatedAt", .date),
    Column("version", .text), Column("deleted", .boolean),
  ]
  private static let systemList = #""id", "createdAt", "updatedAt", "version", "deleted""#

  /// System columns first, then the table's own in order of appearance.
  package var columns: [Column] { Self.systemColumns + own.map(\.column) }

  func own(_ name: String) -> OwnColumn? { positions[name].map { own[$0] } }

  /// A column's type and its quoted name; nil for one that the table does not have.
  package func located(_ name: String) -> (type: ColumnType, sql: String)? {
    if let system = Self.systemColumns.first(where: { $0.name === name }) {
      return (system.type, Connection.quoted(system.name))
    }
    return own(name).map { ($0.type, $0.quoted) }
  }

  // MARK: - SQL

  /// The name by which SQL reaches SQLite's number of a row; nil where columns have all of its names.
  ///
  /// Source: <https://sqlite.org/rowidtable.html>
  package var rowID: String? {
    ["rowid", "_rowid_", "oid"].first { name in
      !own.contains { Catalogue.fold($0.storedName) == name }
    }
  }

  /// Inserts a row unless there is one of its id.
  var insertNew: String {
    let places = String(repeating: ", ?", count: 4 + own.count)
    return "INSERT INTO \(quoted)(\(columnList)) VALUES (?\(places)) ON CONFLICT(id) DO NOTHING"
  }

  var deleteOne: String { "DELETE FROM \(quoted) WHERE id = ?" }

  // MARK: - Rows

  func encode(_ record: Record) -> [SQLiteValue] {
    var values: [SQLiteValue] = [
      .text(record.id), record.createdAt.map(SQLiteValue.text) ?? .null,
      record.updatedAt.map(SQLiteValue.text) ?? .null,
      record.version.map(SQLiteValue.text) ?? .null, .integer(record.deleted ? 1 : 0),
    ]
    values.reserveCapacity(5 + own.count)
    for column in own {
      values.append(CellCoding.encode(record.values[column.name] ?? .null, as: column.type))
    }
    return values
  }

  /// - Parameter offset: The position of `id` among the row's columns.
  package func decode(_ row: borrowing Row, at offset: Int = 0) throws(SQLiteError) -> Record {
    var values: [(name: String, value: JSONValue)] = []
    values.reserveCapacity(own.count)
    // By index: a loop over the columns would copy each, for each row.
    for position in own.indices {
      let value = CellCoding.decode(row[offset + 5 + position], as: own[position].column.type)
      values.append((own[position].column.name, value))
    }
    return Record(
      id: try row.text(at: offset), version: try row.textOrNil(at: offset + 3),
      createdAt: try row.textOrNil(at: offset + 1), updatedAt: try row.textOrNil(at: offset + 2),
      deleted: try row.flag(at: offset + 4), values: JSONObject(distinct: values))
  }

  /// Refuses a value made here that does not fit its column.
  ///
  /// What a server sends is kept as it is; see `Catalogue.misfits(_:in:)`.
  func check(_ values: JSONObject) throws {
    for (name, value) in values {
      guard let column = own(name) else { continue }
      let isMoment = column.type != .date || value.string.map { Timestamp($0) != nil } ?? true
      guard column.type.accepts(value), isMoment else {
        throw SyncError.valueDoesNotFit(
          table: self.name, column: name, expected: column.type.phrase, got: value.kindPhrase)
      }
    }
  }

  // MARK: - Soft delete

  package func isDeleted(_ record: Record) -> Bool {
    softDelete.marks(record)
  }

  /// When `record` was deleted, as far as it says so itself.
  func deletionMoment(_ record: Record) -> Timestamp? {
    if case .date(let column) = softDelete, let text = record.values[column]?.string,
      let moment = Timestamp(text)
    {
      return moment
    }
    return record.updatedAt.flatMap { Timestamp($0) }
  }
}

extension SoftDelete {
  /// How the catalogue writes it.
  var stored: String {
    switch self {
    case .system: "system"
    case .flag(let column): "flag:" + column
    case .date(let column): "date:" + column
    case .none: "none"
    }
  }

  init(stored: String) {
    if stored == "none" {
      self = .none
    } else if stored.hasPrefix("flag:") {
      self = .flag(column: String(stored.dropFirst(5)))
    } else if stored.hasPrefix("date:") {
      self = .date(column: String(stored.dropFirst(5)))
    } else {
      self = .system
    }
  }
}
