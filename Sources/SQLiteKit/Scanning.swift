import CSQLite

extension Row {
  /// Lends the column's text, or what a value of another class is as text; nil for NULL.
  public func withText<Output>(
    at position: Int, _ body: (Span<UInt8>) -> Output
  ) -> Output? {
    precondition(position >= 0 && position < count, "the row has \(count) columns")
    // The text first: it may change the value's form, and with it the length.
    guard let start = sqlite3_column_text(handle, Int32(position)) else { return nil }
    let length = Int(sqlite3_column_bytes(handle, Int32(position)))
    return body(UnsafeBufferPointer(start: start, count: length).span)
  }
}
