import JSONKit
import SQLiteKit
import Support

func text(_ value: String?) -> SQLiteValue { value.map(SQLiteValue.text) ?? .null }

func integer(_ value: Int64?) -> SQLiteValue { value.map(SQLiteValue.integer) ?? .null }

/// The document in a column that this program wrote; nil for none.
func json(_ text: String?) -> JSONValue? { text.flatMap { try? JSONValue(parsing: $0) } }

/// The moment in a column; nil for none.
func moment(_ name: String, in row: borrowing Row) throws(SQLiteError) -> Timestamp? {
  try row.decode(name, as: Int64?.self).map(Timestamp.init(milliseconds:))
}

/// The case of an enumeration that a column names.
func word<Value: RawRepresentable>(
  _ name: String, in row: borrowing Row
) throws(SQLiteError) -> Value where Value.RawValue == String {
  try row.decode(name, as: Word<Value>.self).value
}

/// A case of an enumeration, stored by its name.
private struct Word<Value: RawRepresentable>: SQLiteDecodable where Value.RawValue == String {
  let value: Value

  init?(_ stored: SQLiteValue) {
    guard case .text(let text) = stored, let value = Value(rawValue: text) else { return nil }
    self.value = value
  }
}
