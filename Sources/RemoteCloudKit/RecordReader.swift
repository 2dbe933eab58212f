import JSONKit
import Support
import SyncCore

/// A record with the table that it belongs to; nil where the server does not say.
struct TypedRecord: Sendable, Hashable {
  var table: String?
  var record: Record
}

/// Reads records as the server prints them.
struct RecordReader: Sendable {
  let types: FieldTypes
  /// Between a table's name and the rest of a record's name; empty for none.
  let nameSeparator: String

  /// Nil for an entry whose name can't be used.
  func record(_ entry: JSONObject) -> TypedRecord? {
    guard let name = entry["recordName"]?.string, UnusableID(name) == nil else { return nil }
    let table = entry["recordType"]?.string ?? suggestedTable(name)
    var record = Record(
      id: name, version: entry["recordChangeTag"]?.string,
      createdAt: stamp(entry["created"]), updatedAt: stamp(entry["modified"]),
      deleted: entry["deleted"]?.bool ?? false)
    guard let table else { return TypedRecord(table: nil, record: record) }
    let reader = FieldReader(types: types)
    for (field, content) in entry["fields"]?.object ?? JSONObject() {
      let members = content.object ?? ["value": content]
      record.values[FieldName.column(field)] = reader.value(
        of: members, named: field, in: table, recordName: name)
    }
    return TypedRecord(table: table, record: record)
  }

  /// A deletion in a feed, whose record type may be missing or null; nil for another entry.
  func removal(_ entry: JSONObject) -> Removal? {
    guard entry["deleted"]?.bool == true, let name = entry["recordName"]?.string else {
      return nil
    }
    return Removal(
      id: name, table: entry["recordType"]?.string, suggestedTable: suggestedTable(name))
  }

  /// What stands before the separator, where both sides of it hold something.
  func suggestedTable(_ name: String) -> String? {
    guard !nameSeparator.isEmpty, let separator = name.firstRange(of: nameSeparator),
      separator.lowerBound > name.startIndex, separator.upperBound < name.endIndex
    else { return nil }
    return String(name[..<separator.lowerBound])
  }

  private func stamp(_ value: JSONValue?) -> String? {
    FieldReader.moment(value?["timestamp"])?.description
  }
}
