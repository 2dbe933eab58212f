import Localization
package import SyncCore

/// What moving a store to another one would leave behind.
package struct StoreMove: Sendable {
  package let comparison: CopyComparison
  /// In whole sentences; empty when everything comes along.
  package let leftBehind: [String]

  package init(
    of source: String, _ from: SyncContext, to target: String, _ to: SyncContext
  ) async throws {
    comparison = try await CopyComparison(
      source, from, to: to, tables: nil, options: CopyOptions())
    var open: [String] = []
    func add(_ count: Int, _ words: (Int) -> String) {
      if count > 0 { open.append(localized("\(words(count)).")) }
    }
    let skipped = comparison.tables.reduce(0) { $0 + $1.skipped.count }
    let left = comparison.pending.reduce(0) { $0 + $1.skipped.count }
    add(comparison.rowsToCopy) {
      Format.count($0, "row is not copied yet", "rows are not copied yet")
    }
    add(skipped) {
      Format.count($0, "row differs and was skipped", "rows differ and were skipped")
    }
    add(left) {
      Format.count($0, "pending change cannot be copied", "pending changes cannot be copied")
    }
    for table in comparison.missingTables {
      open.append(localized("\(target) has no table \(table)."))
    }
    leftBehind = open
  }
}
