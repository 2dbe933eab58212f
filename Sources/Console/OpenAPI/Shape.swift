import JSONKit

/// The shape of a JSON value, as the contract promises it.
///
/// Objects may have more members than are named: the contract only grows.
indirect enum Shape: Sendable {
  case text
  /// One of these words.
  case word([String])
  case integer
  case boolean
  /// Any value, such as that of a row's column.
  case any
  /// An object with any members.
  case map
  case orNull(Shape)
  case list(Shape)
  /// All members are always there.
  case object([(String, Shape)])
  /// Members that are there in some answers.
  case sometimes([(String, Shape)])
  /// Both of them.
  case all([Shape])
  /// One of them.
  case either([Shape])
  /// A shape of ``Shapes/named``.
  case named(String)

  /// Source: JSON Schema, draft 2020-12, as OpenAPI 3.1 takes it.
  var schema: JSONValue {
    switch self {
    case .text: ["type": "string"]
    case .word(let words): ["type": "string", "enum": .array(words.map { .string($0) })]
    case .integer: ["type": "integer"]
    case .boolean: ["type": "boolean"]
    case .any: .object(JSONObject())
    case .map: ["type": "object"]
    case .orNull(let shape): ["anyOf": [shape.schema, ["type": "null"]]]
    case .list(let shape): ["type": "array", "items": shape.schema]
    case .object(let members):
      [
        "type": "object", "required": .array(members.map { .string($0.0) }),
        "properties": .object(JSONObject(members.map { ($0.0, $0.1.schema) })),
      ]
    case .sometimes(let members):
      ["type": "object", "properties": .object(JSONObject(members.map { ($0.0, $0.1.schema) }))]
    case .all(let shapes): ["allOf": .array(shapes.map(\.schema))]
    case .either(let shapes): ["anyOf": .array(shapes.map(\.schema))]
    case .named(let name): ["$ref": .string("#/components/schemas/\(name)")]
    }
  }
}
