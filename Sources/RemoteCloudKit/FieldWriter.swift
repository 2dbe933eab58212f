import JSONKit
import Support
import SyncCore

/// Turns values of the store into fields as the server takes them.
struct FieldWriter: Sendable {
  let types: FieldTypes

  /// Why a value can't be sent, as a whole sentence.
  struct Refusal: Error, Hashable {
    let sentence: String
  }

  /// - Returns: Fields by name; files that were read from the server are left out, as they can't be
  ///   written back and stay as they are.
  func fields(of values: JSONObject, in table: String) throws(Refusal) -> JSONObject {
    var fields = JSONObject()
    for (column, value) in values where !SystemColumn.contains(column) {
      guard let field = try field(value, column: column, in: table) else { continue }
      fields[FieldName.field(column)] = .object(field)
    }
    return fields
  }

  private func field(
    _ value: JSONValue, column: String, in table: String
  ) throws(Refusal) -> JSONObject? {
    let known = types.type(of: column, in: table)
    guard !value.isNull else { return ["value": .null] }
    guard var type = known ?? FieldType(inferredFrom: value) else {
      throw Refusal(
        sentence:
          "Column \(column) of \(table) holds an object that fits no type of CloudKit: a location, "
          + "a reference and a file are the ones there are.")
    }
    if type.name == "LIST", let inferred = FieldType(inferredFrom: value) { type = inferred }
    guard type.isKnown else {
      throw Refusal(
        sentence:
          "Column \(column) of \(table) is of the type \(type.name), which this program can read "
          + "and not write. Leave it as it is.")
    }
    if known == nil { types.note(type, of: column, in: table) }
    guard let written = try write(value, as: type, column: column, in: table) else { return nil }
    var field: JSONObject = ["value": written]
    if type.name != "LIST" { field["type"] = .string(type.wireName) }
    if type.isEncrypted { field["isEncrypted"] = true }
    return field
  }

  /// - Returns: Nil for what must not be sent.
  private func write(
    _ value: JSONValue, as type: FieldType, column: String, in table: String
  ) throws(Refusal) -> JSONValue? {
    if let element = type.element {
      guard let items = value.array else { throw misfit(column, table, type, value) }
      var written: [JSONValue] = []
      for item in items {
        guard
          let one = try write(item, as: FieldType(element), column: column, in: table)
        else { return nil }
        written.append(one)
      }
      return .array(written)
    }
    if type.isAsset { return try asset(value, column, table, type) }
    guard let written = Self.scalar(value, as: type.name) else {
      throw misfit(column, table, type, value)
    }
    return written
  }

  private static func scalar(_ value: JSONValue, as name: String) -> JSONValue? {
    switch (name, value) {
    case ("STRING", .string), ("LIST", .array): return value
    case ("BYTES", .string(let text)):
      // Not `nil` in a ternary: beside a value it would be JSON's null.
      return Base64.decode(text).map { _ in value }
    case ("BOOLEAN", .bool(let flag)), ("INT64", .bool(let flag)): return flag ? 1 : 0
    case ("BOOLEAN", .integer), ("INT64", .integer), ("DOUBLE", .integer): return value
    case ("INT64", .real(let real)): return Int64(exactly: real).map { .integer($0) }
    case ("DOUBLE", .real): return value
    case ("TIMESTAMP", .string(let text)): return Timestamp(text).map(milliseconds)
    case ("TIMESTAMP", .integer), ("TIMESTAMP", .real):
      return FieldReader.moment(value).map(milliseconds)
    case ("LOCATION", .object(var location)):
      guard location["latitude"]?.double != nil, location["longitude"]?.double != nil else {
        return nil
      }
      if let moment = FieldReader.moment(location["timestamp"]) {
        location["timestamp"] = milliseconds(moment)
      }
      return .object(location)
    case ("REFERENCE", .object(var reference)):
      guard reference["recordName"]?.string?.isEmpty == false else { return nil }
      if reference["action"] == nil { reference["action"] = "NONE" }
      return .object(reference)
    default: return nil
    }
  }

  /// Whole milliseconds, rounded: the server refuses a fraction.
  private static func milliseconds(_ moment: Timestamp) -> JSONValue {
    let half = Timestamp.ticksPerMillisecond / 2
    return .integer(Timestamp(ticks: moment.ticks + half).milliseconds)
  }

  private static let assetMembers = [
    "fileChecksum", "size", "receipt", "wrappingKey", "referenceChecksum",
  ]

  /// Only what an upload gave can be written; what a record showed lacks the receipt.
  private func asset(
    _ value: JSONValue, _ column: String, _ table: String, _ type: FieldType
  ) throws(Refusal) -> JSONValue? {
    guard let object = value.object, object["fileChecksum"] != nil else {
      throw misfit(column, table, type, value)
    }
    guard object["receipt"] != nil else { return nil }
    return .object(
      JSONObject(object.filter { Self.assetMembers.contains($0.name) }.map { ($0, $1) }))
  }

  private func misfit(
    _ column: String, _ table: String, _ type: FieldType, _ value: JSONValue
  ) -> Refusal {
    Refusal(
      sentence:
        "Column \(column) of \(table) holds \(value.kindName), which does not fit its type on the "
        + "server, \(type.name). Correct the value and push again.")
  }
}
