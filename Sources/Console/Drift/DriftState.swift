import ConsoleData
import JSONKit
import Support
import SyncCore

/// What is known of the rows of a store that differ from its server's.
struct DriftState: Sendable, Equatable {
  /// The newest complete check of each table, by name.
  let checks: [DriftCheck]
  /// Checks that failed since, by the table's name.
  let failures: UTF8Dictionary<DriftCheck>

  init(_ latest: [DriftCheck], tables: [String]) {
    let known = latest.filter { tables.contains(identical: $0.table) }
    checks = known.filter { $0.failure == nil }
    failures = UTF8Dictionary(
      known.filter { $0.failure != nil }.map { ($0.table, $0) }, uniquingKeysWith: { $1 })
  }

  /// The same of one table.
  func only(_ table: String) -> DriftState {
    DriftState(checks + failures.values, tables: [table])
  }

  /// Tables with rows that differ, those with the most first.
  var differing: [DriftCheck] {
    checks.filter { $0.remaining > 0 }.sorted { $0.remaining > $1.remaining }
  }

  var remaining: Int { checks.reduce(0) { $0 + $1.remaining } }

  /// By table, as the page lists them: those that need a look first.
  var lines: [DriftCheck] {
    let failed = failures.values.sorted { $0.table < $1.table }
    let others = checks.filter { failures[$0.table] == nil && $0.remaining == 0 }
    return differing.filter { failures[$0.table] == nil } + failed + others
  }

  /// - Parameters:
  ///   - histories: The earlier checks by table.
  ///   - text: Only tables with it; nil for all.
  func json(_ histories: UTF8Dictionary<[DriftSample]>, with text: String?) -> JSONValue {
    .array(
      lines.filter { $0.contains(text) }.map { check in
        [
          "table": .string(check.table), "run": .integer(check.run),
          "checkedAt": .string(check.checkedAt.description),
          "method": .string(check.method.rawValue),
          "serverRows": .integer(Int64(check.serverRows)),
          "missingOnServer": .integer(Int64(check.missingOnServer)),
          "missingHere": .integer(Int64(check.missingHere)),
          "different": .integer(Int64(check.different)), "filtered": .bool(check.isFiltered),
          "repaired": .integer(Int64(check.repaired)),
          "remaining": .integer(Int64(check.remaining)), "failure": JSONValue(check.failure),
          "checks": .array((histories[check.table] ?? []).reversed().map(\.json)),
        ]
      })
  }
}

extension DriftCheck: Searchable {
  var texts: [String] { [table, failure ?? ""] }
}

extension DriftSample {
  fileprivate var json: JSONValue {
    [
      "run": .integer(run), "checkedAt": .string(checkedAt.description),
      "found": .integer(Int64(found)), "failed": .bool(isFailure),
    ]
  }
}

extension ConsoleServices {
  func drift(of store: StoreHandle) async throws -> DriftState {
    DriftState(
      try await data.driftChecks(store: store.name), tables: try await store.sync.tableNames())
  }
}
