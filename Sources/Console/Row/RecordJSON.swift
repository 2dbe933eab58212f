import JSONKit
import Support
import SyncCore
import SyncInspection

extension Record {
  /// Every column in one object, the system columns first.
  var json: JSONValue {
    var object = systemValues
    for (name, value) in values { object[name] = value }
    return .object(object)
  }

  private var systemValues: JSONObject {
    [
      "id": .string(id), "createdAt": JSONValue(createdAt), "updatedAt": JSONValue(updatedAt),
      "version": JSONValue(version), "deleted": .bool(deleted),
    ]
  }

  /// The value of a column, whether the system's or the table's own; NULL when it has none.
  func value(_ column: String) -> JSONValue {
    SystemColumn(rawValue: column).map { value($0) } ?? values[column] ?? .null
  }

  func value(_ column: SystemColumn) -> JSONValue {
    switch column {
    case .id: .string(id)
    case .createdAt: JSONValue(createdAt)
    case .updatedAt: JSONValue(updatedAt)
    case .version: JSONValue(version)
    case .deleted: .bool(deleted)
    }
  }

  /// The values of `columns`, in their order, and then of any other column that this record has.
  func json(_ columns: [Column], andOthers hasOthers: Bool = true) -> JSONValue {
    var object = JSONObject()
    for column in columns { object[column.name] = value(column.name) }
    guard hasOthers else { return .object(object) }
    for (name, value) in values where object[name] == nil { object[name] = value }
    return .object(object)
  }
}

extension JSONValue {
  /// A string, or null for nil.
  init(_ text: String?) {
    self = text.map { .string($0) } ?? .null
  }

  init(_ number: Int64?) {
    self = number.map { .integer($0) } ?? .null
  }

  init(_ moment: Timestamp?) {
    self = moment.map { .string($0.description) } ?? .null
  }

  init(_ record: Record?) {
    self = record?.json ?? .null
  }
}

extension Column {
  var json: JSONValue {
    ["name": .string(name), "type": .string(type.rawValue), "system": .bool(isSystem)]
  }
}

extension RowCount {
  var json: JSONValue { ["value": .integer(Int64(value)), "exact": .bool(exact)] }
}

extension ListedRow {
  func json(_ columns: [Column], andOthers hasOthers: Bool) -> JSONValue {
    [
      "id": .string(id), "state": .string(state.rawValue), "deleted": .bool(deleted),
      "values": record.json(columns, andOthers: hasOthers),
    ]
  }
}

extension RowPage {
  /// With `ignored`, the parameters that name no column, and `facets` only where there are some.
  ///
  /// - Parameters:
  ///   - chosen: The columns that were asked for; none for all.
  ///   - view: As the address names it.
  func json(_ chosen: [Column], view: String, facets: [Facet]) -> JSONValue {
    let columns = chosen.isEmpty ? columns : chosen
    var object: JSONObject = [
      "table": .string(table), "view": .string(view),
      "columns": .array(columns.map(\.json)),
      "rows": .array(rows.map { $0.json(columns, andOthers: chosen.isEmpty) }),
      "count": count?.json ?? .null, "next": JSONValue(next),
    ]
    if !ignored.isEmpty { object["ignored"] = .array(ignored.map { .string($0) }) }
    if !facets.isEmpty { object["facets"] = .array(facets.map(\.json)) }
    return .object(object)
  }
}

extension Facet {
  /// `whole` is false when the time was over before every row was looked at.
  var json: JSONValue {
    [
      "column": .string(column),
      "values": .array(
        entries.map { ["value": $0.value, "count": .integer(Int64($0.count))] }),
      "more": .bool(hasMore), "whole": .bool(isWhole),
    ]
  }
}

extension TrashPage {
  var json: JSONValue {
    [
      "rows": .array(
        rows.map { row in
          [
            "table": .string(row.table), "id": .string(row.record.id),
            "deletedAt": JSONValue(row.deletedAt), "by": JSONValue(row.by),
            "values": row.record.json,
          ]
        }),
      "next": JSONValue(next),
    ]
  }
}

extension RowDetail {
  var json: JSONValue {
    [
      "table": .string(table), "id": .string(record.id), "state": .string(state.rawValue),
      "deleted": .bool(deleted), "values": record.json(columns), "base": JSONValue(base),
      "operations": .array(operations.map(\.info.json)), "errors": .array(errors.map(\.json)),
      "why": .array(why.map(\.json)),
    ]
  }
}

extension DiagnosisCheck {
  var json: JSONValue {
    [
      "check": .string(check), "result": .string(result.rawValue), "evidence": .string(evidence),
      "finding": .string(finding), "fix": fix?.json ?? .null,
    ]
  }
}

extension DiagnosisCheck.Fix {
  /// What to do, and to which operation or error.
  fileprivate var json: JSONValue {
    switch self {
    case .goOnline: ["action": "go-online"]
    case .pushAll: ["action": "push"]
    case .push(let id): ["action": "push", "operation": .integer(id)]
    case .pushAnyway(let id, let until):
      [
        "action": "push", "operation": .integer(id), "anyway": true, "until": JSONValue(until),
      ]
    case .retry(let id): ["action": "retry", "operation": .integer(id)]
    case .decide(let id): ["action": "decide", "error": .string(id)]
    case .look(let id): ["action": "look", "operation": .integer(id)]
    }
  }
}

extension OperationInfo {
  var json: JSONValue {
    [
      "id": .integer(id), "table": .string(table), "itemId": .string(itemID),
      "kind": .string(kind.name), "state": .string(state.rawValue),
      "attempts": .integer(Int64(attempts)), "queuedAt": JSONValue(queuedAt),
      "lastError": JSONValue(lastError),
    ]
  }
}

extension OperationError {
  var json: JSONValue {
    [
      "id": .string(id), "operationId": .integer(operationID), "table": .string(table),
      "itemId": .string(itemID), "kind": .string(kind.name), "code": .integer(Int64(code)),
      "status": .integer(Int64(status)), "message": .string(message), "base": JSONValue(base),
      "local": JSONValue(local), "server": JSONValue(server), "at": JSONValue(at),
      "since": JSONValue(since), "state": .string(state.rawValue),
    ]
  }

  /// With what a decision about it can carry back.
  func json(_ seen: Precondition, _ remarks: ErrorRemarks) -> JSONValue {
    guard var object = json.object else { return json }
    object[Precondition.field] = seen.json
    object["assignee"] = JSONValue(remarks.assignments.assignee(of: operationID))
    object["notes"] = remarks.notes(on: operationID).json(for: remarks.context)
    return .object(object)
  }
}

extension TableSummary {
  var json: JSONValue {
    [
      "name": .string(name), "live": .integer(Int64(live)), "deleted": .integer(Int64(deleted)),
      "pending": .integer(Int64(pending)), "failed": .integer(Int64(failed)),
      "conflicts": .integer(Int64(conflicts)), "lastPull": JSONValue(lastPull),
      "readOnly": JSONValue(readOnlyReason),
    ]
  }
}

extension StoreCounts {
  var json: JSONValue {
    [
      "live": .integer(Int64(live)), "deleted": .integer(Int64(deleted)),
      "pending": .integer(Int64(pending)), "failed": .integer(Int64(failed)),
      "conflicts": .integer(Int64(conflicts)),
    ]
  }
}

extension BulkOutcome {
  var json: JSONValue {
    [
      "changed": .integer(Int64(changed)),
      "problems": .array(
        problems.map { ["id": .string($0.id), "message": .string($0.message)] }),
    ]
  }
}
