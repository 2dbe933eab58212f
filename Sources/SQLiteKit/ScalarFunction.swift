import CSQLite

extension Connection {
  /// Makes a Swift function callable from this connection's SQL.
  ///
  /// SQLite may call a pure function many times per statement or once for equal arguments, so it must
  /// depend on its arguments alone.
  ///
  /// Source: <https://sqlite.org/appfunc.html>
  ///
  /// - Parameters:
  ///   - argumentCount: How many arguments the function takes.
  ///   - isPure: False for a function that depends on more than its arguments, and that triggers of
  ///     the connection may call.
  ///   - body: Receives that many values.
  public func createFunction(
    _ name: String, argumentCount: Int, isPure: Bool = true,
    _ body: @escaping @Sendable ([SQLiteValue]) -> SQLiteValue
  ) throws(SQLiteError) {
    let box = Unmanaged.passRetained(ScalarFunction(body))
    // SQLite calls the last argument when the function goes, also when this call itself fails.
    let code = sqlite3_create_function_v2(
      handle, name, Int32(argumentCount),
      isPure ? SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY : SQLITE_UTF8, box.toOpaque(),
      { context, count, arguments in ScalarFunction.call(context, count, arguments) }, nil, nil,
      { box in
        if let box { Unmanaged<ScalarFunction>.fromOpaque(box).release() }
      })
    guard code == SQLITE_OK else { throw SQLiteError(code, on: handle, sql: nil) }
  }
}

/// Keeps a Swift closure alive for as long as SQLite may call it.
private final class ScalarFunction {
  private let body: @Sendable ([SQLiteValue]) -> SQLiteValue

  init(_ body: @escaping @Sendable ([SQLiteValue]) -> SQLiteValue) { self.body = body }

  static func call(
    _ context: OpaquePointer?, _ count: Int32,
    _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let box = sqlite3_user_data(context) else { return }
    let function = Unmanaged<ScalarFunction>.fromOpaque(box).takeUnretainedValue()
    let values = UnsafeBufferPointer(start: arguments, count: Int(count)).map(value)
    switch function.body(values) {
    case .null: sqlite3_result_null(context)
    case .integer(let integer): sqlite3_result_int64(context, integer)
    case .real(let real): sqlite3_result_double(context, real)
    case .text(let text):
      sqlite3_result_text(context, text, Int32(text.utf8.count), csqlite_transient())
    case .blob(let bytes):
      bytes.withUnsafeBytes {
        sqlite3_result_blob(context, $0.baseAddress, Int32($0.count), csqlite_transient())
      }
    }
  }

  private static func value(_ argument: OpaquePointer?) -> SQLiteValue {
    switch sqlite3_value_type(argument) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(argument))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(argument))
    case SQLITE_TEXT:
      let start = sqlite3_value_text(argument)
      let count = Int(sqlite3_value_bytes(argument))
      return .text(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_value_blob(argument)
      let count = Int(sqlite3_value_bytes(argument))
      return .blob(Array(UnsafeRawBufferPointer(start: start, count: count)))
    default: return .null
    }
  }
}
