import JSONKit
import SQLiteKit
import Support

/// Stores the rows of an answer without making records of them, as long as they are plain: live
/// rows that are new here, or known byte for byte in the version that came.
///
/// What becomes of a row is the decision of ``RecordStorer``, which gets every other row as a record,
/// and notes these two kinds as its own. All rows could go there, with the very same result.
struct BatchStorer {
  private let wire: WireRows
  private let db: Connection
  private let schema: TableSchema
  private var storer: RecordStorer
  /// By column of the answer its cell in the present row.
  private var cells: [JSONRows.Cell]
  /// By place in the statement, counted from 0, the answer's column; nil for one that it lacks.
  private let sources: [Int?]
  private static let idPlace = 0
  private static let createdPlace = 1
  private static let updatedPlace = 2
  private static let versionPlace = 3
  private static let deletedPlace = 4
  /// As in `TableSchema.systemColumns`.
  private static let systemPlaces = 5
  private let deletionFlag: Int?
  private let deletionDate: Int?
  /// False spares looking for each new row in the trash.
  private var hasTrash: Bool
  /// What the last row was; neighbours are mostly alike.
  private var expectsNew = true
  /// Rows that went in here, which the table's counter gets at the end.
  private var added = 0

  var result: StoredPage { storer.result }

  init(_ wire: WireRows, _ storer: RecordStorer) throws {
    let schema = storer.schema
    self.wire = wire
    self.storer = storer
    self.schema = schema
    db = storer.db
    cells = Array(repeating: .null, count: wire.rows.columns.count)
    let columns = wire.rows.columns
    let positions = UTF8Dictionary(
      columns.indices.filter { wire.system[$0] == nil }.map { (columns[$0], $0) }
    ) { first, _ in first }
    func own(_ name: String) -> Int? { positions[name] }
    sources =
      TableSchema.systemColumns.map { column in
        wire.system.firstIndex { $0?.rawValue == column.name }
      }
      + schema.own.map { own($0.name) }
    switch schema.softDelete {
    case .flag(let column): (deletionFlag, deletionDate) = (own(column), nil)
    case .date(let column): (deletionFlag, deletionDate) = (nil, own(column))
    case .system, .none: (deletionFlag, deletionDate) = (nil, nil)
    }
    hasTrash =
      try db.first(
        "SELECT 1 FROM syncline_trash WHERE \"table\" = ? LIMIT 1", [.text(schema.name)]
      ) { row throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } != nil
  }

  mutating func storeAll() throws {
    var copy = self
    try wire.rows.withTexts { texts in
      try copy.db.withStatement(copy.schema.insertNew, texts: texts) { insert in
        try copy.db.withStatement(copy.schema.selectOne, texts: texts) { select in
          for row in 0..<copy.wire.rows.count {
            try copy.store(row, texts, &insert, &select)
          }
        }
      }
    }
    try RowCounts.add(copy.added, to: schema, on: db)
    self = copy
  }

  private mutating func store(
    _ row: Int, _ texts: Span<UInt8>, _ insert: inout BufferedStatement,
    _ select: inout BufferedStatement
  ) throws {
    wire.rows.read(row, into: &cells)
    guard let plain, try storer.pendingID(like: wire.rows.text(plain.id)) == nil else {
      return try storeRecord(row)
    }
    if expectsNew, try isInserted(plain, &insert) { return try noteInserted(plain, row) }
    switch try stored(plain, texts, &select) {
    case .same:
      storer.note(misfits: misfits)
      storer.noteUnchanged()
    case .other(let local):
      expectsNew = false
      guard let record = wire.record(row) else { return }
      try storer.store(record, over: local)
      hasTrash = true
    case .none:
      expectsNew = true
      guard try isInserted(plain, &insert) else { return try storeRecord(row) }
      try noteInserted(plain, row)
    }
  }

  private mutating func noteInserted(_ plain: Plain, _ row: Int) throws {
    added += 1
    if hasTrash { try TrashStore.forget(schema.name, wire.rows.text(plain.id), on: db) }
    storer.note(misfits: misfits)
    try storer.noteInserted(wire.rows.text(plain.id), wire.record(row))
  }

  private mutating func storeRecord(_ row: Int) throws {
    guard let record = wire.record(row) else { return }
    try storer.store(record)
    hasTrash = true
  }

  // MARK: - Parts

  /// What a plain row says of itself.
  private struct Plain {
    var id: Range<Int>
    var version: Range<Int>?
  }

  /// Nil for a row that takes the long way: deleted, with a long id, or with system columns of
  /// unusual types.
  private var plain: Plain? {
    guard case .text(let id) = cell(Self.idPlace), (1...RowID.lengthMax).contains(id.count)
    else { return nil }
    switch cell(Self.deletedPlace) {
    case .null, .bool(false): break
    default: return nil
    }
    if let deletionFlag, case .bool(true) = cells[deletionFlag] { return nil }
    if let deletionDate {
      guard case .null = cells[deletionDate] else { return nil }
    }
    switch cell(Self.versionPlace) {
    case .null: return Plain(id: id)
    case .text(let version): return Plain(id: id, version: version)
    default: return nil
    }
  }

  /// The present row's cell for a place in the statement.
  private func cell(_ place: Int) -> JSONRows.Cell { sources[place].map { cells[$0] } ?? .null }

  /// What the store has of a row.
  private enum Stored {
    case none
    /// In this version, and not as a tombstone.
    case same
    case other(Record)
  }

  private func stored(
    _ plain: Plain, _ texts: Span<UInt8>, _ select: inout BufferedStatement
  ) throws -> Stored {
    select.bind(plain.id, at: 1)
    return try select.first { (row) throws(SQLiteError) in
      if let version = plain.version, try !row.flag(at: Self.deletedPlace),
        row.holds(texts.extracting(version), at: Self.versionPlace),
        isSame(row, texts, at: Self.createdPlace), isSame(row, texts, at: Self.updatedPlace)
      {
        return .same
      }
      return .other(try schema.decode(row))
    } ?? .none
  }

  /// True when the store has the very text that came, or none came.
  private func isSame(_ row: borrowing Row, _ texts: Span<UInt8>, at place: Int) -> Bool {
    guard case .text(let range) = cell(place) else { return true }
    return row.holds(texts.extracting(range), at: place)
  }

  /// False when the store has a row of this id, which is then untouched.
  private func isInserted(_ plain: Plain, _ insert: inout BufferedStatement) throws -> Bool {
    for place in 0..<Self.systemPlaces {
      // Everything but texts was found to be nothing by `plain`, or means nothing.
      if case .text(let range) = cell(place) {
        insert.bind(range, at: place + 1)
      } else {
        insert.bindNull(at: place + 1)
      }
    }
    insert.bind(0 as Int64, at: Self.deletedPlace + 1)
    for (position, column) in schema.own.enumerated() {
      let place = position + Self.systemPlaces
      bind(cell(place), as: column.type, at: place + 1, &insert)
    }
    return try insert.run() > 0
  }

  /// Binds what `CellCoding.encode(_:as:)` makes of the cell.
  private func bind(
    _ cell: JSONRows.Cell, as type: ColumnType, at place: Int, _ insert: inout BufferedStatement
  ) {
    switch (type, cell) {
    case (_, .null): insert.bindNull(at: place)
    case (.text, .text(let range)): insert.bind(range, at: place)
    case (.number, .integer(let integer)): insert.bind(integer, at: place)
    case (.boolean, .bool(let flag)): insert.bind(flag ? 1 : 0 as Int64, at: place)
    case (.number, .number(let number)):
      if let real = wire.rows.plainReal(number) {
        insert.bind(real, at: place)
      } else {
        insert.bind(CellCoding.encode(wire.rows.value(cell), as: type), at: place)
      }
    default: insert.bind(CellCoding.encode(wire.rows.value(cell), as: type), at: place)
    }
  }

  /// The columns whose value in the present row is of another type.
  private var misfits: [String] {
    var names: [String] = []
    for (position, column) in schema.own.enumerated() {
      let kind = ValueKind(cell(position + Self.systemPlaces))
      if !column.type.accepts(kind) { names.append(column.name) }
    }
    return names
  }
}

extension ValueKind {
  fileprivate init(_ cell: JSONRows.Cell) {
    self =
      switch cell {
      case .null: .null
      case .bool: .boolean
      case .integer, .number: .number
      case .text: .text
      case .array: .array
      case .object: .object
      }
  }
}
