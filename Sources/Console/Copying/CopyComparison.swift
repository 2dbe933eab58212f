package import JSONKit
import Localization
import Support
package import SyncCore
import SyncInspection

/// The tables of another store beside those of this one: what a copy would do.
package struct CopyComparison: Sendable {
  package let source: String
  package let isSourceOffline: Bool
  /// Tables that both stores have.
  package let tables: [CopyReport]
  package let pending: [PendingCopyReport]
  /// Tables that this store does not have.
  package let missingTables: [String]

  /// - Parameter tables: Nil for every table.
  /// - Throws: ``CopyError/sameStore``, `SyncError.noSuchTable` for a table that a store lacks, or what
  ///   the databases throw.
  package init(
    _ name: String, _ source: SyncContext, to target: SyncContext, tables: [String]?,
    options: CopyOptions
  ) async throws {
    self.source = name
    isSourceOffline = try await source.isOffline
    let known = try await target.tablesToCopy(from: source)
    missingTables = tables == nil ? known.missing : []
    self.tables = try await Self.previews(
      of: Self.tables(tables, among: known.shared, of: target), name, source, to: target, options)
    var pending: [PendingCopyReport] = []
    for table in self.tables.map(\.table) {
      pending.append(try await target.previewPendingChanges(from: source, table: table))
    }
    self.pending = pending
  }

  /// The tables that a copy is about.
  ///
  /// - Parameter wanted: Nil for all that both stores have.
  /// - Throws: `SyncError.noSuchTable` or `.tableIsReadOnly` for one that can't be copied.
  static func tables(
    _ wanted: [String]?, from source: SyncContext, to target: SyncContext
  ) async throws -> [String] {
    try await self.tables(wanted, among: target.tablesToCopy(from: source).shared, of: target)
  }

  private static func tables(
    _ wanted: [String]?, among shared: [String], of target: SyncContext
  ) throws -> [String] {
    guard let wanted else { return shared }
    for table in wanted where !shared.contains(identical: table) {
      try target.requireChanges(of: table)
      throw SyncError.noSuchTable(table)
    }
    return wanted
  }

  /// What a copy would do to each table, without the pending changes.
  package static func previews(
    _ name: String, _ source: SyncContext, to target: SyncContext, tables: [String]?,
    options: CopyOptions
  ) async throws -> [CopyReport] {
    try await previews(
      of: self.tables(tables, from: source, to: target), name, source, to: target, options)
  }

  private static func previews(
    of tables: [String], _ name: String, _ source: SyncContext, to target: SyncContext,
    _ options: CopyOptions
  ) async throws -> [CopyReport] {
    var reports: [CopyReport] = []
    for table in tables {
      reports.append(
        try await target.previewCopy(of: table, from: source, named: name, options: options))
    }
    return reports
  }

  package var rowsToCopy: Int { tables.reduce(0) { $0 + $1.rowsToCopy } }
  package var pendingChanges: Int { pending.reduce(0) { $0 + $1.copied + $1.skipped.count } }
  package var isAlike: Bool { tables.allSatisfy(\.isAlike) && missingTables.isEmpty }

  package var json: JSONValue {
    [
      "from": .string(source), "fromOffline": .bool(isSourceOffline), "alike": .bool(isAlike),
      "tables": .array(tables.map(\.json)),
      "missingTables": .array(missingTables.map(JSONValue.string)),
      "pending": .array(pending.map(\.json)),
    ]
  }

  /// - Parameters:
  ///   - comparison: Nil where no store to copy from was named.
  ///   - sources: The stores that rows can come from.
  static func json(_ comparison: CopyComparison?, sources: [String]) -> JSONValue {
    var json = comparison?.json.object ?? ["from": .null]
    json["sources"] = .array(sources.map(JSONValue.string))
    return .object(json)
  }
}

extension CopyReport {
  package var rowsToCopy: Int { new + changed }
}

extension SkipReason {
  /// Why the row is skipped, and what to do.
  package var sentence: String {
    switch self {
    case .changedHere:
      localized("The row was changed here. To replace it, choose “Overwrite rows that differ”.")
    case .deletedHere: localized("The row is deleted here. To bring it back, undelete it.")
    case .missingHere: localized("The row is not in this store. Copy the rows first.")
    case .unresolvedHere:
      localized("A change of the row is rejected or in conflict here. Resolve it first.")
    case .insertNotPushed: localized("The row’s insert is not pushed yet. Push, then copy again.")
    case .conflictInSource:
      localized("The change is in conflict in the other store. Resolve it there first.")
    case .invalid(let reason): reason
    }
  }
}
