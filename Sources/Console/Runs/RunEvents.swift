import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// A run's progress as server-sent events: snapshots, numbered, then one event when it has ended.
///
/// A reader that connects again gets the newest snapshot at once and misses nothing that counts.
struct RunEvents: AsyncSequence, Sendable {
  typealias Element = ServerSentEvent
  typealias Failure = Never

  static let retryMilliseconds = 3_000
  /// No reader can follow more than this.
  static let pause = Duration.milliseconds(100)

  let run: Run
  /// Nil when the run is not under way in this process.
  let updates: AsyncStream<SyncProgress>?
  let time: any TimeSource
  /// The number of the event before the first one.
  var lastID: Int64 = 0
  /// The run as it is kept in the end.
  let final: @Sendable () async -> Run?
  /// The language of the page: the events are read when the request's own task has gone on.
  let catalogue = TextCatalogue.current

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let events: RunEvents
    fileprivate var updates: AsyncStream<SyncProgress>.AsyncIterator?
    fileprivate var id: Int64
    fileprivate var hasSent = false
    fileprivate var isOver = false

    mutating func next() async -> ServerSentEvent? { await next(isolation: nil) }

    mutating func next(isolation actor: isolated (any Actor)?) async -> ServerSentEvent? {
      guard !isOver else { return nil }
      // Snapshots come faster than a page can show them, and only the newest one counts.
      if hasSent, updates != nil { try? await events.time.sleep(for: RunEvents.pause) }
      if let progress = await updates?.next(isolation: actor) {
        return event("progress", events.snapshot(progress))
      }
      guard !Task.isCancelled, let run = await events.final() else { return nil }
      isOver = true
      guard run.state == .running else { return event("finished", run.json(nil)) }
      // Another process works on it: the reader asks again after the pause it is told.
      return event("progress", events.snapshot(run.steps))
    }

    private mutating func event(_ name: String, _ data: JSONValue) -> ServerSentEvent {
      defer { hasSent = true }
      id += 1
      return ServerSentEvent(
        name: name, data: data.serializedText, id: "\(id)",
        retryMilliseconds: hasSent ? nil : RunEvents.retryMilliseconds)
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(events: self, updates: updates?.makeAsyncIterator(), id: lastID)
  }

  private func snapshot(_ progress: SyncProgress) -> JSONValue {
    let text = RunProgressText(steps: progress.steps, startedAt: run.startedAt, now: time.now)
    let words = TextCatalogue.$current.withValue(catalogue) { text.json }
    var object: JSONObject = [
      "run": .integer(run.id), "kind": .string(run.kind.rawValue), "state": "running",
    ]
    for (name, value) in words { object[name] = value }
    return .object(object)
  }
}
