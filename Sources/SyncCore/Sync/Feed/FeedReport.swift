import Support

/// What a walk of a feed did: an entry for the feed itself, and one for each table.
struct FeedReport {
  /// Pages, warnings and failure; the rows are counted by table.
  private(set) var walk: TablePullReport
  private(set) var tables: [TablePullReport]

  init(_ job: FeedJob) {
    walk = TablePullReport(table: job.feed, queryID: PullQuery.wholeTable)
    tables = job.tables.map { TablePullReport(table: $0, queryID: PullQuery.wholeTable) }
  }

  /// The tables', behind the feed's own where there is something to say of that.
  var entries: [TablePullReport] {
    let isTelling = walk.failure != nil || !walk.warnings.isEmpty || tables.isEmpty
    return isTelling ? [walk] + tables : tables
  }
  var received: Int { tables.reduce(0) { $0 + $1.received } }
  var failure: String? { walk.failure }

  mutating func warn(_ sentences: [String]) { walk.warn(sentences) }
  mutating func goesOn(_ value: Bool) {
    walk.goesOn = value
    for index in tables.indices { tables[index].goesOn = value }
  }
  mutating func fail(_ sentence: String) { walk.failure = walk.failure ?? sentence }

  mutating func add(_ stored: StoredFeedPage, _ page: FeedPage) {
    walk.pages += 1
    walk.warn(page.warnings + stored.warnings)
    for (table, result) in stored.tables { add(result, to: table) }
    for records in page.tables where stored.tables.contains(where: { $0.table === records.table }) {
      entry(records.table) {
        $0.pages += 1
        $0.received += records.records.count
      }
    }
  }

  mutating func add(_ result: StoredPage, to table: String) {
    entry(table) {
      $0.inserted += result.inserted
      $0.updated += result.updated
      $0.deleted += result.deleted
      $0.unchanged += result.unchanged
      $0.keptBeside += result.keptBeside
      $0.warn(result.warnings)
    }
  }

  private mutating func entry(_ table: String, _ body: (inout TablePullReport) -> Void) {
    if !tables.contains(where: { $0.table === table }) {
      tables.append(TablePullReport(table: table, queryID: PullQuery.wholeTable))
    }
    guard let index = tables.firstIndex(where: { $0.table === table }) else { return }
    body(&tables[index])
  }
}

extension TablePullReport {
  fileprivate mutating func warn(_ sentences: [String]) {
    for sentence in sentences where !warnings.contains(sentence) { warnings.append(sentence) }
  }
}
