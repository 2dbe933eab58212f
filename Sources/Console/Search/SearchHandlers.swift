import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// The search box: finds pages, stores, tables, operations, errors, and rows by id or any text.
struct SearchHandlers: Sendable {
  let services: ConsoleServices

  /// Rows listed of each table whose ids begin with what was typed, and as many whose texts hold it.
  static let rowsMax = 5

  /// Asks for everything that was found, where one thing of this name is gone to otherwise.
  static let listParameter = "list"
  /// Shows the rows of one table, as `STORE/TABLE`.
  static let tableParameter = "table"

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
    let query = try request.query()
    let searched = query["q"]?.trimmed ?? ""
    let listsAll = query[Self.listParameter] == "1"
    let begin = ContinuousClock.now
    var (found, searchedStores, coverage) = ([SearchResult](), [String](), SearchCoverage())
    var counts: [(table: SearchResult.Table, count: RowCount)] = []
    if !searched.isEmpty {
      found = try await places(searched, context, in: stores)
      let seen = services.stores.stores.filter { context.sees($0.name) }
      found += seen.compactMap { SearchResult(store: $0.name, searched) }
      for store in stores {
        found += try await run(searched, in: store).map { [$0] } ?? []
        do {
          let rows = try await StoreSearch(
            store: store, text: searched, time: services.configuration.searchTime,
            index: services.searchIndexes?.index(of: store.sync)
          ).all(besides: found, listsAll: listsAll)
          found += rows.results
          counts += rows.counts
          coverage.add(rows)
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
    let results = SearchResults(found, of: searched)
    if request.wantsJSON {
      var json: JSONObject = [
        "results": .array(results.all.map(\.json)), "notSearched": .array(left.map { .string($0) }),
      ]
      json["index"] = coverage.json
      return services.pages.respond(json: .object(json))
    }
    if !listsAll, let only = results.meant { return .seeOther(only.link) }
    var page = SearchPage(
      searched: searched, found: results.all, counts: counts, time: begin.duration(to: .now),
      notSearched: left, coverage: coverage, now: context.now)
    page.path = Pages.address(of: request)
    page.table = query[Self.tableParameter]
    return try await services.pages.page(
      SearchPage.template, title: page.title, values: page.values, request, context, nav: nav)
  }

  /// The run that is called what was typed, such as `Push 12`, or `run 12`.
  private func run(_ text: String, in store: StoreHandle) async throws -> SearchResult? {
    let words = text.lowercased().split(separator: " ")
    guard words.count == 2, let id = RunID(words[1]),
      let run = try await services.data.run(id, store: store.name),
      words[0] == "run" || run.title.lowercased() == text.lowercased()
    else { return nil }
    return SearchResult(
      kind: "run", label: run.title, place: localized("store \(store.name)"),
      link: Links.run(store.name, run.id), isExact: true)
  }
}
