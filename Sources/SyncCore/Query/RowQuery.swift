/// Which rows of a table a list shows.
public enum RowView: String, Sendable, Hashable, CaseIterable {
  /// Rows that are not deleted.
  case live
  /// Rows that a soft delete marks as deleted.
  case deleted
  /// Live and deleted rows.
  case all
  /// Rows with an operation that waits or is being sent.
  case pending
  /// Rows with an operation that the server refused.
  case failed
  /// Rows that the server and this store both changed.
  case conflicts
  /// Live rows without an operation.
  case synced
}

/// How a ``RowFilter`` compares.
public enum FilterOperator: String, Sendable, Hashable, CaseIterable {
  /// The same value.
  case equals
  /// Different, which NULL is too.
  case not
  /// Contains the text, in upper or lower case.
  case contains
  /// Starts with the text, in upper or lower case.
  case starts
  /// Greater than the value.
  case gt
  /// Greater than the value, or equal.
  case gte
  /// Less than the value.
  case lt
  /// Less than the value, or equal.
  case lte
  /// One of a comma-separated list, or of a JSON array.
  case `in`
  /// `true`: is NULL; `false`: is not.
  case null
}

/// A condition on one column; the text is compared as the column's type.
public struct RowFilter: Sendable, Hashable {
  package var column: String
  package var op: FilterOperator
  package var value: String
  /// Of the filters of one group a row matches at least one; a filter without a group it matches.
  package var group: Int?
  /// Ids of rows of another table whose names match: values that match as well.
  package var ids: [String] = []
  /// True where ``FilterOperator/equals`` compares what is shown, in upper or lower case.
  package var isAsShown = false

  /// Rows that contain `text` in their id or in a text column of their own, in upper or lower case.
  ///
  /// With ``FilterOperator/equals`` or ``FilterOperator/starts``: whose id or column is `text`, or starts
  /// with it.
  public static func anyText(_ text: String) -> RowFilter { RowFilter("", .contains, text) }

  /// True for a filter of ``anyText(_:)``, which has no column.
  package var isAnyText: Bool { column.isEmpty }

  /// A condition, such as `RowFilter("name", .starts, "F")`.
  ///
  /// - Parameter group: A number from 1 to 9. A row matches at least one of the filters of a group.
  public init(_ column: String, _ op: FilterOperator, _ value: String, group: Int? = nil) {
    self.column = column
    self.op = op
    self.value = value
    self.group = group
  }
}

/// A column that rows are sorted by.
public struct RowSort: Sendable, Hashable {
  package var column: String
  package var descending: Bool

  /// Ascending unless `descending` is true.
  public init(_ column: String, descending: Bool = false) {
    self.column = column
    self.descending = descending
  }
}

/// One page of one table's rows.
public struct RowQuery: Sendable, Hashable {
  package static let sizeMax = 10_000

  package var view: RowView
  package var filters: [RowFilter]
  /// Rows that are equal by these columns come by id; empty means newest change first.
  package var sort: [RowSort]
  package var size: Int
  /// The `next` of the page before.
  public var after: String?
  /// The `previous` of the page behind; where fewer rows than a page are before it, the first page is
  /// meant.
  package var before: String?
  /// Counts beyond 10,000 rows too.
  package var exactCount: Bool
  /// False for callers that page through everything and need no count.
  package var wantsCount = true
  /// SQLite's numbers of the rows to look at; nil looks at all rows.
  package var among: [Int64]?
  /// Ends the search for rows after this long with those that were found; nil searches on.
  package var timeLimit: Duration?
  /// Ends the counting after this long, as "more than" what was counted; nil counts on.
  package var countTimeLimit: Duration?

  /// A query for the first page.
  ///
  /// - Parameters:
  ///   - filters: A row matches all of them; of those of one group, at least one.
  ///   - sort: The first column counts first; empty means newest change first.
  ///   - size: Rows of a page, at most 10,000.
  ///   - after: The `next` of the page before.
  ///   - exactCount: Counts beyond 10,000 rows too.
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

/// How many rows a query matches.
public struct RowCount: Sendable, Hashable {
  /// Rows are counted up to here unless all are asked for.
  package static let bound = 10_000

  /// The number of rows, or how many were counted where ``exact`` is false.
  public var value: Int
  /// False when there are more than `value`.
  public var exact: Bool

  package init(_ value: Int, exact: Bool = true) {
    self.value = value
    self.exact = exact
  }
}

/// A row on a page.
public struct ListedRow: Sendable, Hashable {
  /// The row itself.
  public var record: Record
  package var state: RowState
  /// Deleted by the table's soft delete, whichever it is.
  public var deleted: Bool

  package init(record: Record, state: RowState = .synced, deleted: Bool = false) {
    self.record = record
    self.state = state
    self.deleted = deleted
  }

  package var id: String { record.id }
}

/// One page of rows.
public struct RowPage: Sendable, Hashable {
  package var table: String
  package var view: RowView
  /// System columns first.
  package var columns: [Column]
  /// In the order of the query.
  public var rows: [ListedRow]
  /// Nil when the query did not want it.
  public var count: RowCount?
  /// Asks for the next page; nil on the last one.
  public var next: String?
  /// Asks for the page before; nil on the first one.
  package var previous: String?
  /// Columns of the query that the table does not have.
  package var ignored: [String]
  /// True when the query's time was over: there may be more rows than these.
  package var isCut = false

  package init(
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
