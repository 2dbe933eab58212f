/// Which rows of a table a list shows.
public enum RowView: String, Sendable, Hashable, CaseIterable {
  case live, deleted, all, pending, failed, conflicts
}

public enum FilterOperator: String, Sendable, Hashable, CaseIterable {
  case equals
  /// Different, which NULL is too.
  case not
  case contains, starts
  case gt, gte, lt, lte
  /// One of a comma-separated list, or of a JSON array.
  case `in`
  /// `true`: is NULL; `false`: is not.
  case null
}

/// A condition on one column; the text is compared as the column's type.
public struct RowFilter: Sendable, Hashable {
  public var column: String
  public var op: FilterOperator
  public var value: String

  public init(_ column: String, _ op: FilterOperator, _ value: String) {
    self.column = column
    self.op = op
    self.value = value
  }
}

public struct RowSort: Sendable, Hashable {
  public var column: String
  public var descending: Bool

  public init(_ column: String, descending: Bool = false) {
    self.column = column
    self.descending = descending
  }
}

/// One page of one table's rows.
public struct RowQuery: Sendable, Hashable {
  public static let sizeMax = 10_000

  public var view: RowView
  public var filters: [RowFilter]
  /// Rows that are equal by these columns come by id; empty means newest change first.
  public var sort: [RowSort]
  public var size: Int
  /// The `next` of the page before.
  public var after: String?
  /// Counts beyond 10,000 rows too.
  public var exactCount: Bool
  /// False for callers that page through everything and need no count.
  public var wantsCount = true
  /// Ends the search for rows after this long with those that were found; nil searches on.
  public var timeLimit: Duration?
  /// Ends the counting after this long, as "more than" what was counted; nil counts on.
  public var countTimeLimit: Duration?

  public init(
    view: RowView = .live, filters: [RowFilter] = [], sort: [RowSort] = [], size: Int = 50,
    after: String? = nil, exactCount: Bool = false
  ) {
    self.view = view
    self.filters = filters
    self.sort = sort
    self.size = size
    self.after = after
    self.exactCount = exactCount
  }
}

public struct RowCount: Sendable, Hashable {
  /// Rows are counted up to here unless all are asked for.
  public static let bound = 10_000

  public var value: Int
  /// False when there are more than `value`.
  public var exact: Bool

  public init(_ value: Int, exact: Bool = true) {
    self.value = value
    self.exact = exact
  }
}

public struct ListedRow: Sendable, Hashable {
  public var record: Record
  public var state: RowState
  /// Deleted by the table's soft delete, whichever it is.
  public var deleted: Bool

  public init(record: Record, state: RowState = .synced, deleted: Bool = false) {
    self.record = record
    self.state = state
    self.deleted = deleted
  }

  public var id: String { record.id }
}

public struct RowPage: Sendable, Hashable {
  public var table: String
  public var view: RowView
  /// System columns first.
  public var columns: [Column]
  public var rows: [ListedRow]
  /// Nil when the query did not want it.
  public var count: RowCount?
  /// Asks for the next page; nil on the last one.
  public var next: String?
  /// Columns of the query that the table does not have.
  public var ignored: [String]
  /// True when the query's time was over: there may be more rows than these.
  public var isCut = false

  public init(
    table: String, view: RowView, columns: [Column], rows: [ListedRow], count: RowCount? = nil,
    next: String? = nil, ignored: [String] = []
  ) {
    self.table = table
    self.view = view
    self.columns = columns
    self.rows = rows
    self.count = count
    self.next = next
    self.ignored = ignored
  }
}
