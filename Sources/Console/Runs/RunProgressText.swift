import ConsoleData
import JSONKit
import Localization
import Support
import SyncCore

/// A run under way in sentences, the same for the page and for its events.
struct RunProgressText {
  var steps: [SyncProgress.Step]
  var startedAt: Timestamp
  var now: Timestamp

  /// What it does just now.
  var say: String {
    guard let step = steps.first(where: { $0.state == .running }) ?? steps.last(where: \.isOver)
    else { return localized("Starting.") }
    if step.state == .running, let message = step.shownMessage { return message }
    return labelled(step.activity, [step.amount].joinedAsSentence())
  }

  /// How long it runs, and, once that says something, how fast and how long yet.
  var note: String {
    let duration = Format.duration(milliseconds: elapsed)
    var parts = [localized("\(duration) so far")]
    if let rate {
      parts.append(
        rate < 1
          ? localized("about \(Format.number(Int((rate * 60).rounded()))) a minute")
          : localized("about \(Format.number(Int(rate.rounded()))) a second"))
    }
    if let left = millisecondsLeft {
      let durationLeft = Format.duration(milliseconds: left)
      parts.append(localized("about \(durationLeft) left"))
    }
    return parts.joinedAsSentence()
  }

  /// Before this, a rate would be a guess.
  private static let ratedFromMilliseconds: Int64 = 10_000

  private var elapsed: Int64 { max(0, now.milliseconds - startedAt.milliseconds) }

  /// Rows, operations and ids per second, over the whole run.
  private var rate: Double? {
    let done = steps.reduce(0) { $0 + $1.done }
    guard elapsed >= Self.ratedFromMilliseconds, done > 0 else { return nil }
    return Double(done) / (Double(elapsed) / 1_000)
  }

  /// Known only when every step that is still to be done says how long it is.
  private var millisecondsLeft: Int64? {
    let open = steps.filter { !$0.isOver }
    guard let rate, !open.isEmpty, open.allSatisfy({ $0.total != nil }) else { return nil }
    let left = open.reduce(0) { $0 + max(0, ($1.total ?? 0) - $1.done) }
    let seconds = (Double(left) / rate).rounded(.up)
    return Int64(min(seconds, 1e9)) * 1_000
  }

  /// How much of the run is done, in percent; nil while nothing says how long it is.
  ///
  /// Of a step that only counts up nobody knows how much of it is done, and a run that stood at the
  /// same number all the while would look, and sound, as if it had stopped.
  var percent: Int? {
    guard !steps.isEmpty, steps.allSatisfy({ $0.isOver || $0.total != nil }) else { return nil }
    let parts = steps.map { step in
      if step.isOver, step.state != .cancelled { return 1.0 }
      guard step.state != .waiting, let total = step.total, total > 0 else { return 0 }
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
          let badge = Badge(step.state)
          guard var object = step.json.object else { return step.json }
          object["title"] = .string(step.title)
          object["look"] = .string(badge.look.rawValue)
          object["word"] = .string(badge.word)
          object["count"] = .string(step.countText)
          return .object(object)
        }),
    ]
  }
}

extension SyncProgress.Step {
  var isOver: Bool { state.isFinal }

  /// `41 of 41`, `1,250 rows received`, `not started`.
  var countText: String {
    switch (state, total) {
    case (.waiting, _): return localized("not started")
    case (.skipped, _): return localized("not run")
    case (_, let total?): return localized("\(Format.number(done)) of \(Format.number(total))")
    case (_, nil):
      let count =
        switch kind {
        case .push: Format.count(done, "operation")
        case .pull: localized("\(Format.count(done, "row")) received")
        case .copy, .verify: Format.count(done, "row")
        case .reconcile: Format.count(done, "id")
        }
      return state == .running ? localized("\(count), counting…") : count
    }
  }

  /// Its message in the language of the page: the stored one is English.
  var shownMessage: String? { message.map { localized(stored: $0) } }

  /// `Pulling TodoItem`.
  fileprivate var activity: String {
    let hasName = !name.isEmpty
    return switch kind {
    case .push: localized("Pushing")
    case .pull: hasName ? localized("Pulling \(name)") : localized("Pulling")
    case .copy: hasName ? localized("Copying \(name)") : localized("Copying")
    case .verify: hasName ? localized("Verifying \(name)") : localized("Verifying")
    case .reconcile: hasName ? localized("Comparing \(name)") : localized("Comparing")
    }
  }

  /// `40 of about 250 rows received`.
  fileprivate var amount: String {
    let (count, rows) = (Format.number(done), Format.count(done, "row"))
    switch (kind, total) {
    case (.push, let total?): return localized("\(count) of \(Format.number(total)) sent")
    case (.push, nil): return localized("\(count) sent")
    case (.pull, let total?):
      return localized("\(count) of about \(Format.count(total, "row")) received")
    case (.pull, nil): return localized("\(rows) received")
    case (.copy, let total?):
      return localized("\(count) of \(Format.count(total, "row")) read")
    case (.copy, nil), (.verify, _): return localized("\(rows) read")
    case (.reconcile, _):
      let ids = Format.count(done, "id")
      return localized("\(ids) read")
    }
  }
}
