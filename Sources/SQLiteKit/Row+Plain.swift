import CSQLite

/// The most common columns, read as ``decode(at:as:)`` reads them and without its generic detour,
/// which costs more than the column where rows come by the thousand.
extension Row {
  public func text(at position: Int) throws(SQLiteError) -> String {
    guard let text = try textOrNil(at: position) else { throw mismatch(position, "text") }
    return text
  }

  public func textOrNil(at position: Int) throws(SQLiteError) -> String? {
    switch self[position] {
    case .text(let text): return text
    case .null: return nil
    default: throw mismatch(position, "text")
    }
  }

  public func integer(at position: Int) throws(SQLiteError) -> Int64 {
    guard let integer = try integerOrNil(at: position) else {
      throw mismatch(position, "an integer")
    }
    return integer
  }

  public func integerOrNil(at position: Int) throws(SQLiteError) -> Int64? {
    switch self[position] {
    case .integer(let integer): return integer
    case .null: return nil
    default: throw mismatch(position, "an integer")
    }
  }

  /// 0 and 1 only.
  public func flag(at position: Int) throws(SQLiteError) -> Bool {
    switch self[position] {
    case .integer(0): return false
    case .integer(1): return true
    default: throw mismatch(position, "0 or 1")
    }
  }

  private func mismatch(_ position: Int, _ expected: String) -> SQLiteError {
    SQLiteError(
      code: SQLITE_MISMATCH,
      message: "column \(position) holds \(self[position].className), not \(expected)", sql: sql)
  }
}
