/// The operations that a push begins next, oldest first, as a scan of the queue finds them.
struct ReadyOperations {
  /// How often one run begins the same operation anew, after a handler's or a person's decision.
  static let startsMax = 6
  /// How many operations that were queued after its start a run sends, so that one who edits
  /// without end does not keep it running without end.
  static let lateMax = 200

  /// How many were begun in this round.
  private(set) var startedInRound = 0
  private let context: SyncContext
  private let scope: PushScope
  /// The newest operation when the run began.
  private let newestAtStart: Int64
  private var lateLeft: Int
  /// Loaded and not begun.
  private var loaded: [Int64] = []
  /// The newest operation that was loaded in this level.
  private var cursor: Int64 = 0
  private var starts: [Int64: Int] = [:]

  /// - Parameter total: How many operations there are to send.
  init(_ context: SyncContext, _ scope: PushScope, total: Int) async throws {
    self.context = context
    self.scope = scope
    newestAtStart = try await context.highestOperation()
    lateLeft = max(Self.lateMax, total)
  }

  mutating func beginRound() { startedInRound = 0 }

  /// Scans the queue from its beginning.
  mutating func beginLevel() {
    cursor = 0
    loaded = []
  }

  /// Takes at most so many operations, which count as begun.
  ///
  /// - Returns: Nil when none is ready.
  mutating func take(
    _ count: Int, of tables: TableFilter, loading size: Int
  ) async throws
    -> [Int64]?
  {
    if loaded.isEmpty { try await load(tables, max(256, size)) }
    if loaded.isEmpty { return nil }
    let taken = loaded.prefix(count)
    loaded.removeFirst(taken.count)
    let begun = taken.filter { isInTime($0) }
    for id in begun { starts[id, default: 0] += 1 }
    startedInRound += begun.count
    return begun
  }

  /// Lets an operation be looked at again in the next round, for it waits for another one.
  mutating func postpone(_ id: Int64) {
    starts[id] = nil
    startedInRound -= 1
  }

  mutating func isDone(_ id: Int64) { starts[id] = nil }

  func mayBeginAgain(_ id: Int64) -> Bool { starts[id, default: 0] < Self.startsMax }

  /// Adds an operation that can be sent now, where the scan has passed it.
  mutating func add(_ id: Int64) {
    guard id <= cursor, mayBeginAgain(id) else { return }
    loaded.insert(id, at: loaded.firstIndex { $0 > id } ?? loaded.endIndex)
  }

  /// False for an operation that was queued after the run had taken in enough of those.
  private mutating func isInTime(_ id: Int64) -> Bool {
    guard id > newestAtStart else { return true }
    lateLeft -= 1
    return lateLeft >= 0
  }

  private mutating func load(_ tables: TableFilter, _ size: Int) async throws {
    while true {
      let page = try await context.readyOperations(scope, tables, after: cursor, size: size)
      cursor = page.last ?? cursor
      loaded = page.filter { starts[$0, default: 0] == 0 }
      if !loaded.isEmpty || page.isEmpty { return }
    }
  }
}
