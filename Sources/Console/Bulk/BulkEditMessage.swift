import JSONKit
import Localization
import SyncCore

/// What the message after an edit of many rows says.
extension ColumnEdit {
  /// Names the column and its new value in the message of a report.
  func tell(of report: inout ActionReport, _ actions: RowActions) async throws {
    let all = Format.count(report.asked, "row")
    let changed = Format.number(report.changed)
    let rows = report.changed == report.asked ? all : localized("\(changed) of \(all)")
    let untouched = Format.number(report.untouched)
    switch change {
    case .set(let new):
      let value = try await new.words(
        in: column, of: actions.table, actions.store, now: actions.context.now)
      report.told =
        if let name = report.name {
          EditedColumns(column.name, in: name, value: value).sentence
        } else {
          value.map { value in localized("\(column.name) is now \(value) in \(rows).") }
            ?? localized("\(column.name) changed in \(rows).")
        }
      report.toldOfUntouched =
        if case .null = new {
          report.untouched == 1
            ? localized("1 was NULL already.") : localized("\(untouched) were NULL already.")
        } else {
          localized("\(untouched) already had it.")
        }
    case .replace(let old, let new):
      guard old.count <= Self.toldMax, new.count <= Self.toldMax else { return }
      let place = report.name ?? rows
      report.told =
        new.isEmpty
        ? localized("\(quoted(old)) removed from \(column.name) in \(place).")
        : localized("\(quoted(old)) replaced with \(quoted(new)) in \(column.name) of \(place).")
      report.toldOfUntouched = localized("\(untouched) did not contain it.")
    }
  }

  /// Longer texts are not repeated.
  private static let toldMax = 40
}
