import Support

/// The tables whose columns and settings a file declares; see `docs/tables.md`.
public struct DeclaredTables: Sendable, Equatable {
  /// By name in lower case.
  private var tables: UTF8Dictionary<TableDeclaration> = [:]

  /// None.
  public init() {}

  var isEmpty: Bool { tables.isEmpty }

  /// All of them, by name.
  var all: [TableDeclaration] {
    tables.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  subscript(name: String) -> TableDeclaration? {
    get { tables.isEmpty ? nil : tables[Name.folded(name)] }
    set { tables[Name.folded(name)] = newValue }
  }
}

/// What a file says of one table.
struct TableDeclaration: Sendable, Equatable {
  @UTF8Key var name: String
  /// Nil where the service's own setting holds; so for the next two.
  var keepsDeletedRows: Bool?
  var pageSize: Int?
  var isReadOnly: Bool?
  /// Whether rows may bring columns that are not declared.
  var isDynamic = false
  /// In the order of the file, which is the order in rows.
  var columns: [ColumnDeclaration] = []
  /// Positions in `columns`, by name in lower case.
  private var positions: UTF8Dictionary<Int> = [:]

  init(name: String) { self.name = name }

  /// - Parameter column: Names match without regard to case.
  subscript(column: String) -> ColumnDeclaration? {
    positions[Name.folded(column)].map { columns[$0] }
  }

  mutating func add(_ column: ColumnDeclaration) {
    positions[Name.folded(column.name)] = columns.count
    columns.append(column)
  }
}
