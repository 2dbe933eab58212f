public import Support

/// Which errors to list, newest operation first.
public struct ErrorQuery: Sendable, Hashable {
  /// Nil for every table.
  public var table: String?
  /// True for conflicts only, false for the others only.
  public var isConflict: Bool?
  public var status: Int?
  /// As ``ErrorFamily/cause`` has it.
  public var cause: String?
  public var size: Int
  public var after: String?

  public init(
    table: String? = nil, isConflict: Bool? = nil, status: Int? = nil, cause: String? = nil,
    size: Int = 50, after: String? = nil
  ) {
    self.table = table
    self.isConflict = isConflict
    self.status = status
    self.cause = cause
    self.size = size
    self.after = after
  }
}

public struct ErrorPage: Sendable, Hashable {
  public var errors: [OperationError]
  /// How many there are on all pages.
  public var count: Int
  public var next: String?

  public init(errors: [OperationError] = [], count: Int = 0, next: String? = nil) {
    self.errors = errors
    self.count = count
    self.next = next
  }
}

/// Errors of one table that have the same cause.
public struct ErrorFamily: Sendable, Hashable {
  public var table: String
  public var isConflict: Bool
  /// The HTTP status; 0 when there was none.
  public var status: Int
  /// The server's message without what names a row; the same for all of them.
  public var cause: String
  public var count: Int
  public var firstAt: Timestamp
  public var lastAt: Timestamp
  /// One of them, to look at.
  public var exampleID: String

  public init(
    table: String, isConflict: Bool, status: Int, cause: String, count: Int, firstAt: Timestamp,
    lastAt: Timestamp, exampleID: String
  ) {
    self.table = table
    self.isConflict = isConflict
    self.status = status
    self.cause = cause
    self.count = count
    self.firstAt = firstAt
    self.lastAt = lastAt
    self.exampleID = exampleID
  }

  /// The list that shows all of them.
  public var query: ErrorQuery {
    ErrorQuery(table: table, isConflict: isConflict, status: status, cause: cause)
  }
}

/// Where a conflict stands among all of the store.
public struct ConflictPlace: Sendable, Hashable {
  /// Counted from 1.
  public var place: Int
  public var count: Int
  /// The one after it, from the last one on to the first; nil when there is no other.
  public var next: String?
}
