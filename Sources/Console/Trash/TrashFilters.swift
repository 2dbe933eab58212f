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
    let path = Links.trash(store)
    ListFilter.addSearchBox(
      refused?.text ?? request.text, label: localized("Text or id of a row"),
      hint: localized("Search deleted rows"), to: &values)
    values.add("SEARCH_KEEPS", list: kept(without: ["text"]))
    values.add("WINDOW", window)
    values.add("FILTER", list: [tableMenu.values, deleterMenu.values])
    if request.isFiltered || refused != nil { values.add("CLEAR", ["LINK": path]) }
  }

  /// What a form that sets some of the filters leaves as it is.
  private func kept(without names: UTF8Set) -> [TemplateDictionary] {
    request.items(after: nil).items.filter { !names.contains($0.name) }
      .map { ["NAME": $0.name, "VALUE": $0.value] }
  }

  /// The first page of the list with other filters.
  private func address(_ change: (inout TrashRequest) -> Void) -> String {
    var request = request
    change(&request)
    return Links.with(Links.trash(store), request.items(after: nil))
  }

  // MARK: - When

  private var window: TemplateDictionary {
    var values: TemplateDictionary = [
      "TITLE": localized("Deleted"), "CHOSEN": windowWords ?? localized("any time"),
      "FROM": refused?.from ?? PageZone.current.control(request.from),
      "TO": refused?.until ?? PageZone.current.control(request.until),
      "REMOVE_LINK": address { ($0.from, $0.until) = (nil, nil) },
    ]
    values.show("IS_SET", if: windowWords != nil)
    values.show("IS_OPEN", if: refused?.hasTimes == true)
    values.add("PERIOD", list: Self.periods.map(period))
    values.add("KEPT", list: kept(without: ["from", "to"]))
    return values
  }

  private static var periods: [(label: String, seconds: Int64)] {
    [
      (localized("Last hour"), 3_600), (localized("Last 24 hours"), 86_400),
      (localized("Last 7 days"), 604_800),
    ]
  }

  private func period(_ period: (label: String, seconds: Int64)) -> TemplateDictionary {
    let link = address {
      $0.from = now.adding(seconds: -period.seconds)
      $0.until = nil
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

  private var tableMenu: ChoiceMenu {
    let choices = tables.filter { $0.deleted > 0 || $0.name === request.table }.map { table in
      ChoiceMenu.Choice(table.name, count: counts[table.name] ?? 0)
    }
    return ChoiceMenu(
      title: localized("Table"), none: localized("any"), choices: choices, chosen: request.table
    ) { table in
      address { $0.table = table }
    }
  }

  /// Everybody who deleted something; the one of the filter also when nothing is left.
  private var deleterMenu: ChoiceMenu {
    let chosen = request.by.map { _ in request.byText }
    var known = people
    let isKnown = known.contains { ($0.by ?? TrashRequest.elsewhere) === request.byText }
    if case .named(let name)? = request.by, !isKnown {
      known.append(TrashCount(by: name, count: 0))
    }
    let choices = known.map { person in
      ChoiceMenu.Choice(
        person.by ?? TrashRequest.elsewhere, person.by ?? localized("a pull"), count: person.count)
    }
    return ChoiceMenu(
      title: localized("Deleted by"), none: localized("anyone"), choices: choices, chosen: chosen
    ) { word in
      address { $0.by = word.map(TrashQuery.Deleter.init(word:)) }
    }
  }
}

extension TrashQuery.Deleter {
  /// As the address has it.
  init(word: String) {
    self = word === TrashRequest.elsewhere ? .elsewhere : .named(word)
  }
}
