import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The jump box: finds stores, tables, operations, errors, and rows by id or name.
struct SearchHandlers: Sendable {
  let services: ConsoleServices

  /// Rows listed of each table whose ids begin with what was typed, and as many whose names hold it.
  static let rowsMax = 5
  /// How long the names of one store's rows are looked through.
  static let namesTime = Duration.milliseconds(400)

  @Sendable func inStore(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    return try await answer(request, context, in: [store], nav: Nav(store: store.name, .elsewhere))
  }

  @Sendable func everywhere(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    var all: [StoreHandle] = []
    for info in services.stores.stores where context.sees(info.name) {
      // One that cannot be used is left out below, with a word about it.
      guard let sync = try? await services.stores.context(of: info.name) else { continue }
      all.append(StoreHandle(info: info, sync: sync))
    }
    return try await answer(request, context, in: all, nav: Nav(.elsewhere))
  }

  private func answer(
    _ request: HTTPRequest, _ context: PageContext, in stores: [StoreHandle], nav: Nav
  ) async throws -> HTTPResponse {
    let searched = try request.query()["q"]?.trimmed ?? ""
    var (found, searchedStores) = ([SearchResult](), [String]())
    if !searched.isEmpty {
      found = try await places(searched, context, in: stores)
      let seen = services.stores.stores.filter { context.sees($0.name) }
      found += seen.compactMap { SearchResult(store: $0.name, searched) }
      for store in stores {
        do {
          found += try await StoreSearch(store: store, text: searched).all(besides: found)
          searchedStores.append(store.name)
        } catch {
          guard nav.store == nil, StorageProblem(error) != nil else { throw error }
        }
      }
    }
    let left =
      nav.store == nil && !searched.isEmpty
      ? services.stores.stores.map(\.name).filter {
        context.sees($0) && !searchedStores.contains($0)
      } : []
    let results = SearchResults(found)
    if request.wantsJSON {
      return services.pages.respond(json: [
        "results": .array(results.all.map(\.json)), "notSearched": .array(left.map { .string($0) }),
      ])
    }
    if let only = results.meant { return .seeOther(only.link) }
    let page = SearchPage(searched: searched, found: results.all, notSearched: left)
    return try await services.pages.page(
      SearchPage.template, title: page.title, values: page.values, request, context, nav: nav)
  }
}

/// Something that the jump box leads to.
struct SearchResult: Sendable, Equatable {
  static let row = "row"

  /// `page`, `action`, `store`, `table`, `operation`, `error`, `row`, or `filter` for a list that is
  /// to be searched.
  var kind: String
  var label: String
  /// Where it is, such as `Movie in store todo`.
  var place: String
  var link: String
  /// True when exactly this was typed.
  var isExact: Bool
  /// True when it was found by the beginning of its id.
  var isByPrefix = false
  /// What finds exactly this, where the label does not.
  var id: String?

  var json: JSONValue {
    [
      "kind": .string(kind), "label": .string(label), "place": .string(place),
      "url": .string(link), "id": .string(id ?? label),
    ]
  }
}

extension SearchResult {
  /// Nil when the store's name does not hold what was typed.
  fileprivate init?(store name: String, _ text: String) {
    guard name.contains(text.lowercased()) else { return nil }
    self.init(
      kind: "store", label: name, place: "", link: Links.store(name),
      isExact: name === text.lowercased())
  }
}

/// Looks for what was typed in one store.
private struct StoreSearch {
  let store: StoreHandle
  let text: String

  func all(besides known: [SearchResult]) async throws -> [SearchResult] {
    let found = try await targets()
    // What was meant exactly is not called something else, but a word may be some row's id.
    let isMeant = (known + found).contains { $0.isExact && $0.kind != SearchResult.row }
    guard !isMeant else { return found }
    return found + (try await named(besides: known + found))
  }

  private func targets() async throws -> [SearchResult] {
    let tables = try await store.sync.tables().map(\.name)
    var found = tables.compactMap(table)
    found += try await operations()
    if let error = try await store.sync.error(text) {
      found.append(
        SearchResult(
          kind: "error", label: error.message, place: "\(error.table) in store \(store.name)",
          link: Links.error(store.name, error.id), isExact: true))
    }
    for row in try await store.sync.rowIDs(beginningWith: text, perTable: SearchHandlers.rowsMax) {
      found.append(
        SearchResult(
          kind: SearchResult.row, label: row.id, place: "\(row.table) in store \(store.name)",
          link: Links.row(store.name, row.table, row.id), isExact: row.id === text,
          isByPrefix: row.id !== text))
    }
    return found
  }

  /// Rows of every table, deleted ones too, whose names hold what was typed.
  private func named(besides known: [SearchResult]) async throws -> [SearchResult] {
    let tables = try await store.sync.tables().map(\.name)
    var found: [SearchResult] = []
    for table in tables {
      let columns = try await store.columns(of: table)
      let name = RowTitle(columns: columns)
      guard name.column !== SystemColumn.id.rawValue,
        !store.sync.coveredColumns(of: table).contains(name.column)
      else { continue }
      let filter = RowFilter(name.column, .contains, text)
      var query = RowQuery(view: .all, filters: [filter], size: SearchHandlers.rowsMax)
      query.wantsCount = false
      query.timeLimit = SearchHandlers.namesTime / tables.count
      let page = try await store.sync.rows(table, query)
      found += page.rows.map { target($0, table, name) }
      if page.isCut || page.next != nil { found.append(list(table, filter)) }
    }
    let links = UTF8Set(known.map(\.link))
    return found.filter { !links.contains($0.link) }
  }

  private func target(_ row: ListedRow, _ table: String, _ name: RowTitle) -> SearchResult {
    let title = name.title(row.record)
    return SearchResult(
      kind: SearchResult.row, label: title,
      place: "\(row.deleted ? "deleted, " : "")\(table) in store \(store.name)",
      link: Links.row(store.name, table, row.id),
      isExact: row.record.values[name.column]?.string?.lowercased() == text.lowercased(),
      id: row.id)
  }

  /// Where the others are, or may be when the time was over.
  private func list(_ table: String, _ filter: RowFilter) -> SearchResult {
    var items = QueryItems()
    items.add("view", RowView.all.rawValue)
    items.add("\(filter.column)__contains", filter.value)
    return SearchResult(
      kind: "filter", label: "\(table) where \(filter.column) contains “\(text)”",
      place: "store \(store.name)", link: Links.with(Links.rows(store.name, table), items),
      isExact: false, id: text)
  }

  private func table(_ name: String) -> SearchResult? {
    guard name.lowercased().contains(text.lowercased()) else { return nil }
    return SearchResult(
      kind: "table", label: name, place: "store \(store.name)",
      link: Links.rows(store.name, name), isExact: name.lowercased() == text.lowercased())
  }

  private func operations() async throws -> [SearchResult] {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard let number = Int64(digits), let operation = try await store.sync.operation(number) else {
      return []
    }
    let info = operation.info
    return [
      SearchResult(
        kind: "operation", label: "\(info.kind.title) \(number)",
        place: "\(info.table) \(info.itemID) in store \(store.name)",
        link: Links.operation(store.name, number), isExact: true)
    ]
  }
}

/// What was found, when it is not just one thing.
struct SearchPage {
  static let template = "Search/search"

  let searched: String
  let found: [SearchResult]
  /// Stores whose files cannot be used just now.
  let notSearched: [String]

  var title: String { searched.isEmpty ? "Search" : "“\(searched)”" }

  var values: TemplateDictionary {
    var values: TemplateDictionary = ["SEARCHED": searched, "SEARCH_URL": Links.search]
    values.add(
      "TARGET",
      list: found.map { target in
        [
          "KIND": target.kind.prefix(1).uppercased() + target.kind.dropFirst(),
          "LABEL": target.label, "PLACE": target.place, "LINK": target.link,
        ]
      })
    values.add(
      "NOT_SEARCHED",
      list: notSearched.isEmpty ? [] : [["STORES": notSearched.joined(separator: ", ")]])
    values.show("SOME", if: !found.isEmpty)
    values.show("NONE", if: found.isEmpty && !searched.isEmpty)
    values.show("NOTHING_TYPED", if: searched.isEmpty)
    return values
  }
}
