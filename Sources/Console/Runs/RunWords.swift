import ConsoleData
import JSONKit
import Support
import SyncCore

/// A run under way in sentences, the same for the page and for its events.
struct RunWords {
  var steps: [SyncProgress.Step]
  var startedAt: Timestamp
  var now: Timestamp

  /// What it does just now.
  var say: String {
    guard let step = steps.first(where: { $0.state == .running }) ?? steps.last(where: \.isOver)
    else { return "Starting." }
    let count = Format.number(step.done)
    let target = step.name.isEmpty ? "" : " \(step.name)"
    switch (step.kind, step.total) {
    case (.push, let total?): return "Pushing: \(count) of \(Format.number(total)) sent."
    case (.push, nil): return "Pushing: \(count) sent."
    case (.pull, let total?):
      return "Pulling\(target): \(count) of about \(Format.count(total, "row")) stored."
    case (.pull, nil): return "Pulling\(target): \(Format.count(step.done, "row")) stored."
    case (.reconcile, _): return "Comparing\(target): \(Format.count(step.done, "id")) read."
    }
  }

  var note: String {
    "\(Format.duration(milliseconds: now.milliseconds - startedAt.milliseconds)) so far."
  }

  /// How much of the run is done, in percent; nil when nothing says how long it is.
  var percent: Int? {
    guard steps.count > 1 || steps.contains(where: { $0.total != nil }) else { return nil }
    let parts = steps.map { step in
      if step.isOver { return 1.0 }
      guard step.state == .running, let total = step.total, total > 0 else { return 0 }
      return min(1, Double(step.done) / Double(total))
    }
    return Int((parts.reduce(0, +) / Double(parts.count) * 100).rounded(.down))
  }

  /// What the page's script shows of a snapshot.
  var json: JSONObject {
    [
      "say": .string(say), "note": .string(note),
      "percent": percent.map { .integer(Int64($0)) } ?? .null,
      "steps": .array(
        steps.map { step in
          let chip = Chip(step.state)
          guard var object = step.json.object else { return step.json }
          object["title"] = .string(step.title)
          object["look"] = .string(chip.look.rawValue)
          object["word"] = .string(chip.word)
          object["count"] = .string(step.countText)
          return .object(object)
        }),
    ]
  }
}

extension SyncProgress.Step {
  var isOver: Bool { state.isFinal }

  /// `41 of 41`, `1,250 rows`, `not started`.
  var countText: String {
    switch (state, total) {
    case (.waiting, _): return "not started"
    case (.skipped, _): return "not run"
    case (_, let total?): return "\(Format.number(done)) of \(Format.number(total))"
    case (_, nil):
      let thing =
        switch kind {
        case .push: "operation"
        case .pull: "row"
        case .reconcile: "id"
        }
      return Format.count(done, thing)
    }
  }
}
