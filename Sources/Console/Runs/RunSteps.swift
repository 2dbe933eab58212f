import JSONKit
import SyncCore

extension SyncProgress {
  /// The steps as a run keeps and shows them.
  var json: JSONValue { .array(steps.map(\.json)) }

  init(_ json: JSONValue) {
    self.init(steps: (json.array ?? []).compactMap(Step.init))
  }

  /// The same at the end of a run, when nothing can be under way any more.
  func settled(as state: State) -> SyncProgress {
    SyncProgress(
      steps: steps.map { step in
        var step = step
        if step.state == .running { step.state = state }
        if step.state == .waiting { step.state = .skipped }
        return step
      })
  }
}

extension SyncProgress.Step {
  var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "name": .string(name), "state": .string(state.rawValue),
      "done": .integer(Int64(done)), "total": total.map { .integer(Int64($0)) } ?? .null,
      "message": JSONValue(message),
    ]
  }

  init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.string.flatMap(SyncProgress.Kind.init(rawValue:)),
      let state = json["state"]?.string.flatMap(SyncProgress.State.init(rawValue:))
    else { return nil }
    self.init(
      kind: kind, name: json["name"]?.string ?? "", state: state, done: json.count("done"),
      total: json["total"]?.integer.map(Int.init), message: json["message"]?.string)
  }
}
