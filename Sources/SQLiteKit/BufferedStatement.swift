import CSQLite
import Glibc
import Support

/// A statement whose values are bound one by one, texts straight from a buffer, without a copy.
///
/// For the same statement on very many rows. It lives inside
/// ``Connection/withStatement(_:texts:_:)``, and so does the buffer.
public struct BufferedStatement: ~Copyable {
  private let statement: Statement
  private let texts: UnsafeBufferPointer<UInt8>
  private var failure: Int32 = SQLITE_OK

  fileprivate init(_ statement: Statement, _ texts: UnsafeBufferPointer<UInt8>) {
    self.statement = statement
    self.texts = texts
  }

  // MARK: - Values, by their place counted from 1

  public mutating func bindNull(at place: Int) {
    note(sqlite3_bind_null(statement.handle, Int32(place)))
  }

  public mutating func bind(_ integer: Int64, at place: Int) {
    note(sqlite3_bind_int64(statement.handle, Int32(place), integer))
  }

  public mutating func bind(_ real: Double, at place: Int) {
    note(sqlite3_bind_double(statement.handle, Int32(place), real))
  }

  /// Binds a part of the buffer as text.
  public mutating func bind(_ range: Range<Int>, at place: Int) {
    let text = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(texts)[range])
    // Nothing is copied, since the buffer outlives the binding; a nil pointer would bind NULL.
    note(csqlite_bind_static_text(statement.handle, Int32(place), text.baseAddress, text.count))
  }

  public mutating func bind(_ value: SQLiteValue, at place: Int) {
    note(statement.bind(value, at: Int32(place)))
  }

  // MARK: - Running

  /// Runs a statement that returns no rows; the values stay bound.
  ///
  /// - Returns: How many rows it changed.
  public mutating func run() throws(SQLiteError) -> Int {
    try check()
    defer { sqlite3_reset(statement.handle) }
    guard sqlite3_step(statement.handle) == SQLITE_DONE else { throw statement.lastError }
    return Int(sqlite3_changes64(statement.connection))
  }

  /// The first row's decoded value, or nil when there is no row; the values stay bound.
  public mutating func first<Output>(
    _ decode: (borrowing Row) throws(SQLiteError) -> Output
  ) throws(SQLiteError) -> Output? {
    try check()
    defer { sqlite3_reset(statement.handle) }
    switch sqlite3_step(statement.handle) {
    case SQLITE_ROW:
      return try decode(Row(handle: statement.handle, columns: [:], sql: statement.sql))
    case SQLITE_DONE: return nil
    default: throw statement.lastError
    }
  }

  private mutating func note(_ code: Int32) {
    if code != SQLITE_OK, failure == SQLITE_OK { failure = code }
  }

  private mutating func check() throws(SQLiteError) {
    guard failure == SQLITE_OK else {
      defer { failure = SQLITE_OK }
      throw SQLiteError(
        code: failure, message: String(cString: sqlite3_errstr(failure)), sql: statement.sql)
    }
  }
}

extension Connection {
  /// Lends a statement that binds texts from `texts`; see ``BufferedStatement``.
  public func withStatement<Output>(
    _ sql: String, texts: Span<UInt8>, _ body: (inout BufferedStatement) throws -> Output
  ) throws -> Output {
    // Not from the cache: `body` may run the same SQL meanwhile.
    let statement = try Statement(sql, on: handle, isPersistent: true)
    return try texts.withUnsafeBufferPointer { buffer in
      // The buffer may go when this returns, so no value may still be bound to it then.
      defer { sqlite3_clear_bindings(statement.handle) }
      var buffered = BufferedStatement(statement, buffer)
      return try body(&buffered)
    }
  }
}

extension Row {
  /// True when the column holds text of just these bytes.
  public func holds(_ text: Span<UInt8>, at position: Int) -> Bool {
    precondition(position >= 0 && position < count, "the row has \(count) columns")
    let index = Int32(position)
    guard sqlite3_column_type(handle, index) == SQLITE_TEXT,
      let stored = sqlite3_column_text(handle, index),
      Int(sqlite3_column_bytes(handle, index)) == text.count
    else { return false }
    return text.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { return true }
      return memcmp(stored, start, text.count) == 0
    }
  }
}
