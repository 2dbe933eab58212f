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

  func add(to values: inout TemplateDictionary) { filter.add(to: &values) }

  private var filter: ListFilter {
    let path = Links.trash(store)
    var filter = ListFilter(
      name: localized("Trash"), path: path, items: request.items(),
      text: refused?.text ?? request.text, label: localized("Text or id of a row"),
      hint: localized("Search deleted rows"),
      cleared: request.isFiltered || refused != nil ? path : nil)
    filter.times = times(in: filter)
    filter.menus = [
      filter.menu(localized("Table"), "table", tableChoices),
      filter.menu(localized("Deleted by"), "by", none: localized("anyone"), deleters),
    ]
    return filter
  }

  // MARK: - When

  private func times(in filter: ListFilter) -> TimeMenu {
    let zone = PageZone.current
    return TimeMenu(
      title: localized("Deleted"), control: .moment,
      from: refused?.from ?? zone.control(request.from),
      until: refused?.until ?? zone.control(request.until),
      words: TimeMenu.words(
        request.from.map { Format.time($0, now: now) },
        request.until.map { Format.time($0, now: now) }, includesEnd: false),
      periods: Self.periods.map { ($0.label, link(toLast: $0.seconds, filter)) },
      isOpen: refused?.hasTimes == true)
  }

  private static var periods: [(label: String, seconds: Int64)] {
    [
      (localized("Last hour"), 3_600), (localized("Last 24 hours"), 86_400),
      (localized("Last 7 days"), 604_800),
    ]
  }

  private func link(toLast seconds: Int64, _ filter: ListFilter) -> String {
    filter.address {
      $0["from"] = now.adding(seconds: -seconds).description
      $0["to"] = nil
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
        person.by ?? TrashRequest.elsewhere, person.by?.actorName ?? localized("a pull"),
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
