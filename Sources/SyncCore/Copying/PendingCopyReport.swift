/// What became of the pending changes of a table of another store.
package struct PendingCopyReport: Sendable, Hashable {
  package var table: String
  /// Rows whose pending change is queued here now.
  package var copied = 0
  /// Those of ``copied`` that remove a row for good.
  package var removals = 0
  /// Rows that are here already as the change makes them.
  package var same = 0
  package var skipped = SkippedRows()

  package init(table: String) { self.table = table }

  static func += (report: inout Self, more: Self) {
    report.copied += more.copied
    report.removals += more.removals
    report.same += more.same
    report.skipped += more.skipped
  }
}
