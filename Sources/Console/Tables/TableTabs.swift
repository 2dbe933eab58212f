import Localization
import SyncCore
import SyncInspection

/// A page about one table, beside the list of its rows.
package enum TablePage: Sendable {
  case schema, conflictRules, tokens, drift
}

extension StoreHandle {
  /// The tabs of the pages about one table.
  ///
  /// - Parameters:
  ///   - tokens: How many delta tokens the table uses; nil counts them.
  ///   - maySeeSettings: Whether the person may look at the store's settings.
  func tabs(
    _ current: TablePage, of table: TableSummary, tokens: Int? = nil, maySeeSettings: Bool
  ) async throws -> PageTabs {
    let uses =
      if let tokens { tokens } else {
        try await sync.deltaTokens().count { $0.isUsed(by: table.name) }
      }
    let settings = PageTabs.Tab(
      label: localized("Settings"), link: Links.settings(name, of: table.name), isCurrent: false)
    return PageTabs(
      name: table.name,
      tabs: [
        .init(
          label: localized("Rows"), link: Links.rows(name, table.name), count: table.live,
          isCurrent: false),
        .init(
          label: localized("Schema"), link: Links.schema(name, table.name),
          isCurrent: current == .schema),
        .init(
          label: localized("Conflict rules"), link: Links.conflictRules(name, table.name),
          count: sync.settings.table(table.name).conflictRules.count,
          isCurrent: current == .conflictRules),
        .init(
          label: localized("Delta tokens"), link: Links.tokens(name, of: table.name), count: uses,
          isCurrent: current == .tokens),
        .init(
          label: localized("Drift"), link: Links.drift(name, of: table.name),
          isCurrent: current == .drift),
      ] + (maySeeSettings ? [settings] : []))
  }
}
