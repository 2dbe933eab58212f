import JSONKit
import Support
import SyncCore

/// Turns the fields of the server's records into values of the store.
struct FieldReader: Sendable {
  let types: FieldTypes

  /// - Parameters:
  ///   - field: `{"value": …, "type": …}`, as it came.
  ///   - recordName: Kept beside an asset, so that its bytes can be asked for.
  func value(
    of field: JSONObject, named name: String, in table: String, recordName: String
  ) -> JSONValue {
    let value = field["value"] ?? .null
    let column = FieldName.column(name)
    guard let type = type(of: field, value, column, table) else { return value }
    types.note(type, of: column, in: table)
    return read(value, as: type, field: name, recordName: recordName)
  }

  private func type(
    of field: JSONObject, _ value: JSONValue, _ column: String, _ table: String
  ) -> FieldType? {
    let known = types.type(of: column, in: table)
    let told = field["type"]?.string.map {
      FieldType($0, isEncrypted: field["isEncrypted"]?.bool ?? false)
    }
    guard let told else { return known ?? FieldType(inferredFrom: value) }
    // The server knows no truth values, and may not say what a list holds.
    if told.name == "INT64", known?.name == "BOOLEAN" { return known }
    if told.name == "LIST" {
      return known?.isList == true ? known : FieldType(inferredFrom: value) ?? told
    }
    return told
  }

  private func read(
    _ value: JSONValue, as type: FieldType, field: String, recordName: String
  ) -> JSONValue {
    switch (type.name, value) {
    case (_, .null): return .null
    case ("BOOLEAN", _):
      let number = Self.number(value)
      return number == 0 ? false : number == 1 ? true : number
    case ("INT64", _), ("DOUBLE", _): return Self.number(value)
    case ("TIMESTAMP", _):
      return Self.moment(value).map { .string($0.description) } ?? value
    case ("ASSETID", .object(let asset)), ("ASSET", .object(let asset)):
      return .object(Self.withoutAddress(asset, field: field, recordName: recordName))
    case ("INT64_LIST", .array(let items)), ("DOUBLE_LIST", .array(let items)):
      return .array(items.map(Self.number))
    case ("ASSETID_LIST", .array(let items)):
      return .array(
        items.map { item in
          item.object.map {
            .object(Self.withoutAddress($0, field: field, recordName: recordName))
          } ?? item
        })
    default: return value
    }
  }

  /// A server may print numbers as texts, so that no digit is lost.
  private static func number(_ value: JSONValue) -> JSONValue {
    guard let text = value.string else { return value }
    if let integer = Int64(text) { return .integer(integer) }
    guard let parsed = try? JSONValue(parsing: text), parsed.double != nil else { return value }
    return parsed
  }

  /// A moment in whole milliseconds; a fraction is rounded.
  static func moment(_ value: JSONValue?) -> Timestamp? {
    guard let value else { return nil }
    switch number(value) {
    case .integer(let milliseconds) where abs(milliseconds) < Int64.max / 20_000:
      return Timestamp(milliseconds: milliseconds)
    case let other:
      guard let real = other.double?.rounded(), abs(real) < 9e14 else { return nil }
      return Timestamp(milliseconds: Int64(real))
    }
  }

  /// An asset without the address of its bytes, which is short-lived and opens to whoever has it.
  ///
  /// What names the record and the field takes its place: the address is asked for when needed.
  static func withoutAddress(
    _ asset: JSONObject, field: String, recordName: String
  ) -> JSONObject {
    var clean = JSONObject()
    for name in ["fileChecksum", "size"] { clean[name] = asset[name] }
    clean["recordName"] = .string(recordName)
    clean["fieldName"] = .string(field)
    return clean
  }
}
