import JSONKit
import Support

/// Where tables live.
///
/// A storage knows rows and queries; what a request means, and which status it gets, is decided by
/// the handlers. Implementations must keep these promises:
///
/// - A write is answered when it is durable.
/// - `updatedAt` strictly increases from commit to commit per table, whatever the clock does; rows
///   of one commit may share it.
/// - `version` never repeats for a row, also when it is removed and inserted again.
/// - Reading never creates a table or a column.
protocol TableStorage: Sendable {
  /// The tables that somebody has written to.
  var tableNames: [String] { get }

  /// Told of every commit that changes rows, once it is durable.
  var changes: ChangeStream { get }

  /// The newest `updatedAt` of each table, those of rows included that another program wrote.
  func newestStamps() async throws -> [TableStamp]

  /// The same tables with their columns, in order of name.
  func schemas() async throws -> [StoredSchema]

  /// Throws ``UnknownColumn`` when the filter or the order names a column that the table has not.
  func list(_ query: StoredQuery) async throws -> StoredRowPage

  /// The row, deleted or not.
  func row(_ id: String, of table: String) async throws -> StoredRow?

  /// The digest of all rows of a table, deleted ones included.
  func digest(of table: String, buckets: Int) async throws -> RowDigest

  /// The rows of some of `buckets` buckets; nil when there are more than `max`.
  func rows(
    of table: String, inBuckets wanted: [Int], of buckets: Int, max: Int
  ) async throws -> BucketRows?

  /// The same at once, on the calling thread; never from a task.
  func quickRow(_ id: String, of table: String) throws -> QuickRow

  /// Lets the job decide on the present row, and writes what it decided, in one transaction.
  func write(_ job: WriteJob) async throws -> WriteOutcome

  /// The same, and gives the outcome to `finish`, on any thread.
  func write(
    _ job: WriteJob, finish: @escaping @Sendable (Result<WriteOutcome, any Error>) -> Void)

  /// Does the jobs in order, as few commits as they need; each stands or fails by itself.
  func write(_ jobs: [WriteJob]) async -> [Result<WriteOutcome, any Error>]
}

struct StoredQuery: Sendable {
  var table: String
  /// Whose rules for nulls, division and rounding apply.
  var version: APIVersion
  var filter: Expression?
  var order: [OrderTerm] = []
  /// nil for all.
  var columns: [String]?
  var skip = 0
  var take: Int
  /// Whether to find out if more rows follow.
  var looksBeyond = false
  var counts = false
  var hidesDeleted: Bool
  /// Whether rows leave out the columns that are null, other than declared ones.
  var omitsNulls = false
}

struct StoredRowPage: Sendable {
  /// The rows as a JSON array of objects.
  var rows: [UInt8] = Array("[]".utf8)
  var rowCount = 0
  /// True when rows follow behind the last one.
  var hasMore = false
  /// Rows that match, on all pages; nil when the query did not ask.
  var count: Int?
}

/// What a look on the spot came to.
enum QuickRow: Sendable {
  case row(StoredRow?)
  /// It would have to wait.
  case busy
}

/// One step that is done whole or not at all.
enum WriteJob: Sendable {
  /// Decides about one row, which may not be there.
  case row(id: String, table: String, decide: @Sendable (StoredRow?) throws -> WriteDecision)
  /// Decides about every row that matches.
  case matching(
    table: String, filter: Expression, version: APIVersion, hidesDeleted: Bool,
    decide: @Sendable (StoredRow) throws -> WriteDecision)
  /// Several of them, all or none; throws ``GroupFailure``.
  case group([WriteJob])
}

struct WriteDecision: Sendable {
  var change: WriteChange
  /// What the answer's status will be.
  var status: Int
}

/// The values never name a system column.
enum WriteChange: Sendable {
  case none
  case insert(JSONObject, deleted: Bool)
  /// Columns that are not named keep their values.
  case merge(JSONObject, deleted: Bool)
  /// Columns that are not named become null.
  case replace(JSONObject, deleted: Bool)
  case remove
}

struct WriteOutcome: Sendable {
  /// The status that the last decision named; nil when a matching job met no row.
  var status: Int?
  /// The rows after the change; a removed one as it was.
  var rows: [StoredRow]
  /// One per job of a group.
  var parts: [WriteOutcome] = []
}

/// Why a group was not done.
struct GroupFailure: Error {
  /// The job that failed.
  let position: Int
  /// Its own error, or an outcome whose status says that nothing was written.
  let result: Result<WriteOutcome, any Error>
}
