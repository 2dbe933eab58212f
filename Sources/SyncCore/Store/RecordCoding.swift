package import JSONKit
internal import Support

/// Records as JSON text, flat as on the wire: system columns beside the table's own.
package enum RecordCoding {
  static func object(_ record: Record) -> JSONObject {
    var object = JSONObject()
    object["id"] = .string(record.id)
    object["version"] = record.version.map(JSONValue.string)
    object["createdAt"] = record.createdAt.map(JSONValue.string)
    object["updatedAt"] = record.updatedAt.map(JSONValue.string)
    object["deleted"] = .bool(record.deleted)
    for (name, value) in record.values where !SystemColumn.contains(name) { object[name] = value }
    return object
  }

  /// The text of ``object(_:)``, written without making that.
  package static func text(_ record: Record) -> String {
    var json = JSONWriter()
    json.reserve(512)
    json.raw("{\"id\":")
    json.write(record.id)
    for (name, value) in [
      ("version", record.version), ("createdAt", record.createdAt), ("updatedAt", record.updatedAt),
    ] {
      guard let value else { continue }
      json.raw(",\"")
      json.raw(name.utf8)
      json.raw("\":")
      json.write(value)
    }
    json.raw(record.deleted ? ",\"deleted\":true" : ",\"deleted\":false")
    for (name, value) in record.values where !SystemColumn.contains(name) {
      json.raw(",")
      json.write(name)
      json.raw(":")
      json.write(value)
    }
    json.raw("}")
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Nil when `text` is no record.
  package static func record(_ text: String) -> Record? {
    guard let value = try? JSONValue(parsing: text), let object = value.object else { return nil }
    return record(object)
  }

  static func record(_ object: JSONObject) -> Record? {
    guard let id = object["id"]?.string else { return nil }
    let values = JSONObject(
      distinct: object.members.filter { !SystemColumn.contains($0.name) })
    return Record(
      id: id, version: object["version"]?.string, createdAt: object["createdAt"]?.string,
      updatedAt: object["updatedAt"]?.string, deleted: object["deleted"]?.bool ?? false,
      values: values)
  }
}

extension JSONValue {
  /// True when both mean the same: 1 and 1.0 do, and numbers that print alike.
  func means(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): return left == right
    case (.real(let left), .real(let right)): return left == right
    case (.array(let items), .array(let others)):
      return items.count == others.count && zip(items, others).allSatisfy { $0.means($1) }
    case (.object(let members), .object(let others)):
      return members.count == others.count
        && members.allSatisfy { member in others[member.name]?.means(member.value) ?? false }
    default: return self == other || isSameNumber(as: other)
    }
  }
}

extension Record {
  /// True when both are the same row in the same state; a missing value means null.
  func means(_ other: Record) -> Bool {
    id === other.id && version === other.version && createdAt == other.createdAt
      && updatedAt == other.updatedAt && deleted == other.deleted && changes(from: other).isEmpty
  }

  /// The values of `self` that mean something else in `base`; a missing value means null.
  package func changes(from base: Record) -> JSONObject {
    var changes = JSONObject()
    for (name, value) in values where !value.means(base.values[name] ?? .null) {
      changes[name] = value
    }
    for (name, value) in base.values where values[name] == nil && !value.isNull {
      changes[name] = .null
    }
    return changes
  }

  /// The same row with `changes` laid over its values.
  func applying(_ changes: JSONObject) -> Record {
    var record = self
    for (name, value) in changes { record.values[name] = value }
    return record
  }

  /// The values that are not null.
  var setValues: JSONObject {
    JSONObject(values.filter { !$0.value.isNull }.map { ($0.name, $0.value) })
  }
}
