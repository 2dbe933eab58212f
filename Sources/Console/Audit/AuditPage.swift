import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import TemplateKit

/// The list of what was done through the console.
struct AuditPage {
  static let template = "Audit/audit"

  let entries: [AuditEntry]
  /// Of the entries that the reader may take back.
  let undoing: [Int64: UndoAvailability]
  /// Of the entries that were taken back, but not whole.
  let undoneInPart: Set<Int64>
  /// The names of the rows, by entry.
  let titles: [Int64: String]
  let query: AuditQuery
  let names: AuditNames
  /// The entry to go on before; nil at the end.
  let next: Int64?
  let context: PageContext

  var values: TemplateDictionary {
    let items = query.items
    var values: TemplateDictionary = [
      "AUDIT_URL": Links.audit, "FROM": items["from"] ?? "", "TO": items["to"] ?? "",
      "SEARCH": items["q"] ?? "", "RANGE": range, "BACK": address { _ in },
    ]
    values.add(
      "FILTER",
      list: [
        filter(localized("Person"), "user", localized("anyone"), names.who.map { .init($0) }),
        filter(localized("Action"), "action", localized("any"), names.actions.map { .init($0) }),
        filter(localized("Store"), "store", localized("any"), names.stores.map { .init($0) }),
        filter(
          localized("Result"), "result", localized("any"),
          AuditRecord.Result.allCases.map { .init($0.rawValue, $0.word) }),
      ])
    values.add("SEARCH_KEEPS", list: kept(["user", "action", "store", "result", "from", "to"]))
    values.add("DATES_KEEP", list: kept(["user", "action", "store", "result", "q"]))
    values.show("HAS_DATES", if: items["from"] ?? "" != "" || items["to"] ?? "" != "")
    values.add("CLEAR", list: query.isFiltered ? [["CLEAR_URL": Links.audit]] : [])
    values.add("DAY", list: days)
    values.show("EMPTY", if: entries.isEmpty)
    values.add(
      "SIZE",
      list: AuditQuery.sizes.map { size in
        var item: TemplateDictionary = [
          "SIZE_NUMBER": "\(size)", "SIZE_URL": address { $0["size"] = "\(size)" },
        ]
        item.show("SIZE_CURRENT", if: size == query.size)
        return item
      })
    values.add(
      "OLDER", list: next.map { next in [["OLDER_URL": address { $0["after"] = "\(next)" }]] } ?? []
    )
    values.add(
      "NEWEST",
      list: query.filter.before == nil ? [] : [["NEWEST_URL": address { $0["after"] = nil }]])
    return values
  }

  private func address(_ change: (inout QueryItems) -> Void) -> String {
    var items = query.items
    change(&items)
    return Links.with(Links.audit, items)
  }

  /// The other filters, for a form that sets one of them.
  private func kept(_ names: [String]) -> [TemplateDictionary] {
    names.compactMap { name in query.items[name].map { ["NAME": name, "VALUE": $0] } }
  }

  /// A menu of links: each chooses one value, and the first none.
  private func filter(
    _ title: String, _ name: String, _ none: String, _ choices: [ChoiceMenu.Choice]
  ) -> TemplateDictionary {
    let chosen = query.items[name].flatMap { $0.isEmpty ? nil : $0 }
    return ChoiceMenu(
      title: title, none: none, choices: choices, chosen: chosen,
      address: { choice in
        address { items in
          items[name] = choice
          items["after"] = nil
        }
      }
    ).values
  }

  /// The entries under the days of the page's zone, newest first.
  private var days: [TemplateDictionary] {
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

  private var range: String {
    guard let newest = entries.first?.id, let oldest = entries.last?.id else {
      return localized("No entries")
    }
    return newest == oldest
      ? localized("Entry \(newest)") : localized("Entries \(newest) down to \(oldest)")
  }

  private func row(_ entry: AuditEntry) -> TemplateDictionary {
    let record = entry.record
    var row: TemplateDictionary = [
      "ID": "\(entry.id)", "ENTRY_URL": Links.auditEntry(entry.id), "INITIALS": record.who.initials,
      "DETAIL": details(entry).joined(separator: " · "),
      "ISO": entry.at.wholeSeconds, "CLOCK": Format.clock(entry.at), "FULL": Format.full(entry.at),
    ]
    row.show("IS_PERSON", if: !record.who.initials.isEmpty)
    row.show("IS_PROGRAM", if: record.who.initials.isEmpty)
    let link = link(of: entry)
    row.add("PART", list: AuditSentence(record).parts.map { part($0, record.who, link) })
    row.set("CHANGES", ifAny: AuditChange.summary(record))
    if let run = entry.run {
      row.add("RUN", ["LINK": Links.run(run.store, run.id), "TEXT": run.title])
    }
    let isQuiet = record.result == .done && entry.undoneAt == nil && entry.run == nil
    if !isQuiet {
      var result = TemplateDictionary()
      result.set(
        badge: "RESULT", entry.badge(context.now, isInPart: undoneInPart.contains(entry.id)))
      row.add("BADGE", result)
    }
    let undoing = undoing[entry.id] ?? .none
    row.add("UNDO", list: undoing == .possible ? [["UNDO_URL": Links.undo(entry.id)]] : [])
    if case .impossible = undoing { row.show("NO_UNDO") }
    return row
  }

  /// - Parameter link: To what the sentence is about; nil where it needs none.
  private func part(
    _ part: AuditSentence.Part, _ who: String, _ link: TemplateDictionary?
  ) -> TemplateDictionary {
    var values = TemplateDictionary()
    switch part {
    case .text(let text): values.add("WORDS", ["TEXT": text])
    case .who: values.add("BY", ["WHO": who])
    case .row: values.add("ROW", list: link.map { [$0] } ?? [])
    }
    return values
  }

  /// To the row that an entry is about, or to the run that a note was written on.
  private func link(of entry: AuditEntry) -> TemplateDictionary? {
    let record = entry.record
    if let subject = record.row {
      var link: TemplateDictionary = [
        "TITLE": titles[entry.id] ?? subject.id,
        "LINK": Links.history(record.store ?? "", subject.table, subject.id),
      ]
      let isFound = record.store != nil && titles[entry.id] != nil
      link.show("PLAIN", if: !isFound)
      link.show("LINKED", if: isFound)
      return link
    }
    guard record.action == ConsoleAction.noteEdit.rawValue, let store = record.store,
      let run = NoteSubject.run(target: record.target)
    else { return nil }
    var link: TemplateDictionary = ["TITLE": record.target, "LINK": Links.run(store, run)]
    link.show("LINKED")
    return link
  }

  /// Where it was done, and what does not fit into the sentence.
  private func details(_ entry: AuditEntry) -> [String] {
    let record = entry.record
    var details = [record.store].compactMap { $0 }
    if record.row != nil { details.append(record.target) }
    if record.result == .done, let reason = record.reason {
      details.append(localized("Reason: \(reason)"))
    }
    if let last = entry.lastAt {
      let (count, time) = (Format.number(entry.times), Format.time(last, now: context.now))
      details.append(localized("\(count) times until \(time)"))
    }
    if !record.address.isEmpty { details.append(record.address) }
    return details
  }
}

extension AuditEntry {
  /// What it was done to, in words.
  var what: String {
    var text = record.store.map { "\($0): " } ?? ""
    text += record.target
    if let count = record.count, count != 1 { text += ", \(Format.count(count, "row"))" }
    if record.result == .done, let reason = record.reason {
      text += ". " + localized("Reason: \(reason)")
    }
    return text
  }

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
    case .denied:
      return Badge(
        .failed,
        record.reason.map { reason in localized("Denied: \(reason)") } ?? localized("Denied"))
    case .failed:
      return Badge(
        .failed,
        record.reason.map { reason in localized("Failed: \(reason)") } ?? localized("Failed"))
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
