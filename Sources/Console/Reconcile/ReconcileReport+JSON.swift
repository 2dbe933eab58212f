import JSONKit
import SyncCore

extension ReconcileReport {
  /// The groups by the names that the choices use.
  var groups: [(name: String, group: ReconcileGroup)] {
    [
      ("missingOnServer", missingOnServer), ("missingHere", missingHere), ("different", different),
    ]
  }

  /// Everything but the rows.
  var figures: JSONValue {
    [
      "table": .string(table), "startedAt": .string(startedAt),
      "localRows": .integer(Int64(localRows)), "serverRows": .integer(Int64(serverRows)),
      "pendingRows": .integer(Int64(pendingRows)), "complete": .bool(isComplete),
      "content": .bool(comparesContent), "digest": .bool(usesDigest),
      "filtered": .bool(isFiltered),
      "failure": JSONValue(failure), "warnings": .array(warnings.map { .string($0) }),
      "confirm": confirmationNeeded.map { .integer(Int64($0)) } ?? .null,
      "counts": .object(
        JSONObject(groups.map { ($0.name, .integer(Int64($0.group.count))) })),
    ]
  }

  var json: JSONValue {
    guard var object = figures.object else { return figures }
    for (name, group) in groups {
      object[name] = .array(group.rows.map(\.json))
    }
    return .object(object)
  }

  init?(_ json: JSONValue) {
    guard let table = json["table"]?.string, let startedAt = json["startedAt"]?.string else {
      return nil
    }
    self.init(table: table, startedAt: startedAt)
    localRows = json.count("localRows")
    serverRows = json.count("serverRows")
    pendingRows = json.count("pendingRows")
    isComplete = json["complete"]?.bool ?? false
    failure = json["failure"]?.string
    comparesContent = json["content"]?.bool ?? false
    usesDigest = json["digest"]?.bool ?? false
    isFiltered = json["filtered"]?.bool ?? false
    warnings = (json["warnings"]?.array ?? []).compactMap(\.string)
    // Older versions kept the groups of an incomplete listing, in which most rows look missing.
    guard isComplete else { return }
    missingOnServer = ReconcileGroup(json, "missingOnServer")
    missingHere = ReconcileGroup(json, "missingHere")
    different = ReconcileGroup(json, "different")
  }
}

extension ReconcileGroup {
  fileprivate init(_ json: JSONValue, _ name: String) {
    self.init()
    count = json["counts"]?.count(name) ?? 0
    rows = (json[name]?.array ?? []).compactMap(ReconcileRow.init)
  }
}

extension ReconcileRow {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["id": .string(id)]
    let texts = [
      ("fingerprint", fingerprint), ("localVersion", localVersion),
      ("localUpdatedAt", localUpdatedAt), ("serverVersion", serverVersion),
      ("serverUpdatedAt", serverUpdatedAt),
    ]
    for (name, text) in texts { object[name] = text.map { .string($0) } }
    object["serverDeleted"] = serverDeleted.map { .bool($0) }
    if !columns.isEmpty { object["columns"] = .array(columns.map { .string($0) }) }
    return .object(object)
  }

  fileprivate init?(_ json: JSONValue) {
    guard let id = json["id"]?.string else { return nil }
    self.init(id: id)
    fingerprint = json["fingerprint"]?.string
    localVersion = json["localVersion"]?.string
    localUpdatedAt = json["localUpdatedAt"]?.string
    serverVersion = json["serverVersion"]?.string
    serverUpdatedAt = json["serverUpdatedAt"]?.string
    serverDeleted = json["serverDeleted"]?.bool
    columns = (json["columns"]?.array ?? []).compactMap(\.string)
  }
}
