/// What a column holds; set by the first value that is written to it.
enum ColumnType: String, Sendable {
  case text
  /// Whole numbers so far; becomes ``number`` with the first fraction.
  case integer
  case number
  case boolean

  /// For messages.
  var noun: String {
    switch self {
    case .text: "text"
    case .integer, .number: "a number"
    case .boolean: "a boolean"
    }
  }
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

  var name: String
  private(set) var columns: [Column] = []
  private var positions: [String: Int] = [:]

  init(name: String) { self.name = name }

  subscript(name: String) -> Column? {
    positions[name.lowercased()].map { columns[$0] }
  }

  mutating func add(_ column: Column) {
    positions[column.name.lowercased()] = columns.count
    columns.append(column)
  }

  mutating func widen(_ name: String) {
    if let position = positions[name.lowercased()] { columns[position].type = .number }
  }
}
