import JSONKit
import Support
import SyncCore

/// Builds one request that writes records, and reads its answer.
struct Modify: Sendable {
  let zone: CloudKitZone
  let layout: ZoneLayout
  let writer: FieldWriter

  /// - Parameter version: The tag to write on; nil writes whatever the server has.
  func operation(
    _ change: Change, version: String?
  ) throws(FieldWriter.Refusal) -> JSONObject {
    var record: JSONObject = ["recordName": .string(change.id)]
    let kind: String
    switch change.kind {
    case .insert, .undelete:
      kind = "create"
      record["recordType"] = .string(layout.recordType(of: change.table))
      let values = change.kind == .insert ? change.values : change.allValues
      let set = JSONObject(values.filter { !$0.value.isNull }.map { ($0.name, $0.value) })
      record["fields"] = .object(try writer.fields(of: set, in: change.table))
    case .update:
      kind = "update"
      record["recordType"] = .string(layout.recordType(of: change.table))
      record["fields"] = .object(try writer.fields(of: change.values, in: change.table))
      record["recordChangeTag"] = version.map { .string($0) }
    case .delete:
      kind = version == nil ? "forceDelete" : "delete"
      record["recordChangeTag"] = version.map { .string($0) }
    }
    return ["operationType": .string(kind), "record": .object(record)]
  }

  /// Every operation stands for itself: one that fails takes none along.
  func body(_ operations: [JSONObject]) -> JSONObject {
    [
      "operations": .array(operations.map { .object($0) }),
      "zoneID": .object(zone.json), "atomic": false,
    ]
  }

  /// The records that `operation` points to.
  static func targets(_ operation: JSONObject) -> UTF8Set {
    guard let fields = operation["record"]?["fields"]?.object else { return [] }
    var names: UTF8Set = []
    for field in fields {
      let value = field.value["value"] ?? .null
      for item in value.array ?? [value] {
        if let name = item["recordName"]?.string { names.insert(name) }
      }
    }
    return names
  }

  static func name(_ operation: JSONObject) -> String {
    operation["record"]?["recordName"]?.string ?? ""
  }

  /// Puts records before those of the same request that point to them.
  ///
  /// The server takes the operations in order and refuses a reference to what is not there yet.
  static func ordered<Element>(
    _ items: [Element], _ operation: (Element) -> JSONObject
  ) -> [Element] {
    var names = UTF8Set(items.map { name(operation($0)) })
    var rest = items
    var ordered: [Element] = []
    while !rest.isEmpty {
      let ready = rest.filter { item in
        targets(operation(item)).subtracting([name(operation(item))]).isDisjoint(with: names)
      }
      // A circle: the server has to sort it out.
      guard !ready.isEmpty else { return ordered + rest }
      let done = UTF8Set(ready.map { name(operation($0)) })
      ordered += ready
      names.subtract(done)
      rest.removeAll { done.contains(name(operation($0))) }
    }
    return ordered
  }
}

extension CloudKitZone {
  var json: JSONObject {
    var json: JSONObject = ["zoneName": .string(name)]
    json["ownerRecordName"] = owner.map { .string($0) }
    return json
  }
}
