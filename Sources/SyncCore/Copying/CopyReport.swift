import JSONKit

/// What copying a table from another store does, or did.
package struct CopyReport: Sendable, Hashable {
  package var table: String
  /// Live rows of the other store, as its server has them.
  package var sourceRows = 0
  /// Its rows that are marked as deleted.
  package var sourceDeleted = 0
  /// Live rows of this store.
  package var rowsHere = 0
  /// Live rows of this store that the other does not have.
  package var onlyHere = 0
  package var same = 0
  package var new = 0
  package var changed = 0
  package var deleted = 0
  package var skipped = SkippedRows()
  /// What becomes of each column of the other store.
  package var columns: [CopiedColumn] = []
  /// Over the rows that both stores are to have, as the other store and this one have them; nil where
  /// nobody asked.
  package var digests: ContentDigests?
  /// Rows that this call wrote.
  package var written = 0
  /// The import that takes new and changed rows back; nil when none was written.
  package var importNumber: Int64?
  /// Ids of the rows that this call deleted, and what brings them back.
  package var deletedIDs: [String] = []
  package var deletion = BulkOutcome()
  /// False when it ended before the last row: the next copy goes on.
  package var isComplete = false

  package init(table: String) { self.table = table }

  /// Columns of the other store that are not copied: files, and values that a server never shows.
  package var leftOutColumns: [String] { columns.filter { $0.form == .leftOut }.map(\.name) }

  /// True when this store has every row of the other one, with its values.
  package var isAlike: Bool { new + changed + deleted + skipped.count == 0 }
}

/// Digests of the same rows in two stores; they are equal when all values are.
package struct ContentDigests: Sendable, Hashable {
  package var there = ContentDigest()
  package var here = ContentDigest()

  package init() {}
}

/// 128 bits over the ids and the copied values of rows, in the order in which they are added.
package struct ContentDigest: Sendable, Hashable, CustomStringConvertible {
  private var value = ""

  package init() {}

  /// 32 hexadecimal digits; empty for no rows.
  package var description: String { value }

  /// - Parameter kept: A ``description``.
  package init(kept: String) { value = kept }

  /// - Parameter values: Of the columns that are copied.
  mutating func add(_ id: String, _ values: JSONObject) {
    let row: JSONObject = ["before": .string(value), "mark": .string(CopyMarks.mark(of: values))]
    value = RowFingerprint(of: Record(id: id, values: row)).rawValue
  }
}

/// How rows are copied.
package struct CopyOptions: Sendable, Hashable {
  /// Rows that differ and that no copy wrote get the other store's values.
  package var overwrites = false
  /// Deleted rows are inserted, and deleted by the next copy once that was pushed.
  package var includesDeleted = false

  package init() {}
}
