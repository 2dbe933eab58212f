import JSONKit
import Support
import SyncCore

/// Values as the server writes them and as the store keeps them.
///
/// A Date becomes a moment's text, a File loses the address that the server makes up on each read;
/// everything else is kept as it came, types that this program does not know included.
enum ParseValues {
  private static let systemFields = ["objectId", "createdAt", "updatedAt", "className", "__type"]
  /// What a row of a user or a session holds beside data.
  static let secretFields = ["sessionToken", "password", "authData", "_hashed_password"]

  /// The store's name for a column: those that it has itself are taken.
  static func storeName(_ field: String) -> String {
    SystemColumn.contains(field) ? field + storeSuffix : field
  }

  static func serverName(_ column: String) -> String {
    guard column.hasSuffix(storeSuffix) else { return column }
    let field = String(column.dropLast(storeSuffix.count))
    return SystemColumn.contains(field) ? field : column
  }

  /// Holds a blank, which no column of the server can have.
  private static let storeSuffix = " (column)"

  static func record(_ row: JSONObject) -> Record? {
    guard let id = row["objectId"]?.string, UnusableID(id) == nil else { return nil }
    let updatedAt = moment(row["updatedAt"]) ?? moment(row["createdAt"])
    return Record(
      id: id, version: updatedAt, createdAt: moment(row["createdAt"]), updatedAt: updatedAt,
      values: values(row))
  }

  /// The table's own values of a row or of an answer to a write.
  static func values(_ row: JSONObject) -> JSONObject {
    var values = JSONObject()
    for (name, value) in row
    where !systemFields.contains(name) && !secretFields.contains(name) && !value.isNull {
      values[storeName(name)] = stored(value)
    }
    return values
  }

  static func stored(_ value: JSONValue) -> JSONValue {
    guard let object = value.object else { return value }
    switch object["__type"]?.string {
    case "Date": return object["iso"]?.string.map(JSONValue.string) ?? value
    case "File":
      var file = object
      file["url"] = nil
      return .object(file)
    default: return value
    }
  }

  /// System fields come as texts, in rows of other makers also as Date objects.
  private static func moment(_ value: JSONValue?) -> String? {
    value?.string ?? value?["iso"]?.string
  }

  static func date(_ text: String) -> JSONValue {
    ["__type": "Date", "iso": .string(text)]
  }

  /// The server keeps whole milliseconds.
  static func milliseconds(_ moment: Timestamp) -> String {
    Timestamp(milliseconds: moment.milliseconds).description
  }

  /// A value for a write; nil for what only the server can set.
  ///
  /// - Parameter isDate: The column holds dates.
  static func sent(_ value: JSONValue, isDate: Bool) -> JSONValue? {
    if isDate, let text = value.string, let moment = Timestamp(text) {
      return date(milliseconds(moment))
    }
    return value["__type"] == "Relation" ? nil : value
  }

  /// True for a text that may be a moment, so that the column's type has to be known.
  static func looksLikeDate(_ value: JSONValue) -> Bool {
    guard let text = value.string, (20...33).contains(text.utf8.count) else { return false }
    return text.utf8.first.map { (48...57).contains($0) } == true && Timestamp(text) != nil
  }

  // MARK: References

  /// `value` with every Pointer in it mapped.
  static func mapPointers(
    _ value: JSONValue, _ newID: (RowReference) throws -> String?
  ) rethrows -> JSONValue {
    switch value {
    case .array(let items): return .array(try items.map { try mapPointers($0, newID) })
    case .object(var object):
      if object["__type"] == "Pointer", let table = object["className"]?.string,
        let id = object["objectId"]?.string
      {
        if let new = try newID(RowReference(table: table, id: id)) {
          object["objectId"] = .string(new)
        }
        return .object(object)
      }
      for (name, member) in object {
        switch member {
        case .array, .object: object[name] = try mapPointers(member, newID)
        default: break
        }
      }
      return .object(object)
    default: return value
    }
  }
}
