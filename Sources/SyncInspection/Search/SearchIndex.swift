internal import SQLiteKit
internal import Support
package import SyncCore

/// The search index of one store: a file beside the store's, which follows it in the background.
///
/// What it finds may be outdated: rows have to be compared before they are shown. Where its file can't
/// be written there is no index, and all of this answers nil.
package actor SearchIndex {
  /// How the index follows the store.
  enum Pace {
    /// Rests between two comparisons of all rows, at least, and in times of the last one.
    static let (restMin, restTimes) = (Duration.seconds(5), 50)
    /// A file that could not be used is tried again after this.
    static let retry = Duration.seconds(60)
    /// Rows that come between two looks while a run fills the store, and how long it is left alone then.
    static let (bulkRows, bulkTime) = (1_000, Duration.seconds(60))
    /// Entries of the history behind which all rows are compared rather than theirs.
    static let changesMax: Int64 = 20_000
  }

  /// A comparison of all rows, which finds what was changed without an entry in the history.
  private struct Sweep {
    var tables: [SearchIndexFile.Table]
    var place = Int64.min
    /// The newest entry of the history when it began.
    let change: Int64
    let begin = ContinuousClock.now
  }

  private let path: String
  private var file: SearchIndexFile?
  /// The store's file that ``file`` was opened for.
  private var storeFile = ""
  private var isRemoved = false
  private var nextTry = ContinuousClock.now
  private var seen: [Files.Stamp?] = []
  private var hasMore = false
  private var sweep: Sweep?
  private var needsSweep = true
  private var nextSweep = ContinuousClock.now
  private var rowsSeen = Int.max
  private var fillingSince: ContinuousClock.Instant?

  init(ofStoreAt path: String) { self.path = Self.path(ofStoreAt: path) }

  /// The name begins with the store's and does not end in `.sqlite`, so that copies of all databases
  /// leave it out.
  package static func path(ofStoreAt path: String) -> String { "\(path)-search" }

  // MARK: - Following

  /// Takes one step after the store.
  ///
  /// - Parameter waits: Leaves a store alone that a run is filling, and rests between sweeps.
  /// - Returns: True when there is more to do at once.
  func advance(_ store: SyncContext, waits: Bool = true) async -> Bool {
    let now = ContinuousClock.now
    guard !isRemoved, now >= nextTry || !waits else { return false }
    // Before the look, so that what is written meanwhile counts as new.
    let stamps = [Files.stamp(of: store.path), Files.stamp(of: "\(store.path)-wal")]
    let isChanged = stamps != seen
    if isChanged { needsSweep = true }
    let mayBegin = needsSweep && (now >= nextSweep || !waits)
    guard isChanged || hasMore || sweep != nil || mayBegin else { return false }
    guard let look = try? await store.database.read(SearchFeed.look) else { return false }
    seen = stamps
    do {
      let file = try await opened(store, look)
      guard !waits || !isFilling(look, now) else {
        hasMore = true
        return false
      }
      hasMore = try await step(file, store, look, maySweep: mayBegin)
      return hasMore || sweep != nil
    } catch is StoreUnreadable {
      return false
    } catch {
      await abandon(error)
      return false
    }
  }

  private struct StoreUnreadable: Error {}

  private func opened(
    _ store: SyncContext, _ look: SearchFeed.Look
  ) async throws -> SearchIndexFile {
    let identity = Files.stamp(of: store.path)?.identity ?? ""
    if let file {
      if storeFile == identity { return file }
      await close()
    }
    guard !isRemoved else { throw StoreUnreadable() }
    let opened = try await SearchIndexFile.open(path, of: identity, change: look.newestChange)
    guard !isRemoved else {
      await opened.database.close()
      throw StoreUnreadable()
    }
    (file, storeFile) = (opened, identity)
    (sweep, needsSweep, nextSweep) = (nil, true, .now)
    return opened
  }

  /// True while rows come by the thousand.
  private func isFilling(_ look: SearchFeed.Look, _ now: ContinuousClock.Instant) -> Bool {
    defer { rowsSeen = look.rows }
    guard look.rows > rowsSeen, look.rows - rowsSeen > Pace.bulkRows else {
      fillingSince = nil
      return false
    }
    let since = fillingSince ?? now
    fillingSince = since
    return since.duration(to: now) < Pace.bulkTime
  }

  /// Does the first thing that is left to do.
  ///
  /// - Returns: True when there is more of it.
  private func step(
    _ file: SearchIndexFile, _ store: SyncContext, _ look: SearchFeed.Look, maySweep: Bool
  ) async throws -> Bool {
    let state = try await file.state()
    if try await followTables(file, state, look) { return true }
    if look.newestChange < state.change {
      // Entries went, or an older copy of the store came.
      try await file.setChange(look.newestChange)
      (needsSweep, nextSweep) = (true, .now)
      return true
    }
    if look.newestChange > state.change, sweep == nil || !needsAllRows(state, look) {
      if needsAllRows(state, look) {
        beginSweep(state, look)
      } else {
        let changes = try await read(store) {
          try SearchFeed.changes(after: state.change, on: $0)
        }
        try await file.put(changes, of: state.tables)
      }
      return true
    }
    for known in look.tables {
      guard let table = state.tables.first(where: { $0.name === known.name }),
        known.highest > table.through
      else { continue }
      try await take(file, store, table, after: table.through, upTo: .max, ending: known.highest)
      return true
    }
    if sweep == nil, needsSweep, maySweep { beginSweep(state, look) }
    return try await continueSweep(file, store, state)
  }

  private func needsAllRows(_ state: SearchIndexFile.State, _ look: SearchFeed.Look) -> Bool {
    look.newestChange - state.change > Pace.changesMax
  }

  /// Adds tables that came, and drops those that went or are worn.
  private func followTables(
    _ file: SearchIndexFile, _ state: SearchIndexFile.State, _ look: SearchFeed.Look
  ) async throws -> Bool {
    let known = UTF8Set(state.tables.map(\.name))
    let there = UTF8Set(look.tables.map(\.name))
    let gone = state.tables.filter { !there.contains($0.name) || $0.isWorn }
    let new = look.tables.map(\.name).filter { !known.contains($0) }
    for table in gone { try await file.drop(table) }
    for name in new { try await file.add(name) }
    guard !gone.isEmpty || !new.isEmpty else { return false }
    sweep = nil
    return true
  }

  private func beginSweep(_ state: SearchIndexFile.State, _ look: SearchFeed.Look) {
    needsSweep = false
    sweep = Sweep(tables: state.tables, change: look.newestChange)
  }

  private func continueSweep(
    _ file: SearchIndexFile, _ store: SyncContext, _ state: SearchIndexFile.State
  ) async throws -> Bool {
    guard var current = sweep else { return false }
    if let table = current.tables.first {
      let end = try await take(
        file, store, table, after: current.place, upTo: table.through, ending: table.through)
      current.place = end
      if end >= table.through {
        current.tables.removeFirst()
        current.place = .min
      }
      sweep = current
      return true
    }
    if current.change > state.change { try await file.setChange(current.change) }
    sweep = nil
    let time = current.begin.duration(to: .now)
    nextSweep = .now + max(Pace.restMin, time * Pace.restTimes)
    return false
  }

  /// Takes in the next rows behind `place`; returns how far it came.
  ///
  /// - Parameter end: Noted where the rows end, rather than `last`.
  @discardableResult
  private func take(
    _ file: SearchIndexFile, _ store: SyncContext, _ table: SearchIndexFile.Table,
    after place: Int64, upTo last: Int64, ending end: Int64
  ) async throws -> Int64 {
    var batch = try await read(store) {
      try SearchFeed.batch(of: table.name, after: place, upTo: last, on: $0)
    }
    if batch.end == last { batch.end = max(end, batch.rows.last?.number ?? end) }
    try await file.put(batch, of: table, after: place)
    return batch.end
  }

  /// Reads the store on a connection of its own, which nobody else waits for.
  private func read<Output: Sendable>(
    _ store: SyncContext, _ body: @Sendable (Connection) throws -> Output
  ) async throws -> Output {
    do {
      let snapshot = try await store.database.snapshot(for: .seconds(10))
      defer { snapshot.end() }
      return try await snapshot.read { connection in
        try SearchFeed.keepFewPages(connection)
        return try body(connection)
      }
    } catch {
      throw StoreUnreadable()
    }
  }

  /// Lets go of a file that can't be used; one that is damaged is built anew.
  private func abandon(_ error: any Error) async {
    await close()
    switch StorageProblem(error)?.cause {
    case .readOnly, .cannotOpen, .diskFull, .ioError, .locked: nextTry = .now + Pace.retry
    default:
      nextTry = .now + .seconds(1)
      try? SearchIndexFile.remove(path)
    }
    hasMore = true
  }

  /// Follows the store until nothing is left to do.
  package func catchUp(with store: SyncContext) async {
    while await advance(store, waits: false) {}
  }

  package func close() async {
    let open = file
    (file, sweep) = (nil, nil)
    await open?.database.close()
  }

  /// Removes the file for good.
  func remove() async {
    isRemoved = true
    await close()
    try? SearchIndexFile.remove(path)
  }

  // MARK: - Searching

  /// How far the index is behind the store; nil when there is no index.
  package func standing(beside store: SyncContext) async -> SearchStanding? {
    guard let look = try? await store.database.read(SearchFeed.look),
      let state = await read({ try await $0.state() })
    else { return nil }
    return SearchStanding(state, look)
  }

  /// Numbers of rows that may contain a text, the newest first; nil when there is no index.
  package func rows(
    of table: String, with text: Trigrams, before place: Int64 = .max, limit: Int
  ) async -> [Int64]? {
    await read { try await $0.rows(of: table, with: text, before: place, limit: limit) } ?? nil
  }

  /// Reads the index; lets go of it when it can't be read.
  private func read<Output: Sendable>(
    _ body: @Sendable (SearchIndexFile) async throws -> Output
  ) async -> Output? {
    guard let file else { return nil }
    do {
      return try await body(file)
    } catch {
      // One that was closed meanwhile is as good as before.
      if self.file?.database === file.database { await abandon(error) }
      return nil
    }
  }
}

extension Files.Stamp {
  /// The same for as long as it is the same file.
  fileprivate var identity: String { "\(device):\(node)" }
}
