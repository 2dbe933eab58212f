import JSONKit
import Localization
import SQLiteKit
import Support

/// Where a walk of a feed begins.
struct FeedStart: Sendable, Equatable {
  var token: String?
  /// The tables that the store keeps of the feed; nil for every one.
  var tables: UTF8Set?
  /// True while the rows that come are marked.
  var isMarking = false
  /// False until a walk has come to its end.
  var hasEnded = false
  var warnings: [String] = []
}

/// What storing one page of a feed came to.
struct StoredFeedPage: Sendable, Equatable {
  var tables: [(table: String, result: StoredPage)] = []
  var warnings: [String] = []
  /// See ``StoredPage/noted``.
  var noted: Int { tables.reduce(0) { $0 + $1.result.noted } }

  static func == (left: StoredFeedPage, right: StoredFeedPage) -> Bool {
    left.warnings == right.warnings
      && left.tables.map(\.table.utf8Key) == right.tables.map(\.table.utf8Key)
      && left.tables.map(\.result) == right.tables.map(\.result)
  }
}

extension SyncContext {
  /// Where a walk begins.
  ///
  /// A token belongs to the tables that were kept when it was made: a table that is new starts the
  /// walk anew, as its rows went past before.
  func startFeed(_ job: FeedJob) async throws -> FeedStart {
    try await database.write { db in
      for table in job.tables { _ = try Catalogue.ensure(table, on: db) }
      let kept = try kept(of: job, on: db)
      let token = try TokenStore.fetch(TokenStore.everyTable, queryID: job.feed, on: db)
      var warnings: [String] = []
      let hasEnded =
        try token != nil
        && TokenStore.hasEnded(TokenStore.everyTable, queryID: job.feed, on: db)
      if let token, !job.full {
        let before = FeedTables.parsed(token.filter)
        if before == nil || kept.map({ $0.isSubset(of: before ?? []) }) ?? false {
          let isMarking = try FeedCursors.isDue(job.feed, on: db)
          return FeedStart(
            token: token.value, tables: kept, isMarking: isMarking, hasEnded: hasEnded)
        }
        warnings.append(
          localized(
            "The tables that this store keeps of \(job.feed) changed, so its delta token was "
              + "dropped and every row is pulled again."))
      }
      var start = try begin(job, kept, warnings, on: db)
      // A full pull of a feed that was walked to its end before is no first pull.
      start.hasEnded = job.full && hasEnded
      return start
    }
  }

  /// Begins anew after the server forgot the token.
  func restartFeed(_ job: FeedJob) async throws -> FeedStart {
    try await database.write { db in
      try begin(job, kept(of: job, on: db), [], on: db)
    }
  }

  /// The tables that the store keeps of the feed; nil for every one.
  private func kept(of job: FeedJob, on db: Connection) throws -> UTF8Set? {
    let configured = settings.tables.map(\.name)
    guard !configured.isEmpty else { return nil }
    return UTF8Set((configured + (try Catalogue.names(on: db))).filter(job.source.has))
  }

  private func begin(
    _ job: FeedJob, _ kept: UTF8Set?, _ warnings: [String], on db: Connection
  ) throws -> FeedStart {
    try TokenStore.forget(TokenStore.everyTable, queryID: job.feed, on: db)
    let isMarking = try FeedCursors.begin(job.source, on: db)
    return FeedStart(token: nil, tables: kept, isMarking: isMarking, warnings: warnings)
  }

  /// Stores a page with its token in one transaction.
  ///
  /// - Parameter notedMax: See ``RecordStorer/notedMax``.
  /// - Returns: Nil, with nothing stored, when the stored token is not the one that this walk left.
  func store(
    _ page: FeedPage, of job: FeedJob, _ walk: FeedStart, notingNew notedMax: Int
  ) async throws -> StoredFeedPage? {
    let (now, tokenID) = (time.now, random.uuid())
    return try await database.write { db in
      let key = TokenStore.everyTable
      let before = try TokenStore.fetch(key, queryID: job.feed, on: db)?.value
      guard before == walk.token else { return nil }
      var storer = FeedStorer(source: job.source, now: now, db: db)
      storer.notedMax = notedMax
      for records in page.tables {
        try storer.store(records, isKept: walk.tables?.contains(records.table) ?? true)
        if walk.isMarking { try FeedCursors.add(records, in: job.feed, on: db) }
      }
      for removal in page.removals { try storer.remove(removal) }
      if let token = page.token, token != before {
        try TokenStore.put(
          TokenStore.Token(value: token, filter: FeedTables.text(walk.tables)), table: key,
          queryID: job.feed, id: tokenID, on: db)
      }
      return storer.result
    }
  }

  func finishFeed(_ report: FeedReport) async throws {
    let now = time.now
    let feed = report.walk.table
    let received = report.received
    try await database.write { db in
      let token = try TokenStore.fetch(TokenStore.everyTable, queryID: feed, on: db)
      try TokenStore.notePull(
        TokenStore.everyTable, queryID: feed, filter: token?.filter, at: now, rows: received,
        on: db)
      for table in report.tables {
        try TokenStore.notePull(
          table.table, queryID: PullQuery.wholeTable, filter: nil, at: now, rows: table.received,
          on: db)
      }
    }
  }
}

/// The tables of a feed's token, kept where other tokens have their filter.
enum FeedTables {
  /// Nil for every table.
  static func text(_ tables: UTF8Set?) -> String? {
    tables.map { JSONValue.array($0.sorted().map { .string($0) }).serializedText }
  }

  static func parsed(_ text: String?) -> UTF8Set? {
    guard let text, let items = (try? JSONValue(parsing: text))?.array else { return nil }
    return UTF8Set(items.compactMap(\.string))
  }
}

/// Stores what a page of a feed brings, inside the caller's transaction.
struct FeedStorer {
  let source: ChangeFeed
  let now: Timestamp
  let db: Connection
  /// See ``RecordStorer/notedMax``.
  var notedMax = 0
  private(set) var result = StoredFeedPage()

  private var feed: String { source.name }

  init(source: ChangeFeed, now: Timestamp, db: Connection) {
    self.source = source
    self.now = now
    self.db = db
  }

  mutating func store(_ records: FeedRecords, isKept: Bool) throws {
    guard isKept, Catalogue.isValidTable(records.table) else {
      return warn(
        "\(feed) has rows of \(records.table) too, which this store does not keep. Name the table "
          + "in the configuration to have them.")
    }
    try Catalogue.note(records.columns, of: records.table, on: db)
    var storer = try RecordStorer(records.table, records.records, at: now, on: db)
    storer.notedMax = notedMax
    for record in records.records { try storer.store(record) }
    try RemovalLog.forget(records.records.map(\.id), in: feed, on: db)
    notedMax -= storer.result.noted
    result.tables.append((records.table, storer.result))
  }

  mutating func remove(_ removal: Removal) throws {
    let attribution = try RemovalAttribution(removal, in: source, on: db)
    if let disagreement = attribution.disagreement { warn(disagreement) }
    guard let table = attribution.table else {
      try RemovalLog.add(
        removal.id, in: feed, table: nil, reason: attribution.reason, at: now, on: db)
      return warn(
        "\(feed) told of the deletion of \(removal.id), and no table could be found for it: "
          + "\(attribution.reason) It is listed among the deletions without a table.")
    }
    var storer = RemovalStorer(now: now, db: db)
    let isKnown = try storer.remove(removal.id, from: table)
    if !isKnown {
      try RemovalLog.add(
        removal.id, in: feed, table: table, reason: attribution.reason, at: now, on: db)
    }
    result.tables.append((table, storer.result))
  }

  private mutating func warn(_ sentence: String) {
    if !result.warnings.contains(sentence) { result.warnings.append(sentence) }
  }
}
