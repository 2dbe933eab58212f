/// What copying a table from another store does, or did.
package struct CopyReport: Sendable, Hashable {
  /// Rows that are named at most for each reason.
  package static let namedMax = 20

  package struct Left: Sendable, Hashable {
    package var id: String
    package var obstacle: CopyObstacle
  }

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
  /// Rows that were left as they are here.
  package var left = 0
  /// The first of ``left``.
  package var leftRows: [Left] = []
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
  package var isAlike: Bool { new + changed + deleted + left == 0 }

  mutating func leave(_ id: String, _ obstacle: CopyObstacle) {
    left += 1
    if leftRows.count(where: { $0.obstacle.code == obstacle.code }) < Self.namedMax {
      leftRows.append(Left(id: id, obstacle: obstacle))
    }
  }
}

/// Why a row is not copied, or its pending change not taken over.
package enum CopyObstacle: Sendable, Hashable {
  /// The row here is not what an earlier copy wrote, and differs.
  case changedHere
  case deletedHere
  /// The row is missing here, so the change has nothing to change.
  case missingHere
  /// A change of the row was rejected, or is in conflict, here.
  case unresolvedHere
  /// The row is deleted in the other store; here its insert has to be pushed first.
  case insertNotPushed
  /// The pending change is in conflict in the other store, or its server's row changed since.
  case conflictInSource
  /// The values or the id are not allowed here.
  case invalid(String)

  package var code: String {
    switch self {
    case .changedHere: "changedHere"
    case .deletedHere: "deletedHere"
    case .missingHere: "missingHere"
    case .unresolvedHere: "unresolvedHere"
    case .insertNotPushed: "insertNotPushed"
    case .conflictInSource: "conflictInSource"
    case .invalid: "invalid"
    }
  }
}

/// Which part of a copy is carried out; a preview counts both.
package enum CopyPart: Sendable, Hashable {
  /// Inserts and updates.
  case rows
  /// Deletes of rows that the other store deleted since they were copied.
  case deletions
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

/// Why nothing was copied or taken over.
package enum CopyError: Error, Sendable, Equatable, CustomStringConvertible {
  case sameStore
  /// The other store may push its pending changes itself.
  case sourceIsOnline
  /// Columns that are masked in the other store, and not in this one.
  case unmasked(table: String, columns: [String])

  package var description: String {
    switch self {
    case .sameStore: "A store cannot be copied to itself. Choose another store."
    case .sourceIsOnline:
      "The other store is online and may push its pending changes itself. Take it offline first."
    case .unmasked(let table, let columns):
      "\(columns.joined(separator: ", ")) of \(table) \(columns.count == 1 ? "is" : "are") masked in "
        + "the other store and would be readable here. Mask the same columns in this store’s settings "
        + "first."
    }
  }
}

/// What broke a copy off that had written rows: these stay, and the next copy goes on.
package struct CopyInterruption: Error {
  package var report: CopyReport
  package var cause: any Error
}
