import JSONKit
import SQLiteKit

func text(_ value: String?) -> SQLiteValue { value.map(SQLiteValue.text) ?? .null }

func integer(_ value: Int64?) -> SQLiteValue { value.map(SQLiteValue.integer) ?? .null }

/// The document in a column that this program wrote; nil for none.
func json(_ text: String?) -> JSONValue? { text.flatMap { try? JSONValue(parsing: $0) } }
