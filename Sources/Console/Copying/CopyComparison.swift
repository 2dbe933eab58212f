package import JSONKit
import Support
package import SyncCore
import SyncInspection

/// The tables of another store beside those of this one: what a copy would do.
package struct CopyComparison: Sendable {
  package let source: String
  package let isSourceOffline: Bool
  /// Tables that both stores have.
  package private(set) var tables: [CopyReport] = []
  package private(set) var pending: [TakeOverReport] = []
  /// Tables that this store does not have.
  package private(set) var missingTables: [String] = []

  init(_ query: CopyQuery, of source: StoreHandle, to target: SyncContext) async throws {
    try await self.init(
      source.name, source.sync, to: target, tables: query.tables, options: query.options)
  }

  /// - Parameter tables: Nil for every table.
  /// - Throws: ``CopyError/sameStore``, `SyncError.noSuchTable` for a table that either store lacks,
  ///   or what the databases throw.
  package init(
    _ name: String, _ source: SyncContext, to target: SyncContext, tables: [String]?,
    options: CopyOptions
  ) async throws {
    self.source = name
    isSourceOffline = try await source.isOffline
    let all = try await target.tablesToCopy(from: source)
    if let unknown = tables?.first(where: { !all.contains(identical: $0) }) {
      throw SyncError.noSuchTable(unknown)
    }
    let known = UTF8Set(try await target.tableNames())
    for table in tables ?? all {
      guard known.contains(table) || tables != nil else {
        missingTables.append(table)
        continue
      }
      self.tables.append(
        try await target.previewCopy(table, from: source, named: name, options: options))
      pending.append(try await target.previewTakeOver(from: source, table: table))
    }
  }

  /// The tables that pending changes are moved of.
  static func tables(
    _ query: CopyQuery, of source: SyncContext, to target: SyncContext
  ) async throws -> [String] {
    let known = UTF8Set(try await target.tableNames())
    return try await target.tablesToCopy(from: source).filter { known.contains($0) }
  }

  package var rowsToCopy: Int { tables.reduce(0) { $0 + $1.new + $1.changed } }
  package var pendingChanges: Int { pending.reduce(0) { $0 + $1.taken + $1.left } }
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
  package var json: JSONValue {
    [
      "table": .string(table), "sourceRows": .integer(Int64(sourceRows)),
      "sourceDeleted": .integer(Int64(sourceDeleted)), "same": .integer(Int64(same)),
      "new": .integer(Int64(new)), "changed": .integer(Int64(changed)),
      "deleted": .integer(Int64(deleted)), "left": .integer(Int64(left)),
      "onlyHere": .integer(Int64(onlyHere)), "written": .integer(Int64(written)),
      "complete": .bool(isComplete), "leftRows": .array(leftRows.map(\.json)),
      "leftOutColumns": .array(leftOutColumns.map(JSONValue.string)),
    ]
  }
}

extension CopyReport.Left {
  fileprivate var json: JSONValue {
    ["id": .string(id), "code": .string(obstacle.code), "reason": .string(obstacle.sentence)]
  }
}

extension TakeOverReport {
  package var json: JSONValue {
    [
      "table": .string(table), "taken": .integer(Int64(taken)),
      "removals": .integer(Int64(removals)), "same": .integer(Int64(same)),
      "left": .integer(Int64(left)), "leftRows": .array(leftRows.map(\.json)),
    ]
  }
}

extension CopyObstacle {
  /// Why the row is skipped, and what to do.
  package var sentence: String {
    switch self {
    case .changedHere:
      "The row was changed here. To replace it, choose “Overwrite rows that differ”."
    case .deletedHere: "The row is deleted here. To bring it back, undelete it."
    case .missingHere: "The row is not in this store. Copy the rows first."
    case .unresolvedHere: "A change of the row is rejected or in conflict here. Resolve it first."
    case .insertNotPushed: "The row’s insert is not pushed yet. Push, then copy again."
    case .conflictInSource: "The change is in conflict in the other store. Resolve it there first."
    case .invalid(let reason): reason
    }
  }
}
