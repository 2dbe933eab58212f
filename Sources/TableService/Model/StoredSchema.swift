import SQLiteKit
import Support

/// What a column holds; set by the first value other than null that is written to it.
enum StoredType: String, Sendable {
  /// Null in every row so far; the first value sets the type.
  case unknown
  case text
  /// Whole numbers so far; becomes ``number`` with the first fraction.
  case integer
  /// Becomes ``decimal`` with the first number that a `Double` would round.
  case number
  /// Numbers with all their digits: a `Double` where it prints alike, else the digits as a blob.
  case decimal
  case boolean
  // Those below are of declared columns alone.
  /// Text in the form `2024-02-29T12:30:00.000Z`.
  case dateTime
  /// Text in the form `2024-02-29`.
  case date
  /// Text in the form `12:30:00.000`.
  case time
  /// Text in lower case.
  case guid
  case bytes
  /// Text; its declaration has the values.
  case enumeration
  /// JSON as text.
  case object

  /// For messages.
  var noun: String {
    switch self {
    case .unknown: "null"
    case .text: "text"
    case .integer, .number, .decimal: "a number"
    case .boolean: "a boolean"
    case .dateTime: "a date and time"
    case .date: "a date"
    case .time: "a time of day"
    case .guid: "a GUID"
    case .bytes: "bytes"
    case .enumeration: "a value of an enumeration"
    case .object: "an object"
    }
  }

  var isNumeric: Bool { self == .integer || self == .number || self == .decimal }
}

struct StoredColumn: Sendable, Equatable {
  /// As the first request that used it wrote it; later ones match in any case.
  @UTF8Key var name: String
  var type: StoredType
  /// Nil for a column that came with a row.
  var declaration: ColumnDeclaration?

  init(name: String, type: StoredType, declaration: ColumnDeclaration? = nil) {
    self.name = name
    self.type = type
    self.declaration = declaration
  }
}

/// A table's name and the columns that rows brought, besides the system columns.
struct StoredSchema: Sendable, Equatable {
  /// Well within SQLite's own limit of 2,000.
  static let columnsMax = 1_000

  let name: String
  private(set) var columns: [StoredColumn] = []
  private var positions: UTF8Dictionary<Int> = [:]

  /// For SQL.
  let quotedName: String
  /// System columns and columns, for SQL.
  private(set) var quotedColumns = ReservedColumn.quotedNames

  init(name: String) {
    self.name = name
    quotedName = Connection.quoted(name)
  }

  subscript(name: String) -> StoredColumn? {
    positions[Name.folded(name)].map { columns[$0] }
  }

  mutating func add(_ column: StoredColumn) {
    positions[Name.folded(column.name)] = columns.count
    columns.append(column)
    quotedColumns += ", " + Connection.quoted(column.name)
  }

  mutating func retype(_ name: String, as type: StoredType) {
    if let position = positions[Name.folded(name)] { columns[position].type = type }
  }
}
