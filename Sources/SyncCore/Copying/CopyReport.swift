/// What copying a table from another store does, or did.
package struct CopyReport: Sendable, Hashable {
  package var table: String
  /// Live rows of the other store, as its server has them.
  package var sourceRows = 0
  /// Its rows that are marked as deleted.
  package var sourceDeleted = 0
  /// Live rows of this store that the other does not have.
  package var onlyHere = 0
  package var same = 0
  package var new = 0
  package var changed = 0
  package var deleted = 0
  package var skipped = SkippedRows()
  /// Columns of the other store that are not copied: files, and values that a server never shows.
  package var leftOutColumns: [String] = []
  /// Rows that this call wrote.
  package var written = 0
  /// The import that takes new and changed rows back; nil when none was written.
  package var importNumber: Int64?
  /// Ids of the rows that this call deleted, and what brings them back.
  package var deletedIDs: [String] = []
  package var deletion = BulkOutcome()
  /// False when it stopped at the maximum number of rows: the next copy goes on.
  package var isComplete = true

  package init(table: String) { self.table = table }

  /// True when this store has every row of the other one, with its values.
  package var isAlike: Bool { new + changed + deleted + skipped.count == 0 }
}

/// How rows are copied.
package struct CopyOptions: Sendable, Hashable {
  /// Rows that differ and that no copy wrote get the other store's values.
  package var overwrites = false
  /// Deleted rows are inserted, and deleted by the next copy once that was pushed.
  package var includesDeleted = false
  /// Maximum number of rows written in one call.
  package var rowsMax = 100_000

  package init() {}
}
