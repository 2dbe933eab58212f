import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import TemplateKit

/// The list of what was done through the console.
struct AuditPage {
  static let template = "Audit/audit"

  let list: AuditEntryList
  let query: AuditQuery
  let names: AuditNames
  let tables: [String]
  /// The page that the entries are on.
  let page: AuditListPart

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "POSITION": position, "BACK": Links.with(Links.audit, query.items),
    ]
    filter.add(to: &values)
    values.add("DAY", list: list.days)
    values.show("EMPTY", if: list.entries.isEmpty)
    pager.add(to: &values)
    return values
  }

  private var filter: ListFilter {
    let words = localized("Row, address or request")
    var filter = ListFilter(
      name: localized("Audit log"), path: Links.audit, items: query.items(), parameter: "q",
      text: query.items["q"], label: words, hint: words,
      cleared: query.isFiltered ? Links.audit : nil)
    filter.times = times
    filter.menus = [
      filter.menu(
        localized("Person"), "user", none: localized("anyone"),
        names.who.map { .init($0, $0.actorName) }),
      filter.menu(localized("Action"), "action", names.actionChoices),
      filter.menu(localized("Store"), "store", names.stores.map { .init($0) }),
      filter.tableMenu(tables),
      filter.menu(
        localized("Result"), "result",
        AuditRecord.Result.allCases.map { .init($0.rawValue, $0.word) }),
    ]
    return filter
  }

  private var times: TimeMenu {
    func given(_ name: String) -> String? {
      query.items[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    // A day is shown as it was chosen, a moment as the page shows times.
    func words(_ end: String) -> String {
      guard end.count > 10, let moment = PageZone.current.moment(inControl: end) else { return end }
      return Format.time(moment, now: list.context.now)
    }
    let (from, to) = (given("from"), given("to"))
    return TimeMenu(
      title: localized("Dates"), control: .day, from: from ?? "", until: to ?? "",
      words: TimeMenu.words(from.map(words), to.map(words), includesEnd: true))
  }

  private var pager: ListPager {
    query.pager(
      Links.audit, shown: list.entries.count, previous: page.previous.map { "\($0)" },
      next: page.next.map { "\($0)" })
  }

  private var position: String {
    guard !list.entries.isEmpty else { return localized("No entries") }
    let number = Format.number(min(page.count, AuditQuery.countMax))
    let total = page.count > AuditQuery.countMax ? localized("more than \(number)") : number
    return pager.position(of: total) { localized("Entries \($0)–\($1) of \($2)") }
  }
}

/// Entries of the audit under their days, for the template `Audit/_entry`.
struct AuditEntryList {
  let entries: [AuditEntry]
  /// Of the entries that the reader may take back.
  var undoing: [Int64: UndoAvailability] = [:]
  /// Of the entries that were taken back, but not whole.
  var undoneInPart: Set<Int64> = []
  /// The names of the rows, by entry.
  let titles: [Int64: String]
  /// What those undid that undo something, by entry.
  let undone: [Int64: AuditRecord]
  /// The runs that notes were written on, by entry.
  let notedRuns: [Int64: Run]
  /// The names of settings; nil where stores cannot be changed here.
  let form: StoreForm?
  let context: PageContext

  /// The entries under the days of the page's zone, newest first.
  var days: [TemplateDictionary] {
    var days: [(title: String, entries: [TemplateDictionary])] = []
    for entry in entries {
      let title = Format.day(entry.at, now: context.now)
      if days.last?.title != title { days.append((title, [])) }
      days[days.count - 1].entries.append(row(entry))
    }
    return days.map { day in
      var values: TemplateDictionary = ["DAY_TITLE": day.title]
      values.add("ENTRY", list: day.entries)
      return values
    }
  }

  private func row(_ entry: AuditEntry) -> TemplateDictionary {
    let (record, number) = (entry.record, entry.id)
    var row: TemplateDictionary = [
      "ID": "\(number)", "ENTRY_URL": Links.auditEntry(number),
      "ENTRY_TITLE": localized("Entry \(number)"), "INITIALS": record.who.initials,
      "DETAIL": details(entry).joined(separator: " · "),
      "ISO": entry.at.wholeSeconds, "CLOCK": Format.clock(entry.at), "FULL": Format.full(entry.at),
    ]
    row.show("IS_PERSON", if: !record.who.initials.isEmpty)
    row.show("IS_PROGRAM", if: record.who.initials.isEmpty)
    sentence(of: entry).add(to: &row)
    row.set("CHANGES", ifAny: AuditChange.summary(record))
    let isQuiet = record.result == .done && entry.undoneAt == nil && entry.run == nil
    if !isQuiet {
      var result = TemplateDictionary()
      result.set(
        badge: "RESULT", entry.badge(context.now, isInPart: undoneInPart.contains(entry.id)))
      row.add("BADGE", result)
    }
    row.add(
      "FACT", list: facts(entry).map { ["NAME": $0.0, "TEXT": $0.1] as TemplateDictionary })
    let undoing = undoing[entry.id] ?? .none
    row.add("UNDO", list: undoing == .possible ? [["UNDO_URL": Links.undo(entry.id)]] : [])
    if case .impossible = undoing { row.show("NO_UNDO") }
    return row
  }

  private func sentence(of entry: AuditEntry) -> AuditEntrySentence {
    AuditEntrySentence(
      entry: entry, title: titles[entry.id], undone: undone[entry.id],
      notedRun: notedRuns[entry.id],
      settings: form.flatMap { AuditedSettings(record: entry.record, form: $0).summary })
  }

  /// Where it was done, and what came of it.
  private func details(_ entry: AuditEntry) -> [String] {
    let record = entry.record
    var details = [record.store, record.subject?.table].compactMap { $0 }
    if record.subject == nil, !record.names.isEmpty {
      let count = max(record.count ?? 0, record.names.count)
      details.append(AuditChange.list(record.names.prefix(3).map(\.name), of: count))
    }
    if let figures = entry.run?.figuresInWords, !figures.isEmpty {
      details.append(figures.joinedAsList())
    }
    if let reason = entry.reason.map({ localized(stored: $0) }) {
      details.append(record.result == .done ? localized("Reason: \(reason)") : reason)
    }
    if let last = entry.lastAt {
      let (count, time) = (Format.number(entry.times), Format.time(last, now: context.now))
      details.append(localized("\(count) times until \(time)"))
    }
    guard details.isEmpty else { return details }
    return [record.address.isEmpty ? localized("Details") : record.address]
  }

  /// What the log keeps of an entry, as it is stored.
  private func facts(_ entry: AuditEntry) -> [(String, String)] {
    let record = entry.record
    let operations = AuditChange.operations(record, atMost: 10)
    return [
      (localized("Action"), record.action), (localized("What"), record.target),
      (localized("Operations"), operations ?? ""), (localized("From"), record.address),
      (localized("Request"), record.requestID),
    ].filter { !$0.1.isEmpty }
  }
}

extension AuditEntry {
  /// - Parameter isInPart: What was taken back is not all of it.
  func badge(_ now: Timestamp, isInPart: Bool) -> Badge {
    if let undoneAt {
      let time = Format.time(undoneAt, now: now)
      return Badge(
        .skipped, isInPart ? localized("Undone in part \(time)") : localized("Undone \(time)"))
    }
    if let run { return Badge(run) }
    switch record.result {
    case .done: return Badge(.done, localized("Done"))
    case .denied: return Badge(.failed, localized("Denied"))
    case .failed: return Badge(.failed, localized("Failed"))
    }
  }

  func canUndo(_ context: PageContext) -> Bool {
    record.undo != nil && undoneAt == nil && record.result == .done
      && isUndoable(by: context)
  }
}

extension AuditRecord.Result {
  /// As pages call it.
  var word: String {
    switch self {
    case .done: localized("done")
    case .denied: localized("denied")
    case .failed: localized("failed")
    }
  }
}
