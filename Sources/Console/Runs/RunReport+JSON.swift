package import JSONKit
import Support
import SyncCore
import SyncInspection

// The kept form holds everything that the page and applying need; the served form shows the ids of
// a comparison as plain lists.

extension RunReport {
  /// As it is kept with the run.
  package var json: JSONValue {
    var object = head
    if let comparison { object["comparison"] = comparison.json }
    if let comparisons { object["comparisons"] = .array(comparisons.map(\.json)) }
    if let history {
      object["historyAfter"] = .integer(history.after)
      object["historyUpTo"] = JSONValue(history.upTo)
    }
    return .object(object)
  }

  /// As the run's JSON shows it.
  package var servedJSON: JSONValue {
    var object = head
    if let comparison {
      for (name, group) in comparison.groups {
        object[name] = .array(group.ids.map { .string($0) })
      }
      object["comparison"] = comparison.figures
    }
    if let comparisons {
      object["comparisons"] = .array(comparisons.map(\.servedJSON))
      object["sum"] = ReconcileSum(comparisons).json
    }
    return .object(object)
  }

  private var head: JSONObject {
    var object: JSONObject = [
      "tables": tables.map { .array($0.map { .string($0) }) } ?? .null,
      "operations": operations.map { .array($0.map { .integer($0) }) } ?? .null,
      "full": .bool(isFull), "push": push?.json ?? .null, "pull": pull?.json ?? .null,
      "problems": .array(problems.map(\.json)), "failure": JSONValue(failure),
      "preview": preview?.json ?? .null, "newer": JSONValue(newer.map(Int64.init)),
    ]
    if let copy { object["copy"] = copy.json }
    return object
  }

  /// Reads the kept form; what is missing in it is as in an empty report.
  package init(_ json: JSONValue) {
    self.init()
    tables = json["tables"]?.array.map { $0.compactMap(\.string) }
    operations = json["operations"]?.array.map { $0.compactMap(\.integer) }
    isFull = json["full"]?.bool ?? false
    push = json["push"]?.object.map { PushReport(.object($0)) }
    pull = json["pull"]?.object.map { PullReport(.object($0)) }
    copy = json["copy"].flatMap(CopyRunReport.init)
    comparison = json["comparison"].flatMap(ReconcileReport.init)
    comparisons = json["comparisons"]?.array?.compactMap(ReconcileReport.init)
    problems = (json["problems"]?.array ?? []).compactMap(RunProblem.init)
    failure = json["failure"]?.string
    preview = json["preview"].flatMap { PreviewOutcome($0) }
    newer = json["newer"]?.integer.map(Int.init)
    history = json["historyAfter"]?.integer.map {
      HistorySpan(after: $0, upTo: json["historyUpTo"]?.integer)
    }
  }
}

extension RunProblem {
  var json: JSONValue {
    [
      "errorId": .string(errorID), "operationId": .integer(operationID), "table": .string(table),
      "itemId": .string(itemID), "kind": .string(kind.name), "conflict": .bool(isConflict),
      "status": .integer(Int64(status)), "message": .string(message),
      "state": .string(state.rawValue), "deletedThere": .bool(isDeletedThere),
      "missingThere": .bool(isMissingOnServer), "changed": .array(changed.map { .string($0) }),
    ]
  }

  init?(_ json: JSONValue) {
    guard let errorID = json["errorId"]?.string, let operationID = json["operationId"]?.integer,
      let table = json["table"]?.string, let itemID = json["itemId"]?.string,
      let kind = OperationKind.allCases.first(where: { $0.name === json["kind"]?.string })
    else { return nil }
    self.errorID = errorID
    self.operationID = operationID
    self.table = table
    self.itemID = itemID
    self.kind = kind
    let isConflict = json["conflict"]?.bool ?? false
    state = json["state"]?.string.flatMap(ErrorKind.init) ?? (isConflict ? .conflict : .failed)
    status = json.count("status")
    message = json["message"]?.string ?? ""
    isDeletedThere = json["deletedThere"]?.bool ?? false
    isMissingOnServer = json["missingThere"]?.bool ?? false
    changed = (json["changed"]?.array ?? []).compactMap(\.string)
  }
}

// MARK: - Push and pull

extension PushStop {
  var json: JSONValue { ["code": .string(code), "message": .string(description)] }

  init?(_ json: JSONValue) {
    let message = json["message"]?.string ?? ""
    switch json["code"]?.string {
    case "cancelled": self = .cancelled
    case "unauthorized": self = .unauthorized(message)
    case "unreachable": self = .unreachable(message)
    case "throttled": self = .throttled(message)
    case "failing": self = .failing(message)
    default: return nil
    }
  }
}

extension PushReport {
  var json: JSONValue {
    [
      "sent": .integer(Int64(sent)), "succeeded": .integer(Int64(succeeded)),
      "failed": .integer(Int64(failed)), "conflicts": .integer(Int64(conflicts)),
      "unknown": .integer(Int64(unknown)), "decidedByRules": .integer(Int64(decidedByRules)),
      "remaining": .integer(Int64(remaining)), "waiting": .integer(Int64(waiting)),
      "stopped": stopped?.json ?? .null, "problems": .array(problems.map { .string($0) }),
      "warnings": .array(warnings.map { .string($0) }),
      "refusedTables": .array(
        refusedTables.sorted { $0.key < $1.key }
          .map { ["table": .string($0.key), "message": .string($0.value)] }),
    ]
  }

  init(_ json: JSONValue) {
    self.init()
    warnings = (json["warnings"]?.array ?? []).compactMap(\.string)
    sent = json.count("sent")
    succeeded = json.count("succeeded")
    failed = json.count("failed")
    conflicts = json.count("conflicts")
    unknown = json.count("unknown")
    decidedByRules = json.count("decidedByRules")
    remaining = json.count("remaining")
    waiting = json["waiting"] == nil ? remaining : json.count("waiting")
    stopped = json["stopped"].flatMap(PushStop.init)
    problems = (json["problems"]?.array ?? []).compactMap(\.string)
    for entry in json["refusedTables"]?.array ?? [] {
      guard let table = entry["table"]?.string else { continue }
      refusedTables[table] = entry["message"]?.string ?? ""
    }
  }
}

extension PullReport {
  var json: JSONValue {
    [
      "tables": .array(tables.map(\.json)), "push": push?.json ?? .null,
      "stopped": stopped?.json ?? .null,
    ]
  }

  init(_ json: JSONValue) {
    self.init()
    tables = (json["tables"]?.array ?? []).map(TablePullReport.init)
    push = json["push"]?.object.map { PushReport(.object($0)) }
    stopped = json["stopped"].flatMap(PushStop.init)
  }
}

extension TablePullReport {
  var json: JSONValue {
    [
      "table": .string(table), "queryId": .string(queryID), "pages": .integer(Int64(pages)),
      "received": .integer(Int64(received)), "inserted": .integer(Int64(inserted)),
      "updated": .integer(Int64(updated)), "deleted": .integer(Int64(deleted)),
      "unchanged": .integer(Int64(unchanged)), "keptBeside": .integer(Int64(keptBeside)),
      "warnings": .array(warnings.map { .string($0) }),
      "failure": JSONValue(failure), "goesOn": .bool(goesOn),
    ]
  }

  init(_ json: JSONValue) {
    self.init(table: json["table"]?.string ?? "", queryID: json["queryId"]?.string ?? "")
    pages = json.count("pages")
    received = json.count("received")
    inserted = json.count("inserted")
    updated = json.count("updated")
    deleted = json.count("deleted")
    unchanged = json.count("unchanged")
    keptBeside = json.count("keptBeside")
    warnings = (json["warnings"]?.array ?? []).compactMap(\.string)
    failure = json["failure"]?.string
    goesOn = json["goesOn"]?.bool ?? false
  }
}

extension JSONValue {
  /// A count, 0 when there is none.
  func count(_ name: String) -> Int { Int(self[name]?.integer ?? 0) }
}
