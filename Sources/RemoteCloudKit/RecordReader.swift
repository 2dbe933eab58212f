import JSONKit
import Support
import SyncCore

/// A record of a zone.
struct TypedRecord: Sendable, Hashable {
  /// The table of the store; nil where the store has none for it, or the server names no type.
  var table: String?
  /// Nil where the server names none.
  var recordType: String?
  var record: Record
}

/// Reads records of one zone as the server prints them.
struct RecordReader: Sendable {
  let types: FieldTypes
  let layout: ZoneLayout
  let zone: CloudKitZone
  /// Between a table's name and the rest of a record's name; empty for none.
  let nameSeparator: String

  /// Nil for an entry whose name can't be used.
  func record(_ entry: JSONObject) -> TypedRecord? {
    guard let name = entry["recordName"]?.string, UnusableID(name) == nil else { return nil }
    let recordType = entry["recordType"]?.string ?? suggestedType(name)
    let table = recordType.flatMap { layout.table(of: $0, in: zone) }
    var record = Record(
      id: name, version: entry["recordChangeTag"]?.string,
      createdAt: stamp(entry["created"]), updatedAt: stamp(entry["modified"]),
      deleted: entry["deleted"]?.bool ?? false)
    guard let table else { return TypedRecord(recordType: recordType, record: record) }
    let reader = FieldReader(types: types)
    for (field, content) in entry["fields"]?.object ?? JSONObject() {
      let members = content.object ?? ["value": content]
      record.values[FieldName.column(field)] = reader.value(
        of: members, named: field, in: table, recordName: name)
    }
    return TypedRecord(table: table, recordType: recordType, record: record)
  }

  /// A deletion in a feed, whose record type may be missing or null; nil for another entry.
  func removal(_ entry: JSONObject) -> Removal? {
    guard entry["deleted"]?.bool == true, let name = entry["recordName"]?.string else {
      return nil
    }
    let table = entry["recordType"]?.string.flatMap { layout.table(of: $0, in: zone) }
    return Removal(id: name, table: table, suggestedTable: suggestedTable(name))
  }

  /// The table of the type that a record's name begins with.
  func suggestedTable(_ name: String) -> String? {
    suggestedType(name).flatMap { layout.table(of: $0, in: zone) }
  }

  /// What stands before the separator, where both sides of it hold something.
  private func suggestedType(_ name: String) -> String? {
    guard !nameSeparator.isEmpty, let separator = name.firstRange(of: nameSeparator),
      separator.lowerBound > name.startIndex, separator.upperBound < name.endIndex
    else { return nil }
    return String(name[..<separator.lowerBound])
  }

  private func stamp(_ value: JSONValue?) -> String? {
    FieldReader.moment(value?["timestamp"])?.description
  }
}
