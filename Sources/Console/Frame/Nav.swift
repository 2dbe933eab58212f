import SyncCore
import TemplateKit

/// Where a page stands in the navigation.
public struct Nav: Sendable, Equatable {
  public enum Place: Sendable, Equatable {
    case stores, audit, users, sessions
    case overview, tables, trash, queue, errors, sync, reconcile, tokens
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
  let mayManageUsers: Bool

  /// The links of one store, with its counters.
  func store(_ name: String, _ summary: StoreSummary) -> [TemplateDictionary] {
    let counts = summary.counts
    var tables = item("Tables", Links.tables(name), .tables)
    tables.add(
      "NAV_SUB",
      list: summary.tables.map { table in
        var entry = item(table.name, Links.rows(name, table.name), .table(table.name))
        if table.needYou > 0 {
          entry.add("NAV_COUNT", count(table.needYou, "need you", needsYou: true))
        } else if table.pending > 0 {
          entry.add("NAV_COUNT", count(table.pending, "pending"))
        }
        return entry
      })
    tables.show("NAV_LIST", if: !summary.tables.isEmpty)
    return [
      item("Overview", Links.store(name), .overview),
      tables,
      item("Trash", Links.trash(name), .trash, count: counts.deleted),
      item("Queue", Links.queue(name), .queue, count: counts.queued),
      item(
        "Errors and conflicts", Links.errors(name), .errors, count: counts.needYou,
        "need you", needsYou: true),
      item("Sync", Links.sync(name), .sync),
      item("Reconcile", Links.reconcile(name), .reconcile),
      item("Delta tokens", Links.tokens(name), .tokens),
    ]
  }

  /// All stores, each with what it asks for.
  func stores(_ summaries: [(info: StoreInfo, summary: StoreSummary)]) -> [TemplateDictionary] {
    var all = item("All stores", Links.stores, .stores)
    all.add(
      "NAV_SUB",
      list: summaries.map { info, summary in
        var entry = item(info.name, Links.store(info.name), .elsewhere)
        if summary.counts.needYou > 0 {
          entry.add("NAV_COUNT", count(summary.counts.needYou, "need you", needsYou: true))
        } else if summary.counts.pending > 0 {
          entry.add("NAV_COUNT", count(summary.counts.pending, "pending"))
        }
        return entry
      })
    all.show("NAV_LIST", if: !summaries.isEmpty)
    return [all] + general()
  }

  func general() -> [TemplateDictionary] {
    [item("Audit", Links.audit, .audit)]
      + (mayManageUsers ? [item("Users", Links.users, .users)] : [])
  }

  func item(
    _ label: String, _ url: String, _ place: Nav.Place, count number: Int = 0,
    _ meaning: String? = nil, needsYou: Bool = false
  ) -> TemplateDictionary {
    var item: TemplateDictionary = ["NAV_LABEL": label, "NAV_URL": url]
    item.show("NAV_CURRENT", if: place == nav.place && place != .elsewhere)
    item.add("NAV_COUNT", list: number > 0 ? [count(number, meaning, needsYou: needsYou)] : [])
    item.add("NAV_LIST", list: [])
    return item
  }

  private func count(
    _ number: Int, _ meaning: String?, needsYou: Bool = false
  ) -> TemplateDictionary {
    var count: TemplateDictionary = [
      "NAV_NUMBER": Format.number(number), "NAV_NEED": needsYou ? "n need" : "n",
    ]
    count.set("NAV_MEANING", ifAny: meaning)
    return count
  }
}
