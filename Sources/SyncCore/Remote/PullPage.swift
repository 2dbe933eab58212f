package import Support

/// Asks for one page of a pull.
package struct PullRequest: Sendable, Hashable {
  package var table: String
  /// In the remote's own language; nil for every row.
  package var filter: String?
  /// The delta token stored by an earlier pull; nil starts from the beginning.
  package var token: String?
  /// The server's time at which the read began that ended with ``token``; nil where it is unknown.
  package var asOf: Timestamp?
  /// The `next` of the page before; nil for the first page.
  package var cursor: String?
  package var pageSize: Int
  package var overlapSeconds: Int
  /// What "delete" means for the table.
  ///
  /// A filter that keeps to rows that are not deleted hides that one became so: from a token on,
  /// rows that were deleted since have to come all the same.
  package var softDelete: SoftDelete

  package init(
    table: String, filter: String? = nil, token: String? = nil, asOf: Timestamp? = nil,
    cursor: String? = nil, pageSize: Int, overlapSeconds: Int = 0, softDelete: SoftDelete = .system
  ) {
    self.table = table
    self.filter = filter
    self.token = token
    self.asOf = asOf
    self.cursor = cursor
    self.pageSize = pageSize
    self.overlapSeconds = overlapSeconds
    self.softDelete = softDelete
  }

  /// The stamp from which on rows have to come; nil to read everything.
  ///
  /// A transaction that commits late leaves rows behind the token, with stamps of at most
  /// ``overlapSeconds`` before its commit. So only those need to be read again that are newer than
  /// the last read less that time, however many rows stand right before the token.
  package var start: Timestamp? {
    guard let token = token.flatMap({ Timestamp($0) }) else { return nil }
    let overlap = Int64(max(0, overlapSeconds))
    guard let asOf else { return token.adding(seconds: -overlap) }
    return min(token, asOf.adding(seconds: -overlap))
  }

  /// True when the server's clock was set back since the read that ended with ``token``.
  ///
  /// Rows written since may have stamps before the token then. Servers behind one address may differ
  /// by a few seconds.
  func isClockSetBack(at asOf: Timestamp?) -> Bool {
    guard token != nil, let before = self.asOf, let asOf else { return false }
    return asOf < before.adding(seconds: -Int64(max(overlapSeconds, Self.clockToleranceSeconds)))
  }

  private static let clockToleranceSeconds = 5
}

/// One page of a pull, to be stored in one transaction with its token.
package struct PullPage: Sendable, Hashable {
  package var batch: RecordBatch
  /// What the server says of the columns, where that is more than the values show.
  package var columns: [RemoteColumn]
  /// Rows that the server has removed, known by their ids alone.
  package var removals: [Removal]
  /// The delta token that holds once the rows are stored; nil leaves the stored one as it is.
  package var token: String?
  /// The server's time when this pull began, or a little before; nil where the server shows none.
  ///
  /// The same on every page. See ``RequestClock``.
  package var asOf: Timestamp?
  /// Asks for the next page; nil when the pull is complete.
  package var next: String?
  /// A cursor with which a later pull can go on behind this page, whatever happened in between; nil
  /// when only the token says where to go on.
  ///
  /// For walks that give a token only at their end. That token has to be as old as the walk: what
  /// changed meanwhile on pages that were read before is asked for with it.
  package var place: String?
  /// What a person should know about this server's answer, in whole sentences.
  package var warnings: [String]

  package init(
    records: [Record], columns: [RemoteColumn] = [], removals: [Removal] = [],
    token: String? = nil, asOf: Timestamp? = nil, next: String? = nil, place: String? = nil,
    warnings: [String] = []
  ) {
    self.init(
      batch: RecordBatch(records), columns: columns, removals: removals, token: token, asOf: asOf,
      next: next, place: place, warnings: warnings)
  }

  package init(
    batch: RecordBatch, columns: [RemoteColumn] = [], removals: [Removal] = [],
    token: String? = nil, asOf: Timestamp? = nil, next: String? = nil, place: String? = nil,
    warnings: [String] = []
  ) {
    self.batch = batch
    self.columns = columns
    self.removals = removals
    self.token = token
    self.asOf = asOf
    self.next = next
    self.place = place
    self.warnings = warnings
  }

  /// The rows as records, made anew with each call.
  package var records: [Record] { batch.records }
}

/// A row that is gone from the server, told by its id.
package struct Removal: Sendable, Hashable {
  @UTF8Key package var id: String
  /// Nil where the server names no table: the store knows it by the row it has.
  package var table: String?
  /// The table that the form of the id speaks for; counts where the store knows nothing better.
  package var suggestedTable: String?

  package init(id: String, table: String? = nil, suggestedTable: String? = nil) {
    self.id = id
    self.table = table
    self.suggestedTable = suggestedTable
  }
}

/// What reconcile needs to know of a row.
package struct RowIdentity: Sendable, Hashable {
  @UTF8Key package var id: String
  package var version: String?
  package var updatedAt: String?
  package var deleted: Bool

  package init(id: String, version: String? = nil, updatedAt: String? = nil, deleted: Bool = false)
  {
    self.id = id
    self.version = version
    self.updatedAt = updatedAt
    self.deleted = deleted
  }
}

package struct IdentityPage: Sendable, Hashable {
  package var identities: [RowIdentity]
  /// Nil when this was the last page.
  package var next: String?
  /// What a person should know about this server's answer, in whole sentences.
  package var warnings: [String]

  package init(identities: [RowIdentity], next: String? = nil, warnings: [String] = []) {
    self.identities = identities
    self.next = next
    self.warnings = warnings
  }
}
