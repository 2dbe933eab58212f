import SyncCore
import TemplateKit

/// Where a page stands in the navigation.
public struct Nav: Sendable, Equatable {
  public enum Place: Sendable, Equatable {
    case stores, audit, users, sessions, account, help
    case overview, tables, trash, queue, errors, sync, reconcile, tokens, settings
    case table(String)
    case elsewhere
  }

  /// The store whose navigation is shown; nil for the pages above the stores.
  public let store: String?
  public let place: Place

  public init(store: String? = nil, _ place: Place) {
    self.store = store
    self.place = place
  }
}

/// Builds the navigation's items.
struct NavItems {
  let nav: Nav
  let maySeeUsers: Bool
  let maySeeSettings: Bool

  /// The links of one store, with its counters.
  func store(_ name: String, _ summary: StoreSummary) -> [TemplateDictionary] {
    let counts = summary.counts
    var tables = item("Tables", Links.tables(name), .tables)
    tables.add(
      "NAV_SUB",
      list: summary.tables.map { table in
        item(
          table.name, Links.rows(name, table.name), .table(table.name),
          need(table.failed + table.conflicts, table.pending))
      })
    tables.show("NAV_LIST", if: !summary.tables.isEmpty)
    return [
      item("Overview", Links.store(name), .overview),
      tables,
      item(
        "Trash", Links.trash(name), .trash,
        count(counts.deleted, nil, live: "deleted")),
      item("Queue", Links.queue(name), .queue, count(counts.queued, nil, live: "queued")),
      item(
        "Errors and conflicts", Links.errors(name), .errors,
        count(counts.needYou, "need you", needsYou: true, live: "needYou")),
      item("Sync", Links.sync(name), .sync),
      item("Reconcile", Links.reconcile(name), .reconcile),
      item("Delta tokens", Links.tokens(name), .tokens),
    ] + (maySeeSettings ? [item("Settings", Links.settings(name), .settings)] : [])
  }

  /// All stores, each with what it asks for.
  func stores(_ summaries: [(info: StoreInfo, summary: StoreSummary)]) -> [TemplateDictionary] {
    var all = item("All stores", Links.stores, .stores)
    all.add(
      "NAV_SUB",
      list: summaries.map { info, summary in
        item(
          info.name, Links.store(info.name), .elsewhere,
          need(summary.counts.needYou, summary.counts.pending))
      })
    all.show("NAV_LIST", if: !summaries.isEmpty)
    return [all] + general()
  }

  func general() -> [TemplateDictionary] {
    [item("Audit", Links.audit, .audit)]
      + (maySeeUsers ? [item("Users", Links.users, .users)] : [])
  }

  func item(
    _ label: String, _ url: String, _ place: Nav.Place, _ count: TemplateDictionary? = nil
  ) -> TemplateDictionary {
    var item: TemplateDictionary = ["NAV_LABEL": label, "NAV_URL": url]
    item.show("NAV_CURRENT", if: place == nav.place && place != .elsewhere)
    item.add("NAV_COUNT", list: count.map { [$0] } ?? [])
    item.add("NAV_LIST", list: [])
    return item
  }

  /// What asks for a person, else what waits, else nothing.
  private func need(_ needYou: Int, _ pending: Int) -> TemplateDictionary? {
    needYou > 0 ? count(needYou, "need you", needsYou: true) : count(pending, "pending")
  }

  /// - Parameter live: Names the counter for the page's script, which updates it; such a counter is
  ///   there, hidden, also when it is 0.
  private func count(
    _ number: Int, _ meaning: String?, needsYou: Bool = false, live: String? = nil
  ) -> TemplateDictionary? {
    guard number > 0 || live != nil else { return nil }
    var count: TemplateDictionary = [
      "NAV_NUMBER": Format.number(number), "NAV_NEED": needsYou ? "n need" : "n",
    ]
    count.set("NAV_MEANING", ifAny: meaning)
    count.set("NAV_LIVE", ifAny: live)
    count.show("NAV_ZERO", if: number == 0)
    return count
  }
}
