import JSONKit
import SyncCore
import SyncInspection

extension OperationPage {
  /// With the whole queue by state as `states`.
  func json(_ figures: [OperationState: QueueFigures]) -> JSONValue {
    let states = figures.sorted { $0.key.rawValue < $1.key.rawValue }.map { state, figures in
      let value: JSONValue = [
        "count": .integer(Int64(figures.count)), "oldestAt": JSONValue(figures.oldestAt),
      ]
      return (state.rawValue, value)
    }
    return [
      "operations": .array(operations.map(\.json)), "count": .integer(Int64(count)),
      "next": JSONValue(next), "states": .object(JSONObject(states)),
    ]
  }
}

extension OperationDetail {
  /// The members of the list, and everything else that is known.
  func json(why: [DiagnosisCheck], _ seen: Precondition) -> JSONValue {
    guard var object = info.json.object else { return info.json }
    object["changed"] = .object(changed)
    object["base"] = JSONValue(base)
    object["local"] = JSONValue(local ?? item)
    object["server"] = JSONValue(server)
    object["request"] = request.json
    object["blockedBy"] = .array(blockedBy.map { .integer($0) })
    object["nextAttemptAt"] = JSONValue(nextAttemptAt ?? pausedUntil)
    object["by"] = JSONValue(queuedBy)
    object["attemptLog"] = .array(attempts.map(\.json))
    object["story"] = .array(story.map(\.stepJSON))
    object[Precondition.field] = seen.json
    object["why"] = .array(why.map(\.json))
    return .object(object)
  }
}

extension AttemptInfo {
  var json: JSONValue {
    [
      "number": .integer(Int64(number)), "startedAt": JSONValue(startedAt),
      "durationMs": .integer(Int64(durationMilliseconds)), "method": JSONValue(method),
      "status": status.map { .integer(Int64($0)) } ?? .null, "outcome": .string(outcome),
      "headers": .array(headers.map { .array($0.map { .string($0) }) }), "body": JSONValue(body),
      "bodyTruncated": .bool(isBodyCut), "message": JSONValue(message),
    ]
  }
}

extension HistoryEntry {
  /// One of the changes that an operation was condensed from.
  fileprivate var stepJSON: JSONValue {
    ["at": JSONValue(at), "kind": .string(kind), "by": JSONValue(by)]
  }
}
