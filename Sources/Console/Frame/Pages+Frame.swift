import ConsoleData
import HTTPKit
import Localization
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
    _ nav: Nav, _ summaries: Summaries, _ figures: FrameFigures, _ context: PageContext
  ) async throws -> TemplateDictionary {
    var values: TemplateDictionary = [
      "USER": context.who.actorName, "ROLE": context.role?.word ?? localized("signed out"),
      "INITIALS": context.who.initials,
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
          "THEME_VALUE": theme.rawValue, "THEME_LABEL": theme.label,
          "THEME_PRESSED": theme == context.theme ? "true" : "false",
        ]
      })
    addStoreMenu(summaries, nav, figures, to: &values)
    if let current = summaries.first(where: { $0.info.name === nav.store }) {
      try await addNavigation(of: current, nav, figures, context, to: &values)
    } else {
      addNavigation(of: summaries, nav, figures, context, to: &values)
    }
    values.show("NAV_TITLED", if: !summaries.isEmpty)
    return values
  }

  /// The pages of a store.
  private func addNavigation(
    of current: (info: StoreInfo, summary: StoreSummary), _ nav: Nav, _ figures: FrameFigures,
    _ context: PageContext, to values: inout TemplateDictionary
  ) async throws {
    let items = navItems(figures, context)
    let (name, summary) = (current.info.name, current.summary)
    let staged = stagedCount(figures, context)
    let isSyncFailing = figures.failure(of: name, summary) != nil
    let main = items.store(name, summary, staged: staged, isSyncFailing: isSyncFailing)
    values.set("NAV_TITLE", localized("Store \(name)"))
    values.add("NAV_MAIN", each: main) { $1.write(at: nav, to: &$0) }
    values.set("NAV_HEADING", localized("Tables"))
    values.set("NAV_HEADING_URL", ifAny: Links.tables(name))
    if context.may(.tableCreate) {
      values.add("NAV_ADD", ["ADD_URL": Links.newTable(name), "LABEL": localized("New table")])
    }
    let tables = items.tables(name, summary, at: nav.place)
    values.add("NAV_GROUP", each: tables) { $1.write(at: nav, to: &$0) }
    values.add("NAV_END", each: [items.allStores] + items.console()) { $1.write(at: nav, to: &$0) }
    addCounts(of: Links.store(name), [current], figures, to: &values)
    values.set("NAV_REVISION", ifAny: summary.revision)
    values.set("JUMP_URL", Links.search(name))
    await addConnection(of: name, summary, isSyncFailing: isSyncFailing, context, to: &values)
    // Pages of the staged changes need no reminder of them.
    if nav.place != .staged { addStaged(staged ?? 0, name, to: &values) }
    try await addCovered(name, nav, context, to: &values)
  }

  /// The stores, on a page above them.
  private func addNavigation(
    of stores: Summaries, _ nav: Nav, _ figures: FrameFigures, _ context: PageContext,
    to values: inout TemplateDictionary
  ) {
    let items = navItems(figures, context)
    values.set("NAV_TITLE", "Syncline")
    values.add("NAV_MAIN", each: [items.allStores]) { $1.write(at: nav, to: &$0) }
    values.set("NAV_HEADING", localized("Stores"))
    values.show("NAV_PLAIN")
    if hasAdministration, context.may(.storeEdit) {
      values.add("NAV_ADD", ["ADD_URL": Links.newStore, "LABEL": localized("Add store")])
    }
    values.add("NAV_GROUP", each: items.stores(stores, figures)) { $1.write(at: nav, to: &$0) }
    values.add("NAV_END", each: items.console()) { $1.write(at: nav, to: &$0) }
    addCounts(of: Links.stores, stores, figures, to: &values)
    values.set("JUMP_URL", Links.search)
  }

  /// Where the page's script asks for counts, and the status that the page shows.
  private func addCounts(
    of link: String, _ stores: Summaries, _ figures: FrameFigures,
    to values: inout TemplateDictionary
  ) {
    let counts = Links.format("json", of: link, QueryItems([.init("_live", "1")]))
    values.set("NAV_COUNTS", ifAny: counts)
    values.set("NAV_STATUS", figures.statusMark(of: stores))
  }

  private func navItems(_ figures: FrameFigures, _ context: PageContext) -> NavItems {
    NavItems(
      maySeeUsers: context.may(.userView),
      maySeeSettings: hasAdministration && context.may(.settingsView),
      maySeeBackups: hasBackups && context.may(.backupView),
      openAlerts: hasAlerts && context.may(.alertView) ? figures.openAlerts : nil)
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

  /// The number of the person's rows with staged changes; nil for a person who can't stage any.
  private func stagedCount(_ figures: FrameFigures, _ context: PageContext) -> Int? {
    guard context.principal?.session != nil, context.may(.rowsEdit) else { return nil }
    return figures.staged
  }

  /// Reminds of staged changes, which are not in the queue yet.
  private func addStaged(_ count: Int, _ store: String, to values: inout TemplateDictionary) {
    guard count > 0 else { return }
    values.add(
      "STAGED",
      [
        "STAGED_TEXT": localized("\(Format.count(count, "row")) with staged changes."),
        "STAGED_COUNT": Format.number(count),
        "STAGED_URL": Links.changes(store),
      ])
  }

  /// Says which values are covered, and how they can be seen.
  private func addCovered(
    _ store: String, _ nav: Nav, _ context: PageContext, to values: inout TemplateDictionary
  ) async throws {
    guard let sync = try await stores.context(of: store) else { return }
    let masked =
      if case .table(let table, _) = nav.place { sync.maskedColumns(of: table) } else {
        sync.settings.tables.flatMap(\.masked).unique
      }
    guard !masked.isEmpty else { return }
    let isCovered = ValueMasking.isOn
    guard isCovered || context.may(.valuesUnmask) else { return }
    var note: TemplateDictionary = [
      "MASKED_WORDS": masked.joinedAsList(), "UNMASK_URL": Links.unmask(store),
      "UNMASK_VALUE": isCovered ? "true" : "false",
      "UNMASK_LABEL": isCovered
        ? localized("Show for \(Unmasking.minutes) minutes") : localized("Mask values again"),
    ]
    note.show("IS_COVERED", if: isCovered)
    note.show("IS_SHOWN", if: !isCovered)
    note.show("MAY_UNMASK", if: context.may(.valuesUnmask))
    note.show("MAY_NOT_UNMASK", if: !context.may(.valuesUnmask))
    values.add("MASKED", note)
  }

  private func addStoreMenu(
    _ summaries: Summaries, _ nav: Nav, _ figures: FrameFigures,
    to values: inout TemplateDictionary
  ) {
    values.add(
      "STORE_ITEM",
      list: summaries.map { info, summary in
        var item: TemplateDictionary = [
          "STORE_NAME": info.name, "STORE_URL": Links.store(info.name),
          "STORE_STATE": StoreStatus(
            summary, runs: nil, failure: figures.failure(of: info.name, summary)
          ).words,
        ]
        item.show("STORE_CURRENT", if: info.name === nav.store)
        return item
      })
    guard let current = summaries.first(where: { $0.info.name === nav.store })?.info else {
      values.show("ALL_STORES")
      return
    }
    var shown: TemplateDictionary = ["CURRENT_STORE": current.name]
    shown.set("PRODUCTION", ifAny: current.isProduction ? localized("Production") : nil)
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
}
