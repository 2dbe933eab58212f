import ConsoleData
import Localization
import Support
import SyncCore
import SyncInspection

/// The links of the navigation that a person has.
struct NavItems {
  let maySeeUsers: Bool
  let maySeeSettings: Bool
  let maySeeBackups: Bool
  /// How many alerts are open; nil for whoever does not see them.
  let openAlerts: Int?

  /// The pages of one store, with its counters.
  ///
  /// - Parameters:
  ///   - staged: The number of rows with staged changes; nil for a person who can't stage any.
  ///   - isSyncFailing: True while the store's server cannot be reached.
  func store(
    _ name: String, _ summary: StoreSummary, staged: Int?, isSyncFailing: Bool = false
  ) -> [NavItem] {
    let counts = summary.counts
    var overview = NavItem(localized("Overview"), Links.store(name), .overview, icon: .overview)
    if isSyncFailing { overview.trouble = localized("sync failed") }
    var items = [
      overview,
      NavItem(
        localized("Errors"), Links.errors(name), .errors, icon: .alert,
        .init(
          number: counts.needYou, meaning: Self.attention(counts.needYou), needsAttention: true,
          live: "needYou")),
      NavItem(
        localized("Queue"), Links.queue(name), .queue, icon: .queue,
        .init(number: counts.queued, live: "queued")),
    ]
    if let staged {
      items.append(
        NavItem(
          localized("Staged changes", context: "navigation"), Links.changes(name), .staged,
          icon: .staged,
          .init(number: staged)))
    }
    items += [
      NavItem(localized("Sync"), Links.sync(name), .sync, icon: .sync),
      NavItem(
        localized("Trash"), Links.trash(name), .trash, icon: .trash,
        .init(number: counts.deleted, live: "deleted")),
    ]
    if maySeeSettings {
      items.append(
        NavItem(localized("Store settings"), Links.settings(name), .settings, icon: .settings))
    }
    return items
  }

  /// The tables of one store; the one that the page is about opens the list of its other pages.
  func tables(_ name: String, _ summary: StoreSummary, at place: Nav.Place) -> [NavItem] {
    summary.tables.map { table in
      var item = NavItem(
        table.name, Links.rows(name, table.name), .table(table.name), icon: .table,
        Self.count(table.needYou, table.pending))
      if let shown = place.table, shown === table.name {
        func below(_ label: String, _ url: String, _ page: TablePage) -> NavItem {
          NavItem(label, url, .table(shown, page))
        }
        item.list = [
          below(localized("Schema"), Links.schema(name, shown), .schema),
          below(localized("Conflict rules"), Links.conflictRules(name, shown), .conflictRules),
          below(localized("Delta tokens"), Links.tokens(name, of: shown), .tokens),
          below(localized("Drift"), Links.drift(name, of: shown), .drift),
        ]
      }
      return item
    }
  }

  /// The pages of a store that the navigation reaches from another page: search finds them too.
  func furtherPages(_ name: String) -> [NavItem] {
    [
      NavItem(localized("Tables"), Links.tables(name), .tables),
      NavItem(localized("Delta tokens"), Links.tokens(name), .tokens),
      NavItem(localized("Runs"), Links.runs(name), .sync),
      NavItem(localized("Reconcile"), Links.reconcile(name), .reconcile),
      NavItem(localized("Drift"), Links.drift(name), .sync),
      NavItem(localized("Copy rows from another store"), Links.copy(name), .elsewhere),
    ]
  }

  /// All stores, each with what keeps it from its server, else the number that needs attention.
  func stores(_ summaries: Pages.Summaries, _ figures: FrameFigures) -> [NavItem] {
    summaries.map { info, summary in
      var item = NavItem(info.name, Links.store(info.name), .elsewhere, icon: .store)
      let status = StoreStatus(
        summary, runs: nil, failure: figures.failure(of: info.name, summary))
      switch status {
      case .unusable, .failed, .offline(_?): item.trouble = status.words
      case .offline(nil): item.remark = status.words
      case .needsAttention, .pending, .running, .unpulled, .quiet, .inSync:
        item.count = Self.count(summary.counts.needYou, summary.counts.pending)
      }
      return item
    }
  }

  /// The pages of the console itself.
  func console() -> [NavItem] {
    alerts + [NavItem(localized("Audit log"), Links.audit, .audit, icon: .audit)]
      + (maySeeUsers
        ? [NavItem(localized("Users and tokens"), Links.users, .users, icon: .users)] : [])
      + (maySeeBackups
        ? [NavItem(localized("Backups"), Links.backups, .backups, icon: .backups)] : [])
      + [NavItem(localized("Help"), Links.help, .help, icon: .help)]
  }

  private var alerts: [NavItem] {
    guard let openAlerts else { return [] }
    return [
      NavItem(
        localized("Alerts"), Links.alerts, .alerts, icon: .bell,
        .init(number: openAlerts, meaning: localized("open"), needsAttention: true))
    ]
  }

  var allStores: NavItem { NavItem(localized("All stores"), Links.stores, .stores, icon: .store) }

  /// What needs attention, else what is pending, else nothing.
  private static func count(_ attention: Int, _ pending: Int) -> NavItem.Count {
    attention > 0
      ? .init(number: attention, meaning: Self.attention(attention), needsAttention: true)
      : .init(number: pending, meaning: localized("pending"))
  }

  private static func attention(_ count: Int) -> String {
    count == 1 ? localized("needs attention") : localized("need attention")
  }
}
