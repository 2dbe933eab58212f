public import JSONKit

/// The form in which a store keeps an entry that could not be written to the audit yet.
extension AuditRecord {
  public var json: JSONValue {
    let text = { (text: String?) -> JSONValue in text.map { .string($0) } ?? .null }
    return [
      "who": .string(who), "address": .string(address), "action": .string(action),
      "store": text(store), "target": .string(target),
      "count": count.map { .integer(Int64($0)) } ?? .null, "result": .string(result.rawValue),
      "reason": text(reason), "before": before ?? .null, "after": after ?? .null,
      "undo": undo ?? .null, "requestId": .string(requestID),
      "run": run.map { .integer($0) } ?? .null,
      "row": row.map { ["table": .string($0.table), "id": .string($0.id)] } ?? .null,
      "names": names.isEmpty ? .null : namesJSON,
    ]
  }

  /// Nil for anything else.
  public init?(_ json: JSONValue) {
    guard let who = json["who"]?.string, let address = json["address"]?.string,
      let action = json["action"]?.string, let target = json["target"]?.string,
      let requestID = json["requestId"]?.string
    else { return nil }
    let value = { (name: String) -> JSONValue? in
      guard let value = json[name], !value.isNull else { return nil }
      return value
    }
    self.init(
      who: who, address: address, action: action, store: json["store"]?.string, target: target,
      row: Row(json["row"]), count: json["count"]?.integer.map { Int($0) },
      result: json["result"]?.string.flatMap(Result.init(rawValue:)) ?? .done,
      reason: json["reason"]?.string, before: value("before"), after: value("after"),
      undo: value("undo"), requestID: requestID, run: json["run"]?.integer)
    self = naming(value("names"))
  }
}

/// The names of rows, as an entry keeps them.
extension AuditRecord {
  public struct RowName: Sendable, Equatable {
    public let row: Row
    public let name: String

    public init(_ row: Row, _ name: String) {
      self.row = row
      self.name = name
    }
  }

  public var namesJSON: JSONValue {
    .array(
      names.map { named in
        [
          "table": .string(named.row.table), "id": .string(named.row.id),
          "name": .string(named.name),
        ]
      })
  }

  /// The same record with the names of ``namesJSON``; nil for none.
  func naming(_ names: JSONValue?) -> AuditRecord {
    var record = self
    record.names = (names?.array ?? []).compactMap { named in
      guard let row = Row(named), let name = named["name"]?.string else { return nil }
      return RowName(row, name)
    }
    return record
  }
}

extension AuditRecord.Row {
  fileprivate init?(_ json: JSONValue?) {
    guard let table = json?["table"]?.string, let id = json?["id"]?.string else { return nil }
    self.init(table, id)
  }
}
