package import Support
package import SyncCore

/// What an error asks of people.
package enum ErrorKind: String, Sendable, Hashable, CaseIterable {
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
  package var state: ErrorKind { isConflict ? .conflict : isOutcomeUnknown ? .unknown : .failed }
}

/// Which errors to list, newest operation first.
package struct ErrorQuery: Sendable, Hashable {
  /// Nil for every table.
  package var table: String?
  /// Nil for every kind.
  package var kind: ErrorKind?
  package var status: Int?
  /// As ``ErrorGroup/cause`` has it.
  package var cause: String?
  /// In the row's id, in a text of the row, or in the reason.
  package var text: String?
  /// Of which operations; nil for all.
  package var operations: Operations?
  /// Only of operations that failed first after this.
  package var since: Timestamp?
  /// Leaves out unknown outcomes, which need no decision, unless `kind` names them.
  package var needsDecision = false
  package var size: Int
  package var after: String?
  /// ``ErrorPage/previous`` of the page behind; takes precedence over ``after``.
  package var before: String?

  package enum Operations: Sendable, Hashable {
    case only([Int64])
    case without([Int64])
  }

  package init(
    table: String? = nil, kind: ErrorKind? = nil, status: Int? = nil, cause: String? = nil,
    text: String? = nil, operations: Operations? = nil, size: Int = 50, after: String? = nil
  ) {
    self.text = text
    self.operations = operations
    self.table = table
    self.kind = kind
    self.status = status
    self.cause = cause
    self.size = size
    self.after = after
  }
}

package struct ErrorPage: Sendable, Hashable {
  package var errors: [OperationError]
  /// How many there are on all pages.
  package var count: Int
  package var next: String?
  /// For the page before it; nil at the beginning.
  package var previous: String?
  /// When the last of all of them came; nil when there is none.
  package var newestAt: Timestamp?
  /// What is to be decided, by operation; empty where it was not requested.
  package var revisions: [Int64: Revision] = [:]
  /// The cause of each, by its id, as ``ErrorGroup/cause`` has it.
  package var causes: UTF8Dictionary<String> = [:]

  package init(errors: [OperationError] = [], count: Int = 0, next: String? = nil) {
    self.errors = errors
    self.count = count
    self.next = next
  }
}

/// Errors of one table that have the same cause.
package struct ErrorGroup: Sendable, Hashable {
  package var table: String
  package var kind: ErrorKind
  /// The HTTP status; 0 when there was none.
  package var status: Int
  /// The server's message without what names a row; the same for all of them.
  package var cause: String
  package var count: Int
  package var firstAt: Timestamp
  package var lastAt: Timestamp
  /// One of them, to look at.
  package var exampleID: String

  package init(
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
  package var query: ErrorQuery {
    ErrorQuery(table: table, kind: kind, status: status, cause: cause)
  }

  package var isConflict: Bool { kind == .conflict }
}

/// Errors by cause, as many of the causes as were asked for.
package struct ErrorGroups: Sendable, Hashable {
  /// Conflicts first, then the largest.
  package var groups: [ErrorGroup]
  /// Causes beyond those.
  package var moreCauses: Int
  /// The errors that have one of the causes beyond.
  package var moreErrors: Int

  package init(_ groups: [ErrorGroup] = [], moreCauses: Int = 0, moreErrors: Int = 0) {
    self.groups = groups
    self.moreCauses = moreCauses
    self.moreErrors = moreErrors
  }
}

/// Where a conflict stands in a list of conflicts, newest operation first.
package struct ConflictPosition: Sendable, Hashable {
  /// Counted from 1.
  package var place: Int
  package var count: Int
  /// The one below it, from the last one on the first; nil when there is no other.
  package var next: String?
  /// The one above it; nil for the first one.
  package var previous: String?
}
