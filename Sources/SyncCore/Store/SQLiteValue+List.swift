internal import JSONKit
package import SQLiteKit

/// Any number of values in one parameter, which `json_each` reads (sqlite.org/json1.html).
extension SQLiteValue {
  package static func list(_ numbers: some Sequence<Int64>) -> SQLiteValue {
    .text(JSONValue.array(numbers.map { .integer($0) }).serializedText)
  }

  package static func list(_ texts: some Sequence<String>) -> SQLiteValue {
    .text(JSONValue.array(texts.map { .string($0) }).serializedText)
  }
}
