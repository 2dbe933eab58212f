import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// Where each incremental pull goes on.
struct DeltaTokensPage {
  /// Names the table on whose page an action was chosen, which is returned to.
  static let tableParameter = "from"

  var facts: StorePageContext
  /// The table whose tokens these are, with its tabs; nil for the tokens of all tables.
  var table: (name: String, tabs: PageTabs)?
  var tokens: [DeltaTokenInfo]
  var withoutToken: [TokenlessQuery] = []
  /// How many queries there are, with a token and without, whatever is searched for.
  var count: Int
  /// Only queries with this text are listed.
  var text: String?
  var removalsWithoutTable = 0

  var title: String {
    table.map { localized("Delta tokens of \($0.name)") } ?? localized("Delta tokens")
  }

  var values: TemplateDictionary {
    var values = facts.values
    if let table {
      values.set("HEADLINE", table.name)
      values.add("TABS") { table.tabs.add(to: &$0) }
    } else {
      values.set("HEADLINE", title)
      values.add("PARENT", ["NAME": localized("Sync"), "LINK": Links.sync(facts.store)])
    }
    values.add("ENTRY", list: tokens.map(line))
    values.add("TOKENLESS", list: withoutToken.map(line))
    values.show("EMPTY", if: count == 0)
    addSearch(to: &values)
    if removalsWithoutTable > 0 {
      values.add(
        "REMOVALS",
        [
          "LINK": Links.removals(facts.store),
          "TEXT": Format.count(
            removalsWithoutTable, "deletion without a table", "deletions without a table"),
        ])
    }
    return values
  }

  /// A table has few queries: there the search is shown only where it was used.
  private func addSearch(to values: inout TemplateDictionary) {
    guard count > 0, table == nil || text != nil else { return }
    let items = QueryItems(table.map { [.init("table", $0.name)] } ?? [])
    let shown = tokens.count + withoutToken.count
    let filter = ListFilter(
      searching: title, Links.tokens(facts.store), items, for: text,
      localized("Search tables and queries"))
    filter.addTools(to: &values, shown: shown)
    let queries = Format.count(count, "query", "queries")
    values.set(
      "MATCHING",
      ifAny: text == nil ? queries : localized("\(Format.number(shown)) of \(queries)"))
  }

  private func line(_ token: DeltaTokenInfo) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "TABLE": token.isFeed ? localized("all tables") : token.table,
      "TABLE_LINK": token.isFeed
        ? Links.tables(facts.store) : Links.rows(facts.store, token.table),
      "QUERY_ID": token.queryID, "AGE": "–", "FORGET_LINK": link(token, "forget"),
    ]
    values.addFigure(token.lastPullAt == nil ? nil : token.rows)
    // Once more: a section sees the names of the place where it was shown.
    values.show("CAN_CHANGE", if: facts.mayChange)
    if let filter = token.filter {
      values.add("FILTER", ["TEXT": filter])
    } else {
      values.show("NO_FILTER")
    }
    if let moment = token.moment {
      values.add(
        "MOMENT",
        [
          "ISO": moment.description, "FULL": "\(token.value)",
          "TEXT": Format.time(moment, now: facts.now),
        ])
      values.add("REWIND", ["LINK": link(token, "rewind")])
      values.set("AGE", Format.relative(moment, now: facts.now))
    } else {
      values.add("OPAQUE", ["TEXT": Format.cut(token.value, keeping: 16)])
    }
    return values
  }

  private func line(_ query: TokenlessQuery) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "TABLE": query.isFeed ? localized("all tables") : query.table,
      "TABLE_LINK": query.isFeed ? Links.tables(facts.store) : Links.rows(facts.store, query.table),
      "QUERY_ID": query.keepsToken ? query.queryID : "null",
      "TEXT": !query.keepsToken
        ? localized("no query id: each pull reads all rows")
        : query.goesOn
          ? localized("no token yet: the next pull resumes where the last one stopped")
          : query.lastPullAt == nil && query.rows == 0
            ? localized("not pulled yet: the next pull is full")
            : localized("none: the next pull is full"),
    ]
    if let filter = query.filter {
      values.add("FILTER", ["TEXT": filter])
    } else {
      values.show("NO_FILTER")
    }
    values.addFigure(query.lastPullAt == nil ? nil : query.rows)
    return values
  }

  private func link(_ token: DeltaTokenInfo, _ action: String) -> String {
    Links.with(
      Links.tokens(facts.store),
      QueryItems(
        [
          .init("confirm", action), .init("table", token.table), .init("queryId", token.queryID),
        ] + (table.map { [.init(Self.tableParameter, $0.name)] } ?? [])))
  }
}

/// A query that pulls rows of one table, or a feed with the rows of all tables.
protocol PullSource: Searchable {
  /// Empty for a feed.
  var table: String { get }
}

extension PullSource {
  var isFeed: Bool { table.isEmpty }

  func isUsed(by name: String) -> Bool { isFeed || table === name }
}

extension TokenlessQuery: PullSource {
  var texts: [String] { [table, keepsToken ? queryID : "", filter ?? ""] }

  var json: JSONValue {
    [
      "table": .string(table), "queryId": keepsToken ? .string(queryID) : .null,
      "filter": JSONValue(filter), "lastPullAt": JSONValue(lastPullAt),
      "rows": .integer(Int64(rows)), "goesOn": .bool(goesOn),
    ]
  }
}

extension DeltaTokenInfo: PullSource {
  /// The token as a moment; nil for a remote whose tokens only it can read.
  var moment: Timestamp? { Timestamp(value) }

  var texts: [String] { [table, queryID, filter ?? "", value] }

  var json: JSONValue {
    [
      "table": .string(table), "queryId": .string(queryID), "filter": JSONValue(filter),
      "value": .string(value), "lastPullAt": JSONValue(lastPullAt), "rows": .integer(Int64(rows)),
    ]
  }
}
