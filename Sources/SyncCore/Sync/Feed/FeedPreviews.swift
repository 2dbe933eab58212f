import JSONKit
import SQLiteKit
import Support

/// The previews of one walk, by table.
struct FeedPreviews: Sendable {
  /// Warnings and failure of the walk itself.
  var walk: TablePullPreview
  private var tables: [TablePullPreview]
  /// A feed may bring a row more than once.
  private var seen: Set<[String]> = []

  init(_ job: FeedJob) {
    walk = TablePullPreview(table: job.feed, queryID: PullQuery.wholeTable)
    tables = job.tables.map { TablePullPreview(table: $0, queryID: PullQuery.wholeTable) }
  }

  var all: [TablePullPreview] { [walk] + tables }

  subscript(table: String) -> TablePullPreview {
    get {
      tables.first { $0.table === table }
        ?? TablePullPreview(table: table, queryID: PullQuery.wholeTable)
    }
    set {
      if let index = tables.firstIndex(where: { $0.table === table }) {
        tables[index] = newValue
      } else {
        tables.append(newValue)
      }
    }
  }

  mutating func unseen(_ records: FeedRecords) -> [Record] {
    records.records.filter { seen.insert([records.table, $0.id]).inserted }
  }

  mutating func end(isComplete: Bool) {
    walk.isComplete = isComplete
    for index in tables.indices { tables[index].isComplete = isComplete }
  }

  /// What the deletion of one row would come to.
  mutating func remove(
    _ id: String, from table: String, _ feed: String, at now: Timestamp, on db: Connection
  ) throws {
    let local = try Catalogue.table(table, on: db).flatMap {
      try RowStore.fetch(id, in: $0, on: db)
    }
    var storer = RemovalStorer(now: now, db: db)
    try storer.remove(id, from: table)
    var preview = self[table]
    let tombstone = Record(id: id, deleted: true, values: local?.values ?? [:])
    preview.count(tombstone, local, StoredPage(), storer.result)
    self[table] = preview
  }
}
