import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The toolbar of the trash: the search box, and a chip with a menu for each filter.
struct TrashFilters {
  let store: String
  let tables: [TableSummary]
  let request: TrashRequest
  /// By table what the rest of the filter matches.
  let counts: UTF8Dictionary<Int>
  /// The same by who deleted.
  let people: [TrashCount]
  let now: Timestamp
  /// A filter that cannot be used.
  let refused: TrashView.Refused?

  func add(to values: inout TemplateDictionary) {
    filter.add(to: &values)
    values.add("WINDOW", window)
  }

  private var filter: ListFilter {
    let path = Links.trash(store)
    var filter = ListFilter(
      name: localized("Trash"), path: path, items: request.items(after: nil),
      text: refused?.text ?? request.text, label: localized("Text or id of a row"),
      hint: localized("Search deleted rows"),
      cleared: request.isFiltered || refused != nil ? path : nil)
    filter.menus = [
      filter.menu(localized("Table"), "table", tableChoices),
      filter.menu(localized("Deleted by"), "by", none: localized("anyone"), deleters),
    ]
    return filter
  }

  // MARK: - When

  private var window: TemplateDictionary {
    let filter = filter
    var values: TemplateDictionary = [
      "TITLE": localized("Deleted"), "CHOSEN": windowWords ?? localized("any time"),
      "FROM": refused?.from ?? PageZone.current.control(request.from),
      "TO": refused?.until ?? PageZone.current.control(request.until),
      "REMOVE_LINK": filter.address { ($0["from"], $0["to"]) = (nil, nil) },
    ]
    values.show("IS_SET", if: windowWords != nil)
    values.show("IS_OPEN", if: refused?.hasTimes == true)
    values.add("PERIOD", list: Self.periods.map { period($0, filter) })
    values.add("KEPT", list: filter.kept(without: ["from", "to"]))
    return values
  }

  private static var periods: [(label: String, seconds: Int64)] {
    [
      (localized("Last hour"), 3_600), (localized("Last 24 hours"), 86_400),
      (localized("Last 7 days"), 604_800),
    ]
  }

  private func period(
    _ period: (label: String, seconds: Int64), _ filter: ListFilter
  ) -> TemplateDictionary {
    let link = filter.address {
      $0["from"] = now.adding(seconds: -period.seconds).description
      $0["to"] = nil
    }
    return ["LABEL": period.label, "LINK": link]
  }

  /// Nil where any time is meant.
  private var windowWords: String? {
    let from = request.from.map { Format.time($0, now: now) }
    let until = request.until.map { Format.time($0, now: now) }
    return switch (from, until) {
    case (let from?, let until?): "\(from) – \(until)"
    case (let from?, nil): localized("from \(from)")
    case (nil, let until?): localized("before \(until)")
    case (nil, nil): nil
    }
  }

  // MARK: - Which table, and who

  private var tableChoices: [ChoiceMenu.Choice] {
    tables.filter { $0.deleted > 0 || $0.name === request.table }.map { table in
      .init(table.name, count: counts[table.name] ?? 0)
    }
  }

  /// Everybody who deleted something; the one of the filter also when nothing is left.
  private var deleters: [ChoiceMenu.Choice] {
    var known = people
    let isKnown = known.contains { ($0.by ?? TrashRequest.elsewhere) === request.byText }
    if case .named(let name)? = request.by, !isKnown {
      known.append(TrashCount(by: name, count: 0))
    }
    return known.map { person in
      .init(
        person.by ?? TrashRequest.elsewhere, person.by?.shownActor ?? localized("a pull"),
        count: person.count)
    }
  }
}

extension TrashQuery.Deleter {
  /// As the address has it.
  init(word: String) {
    self = word === TrashRequest.elsewhere ? .elsewhere : .named(word)
  }
}
