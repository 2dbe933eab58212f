import Localization
import Support
import SyncCore
import SyncInspection

/// The row that a text names in a column of references.
enum ReferenceMatch: Sendable, Equatable {
  /// The row with this id: the text is the id, or the name of no other row.
  case row(String)
  case several
  case none
}

/// Finds the rows that people name in a column whose values are ids of rows of another table.
///
/// Names that are masked for whoever asks are neither matched nor read, also while they work on the
/// store.
struct ReferenceResolver: Sendable {
  /// Rows that a field offers before anything is typed.
  private static let offeredMax = 100
  /// How long the names of rows are compared with those of others, for the fields of a page.
  private static let textTime = Duration.milliseconds(100)

  /// The table that the column refers to.
  let table: String
  /// Which column names its rows.
  let title: RowTitle
  private let rows: SyncTable
  /// False where names are masked, so that only ids count.
  private let takesNames: Bool

  /// Nil for a column of any other kind, and where the table that it refers to is missing.
  init?(_ column: Column, of table: String, in store: StoreHandle) async throws {
    try await self.init(column, try await store.sync.references(of: table), in: store)
  }

  private init?(
    _ column: Column, _ references: UTF8Dictionary<String>, in store: StoreHandle
  ) async throws {
    guard column.type == .text, let target = references[column.name],
      let columns = try? await store.sync.columns(of: target)
    else { return nil }
    self.table = target
    title = RowTitle(columns: columns)
    rows = store.sync.table(target)
    let covered = await ValueMasking.forAnswer { store.sync.coveredColumns(of: target) }
    takesNames = !covered.contains(title.column)
  }

  /// By column.
  static func all(
    _ columns: [Column], of table: String, in store: StoreHandle
  ) async throws -> UTF8Dictionary<ReferenceResolver> {
    let references = try await store.sync.references(of: table)
    var resolvers: UTF8Dictionary<ReferenceResolver> = [:]
    for column in columns where references[column.name] != nil {
      resolvers[column.name] = try await ReferenceResolver(column, references, in: store)
    }
    return resolvers
  }

  func match(_ text: String) async throws -> ReferenceMatch {
    try await matches([text])[text] ?? .none
  }

  /// By text; an id counts before a name.
  ///
  /// - Parameters:
  ///   - byName: False where texts are ids only.
  ///   - time: Where it is over, names match nothing.
  func matches(
    _ texts: [String], byName: Bool = true, within time: Duration? = nil
  ) async throws -> UTF8Dictionary<ReferenceMatch> {
    let existing = try await rows.existing(texts)
    var matches = UTF8Dictionary(
      texts.map { ($0, existing[$0] == nil ? ReferenceMatch.none : .row($0)) }
    ) { $1 }
    let others = texts.filter { existing[$0] == nil }
    guard byName, takesNames, !others.isEmpty else { return matches }
    for (name, ids) in try await rows.ids(with: others, in: title.column, within: time) {
      matches[name] = ids.first === ids.last ? .row(ids.first) : .several
    }
    return matches
  }

  /// The rows, deleted ones too, whose names `filter` matches, or for `not` is about.
  ///
  /// None where there are more than `max`, and where names cannot be compared so.
  ///
  /// - Returns: Nil where `time` was over before all were found.
  func ids(
    named filter: RowFilter, max: Int, within time: Duration?
  ) async throws -> [String]? {
    guard takesNames else { return [] }
    let op = filter.op == .not ? .equals : filter.op
    let byName = RowFilter(title.column, op, filter.value)
    do {
      let ids = try await rows.ids(matching: byName, limit: max + 1, within: time)
      return ids.map { $0.count > max ? [] : $0 }
    } catch SyncError.badFilter {
      return []
    }
  }

  /// Names of those of `ids` that the table has.
  func names(of ids: [String]) async throws -> UTF8Dictionary<String> {
    try await ValueMasking.forAnswer {
      try await rows.existing(ids).mapValues { title.title($0) }
    }
  }

  /// What a field holds for each row, by id: the name where that is enough to find the row, else the
  /// id.
  func texts(for rows: [(id: String, name: String)]) async throws -> UTF8Dictionary<String> {
    // A field of one line has no control characters.
    let names = rows.map(\.name).filter { !$0.utf8.contains { $0 < 0x20 } }.unique
    let matches = try await matches(names, within: Self.textTime)
    return UTF8Dictionary(
      rows.map { row in
        if case .row(let id)? = matches[row.name], id === row.id { return (id, row.name) }
        return (row.id, row.id)
      }
    ) { $1 }
  }

  /// The newest rows, to choose from.
  func offered() async throws -> [(id: String, name: String)] {
    try await read(RowQuery(size: Self.offeredMax))
  }

  /// Rows with the text in their names, as many as are found within `time`.
  func rows(
    containing text: String, max: Int, within time: Duration
  ) async throws -> [(id: String, name: String)] {
    guard takesNames else { return [] }
    var query = RowQuery(
      view: .all, filters: [RowFilter(title.column, .contains, text)], size: max)
    query.wantsCount = false
    query.timeLimit = time
    return try await read(query)
  }

  /// The column of ``title``; that of the ids where names are masked.
  var nameColumn: String { takesNames ? title.column : SystemColumn.id.rawValue }

  private func read(_ query: RowQuery) async throws -> [(id: String, name: String)] {
    try await ValueMasking.forAnswer {
      try await rows.read(query).rows.map { (id: $0.id, name: title.title($0.record)) }
    }
  }

  // MARK: - Sentences

  /// Says that the text is the name of several rows.
  func severalNamed(_ text: String) -> String {
    localized("several rows of \(table) are named “\(text)”; enter the id")
  }

  func missing(_ text: String) -> String { Self.missing(text, table) }

  /// Says that no row has the text as its id or name.
  static func missing(_ text: String, _ table: String) -> String {
    localized("No row of \(table) has the id or name “\(VisibleText.shown(text))”")
  }
}
