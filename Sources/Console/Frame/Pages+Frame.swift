import ConsoleData
import HTTPKit
import Support
import SyncCore
import TemplateKit
import Zones

/// The frame round a page: header, menus, navigation, foot.
extension Pages {
  typealias Summaries = [(info: StoreInfo, summary: StoreSummary)]

  /// The stores that the person sees, each with what it holds now.
  func summaries(_ context: PageContext) async throws -> Summaries {
    var summaries: Summaries = []
    for info in stores.stores where context.sees(info.name) {
      let known = context.found.summary(of: info.name)
      let summary = if let known { known } else { await stores.standing(of: info.name) }
      summaries.append((info, summary))
    }
    return summaries
  }

  func frame(
    _ nav: Nav, _ summaries: Summaries, _ context: PageContext
  ) async throws -> TemplateDictionary {
    var values: TemplateDictionary = [
      "USER": context.who, "ROLE": context.role?.rawValue ?? "signed out",
      "TOKEN": context.csrfToken, "FORM_KEY": context.formKey,
      "CLOCK": String(context.now.spaced.dropFirst(11).prefix(5)),
      "NOW_ISO": context.now.wholeSeconds, "NOW": Format.full(context.now, in: .utc),
      "HOME_URL": Links.stores, "SESSIONS_URL": Links.sessions, "THEME_URL": Links.theme,
      "LOGOUT_URL": Links.logout, "ACCOUNT_URL": Links.account, "HELP_URL": Links.help,
      "HEALTH_URL": Links.below("/healthz"),
    ]
    values.show("SESSIONS_LINK", if: context.may(.accountView))
    values.add("IDLE", list: context.principal?.session.map { [idle($0, context)] } ?? [])
    values.show("READ_ONLY", if: context.isReadOnly)
    values.add(
      "THEME_CHOICE",
      list: PageContext.Theme.allCases.map { theme in
        [
          "THEME_VALUE": theme.rawValue, "THEME_LABEL": theme.rawValue.capitalizedWord,
          "THEME_PRESSED": theme == context.theme ? "true" : "false",
        ]
      })
    addStoreMenu(summaries, nav, to: &values)
    let items = NavItems(
      maySeeUsers: context.may(.userView),
      maySeeSettings: hasAdministration && context.may(.settingsView))
    func add(_ section: String, _ items: [NavItem]) {
      values.add(section, each: items) { item, link in link.write(at: nav, to: &item) }
    }
    if let current = summaries.first(where: { $0.info.name === nav.store }) {
      values.set("NAV_TITLE", "Store \(current.info.name)")
      add("NAV_MAIN", items.store(current.info.name, current.summary))
      add("NAV_GENERAL", [items.allStores] + items.general())
      values.show("NAV_SECOND")
      let counts = Links.format("json", of: Links.store(current.info.name))
      values.set("NAV_COUNTS", ifAny: Links.with(counts, QueryItems([.init("_live", "1")])))
      values.set("NAV_REVISION", current.summary.revision)
      values.add("JUMP", ["JUMP_URL": Links.search(current.info.name)])
      if !current.summary.isOnline, nav.place != .sync {
        values.add("OFFLINE", offline(current.info.name, context))
      }
      try await addStaged(current.info.name, context, to: &values)
      try await addCovered(current.info.name, nav, context, to: &values)
    } else {
      values.set("NAV_TITLE", "Syncline")
      add("NAV_MAIN", items.stores(summaries))
      values.add("JUMP", ["JUMP_URL": Links.search])
    }
    return values
  }

  /// When the session ends, for the page's script, which says so before.
  private func idle(_ session: Session, _ context: PageContext) -> TemplateDictionary {
    let end = session.end(seenAt: context.now)
    return [
      "IDLE_OWNER": context.owner,
      "IDLE_SECONDS": "\(end.idleSeconds)", "WHOLE_SECONDS": "\(Session.idleSeconds)",
      "ENDS_SECONDS": "\(end.absoluteSeconds)",
      "STAY_URL": Links.format("json", of: Links.sessions), "LOGIN_URL": Links.login,
    ]
  }

  /// Says why nothing moves; the page Sync says so itself.
  private func offline(_ store: String, _ context: PageContext) -> TemplateDictionary {
    var note = TemplateDictionary()
    note.add(
      "GO_ONLINE",
      list: context.may(.syncRun) ? [["GO_ONLINE_URL": Links.offline(store)]] : [])
    return note
  }

  /// Reminds of changes that were put aside and are not saved yet.
  private func addStaged(
    _ store: String, _ context: PageContext, to values: inout TemplateDictionary
  ) async throws {
    guard context.principal?.session != nil, context.may(.rowsEdit) else { return }
    let known = context.found.staged(in: store)
    let count =
      if let known { known } else {
        try await data.stagedCount(owner: context.owner, store: store)
      }
    guard count > 0 else { return }
    values.add(
      "STAGED",
      [
        "STAGED_WORDS": "\(Format.count(count, "row")) changed, not saved.",
        "STAGED_URL": Links.changes(store),
      ])
  }

  /// Says which values are covered, and how they can be seen.
  private func addCovered(
    _ store: String, _ nav: Nav, _ context: PageContext, to values: inout TemplateDictionary
  ) async throws {
    guard let sync = try await stores.context(of: store) else { return }
    let masked =
      if case .table(let table) = nav.place { sync.maskedColumns(of: table) } else {
        sync.settings.tables.flatMap(\.masked).unique
      }
    guard !masked.isEmpty else { return }
    let isCovered = ValueMasking.isOn
    guard isCovered || context.may(.valuesUnmask) else { return }
    var note: TemplateDictionary = [
      "MASKED_WORDS": masked.joined(separator: ", "), "UNMASK_URL": Links.unmask(store),
      "UNMASK_VALUE": isCovered ? "true" : "false",
      "UNMASK_LABEL": isCovered
        ? "Show for \(Unmasking.minutes) minutes" : "Cover values again",
    ]
    note.show("IS_COVERED", if: isCovered)
    note.show("IS_SHOWN", if: !isCovered)
    note.show("MAY_UNMASK", if: context.may(.valuesUnmask))
    note.show("MAY_NOT_UNMASK", if: !context.may(.valuesUnmask))
    values.add("MASKED", note)
  }

  private func addStoreMenu(
    _ summaries: [(info: StoreInfo, summary: StoreSummary)], _ nav: Nav,
    to values: inout TemplateDictionary
  ) {
    values.add(
      "STORE_ITEM",
      list: summaries.map { info, summary in
        var item: TemplateDictionary = [
          "STORE_NAME": info.name, "STORE_URL": Links.store(info.name),
          "STORE_STATE": Badge(StoreStatus(summary, runs: nil)).word.lowercasedStart,
        ]
        item.show("STORE_CURRENT", if: info.name === nav.store)
        return item
      })
    guard let current = summaries.first(where: { $0.info.name === nav.store })?.info else {
      values.show("ALL_STORES")
      return
    }
    var shown: TemplateDictionary = ["CURRENT_STORE": current.name]
    shown.set("PRODUCTION", ifAny: current.isProduction ? "Production" : nil)
    shown.set(
      "ENVIRONMENT",
      ifAny: current.isProduction || current.environment.isEmpty
        ? nil : current.environment.capitalizedWord)
    values.add("ONE_STORE", shown)
  }
}

extension String {
  /// The first letter as a capital.
  var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }

  /// The first letter small.
  var lowercasedStart: String { prefix(1).lowercased() + dropFirst() }
}
