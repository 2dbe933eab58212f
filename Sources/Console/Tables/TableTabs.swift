import Localization
import SyncCore
import SyncInspection

/// The tabs of the pages about one table.
struct TableTabs {
  enum Page {
    case schema, conflictRules, tokens
  }

  let store: StoreHandle
  let table: TableSummary
  let current: Page
  let tokens: Int

  var tabs: PageTabs {
    let (store, name) = (store.name, table.name)
    let rules = self.store.sync.settings.table(name).conflictRules.count
    return PageTabs(
      name: name,
      tabs: [
        .init(
          label: localized("Rows"), link: Links.rows(store, name), count: table.live,
          isCurrent: false),
        .init(
          label: localized("Schema"), link: Links.schema(store, name),
          isCurrent: current == .schema),
        .init(
          label: localized("Conflict rules"), link: Links.conflictRules(store, name), count: rules,
          isCurrent: current == .conflictRules),
        .init(
          label: localized("Delta tokens"), link: Links.tokens(store, of: name), count: tokens,
          isCurrent: current == .tokens),
      ])
  }
}

extension StoreHandle {
  func tabs(_ current: TableTabs.Page, of table: TableSummary) async throws -> PageTabs {
    let tokens = try await sync.deltaTokens().filter { $0.isUsed(by: table.name) }
    return TableTabs(store: self, table: table, current: current, tokens: tokens.count).tabs
  }
}
