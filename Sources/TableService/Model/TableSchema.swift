import SQLiteKit
import Support

/// What a column holds; set by the first value other than null that is written to it.
enum ColumnType: String, Sendable {
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

  /// For messages.
  var noun: String {
    switch self {
    case .unknown: "null"
    case .text: "text"
    case .integer, .number, .decimal: "a number"
    case .boolean: "a boolean"
    }
  }

  var isNumeric: Bool { self == .integer || self == .number || self == .decimal }
}

struct Column: Sendable, Equatable {
  /// As the first request that used it wrote it; later ones match in any case.
  var name: String
  var type: ColumnType
}

/// A table's name and the columns that rows brought, besides the system columns.
struct TableSchema: Sendable, Equatable {
  /// Well within SQLite's own limit of 2,000.
  static let columnsMax = 1_000

  let name: String
  private(set) var columns: [Column] = []
  private var positions: UTF8Dictionary<Int> = [:]

  /// For SQL.
  let quotedName: String
  /// System columns and columns, for SQL.
  private(set) var quotedColumns = SystemColumn.quotedNames

  init(name: String) {
    self.name = name
    quotedName = Connection.quoted(name)
  }

  subscript(name: String) -> Column? {
    positions[Name.folded(name)].map { columns[$0] }
  }

  mutating func add(_ column: Column) {
    positions[Name.folded(column.name)] = columns.count
    columns.append(column)
    quotedColumns += ", " + Connection.quoted(column.name)
  }

  mutating func retype(_ name: String, as type: ColumnType) {
    if let position = positions[Name.folded(name)] { columns[position].type = type }
  }
}
