import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// Conflicts and failures, by cause and one by one.
struct ErrorListPage {
  /// At most this many causes are shown before somebody asks for all of them.
  static let familiesMax = 50
  /// At most this many are shown then.
  static let familiesMost = 2_000

  var facts: StorePageContext
  var request: ErrorRequest
  var page: ErrorPage
  var families: ErrorGroups
  /// All of the store, whatever the filter.
  var all: [ErrorKind: Int]
  /// What the filter matches, whatever its kind.
  var matching: [ErrorKind: Int]
  /// The columns of every table on this page.
  var columns: UTF8Dictionary<[Column]>
  var tables: [String]
  /// The newest operation when they were counted.
  var newest: Int64
  var isOnline = true
  var remarks: ErrorRemarks
  /// How often the operations of this page were sent.
  var attempts: [Int64: Int] = [:]
  /// How many conflicts rules resolved.
  var ruled = 0
  /// How many errors the reader has; nil for who is no user.
  var mine: Int?
  /// The assigned errors by cause.
  var assigned: [ErrorGroup.Key: [Int64]] = [:]
  /// Whom errors can be assigned to; empty where the reader may not assign them.
  var users: [String] = []
  /// Whether the reader can turn conflict rules on.
  var mayAddRules = false
  /// What has become of the problems of the run whose errors are listed; nil for other lists.
  var left: RunErrors?

  /// The errors that `query` lists, of what it matches whatever their kind.
  static func count(_ counts: [ErrorKind: Int], _ query: ErrorQuery) -> Int {
    counts.filter { !query.needsDecision || $0.key != .unknown }.values.reduce(0, +)
  }

  private var path: String { Links.errors(facts.store) }

  var values: TemplateDictionary {
    let back = request.items(at: request.cursor).encoded
    let list = ListOrigin(back)
    var values = facts.values
    values.set("SUMMARY", ifAny: summary.isEmpty ? nil : summary)
    if let first = page.errors.first(where: \.isConflict) ?? page.errors.first, pager.isFirst {
      values.add(
        "REVIEW",
        [
          "LINK": list.on(Links.error(facts.store, first.id)),
          "LABEL": localized("Review \(Format.number(page.count))"),
        ])
    }
    if ruled > 0 {
      values.add(
        "RULED",
        ["LINK": Links.ruleDecisions(facts.store), "COUNT": Format.number(ruled)])
    }
    values.set("BULK_ACTION", Links.errorsBulk(facts.store))
    values.set("BACK", back)
    tabs.add(to: &values)
    var filter = request.filterBar(path, tables)
    let filters = ErrorFilters(
      request: request, path: path, now: facts.now, headline: families.groups.first?.headline)
    filter.others = filters.chips
    if !page.errors.isEmpty || request.isFlat { filter.views = filters.views }
    filter.add(to: &values)
    values.set("RESOLVED", ifAny: filter.others.isEmpty ? nil : left?.sentence)
    values.set(
      "CAPTION",
      request.isFlat ? localized("Errors, newest change first") : localized("Errors by cause"))
    if request.isFlat {
      addLines(list, to: &values)
    } else {
      addGroups(list, back, to: &values)
    }
    addBar(to: &values)
    values.set("SPAN", "\(span)")
    values.add("EMPTY", list: page.errors.isEmpty ? [empty] : [])
    values.set(
      "POSITION",
      pager.position(of: Format.number(page.count)) { localized("Errors \($0)–\($1) of \($2)") })
    pager.add(to: &values)
    return values
  }

  private var pager: ListPager {
    request.pager(path, shown: page.errors.count, previous: page.previous, next: page.next)
  }

  private var span: Int { facts.mayChange ? 7 : 6 }

  private func addLines(_ list: ListOrigin, to values: inout TemplateDictionary) {
    guard !page.errors.isEmpty else { return }
    let lines = page.errors.map { error in
      var line = line(error, from: list)
      line.set("MESSAGE", details(of: error, besides: nil))
      return line
    }
    values.add("FLAT") { $0.add("ERROR", list: lines) }
  }

  /// The causes, each with its errors of this page; on the first page also those that begin later.
  private func addGroups(_ list: ListOrigin, _ back: String, to values: inout TemplateDictionary) {
    var lines: [ErrorGroup.Key: [TemplateDictionary]] = [:]
    var others: [TemplateDictionary] = []
    let known = Set(families.groups.map(ErrorGroup.Key.init))
    for error in page.errors {
      let key = ErrorGroup.Key(error, cause: page.causes[error.id] ?? "")
      var line = line(error, from: list)
      if known.contains(key) {
        let group = families.groups.first { ErrorGroup.Key($0) == key }
        line.set("MESSAGE", details(of: error, besides: group?.headline))
        lines[key, default: []].append(line)
      } else {
        others.append(line)
      }
    }
    let isFirst = pager.isFirst
    let table = ErrorGroupTable(
      store: facts.store, now: facts.now, mayChange: facts.mayChange, mayAssign: !users.isEmpty,
      mayAddRules: mayAddRules, isOnline: isOnline, newest: newest, back: back, request: request,
      assignments: remarks.assignments, assigned: assigned)
    for (place, group) in families.groups.enumerated() {
      let shown = lines[ErrorGroup.Key(group)] ?? []
      guard isFirst || !shown.isEmpty else { continue }
      var section = table.group(group, place: place, shown: shown.count)
      section.set("SPAN", "\(span)")
      section.add("ERROR", list: shown)
      values.add("GROUP", section)
      if let form = table.form(group, place: place) { values.add("GROUP_FORM", form) }
    }
    if !others.isEmpty {
      var section: TemplateDictionary = ["SPAN": "\(span)"]
      section.add("ERROR", list: others)
      values.add("OTHERS", section)
    }
    guard families.moreCauses > 0 else { return }
    let moreCauses = Format.count(families.moreCauses, "more cause")
    let changes = Format.count(families.moreErrors, "change")
    var more: TemplateDictionary = ["TEXT": localized("\(moreCauses) with \(changes)")]
    if let allCausesLink { more.add("ALL", ["LINK": allCausesLink]) }
    values.add("MORE_CAUSES", more)
  }

  private var allCausesLink: String? {
    guard !request.showsAllCauses else { return nil }
    var asked = request
    asked.showsAllCauses = true
    return Links.with(path, asked.items())
  }

  /// How much needs attention, and how much of it is listed.
  private var summary: String {
    let toDecide = (all[.conflict] ?? 0) + (all[.failed] ?? 0)
    let unknown = all[.unknown] ?? 0
    var parts: [String] = []
    if toDecide > 0 {
      parts.append(
        Format.count(toDecide, "change needs attention", "changes need attention"))
    }
    if unknown > 0 {
      parts.append(Format.count(unknown, "outcome unknown", "outcomes unknown"))
    }
    let words = parts.joinedAsList()
    guard !words.isEmpty, page.count < toDecide + unknown else { return words }
    return localized("\(Format.number(page.count)) of \(words)")
  }

  private var tabs: PageTabs {
    var kinds: [(kind: ErrorKind?, label: String)] = [
      (nil, localized("All")), (.conflict, localized("Conflicts")),
      (.failed, localized("Rejected")),
    ]
    if matching[.unknown] ?? 0 > 0 || request.kind == .unknown {
      kinds.append((.unknown, localized("Outcome unknown")))
    }
    var tabs = kinds.map { kind, label in
      var asked = request.ofEverybody
      asked.kind = kind
      let count =
        kind.map { matching[$0] ?? 0 }
        ?? matching.filter { request.run == nil || $0.key != .unknown }.values.reduce(0, +)
      return tab(label, count, asked)
    }
    if let mine { tabs.append(tab(localized("Mine"), mine, request.ofMe)) }
    return PageTabs(name: localized("Errors"), tabs: tabs)
  }

  private func tab(_ label: String, _ count: Int, _ list: ErrorRequest) -> PageTabs.Tab {
    var asked = list
    asked.showsAllCauses = false
    return .init(
      label: label, link: Links.with(path, asked.items()), count: count,
      isCurrent: request.kind == list.kind && request.isMine == list.isMine,
      showsZero: asked.isNarrowed)
  }

  private func addBar(to values: inout TemplateDictionary) {
    var buttons: [SelectionBar.Button] = [
      .retry(name: "choice", pushes: isOnline)
    ]
    let theirs = part(.takeServer, "tr[data-sides=both]")
    if let mine = part(.keepLocal, "tr[data-sides]") {
      buttons.append(
        .init(name: "choice", value: "keep-local", part: mine) {
          theirs == nil ? localized("Insert again \($0)…") : localized("Keep mine for \($0)…")
        })
    }
    if let theirs {
      buttons.append(
        .init(name: "choice", value: "take-server", part: theirs) {
          localized("Take server’s for \($0)…")
        })
    }
    if !users.isEmpty {
      buttons.append(
        .init(name: "choice", value: AssignmentHandlers.choice, assigns: true) {
          localized("Assign \($0)")
        })
    }
    buttons.append(
      .init(name: "choice", value: "discard", isDanger: true) { localized("Discard \($0)…") })
    var bar = SelectionBar(
      things: .error, pick: request.pick,
      count: page.errors.count, total: page.count, buttons: facts.mayChange ? buttons : [],
      link: { Links.with(path, request.items(at: request.cursor, pick: $0)) })
    bar.users = users
    bar.me = remarks.assignments.user
    bar.add(to: &values)
    if request.pick == .all, facts.mayChange {
      let until = page.newestAt?.description ?? ""
      values.add("MATCHING", ["QUERY": request.filter.encoded, "UNTIL": until])
    }
  }

  /// The errors that `resolution` applies to; nil where there are none.
  private func part(_ resolution: Resolution, _ lines: String) -> SelectionBar.Part? {
    let onPage = page.errors.count { $0.allows(resolution) }
    let conflicts = request.kind ?? .conflict == .conflict ? matching[.conflict] ?? 0 : 0
    let isWhole = page.errors.count == page.count
    let total = isWhole ? onPage : max(onPage, conflicts)
    guard (request.pick == .all ? total : onPage) > 0 else { return nil }
    return SelectionBar.Part(lines: lines, onPage: onPage, total: total)
  }

  private func line(_ error: OperationError, from list: ListOrigin) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "ROW_CLASS": error.state.rule, "ID": error.id,
      "LINK": list.on(Links.error(facts.store, error.id)),
      "NAME": error.rowName(columns[error.table] ?? []), "TABLE": error.table,
      "OPERATION_LINK": Links.operation(facts.store, error.operationID),
      "OPERATION_NAME": error.operationTitle, "MESSAGE": error.headline,
      "REMEDY": localized("Review"),
    ]
    if error.allows(.keepLocal) {
      values.add("SIDES", ["WHOSE": error.allows(.takeServer) ? "both" : "mine"])
    }
    // Once more: a section sees the names of the place where it was shown.
    values.show("CAN_CHANGE", if: facts.mayChange)
    values.show("CHECKED", if: request.pick != nil)
    values.show("FIXED", if: request.pick == .all)
    values.set(badge: "CHIP", Badge(error.state))
    values.set(time: "AT", error.since, now: facts.now)
    remarks.add(error.operationID, to: &values)
    return values
  }

  private var empty: TemplateDictionary {
    guard all.values.contains(where: { $0 > 0 }) else {
      return [
        "HEADLINE": localized("No errors."),
        "TEXT": localized(
          "There are no conflicts or rejected changes. Pending changes are in the queue."),
      ]
    }
    var values: TemplateDictionary = [
      "HEADLINE": request.filter.encoded == ErrorRequest(assignee: Assignments.me).filter.encoded
        ? localized("No errors are assigned to you.") : localized("No errors match this filter."),
      "TEXT": "",
    ]
    values.add("SHOW_ALL", ["LINK": path])
    return values
  }
}
