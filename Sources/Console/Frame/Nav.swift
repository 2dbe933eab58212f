import SyncCore
import SyncInspection
import TemplateKit

/// Where a page stands in the navigation.
package struct Nav: Sendable, Equatable {
  package enum Place: Sendable, Equatable {
    case stores, audit, users, sessions, account, help
    case overview, tables, trash, queue, errors, sync, reconcile, tokens, settings
    case table(String)
    case elsewhere
  }

  /// The store whose navigation is shown; nil for the pages above the stores.
  package let store: String?
  package let place: Place

  package init(store: String? = nil, _ place: Place) {
    self.store = store
    self.place = place
  }
}

/// A link of the navigation.
struct NavItem {
  /// What waits behind the link.
  struct Count {
    var number: Int
    var meaning: String?
    var needsYou = false
    /// Names the counter for the page's script, which updates it; such a counter is there, hidden,
    /// also when it is 0.
    var live: String?
  }

  var label: String
  var url: String
  var place: Nav.Place
  var count: Count?
  /// The links below it.
  var list: [NavItem] = []

  init(_ label: String, _ url: String, _ place: Nav.Place, _ count: Count? = nil) {
    self.label = label
    self.url = url
    self.place = place
    self.count = count
  }

  /// Writes it as it is shown on the page at `nav`.
  func write(at nav: Nav, to item: inout TemplateDictionary) {
    item.set("NAV_LABEL", label)
    item.set("NAV_URL", url)
    item.show("NAV_CURRENT", if: place == nav.place && place != .elsewhere)
    if let count, count.number > 0 || count.live != nil {
      item.add("NAV_COUNT", count.write)
    } else {
      item.show("NAV_COUNT", if: false)
    }
    // An item of the list below must not show the list it stands in.
    item.show("NAV_LIST", if: !list.isEmpty)
    item.add("NAV_SUB", each: list) { below, link in link.write(at: nav, to: &below) }
  }
}

extension NavItem.Count {
  fileprivate func write(to values: inout TemplateDictionary) {
    values.set("NAV_NUMBER", Format.number(number))
    values.set("NAV_NEED", needsYou ? "n need" : "n")
    values.set("NAV_MEANING", ifAny: meaning)
    values.set("NAV_LIVE", ifAny: live)
    values.show("NAV_ZERO", if: number == 0)
  }
}

/// Which links there are for a person.
struct NavItems {
  let maySeeUsers: Bool
  let maySeeSettings: Bool

  /// The links of one store, with its counters.
  func store(_ name: String, _ summary: StoreSummary) -> [NavItem] {
    let counts = summary.counts
    var tables = NavItem("Tables", Links.tables(name), .tables)
    tables.list = summary.tables.map { table in
      NavItem(
        table.name, Links.rows(name, table.name), .table(table.name),
        need(table.failed + table.conflicts, table.pending))
    }
    return [
      NavItem("Overview", Links.store(name), .overview),
      tables,
      NavItem(
        "Trash", Links.trash(name), .trash, .init(number: counts.deleted, live: "deleted")),
      NavItem("Queue", Links.queue(name), .queue, .init(number: counts.queued, live: "queued")),
      NavItem(
        "Errors and conflicts", Links.errors(name), .errors,
        .init(number: counts.needYou, meaning: "need you", needsYou: true, live: "needYou")),
      NavItem("Sync", Links.sync(name), .sync),
      NavItem("Reconcile", Links.reconcile(name), .reconcile),
      NavItem("Delta tokens", Links.tokens(name), .tokens),
    ] + (maySeeSettings ? [NavItem("Settings", Links.settings(name), .settings)] : [])
  }

  /// All stores, each with what it asks for.
  func stores(_ summaries: [(info: StoreInfo, summary: StoreSummary)]) -> [NavItem] {
    var all = allStores
    all.list = summaries.map { info, summary in
      NavItem(
        info.name, Links.store(info.name), .elsewhere,
        need(summary.counts.needYou, summary.counts.pending))
    }
    return [all] + general()
  }

  func general() -> [NavItem] {
    [NavItem("Audit", Links.audit, .audit)]
      + (maySeeUsers ? [NavItem("Users", Links.users, .users)] : [])
  }

  var allStores: NavItem { NavItem("All stores", Links.stores, .stores) }

  /// What asks for a person, else what waits, else nothing.
  private func need(_ needYou: Int, _ pending: Int) -> NavItem.Count {
    needYou > 0
      ? .init(number: needYou, meaning: "need you", needsYou: true)
      : .init(number: pending, meaning: "pending")
  }
}
