import ConsoleData
import Localization
import Support
import SyncCore

extension RunReport {
  /// What the comparisons of a run found, by table.
  ///
  /// - Parameter isCancelled: Leaves out the one that was not finished.
  func checks(run: RunID, isCancelled: Bool) -> [DriftCheck] {
    let reports = comparison.map { [$0] } ?? comparisons ?? []
    return reports.filter { $0.isComplete || !isCancelled }.map {
      DriftCheck($0, run: run, isOfAllTables: comparisons != nil)
    }
  }
}

extension DriftCheck {
  fileprivate init(_ report: ReconcileReport, run: RunID, isOfAllTables: Bool) {
    self.init(
      run: run, table: report.table,
      checkedAt: Timestamp(report.startedAt) ?? Timestamp(milliseconds: 0),
      isOfAllTables: isOfAllTables,
      method: report.comparesContent ? .values : report.usesDigest ? .digest : .ids,
      serverRows: report.serverRows, missingOnServer: report.missingOnServer.count,
      missingHere: report.missingHere.count, different: report.different.count,
      isFiltered: report.isFiltered,
      failure: report.isComplete
        ? nil : report.failure ?? localized("The server’s list is incomplete."))
  }
}
