public import Support

/// What an error asks of people.
public enum ErrorKind: String, Sendable, Hashable, CaseIterable {
  /// Server and store both changed the row: a person chooses.
  case conflict
  /// The server refused the change: a person decides.
  case failed
  /// The server may have the change and may not: the next push asks it.
  case unknown
}

extension ErrorKind {
  /// What an error of an operation in this state is.
  init(_ state: OperationState) {
    switch state {
    case .conflict: self = .conflict
    case .unknown: self = .unknown
    default: self = .failed
    }
  }
}

extension OperationError {
  public var state: ErrorKind { isConflict ? .conflict : isOutcomeUnknown ? .unknown : .failed }
}

/// Which errors to list, newest operation first.
public struct ErrorQuery: Sendable, Hashable {
  /// Nil for every table.
  public var table: String?
  /// Nil for every kind.
  public var kind: ErrorKind?
  public var status: Int?
  /// As ``ErrorGroup/cause`` has it.
  public var cause: String?
  /// In the row's id, in a text of the row, or in the reason.
  public var text: String?
  public var size: Int
  public var after: String?

  public init(
    table: String? = nil, kind: ErrorKind? = nil, status: Int? = nil, cause: String? = nil,
    text: String? = nil, size: Int = 50, after: String? = nil
  ) {
    self.text = text
    self.table = table
    self.kind = kind
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
  /// When the last of all of them came; nil when there is none.
  public var newestAt: Timestamp?
  /// What stands to be decided, by operation; empty where nobody asked for it.
  public var revisions: [Int64: Revision] = [:]

  public init(errors: [OperationError] = [], count: Int = 0, next: String? = nil) {
    self.errors = errors
    self.count = count
    self.next = next
  }
}

/// Errors of one table that have the same cause.
public struct ErrorGroup: Sendable, Hashable {
  public var table: String
  public var kind: ErrorKind
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
    table: String, kind: ErrorKind, status: Int, cause: String, count: Int, firstAt: Timestamp,
    lastAt: Timestamp, exampleID: String
  ) {
    self.table = table
    self.kind = kind
    self.status = status
    self.cause = cause
    self.count = count
    self.firstAt = firstAt
    self.lastAt = lastAt
    self.exampleID = exampleID
  }

  /// The list that shows all of them.
  public var query: ErrorQuery {
    ErrorQuery(table: table, kind: kind, status: status, cause: cause)
  }

  public var isConflict: Bool { kind == .conflict }
}

/// Errors by cause, as many of the causes as were asked for.
public struct ErrorGroups: Sendable, Hashable {
  /// Conflicts first, then the largest.
  public var groups: [ErrorGroup]
  /// Causes beyond those.
  public var moreCauses: Int
  /// The errors that have one of the causes beyond.
  public var moreErrors: Int

  public init(_ groups: [ErrorGroup] = [], moreCauses: Int = 0, moreErrors: Int = 0) {
    self.groups = groups
    self.moreCauses = moreCauses
    self.moreErrors = moreErrors
  }
}

/// Where a conflict stands in a list of conflicts, newest operation first.
public struct ConflictPosition: Sendable, Hashable {
  /// Counted from 1.
  public var place: Int
  public var count: Int
  /// The one below it, from the last one on the first; nil when there is no other.
  public var next: String?
}
