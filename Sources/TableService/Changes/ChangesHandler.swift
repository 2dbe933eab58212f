import HTTPKit
import JSONKit
import Support

/// `/changes`: which tables change, as they change, as server-sent events.
///
/// Each event is named `tables`: `{"tables":[{"name","updatedAt"}]}`, the tables with the `updatedAt`
/// of their newest change. The first one comes at once and names every table. A client that pulls what
/// an event names misses nothing, also after a reconnect.
struct ChangesHandler: Sendable {
  static let pattern = "/changes"

  let watch: ChangeWatch
  let time: any TimeSource

  func respond(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await watch.look()
    return .events(TableChanges(watch: watch, time: time))
  }
}

/// The events of one listener.
struct TableChanges: AsyncSequence, Sendable {
  typealias Element = ServerSentEvent
  typealias Failure = Never

  /// How long a client waits before it connects again.
  private static let retryMilliseconds = 1_000

  let watch: ChangeWatch
  let time: any TimeSource

  /// Changes shortly after an event go into one later event, the later the more listeners there are.
  private var pause: Duration {
    .milliseconds(10) + .microseconds(100) * watch.stream.listenerCount
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let changes: TableChanges
    fileprivate var wakes: AsyncStream<Void>.AsyncIterator
    fileprivate var sequence = 0
    fileprivate var hasSent = false

    mutating func next() async -> ServerSentEvent? { await next(isolation: nil) }

    mutating func next(isolation actor: isolated (any Actor)?) async -> ServerSentEvent? {
      if hasSent { try? await changes.time.sleep(for: changes.pause) }
      while !Task.isCancelled {
        let (stamps, sequence) = changes.watch.stream.changes(after: sequence)
        self.sequence = sequence
        if !stamps.isEmpty || !hasSent { return event(stamps) }
        guard await wakes.next(isolation: actor) != nil else { return nil }
      }
      return nil
    }

    private mutating func event(_ stamps: [TableStamp]) -> ServerSentEvent {
      defer { hasSent = true }
      let tables = stamps.map { stamp -> JSONValue in
        ["name": .string(stamp.name), "updatedAt": .string(stamp.updatedAt)]
      }
      return ServerSentEvent(
        name: "tables", data: JSONValue.object(["tables": .array(tables)]).serializedText,
        retryMilliseconds: hasSent ? nil : TableChanges.retryMilliseconds)
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    let wakes = watch.stream.listen { [watch] in watch.stopIfUnused() }
    watch.start()
    return AsyncIterator(changes: self, wakes: wakes.makeAsyncIterator())
  }
}
