import Localization
import Support
import SyncInspection

/// What a store keeps of a table whose settings are removed: all of it.
struct KeptTable: Equatable {
  let name: String
  let rows: Int
  /// Changes in the queue, those that need attention included.
  let changes: Int

  init(_ summary: TableSummary) {
    name = summary.name
    rows = summary.live + summary.deleted
    changes = summary.pending + summary.failed + summary.conflicts
  }

  /// For the form, before the settings are removed.
  var consequence: String {
    guard rows + changes > 0 else {
      return localized("It has no rows here. Nothing is deleted on the server.")
    }
    return localized(
      "Kept here: \(held). The table is synced with default settings until it is purged.")
  }

  /// For the message once they are removed.
  var message: String {
    rows + changes > 0
      ? localized("Settings of \(name) removed. Kept here: \(held).")
      : localized("Settings of \(name) removed.")
  }

  /// `6 rows and 4 unsent changes`.
  private var held: String {
    let counts = [
      rows == 0 ? nil : Format.count(rows, "row"),
      changes == 0 ? nil : Format.count(changes, "unsent change"),
    ]
    return counts.compactMap(\.self).joinedAsList()
  }
}

extension SettingsHandlers {
  /// What the store has of its tables; empty for one whose file cannot be used.
  func keptTables(_ store: StoreInfo) async -> [KeptTable] {
    let tables = try? await services.open(store).sync.state().tables
    return (tables ?? []).map(KeptTable.init)
  }

  /// What the store keeps of the tables that `after` has no settings for any more.
  func removedTables(
    _ store: StoreInfo, from before: SettingsDraft, to after: SettingsDraft
  ) async -> [KeptTable] {
    let left = UTF8Set(after.tables.map(\.name))
    let removed = UTF8Set(before.tables.map(\.name).filter { !left.contains($0) })
    guard !removed.isEmpty else { return [] }
    return await keptTables(store).filter { removed.contains($0.name) }
  }
}
