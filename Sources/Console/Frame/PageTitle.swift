import Localization
import Support
import SyncCore
import SyncInspection

/// The words on a browser's tab, such as `Invoices (3 conflicts) – todo – Syncline`.
///
/// The number that needs attention follows what has it: the table whose list this is, else the
/// store, so that a tab in the background shows it.
struct PageTitle {
  let text: String
  /// What it begins with while syncing is off or fails.
  let status: String?

  /// - Parameters:
  ///   - summary: Of the store that the page belongs to; nil above the stores.
  ///   - isSyncFailing: True until a sync succeeds after one failed.
  init(_ title: String, _ nav: Nav, _ summary: StoreSummary?, isSyncFailing: Bool = false) {
    var parts = [title, nav.store ?? "", "Syncline"]
    let table = summary?.tables.first { nav.place == .table($0.name) && $0.name === title }
    if let table, let trouble = Self.trouble(table.failed, table.conflicts) {
      parts[0] += " (\(trouble))"
    } else if let counts = summary?.counts,
      let trouble = Self.trouble(counts.failed, counts.conflicts)
    {
      parts[nav.place == .overview ? 0 : 1] += " (\(trouble))"
    }
    let words = [
      summary?.isOnline == false ? localized("Offline") : nil,
      isSyncFailing ? localized("Sync failed") : nil,
    ].compactMap(\.self)
    status = words.isEmpty ? nil : words.joined(separator: " – ")
    text = (words + parts).filter { !$0.isEmpty }.joined(separator: " – ")
  }

  private static func trouble(_ failed: Int, _ conflicts: Int) -> String? {
    switch (failed, conflicts) {
    case (0, 0): nil
    case (0, _): Format.count(conflicts, "conflict")
    case (_, 0): localized("\(Format.number(failed)) rejected")
    default: localized("\(Format.number(failed + conflicts)) need attention")
    }
  }
}
