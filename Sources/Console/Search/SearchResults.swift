import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// What was found, in the order in which it is shown.
struct SearchResults {
  /// Pages and actions, then the rest; of both first what exactly was typed, then names with a word
  /// that begins with it.
  let all: [SearchResult]

  init(_ found: [SearchResult], of text: String) {
    let ranked = found.map { (result: $0, rank: $0.rank(text)) }
    all = [true, false].flatMap { isPlace in
      SearchResult.Rank.allCases.flatMap { rank in
        ranked.filter { $0.result.isPlace == isPlace && $0.rank == rank }.map(\.result)
      }
    }
  }

  /// The one thing that can be meant, which is gone to at once.
  ///
  /// The id of a row may be an everyday word, so beside anything else of that name it is listed.
  /// Where only a part of an id or of another text was typed, nobody may have meant it.
  var meant: SearchResult? {
    let exact = all.filter(\.isExact)
    guard exact.count < 2 else { return nil }
    guard let only = exact.first else {
      let sought = all.filter { !$0.isOfFoundRow }
      guard sought.count == 1, let single = sought.first else { return nil }
      return single.isByPart ? nil : single
    }
    guard only.kind == SearchResult.row else { return only }
    let isAlone = all.allSatisfy { $0 == only || $0.isByPart || $0.isOfFoundRow }
    return isAlone ? only : nil
  }
}

/// Something that the search leads to.
struct SearchResult: Sendable, Equatable {
  static let row = "row"
  static let filter = "filter"
  static let operation = "operation"

  /// `page`, `action`, `store`, `table`, `operation`, `error`, `run`, `row`, or `filter` for a list that is
  /// to be searched.
  var kind: String
  var label: String
  /// Where it is, such as `Movie in store todo`.
  var place: String
  var link: String
  /// True when exactly this was typed.
  var isExact: Bool
  /// True when it was found by the beginning of its id, or by a text that is not its name.
  var isByPart = false
  /// True for an operation that is listed because its row was found.
  var isOfFoundRow = false
  /// What finds exactly this, where the label does not.
  var id: String?
  /// How the text fits to a row: it is one of its values, starts one, or is in one.
  var fit: FilterOperator?
  /// True for a row that is in the trash.
  var isDeleted = false
  /// Of a row.
  var state: RowState?
  /// When a row was last changed, as far as its server says.
  var updatedAt: String?
  /// The table of a row, and of a list of rows.
  var table: Table?
  /// The text that was found, where it is not the name.
  var match: Match?

  /// How well a result fits, the best first.
  enum Rank: CaseIterable {
    case exact, whole, beginning, word, other
  }

  func rank(_ text: String) -> Rank {
    guard !isExact else { return .exact }
    guard fit != .equals else { return .whole }
    let (name, sought) = (label.lowercased(), text.lowercased())
    guard !sought.isEmpty, kind != Self.filter else { return .other }
    if fit == .starts || name.hasPrefix(sought) || id?.lowercased().hasPrefix(sought) == true {
      return .beginning
    }
    let isWord = name.ranges(of: sought).contains { found in
      let before = name[..<found.lowerBound].last
      return before.map { !$0.isLetter && !$0.isNumber } ?? true
    }
    return isWord ? .word : .other
  }

  var json: JSONValue {
    var json: JSONObject = [
      "kind": .string(kind), "label": .string(label), "place": .string(place),
      "url": .string(link), "id": .string(id ?? label),
    ]
    if let match {
      json["match"] = ["column": .string(match.column), "text": .string(match.text)]
    }
    return .object(json)
  }

  struct Table: Sendable, Equatable {
    let store: String
    let name: String

    /// What names it in an address.
    var key: String { "\(store)/\(name)" }

    func isSame(as other: Table) -> Bool {
      store === other.store && name === other.name
    }
  }

  struct Match: Sendable, Equatable {
    let column: String
    /// The text around the place.
    let text: String
  }
}

extension SearchResult {
  /// Nil when the store's name does not hold what was typed.
  init?(store name: String, _ text: String) {
    guard name.contains(text.lowercased()) else { return nil }
    self.init(
      kind: "store", label: name, place: "", link: Links.store(name),
      isExact: name === text.lowercased())
  }
}

extension SearchResult {
  static let page = "page"
  static let action = "action"

  fileprivate var isPlace: Bool { kind == Self.page || kind == Self.action }

  /// A page of the navigation, when one of its words begins with what was typed.
  fileprivate init?(page item: NavItem, _ place: String, _ text: String) {
    let (label, text) = (item.label.lowercased(), text.lowercased())
    let words = label.split(separator: " ")
    guard label.hasPrefix(text) || words.contains(where: { $0.hasPrefix(text) }) else { return nil }
    self.init(
      kind: Self.page, label: item.label, place: place, link: item.url, isExact: label == text)
  }

  /// Something to do, when its name begins with what was typed.
  fileprivate init?(action label: String, _ place: String, _ link: String, _ text: String) {
    let (name, text) = (label.lowercased(), text.lowercased())
    guard name.hasPrefix(text) else { return nil }
    self.init(kind: Self.action, label: label, place: place, link: link, isExact: name == text)
  }
}

extension SearchHandlers {
  /// The pages and actions that this person has, by their names.
  func places(
    _ text: String, _ context: PageContext, in stores: [StoreHandle]
  ) async throws -> [SearchResult] {
    let items = NavItems(
      maySeeUsers: context.may(.userView),
      maySeeSettings: services.maySeeSettings(context),
      maySeeBackups: services.backups != nil && context.may(.backupView),
      openAlerts: services.alerts != nil && context.may(.alertView) ? 0 : nil)
    var found: [SearchResult] = []
    for store in stores {
      let summary = await services.stores.standing(of: store.name)
      let place = localized("store \(store.name)")
      let staged = context.may(.rowsEdit) ? 0 : nil
      let pages =
        items.store(store.name, summary, staged: staged) + items.furtherPages(store.name)
      found += pages.compactMap { SearchResult(page: $0, place, text) }
      let tables = summary.tables.map(\.name).filter { store.sync.readOnlyReason($0) == nil }
      found += actions(store.name, tables, context).compactMap {
        SearchResult(action: $0.label, place, $0.link, text)
      }
    }
    found += ([items.allStores] + items.console()).compactMap { SearchResult(page: $0, "", text) }
    if services.mayEditStores(context),
      let target = SearchResult(action: localized("Add store"), "", Links.newStore, text)
    {
      found.append(target)
    }
    return found
  }

  private func actions(
    _ store: String, _ tables: [String], _ context: PageContext
  ) -> [(label: String, link: String)] {
    var actions: [(String, String)] = []
    if context.may(.syncRun) {
      actions += [localized("Push"), localized("Pull")].map { ($0, Links.sync(store)) }
    }
    if context.may(.rowsEdit) {
      actions += tables.map { table in
        (localized("New row in \(table)"), Links.newRow(store, table))
      }
    }
    if context.may(.rowsImport) {
      actions += tables.map { table in
        (localized("Import into \(table)"), Links.importRows(store, table))
      }
    }
    return actions
  }
}
