import HTTPKit
import JSONKit
import SyncCore
import TemplateKit

/// The jump box: finds stores, tables, operations, errors, and rows by id.
struct JumpHandlers: Sendable {
  let services: ConsoleServices

  /// Rows listed of each table whose ids begin with what was typed.
  static let rowsMax = 5

  var routes: [ConsoleRoute] {
    [
      .get("/jump", .storeOpen, everywhere).openToOneStore(),
      .get("/s/{store}/jump", .storeOpen, inStore),
    ]
  }

  @Sendable func inStore(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    return try await answer(request, context, in: [store], nav: Nav(store: store.name, .elsewhere))
  }

  @Sendable func everywhere(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    var all: [OpenStore] = []
    for info in services.stores.stores where context.sees(info.name) {
      guard let sync = try await services.stores.context(of: info.name) else { continue }
      all.append(OpenStore(info: info, sync: sync))
    }
    return try await answer(request, context, in: all, nav: Nav(.elsewhere))
  }

  private func answer(
    _ request: HTTPRequest, _ context: PageContext, in stores: [OpenStore], nav: Nav
  ) async throws -> HTTPResponse {
    let searched = try request.query()["q"]?.trimmed ?? ""
    var found: [JumpTarget] = []
    if !searched.isEmpty {
      let seen = services.stores.stores.filter { context.sees($0.name) }
      found = seen.compactMap { JumpTarget(store: $0.name, searched) }
      for store in stores { found += try await JumpSearch(store: store, text: searched).targets() }
    }
    if request.wantsJSON {
      return services.pages.respond(json: ["results": .array(found.map(\.json))])
    }
    let exact = found.filter(\.isExact)
    if exact.count == 1, let only = exact.first { return .seeOther(only.link) }
    if exact.isEmpty, found.count == 1, let only = found.first { return .seeOther(only.link) }
    let page = JumpPage(searched: searched, found: exact + found.filter { !$0.isExact })
    return try await services.pages.page(
      JumpPage.template, title: page.title, values: page.values, request, context, nav: nav)
  }
}

/// Something that the jump box leads to.
struct JumpTarget: Sendable, Equatable {
  /// `store`, `table`, `operation`, `error` or `row`.
  var kind: String
  var label: String
  /// Where it is, such as `Movie in store todo`.
  var place: String
  var link: String
  /// True when exactly this was typed.
  var isExact: Bool

  var json: JSONValue {
    [
      "kind": .string(kind), "label": .string(label), "place": .string(place),
      "url": .string(link),
    ]
  }
}

extension JumpTarget {
  /// Nil when the store's name does not hold what was typed.
  fileprivate init?(store name: String, _ text: String) {
    guard name.contains(text.lowercased()) else { return nil }
    self.init(
      kind: "store", label: name, place: "", link: Links.store(name),
      isExact: name == text.lowercased())
  }
}

/// Looks for what was typed in one store.
private struct JumpSearch {
  let store: OpenStore
  let text: String

  func targets() async throws -> [JumpTarget] {
    let tables = try await store.sync.tables().map(\.name)
    var found = tables.compactMap(table)
    found += try await operations()
    if let error = try await store.sync.error(text) {
      found.append(
        JumpTarget(
          kind: "error", label: error.message, place: "\(error.table) in store \(store.name)",
          link: Links.error(store.name, error.id), isExact: true))
    }
    for row in try await store.sync.rowIDs(beginningWith: text, perTable: JumpHandlers.rowsMax) {
      found.append(
        JumpTarget(
          kind: "row", label: row.id, place: "\(row.table) in store \(store.name)",
          link: Links.row(store.name, row.table, row.id), isExact: row.id == text))
    }
    return found
  }

  private func table(_ name: String) -> JumpTarget? {
    guard name.lowercased().contains(text.lowercased()) else { return nil }
    return JumpTarget(
      kind: "table", label: name, place: "store \(store.name)",
      link: Links.rows(store.name, name), isExact: name.lowercased() == text.lowercased())
  }

  private func operations() async throws -> [JumpTarget] {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard let number = Int64(digits), let operation = try await store.sync.operation(number) else {
      return []
    }
    let info = operation.info
    return [
      JumpTarget(
        kind: "operation", label: "\(info.kind.title) \(number)",
        place: "\(info.table) \(info.itemID) in store \(store.name)",
        link: Links.operation(store.name, number), isExact: true)
    ]
  }
}

/// What was found, when it is not just one thing.
struct JumpPage {
  static let template = "jump"

  let searched: String
  let found: [JumpTarget]

  var title: String { searched.isEmpty ? "Jump" : "“\(searched)”" }

  var values: TemplateDictionary {
    var values: TemplateDictionary = ["SEARCHED": searched]
    values.add(
      "TARGET",
      list: found.map { target in
        [
          "KIND": target.kind.prefix(1).uppercased() + target.kind.dropFirst(),
          "LABEL": target.label, "PLACE": target.place, "LINK": target.link,
        ]
      })
    values.show("SOME", if: !found.isEmpty)
    values.show("NONE", if: found.isEmpty && !searched.isEmpty)
    values.show("NOTHING_TYPED", if: searched.isEmpty)
    return values
  }
}
