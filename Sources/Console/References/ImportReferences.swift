import JSONKit
import Localization
import Support
import SyncCore

/// The rows of other tables that an import's values name, and the values that no row matches.
struct ImportReferences: Sendable {
  /// By column and value.
  typealias Matches = UTF8Dictionary<UTF8Dictionary<ReferenceMatch>>

  /// The values of one column that no row matches.
  private struct Unmatched: Sendable {
    /// How many rows of the file have each.
    var counts: UTF8Dictionary<Int> = [:]
    /// Each once, in the order of the file.
    var values: [String] = []
    var count: Int { counts.values.reduce(0, +) }

    mutating func add(_ value: String) {
      if counts[value] == nil {
        guard values.count < ImportReferences.valuesMax else { return }
        values.append(value)
      }
      counts[value, default: 0] += 1
    }

    mutating func remove(_ isFound: (String) -> Bool) {
      for value in values where isFound(value) { counts[value] = nil }
      values.removeAll(where: isFound)
    }
  }

  /// Different values of one column that are kept, of those that no row matches and of all.
  private static let valuesMax = 100_000
  /// Values that are named in a sentence.
  private static let namedMax = 3

  /// The table that is imported into.
  private let table: String
  /// In the order of the columns.
  private let resolvers: [(column: String, resolver: ReferenceResolver)]
  /// False for the rows of a program, whose values are ids.
  private let takesNames: Bool
  /// What was found: the rows are written with what they were shown with, though a row that was
  /// written before may have such a name.
  private var found: Matches = [:]
  /// Columns of which nothing more is kept.
  private var full: UTF8Set = []
  private var unmatched: UTF8Dictionary<Unmatched> = [:]
  /// Of rows that shown values refer to, by column and id.
  private var names: UTF8Dictionary<UTF8Dictionary<String>> = [:]

  init() {
    table = ""
    resolvers = []
    takesNames = false
  }

  init(
    _ columns: [Column], of table: String, _ form: ImportForm, in store: StoreHandle
  ) async throws {
    self.table = table
    // Rows are matched by what the file has in the key column.
    let own = columns.filter { $0.name !== form.key }
    let all = try await ReferenceResolver.all(own, of: table, in: store)
    resolvers = own.compactMap { column in
      all[column.name].map { (column: column.name, resolver: $0) }
    }
    takesNames = form.takesExports
  }

  /// The table that the column refers to; nil for a column of any other kind.
  func target(of column: String) -> String? {
    resolvers.first { $0.column === column }?.resolver.table
  }

  // MARK: - Reading

  /// What the values of `changes` match that were not looked up before.
  func matches(of changes: [RowChange]) async throws -> Matches {
    var matches: Matches = [:]
    for (column, resolver) in resolvers {
      let found = found[column] ?? [:]
      let texts = changes.compactMap { $0.values[column]?.string }
        .filter { !$0.isEmpty && found[$0] == nil }.unique
      guard !texts.isEmpty else { continue }
      // What cannot be kept must match the same when it is written.
      let isKept = !full.contains(column) && found.count + texts.count <= Self.valuesMax
      matches[column] = try await resolver.matches(
        texts, byName: takesNames && (isKept || resolver.table !== table))
    }
    return matches
  }

  /// Keeps what was looked up, as far as there is room.
  mutating func keep(_ matches: Matches) {
    for (column, more) in matches where !full.contains(column) {
      if (found[column]?.count ?? 0) + more.count > Self.valuesMax {
        full.insert(column)
      } else {
        found[column, default: [:]].merge(more) { $1 }
      }
    }
  }

  /// Puts ids where names are, and notes what no row matches.
  ///
  /// - Parameter was: The row that is changed; a value that it has already stays.
  /// - Returns: The columns whose values are names of several rows, each with the reason.
  mutating func resolve(
    _ change: inout RowChange, _ was: Record?, _ matches: Matches
  ) -> [(column: String, reason: String)] {
    var mistakes: [(column: String, reason: String)] = []
    for (column, resolver) in resolvers {
      guard let value = change.values[column], let text = value.string, !text.isEmpty,
        was?.value(column) != value,
        let match = matches[column]?[text] ?? found[column]?[text]
      else { continue }
      switch match {
      case .row(let id) where takesNames || id === text: change.values[column] = .string(id)
      case .several where takesNames: mistakes.append((column, resolver.severalNamed(text)))
      case .row, .several, .none: unmatched[column, default: Unmatched()].add(text)
      }
    }
    return mistakes
  }

  /// The file itself inserts rows with these ids.
  ///
  /// - Parameter hashes: Of the ids.
  mutating func find(_ hashes: Set<Int>, in table: String) {
    for (column, resolver) in resolvers where resolver.table === table {
      unmatched[column]?.remove { hashes.contains($0.hashValue) }
    }
  }

  /// Looks up the names of the rows that these changes refer to.
  mutating func addNames(of changes: [(change: RowChange, before: JSONObject)]) async throws {
    for (column, resolver) in resolvers {
      let values = changes.flatMap { [$0.change.values[column], $0.before[column]] }
      names[column] = try await resolver.names(of: values.compactMap { $0?.string })
    }
  }

  // MARK: - Showing

  func name(of id: String, in column: String) -> String? { names[column]?[id] }

  func isUnmatched(_ value: JSONValue, in column: String) -> Bool {
    value.string.map { unmatched[column]?.counts[$0] != nil } ?? false
  }

  /// What is said of the values that no row matches, by column.
  var sentences: [String] {
    unmatched.sorted { $0.key < $1.key }.filter { $0.value.count > 0 }.map { column, unmatched in
      let named = unmatched.values.prefix(Self.namedMax).map { quoted(VisibleText.shown($0)) }
      let values =
        (named + (unmatched.values.count > Self.namedMax ? ["…"] : [])).joinedAsList()
      let (count, table) = (Format.count(unmatched.count, "row"), target(of: column) ?? "")
      return unmatched.count == 1
        ? localized(
          "\(column): the value of \(count) matches no row of \(table), so its reference will be "
            + "broken: \(values)")
        : localized(
          "\(column): the values of \(count) match no row of \(table), so their references will be "
            + "broken: \(values)")
    }
  }

  /// How many rows have a value that no row matches, by column.
  var json: JSONValue {
    .object(
      JSONObject(
        unmatched.sorted { $0.key < $1.key }.filter { $0.value.count > 0 }
          .map { ($0.key, .integer(Int64($0.value.count))) }))
  }
}
