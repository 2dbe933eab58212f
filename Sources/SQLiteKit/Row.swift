import CSQLite
import Support

/// One result row, valid only inside the closure that receives it.
///
/// `~Escapable` would say so in the type; until it composes with closures, `Row` is `~Copyable` so
/// that it cannot be stored.
public struct Row: ~Copyable {
  let handle: OpaquePointer
  let columns: UTF8Dictionary<Int32>
  let sql: String

  /// Decodes the column `name`, or throws a message that names the column and both types.
  public func decode<Value: SQLiteDecodable>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(SQLiteError) -> Value {
    guard let index = columns[name] else {
      let known = columns.keys.sorted().joined(separator: ", ")
      throw SQLiteError(
        code: SQLITE_RANGE, message: "no column \(name); the row has: \(known)", sql: sql)
    }
    let stored = value(at: index)
    guard let value = Value(stored) else {
      throw SQLiteError(
        code: SQLITE_MISMATCH,
        message: "column \(name) holds \(stored.className), not \(Value.self)",
        sql: sql)
    }
    return value
  }

  /// The number of result columns.
  public var count: Int { Int(sqlite3_column_count(handle)) }

  /// The stored value of the column at `position`, counted from 0.
  public subscript(position: Int) -> SQLiteValue {
    precondition(position >= 0 && position < count, "the row has \(count) columns")
    return value(at: Int32(position))
  }

  /// Decodes the column at `position`, counted from 0.
  @inlinable
  public func decode<Value: SQLiteDecodable>(
    at position: Int, as type: Value.Type = Value.self
  ) throws(SQLiteError) -> Value {
    let stored = self[position]
    guard let value = Value(stored) else { throw mismatch(position, stored, "\(Value.self)") }
    return value
  }

  @usableFromInline
  func mismatch(_ position: Int, _ stored: SQLiteValue, _ type: String) -> SQLiteError {
    SQLiteError(
      code: SQLITE_MISMATCH, message: "column \(position) holds \(stored.className), not \(type)",
      sql: sql)
  }

  /// What the column at `position` holds, without a copy of its text or its bytes.
  public func withCell<Output>(at position: Int, _ body: (borrowing RowCell) -> Output) -> Output {
    precondition(position >= 0 && position < count, "the row has \(count) columns")
    let index = Int32(position)
    switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: return body(.integer(sqlite3_column_int64(handle, index)))
    case SQLITE_FLOAT: return body(.real(sqlite3_column_double(handle, index)))
    case SQLITE_TEXT:
      let start = sqlite3_column_text(handle, index)
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index)))
      return body(.text(bytes.span))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(handle, index)?.assumingMemoryBound(to: UInt8.self)
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index)))
      return body(.blob(bytes.span))
    default: return body(.null)
    }
  }

  func value(at index: Int32) -> SQLiteValue {
    switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, index))
    case SQLITE_TEXT:
      // By length, not by terminator: text may hold a NUL.
      let start = sqlite3_column_text(handle, index)
      let count = Int(sqlite3_column_bytes(handle, index))
      return .text(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(handle, index))
      let start = sqlite3_column_blob(handle, index)
      return .blob(Array(UnsafeRawBufferPointer(start: start, count: count)))
    default: return .null
    }
  }
}

/// A stored value where it lies.
public enum RowCell: ~Escapable {
  case null
  case integer(Int64)
  case real(Double)
  case text(Span<UInt8>)
  case blob(Span<UInt8>)
}

/// A type that can be read from one stored value.
///
/// Decoding never coerces.
public protocol SQLiteDecodable {
  init?(_ value: SQLiteValue)
}

extension String: SQLiteDecodable {
  @inlinable
  public init?(_ value: SQLiteValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
}

extension Int64: SQLiteDecodable {
  @inlinable
  public init?(_ value: SQLiteValue) {
    guard case .integer(let integer) = value else { return nil }
    self = integer
  }
}

extension Int: SQLiteDecodable {
  @inlinable
  public init?(_ value: SQLiteValue) {
    guard case .integer(let integer) = value else { return nil }
    self.init(exactly: integer)
  }
}

extension Bool: SQLiteDecodable {
  /// 0 and 1 only.
  @inlinable
  public init?(_ value: SQLiteValue) {
    switch value {
    case .integer(0): self = false
    case .integer(1): self = true
    default: return nil
    }
  }
}

extension Double: SQLiteDecodable {
  /// A real, or an integer that a `Double` holds exactly.
  @inlinable
  public init?(_ value: SQLiteValue) {
    switch value {
    case .real(let real): self = real
    case .integer(let integer): self.init(exactly: integer)
    default: return nil
    }
  }
}

extension [UInt8]: SQLiteDecodable {
  @inlinable
  public init?(_ value: SQLiteValue) {
    guard case .blob(let bytes) = value else { return nil }
    self = bytes
  }
}

extension SQLiteValue: SQLiteDecodable {
  @inlinable
  public init?(_ value: SQLiteValue) { self = value }
}

extension Optional: SQLiteDecodable where Wrapped: SQLiteDecodable {
  @inlinable
  public init?(_ value: SQLiteValue) {
    if case .null = value {
      self = .none
    } else if let wrapped = Wrapped(value) {
      self = .some(wrapped)
    } else {
      return nil
    }
  }
}
