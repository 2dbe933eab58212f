import HTTPKit
import Localization
import Support
import SyncCore
import TemplateKit

/// What was found, when it is not just one thing.
struct SearchPage {
  static let template = "Search/search"

  let searched: String
  let found: [SearchResult]
  /// Of tables where counting was cheap.
  let counts: [(table: SearchResult.Table, count: RowCount)]
  /// How long the search took.
  let time: Duration
  /// Stores whose files cannot be used just now.
  let notSearched: [String]
  let coverage: SearchCoverage
  let now: Timestamp
  var path = Links.search
  /// The table whose rows are shown, by its ``SearchResult/Table/key``; nil for everything.
  var table: String?

  var title: String { searched.isEmpty ? localized("Search") : "“\(searched)”" }

  var values: TemplateDictionary {
    var values: TemplateDictionary = ["SEARCHED": searched, "SEARCH_URL": Links.search]
    let sections = sections
    let isOnlyStore = UTF8Set(sections.map(\.table.store)).count < 2
    let current = sections.first { $0.table.key === table ?? "" }
    let others = current == nil ? found.filter { $0.table == nil } : []
    var list = TemplateDictionary()
    list.add("TARGET", list: others.map(target))
    values.add("OTHERS", list: others.isEmpty ? [] : [list])
    values.add(
      "TABLE",
      list: (current.map { [$0] } ?? sections).map { self.values($0, isOnlyStore: isOnlyStore) })
    if sections.count > 1 {
      values.add("TABS") { tabs(sections, current, isOnlyStore: isOnlyStore).add(to: &$0) }
    }
    values.set("COUNT", ifAny: summary(sections))
    values.set(
      "NOT_SEARCHED", ifAny: notSearched.isEmpty ? nil : notSearched.joinedAsList())
    values.set("INDEX_NOTICE", ifAny: coverage.notice)
    values.show("SOME", if: !found.isEmpty)
    values.show("NONE", if: found.isEmpty && !searched.isEmpty)
    values.show("NOTHING_TYPED", if: searched.isEmpty)
    return values
  }

  private typealias Section = (table: SearchResult.Table, found: [SearchResult])

  /// What was found in tables, in its order.
  private var sections: [Section] {
    found.reduce(into: []) { sections, result in
      guard let table = result.table else { return }
      if let index = sections.firstIndex(where: { $0.table.isSame(as: table) }) {
        sections[index].found.append(result)
      } else {
        sections.append((table, [result]))
      }
    }
  }

  private func tabs(
    _ sections: [Section], _ current: Section?, isOnlyStore: Bool
  ) -> PageTabs {
    let all = total(sections)
    let tables = sections.map { section in
      let (table, count) = (section.table, count(section))
      return PageTabs.Tab(
        label: isOnlyStore ? table.name : table.key, link: link(table), count: count.value,
        isCapped: !count.exact, isCurrent: current.map { $0.table.isSame(as: table) } ?? false)
    }
    return PageTabs(
      name: localized("Results by table"),
      tabs: [
        .init(
          label: localized("All"), link: link(nil), count: all.value, isCapped: !all.exact,
          isCurrent: current == nil)
      ] + tables)
  }

  private func link(_ table: SearchResult.Table?) -> String {
    var items = QueryItems([.init("q", searched), .init(SearchHandlers.listParameter, "1")])
    if let table { items.add(SearchHandlers.tableParameter, table.key) }
    return Links.with(path, items)
  }

  private func total(_ sections: [Section]) -> RowCount {
    let counts = sections.map(count)
    return RowCount(counts.reduce(0) { $0 + $1.value }, exact: counts.allSatisfy(\.exact))
  }

  /// `86 rows in 3 tables, 4 ms`; nil where no rows were found.
  private func summary(_ sections: [Section]) -> String? {
    let counts = sections.map(count).filter { $0.value > 0 }
    guard !counts.isEmpty else { return nil }
    let all = total(sections)
    let rows = Format.count(all.value, as: all.written, "row")
    let tables = Format.count(counts.count, "table")
    let duration = Format.duration(milliseconds: Int64(time / .milliseconds(1)))
    return localized("\(rows) in \(tables), \(duration)")
  }

  /// At least the rows that are listed.
  private func count(_ section: Section) -> RowCount {
    let listed = section.found.count { $0.kind == SearchResult.row }
    guard let known = counts.first(where: { $0.table.isSame(as: section.table) }) else {
      return RowCount(
        listed, exact: !section.found.contains { $0.kind == SearchResult.filter })
    }
    return RowCount(max(known.count.value, listed), exact: known.count.exact)
  }

  private func values(_ section: Section, isOnlyStore: Bool) -> TemplateDictionary {
    let rows = section.found.filter { $0.kind == SearchResult.row }
    var values: TemplateDictionary = ["NAME": section.table.name]
    let count = count(section)
    values.set("COUNT", ifAny: count.value == 0 ? nil : count.written)
    values.set("STORE", ifAny: isOnlyStore ? nil : section.table.store)
    values.add(
      "ALL",
      list: section.found.filter { $0.kind == SearchResult.filter }
        .map { ["LINK": $0.link, "LABEL": $0.label] })
    values.add("ROWS", list: rows.isEmpty ? [] : [list(rows)])
    return values
  }

  private func list(_ rows: [SearchResult]) -> TemplateDictionary {
    var list = TemplateDictionary()
    list.add("ROW", list: rows.map(row))
    return list
  }

  private func row(_ result: SearchResult) -> TemplateDictionary {
    var row: TemplateDictionary = ["LINK": result.link]
    row.add("TITLE", list: MarkedText(result.label, marking: searched).values)
    row.add("ID", list: result.shownID.map { [marked($0)] } ?? [])
    row.add("MATCH", list: result.match.map { [match($0)] } ?? [])
    // One sign of a deletion: a row at rest has no other state.
    let state = result.state ?? .synced
    row.show("DELETED", if: result.isDeleted)
    row.show("SIGN", if: !result.isDeleted || state != .synced)
    row.set(state: Badge(state, deleted: result.isDeleted))
    let changedAt = result.updatedAt.flatMap { Timestamp($0) }
    row.add("CHANGED_TIME", list: changedAt.map { [stamp($0, now: now)] } ?? [])
    return row
  }

  private func marked(_ id: String) -> TemplateDictionary {
    var values = TemplateDictionary()
    values.add("TEXT", list: MarkedText(id, marking: searched).values)
    return values
  }

  private func match(_ match: SearchResult.Match) -> TemplateDictionary {
    var values: TemplateDictionary = ["COLUMN": match.column]
    values.add("TEXT", list: MarkedText(match.text, marking: searched).values)
    return values
  }

  private func target(_ target: SearchResult) -> TemplateDictionary {
    [
      "KIND": target.kindTitle, "LABEL": target.label, "PLACE": target.place,
      "LINK": target.link,
    ]
  }
}

extension RowCount {
  /// `71`, or `100+` where there are more.
  var written: String { exact ? Format.number(value) : "\(Format.number(value))+" }
}

extension SearchResult {
  /// The id of a row that is called something else.
  fileprivate var shownID: String? {
    guard kind == Self.row, let id, VisibleText.shown(id) !== label else { return nil }
    return VisibleText.shown(id)
  }

  fileprivate var kindTitle: String {
    switch kind {
    case Self.page: localized("Page")
    case Self.action: localized("Action")
    case Self.row: localized("Row")
    case "store": localized("Store")
    case "table": localized("Table")
    case Self.operation: localized("Operation")
    case "error": localized("Error")
    case "run": localized("Run")
    default: kind.capitalizedWord
    }
  }
}
