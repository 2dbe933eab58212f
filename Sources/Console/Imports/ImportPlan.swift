import JSONKit
import Localization
import Support
import SyncCore

/// How an import's rows become changes, with every value that does not fit its column.
struct ImportPlan: Sendable {
  enum Mode: String, Sendable, CaseIterable {
    case insert, update, upsert

    var words: String {
      switch self {
      case .insert: localized("Add new rows")
      case .update: localized("Update existing rows")
      case .upsert: localized("Add new rows and update existing ones")
      }
    }
  }

  /// Mistakes found at most; with more of them, the file or its columns are wrong.
  static let mistakesMax = 10_000
  /// Mistakes listed at most.
  static let listedMax = 200

  let mode: Mode
  /// The types of columns that the table does not have and is to get; nil when it gets none.
  let newTypes: UTF8Dictionary<ColumnType>?
  /// In which times without an offset are read.
  let zone: PageZone
  /// The column that rows are matched by.
  let key: String
  /// What the columns of a file of ``InvalidRows`` are called that are not the rows' own.
  let reportNames: [String]
  private let takesExports: Bool
  private let known: UTF8Dictionary<Column>
  private let mapping: ColumnMapping
  private let matcher: ColumnMatcher
  private var cells: UTF8Dictionary<ImportCell> = [:]
  private var sorted: UTF8Set = []
  /// The file's column for each of the table's.
  private(set) var sources: UTF8Dictionary<String> = [:]
  private var doubled: Set<Int> = []
  var references: ImportReferences
  /// Those of the source, in its order.
  private(set) var fileColumns: [String] = []
  /// The first value of each, as a text.
  private(set) var examples: UTF8Dictionary<String> = [:]
  /// What becomes of each.
  private(set) var targets: UTF8Dictionary<ColumnMapping.Target> = [:]
  /// Columns of the file that tell why its rows were invalid in an earlier import.
  private(set) var reportColumns: UTF8Set = []
  /// In the order of the source, `id` left out.
  private(set) var columns: [Column] = []
  /// Columns that the table would get.
  private(set) var newColumns: UTF8Set = []
  /// Kept by the server, so they are left out.
  private(set) var systemColumns: [String] = []
  /// Named in the source and not in the table.
  private(set) var unknownColumns: [String] = []
  /// Those that are to be added and of which no row has a value, so that they are not.
  private(set) var emptyColumns: [String] = []
  private(set) var mistakes: [Mistake] = []
  /// The numbers of the rows that have mistakes.
  private(set) var wrongRows: Set<Int> = []

  /// - Parameter known: The table's columns.
  init(
    _ known: [Column], _ form: ImportForm = ImportForm(),
    newTypes: UTF8Dictionary<ColumnType>? = nil, references: ImportReferences = ImportReferences()
  ) {
    self.references = references
    mode = form.mode
    zone = form.zone
    key = form.key
    mapping = form.mapping
    takesExports = form.takesExports
    self.newTypes = newTypes
    self.known = UTF8Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
    matcher = ColumnMatcher(known, isExact: !form.takesExports)
    reportNames = InvalidRows.reportColumns(besides: known)
  }

  /// True when there are more mistakes than are looked for.
  var hasManyMistakes: Bool { mistakes.count >= Self.mistakesMax }

  /// True when all would be right without the rows that have mistakes.
  var isRightWithoutRows: Bool {
    !mistakes.isEmpty && !hasManyMistakes && mistakes.allSatisfy(\.isOfRow)
  }

  /// True when the name of a column of the file has led to the table's column.
  func isMatchedByName(_ name: String) -> Bool {
    guard case .column(let column)? = targets[name],
      case .column(let match)? = matcher.match(name)
    else { return false }
    return column === match
  }

  /// The table's column that a column of the file is imported into; nil for `id` and for none.
  func column(for name: String) -> Column? { cells[name]?.column }

  /// Takes the columns of a table's first line in.
  mutating func begin(_ columns: [String]) {
    if takesExports, columns.suffix(2).elementsEqual(reportNames, by: ===) {
      reportColumns = UTF8Set(reportNames)
    }
    let exact = UTF8Set(columns.filter { $0 === "id" || known[$0] != nil })
    for name in columns { sort(name, besides: exact) }
    guard !columns.isEmpty else { return }
    if sources.isEmpty, newColumns.isEmpty {
      let words = localized("no column of the file matches a column of the table")
      return add(Mistake(number: 1, sentence: words, isOfRow: false))
    }
    if sources[key] == nil, mode == .update || key != "id" {
      let words =
        mode == .update
        ? localized("an update needs a column \(key)")
        : localized("no column for the key \(key)")
      add(Mistake(number: 1, sentence: words, isOfRow: false))
    }
    if key != "id", let name = sources["id"] {
      let words = localized("rows are matched by \(key), so do not import this column")
      add(Mistake(number: 1, column: name, sentence: words, isOfRow: false))
    }
  }

  mutating func plan(_ row: ImportSource.Row) -> Row {
    var planned = Row(number: row.number)
    if let problem = row.problem {
      add(Mistake(number: row.number, sentence: problem, line: row.line))
      planned.isBroken = true
      return planned
    }
    for (name, value) in row.values {
      sort(name)
      if examples[name] == nil { examples[name] = Self.example(value) }
      if sources["id"] === name {
        planned.id = id(value, row.number)
      } else if let cell = cells[name] {
        planned.values.append((name, value))
        // What does not fit is told when the row's values are read.
        if key === cell.column.name, key != "id", let found = try? cell.value(value) {
          // As the store gives it back, so that 1.0 is 1.
          let type = cell.column.type
          let stored = CellCoding.decode(CellCoding.encode(found, as: type), as: type)
          planned.key = stored.isNull ? nil : stored
        }
      }
    }
    return planned
  }

  /// The changes that the rows ask for.
  ///
  /// - Parameter existing: The rows that the table has for each ``Row/identity``.
  mutating func changes(
    _ rows: [Row], of table: String, existing: UTF8Dictionary<[Record]>
  ) -> [RowChange] {
    rows.map { row in
      let found = row.identity.flatMap { existing[$0] } ?? []
      let was = found.first
      check(row, found)
      let isUpdate = mode == .update || was != nil
      return RowChange(
        isUpdate ? .update : .insert, table: table, id: was?.id ?? row.id,
        values: values(row, over: was))
    }
  }

  /// Notes a row that matches none that it could update, or too many.
  private mutating func check(_ row: Row, _ found: [Record]) {
    guard !row.isBroken, let words = mistake(row, found.count) else { return }
    add(
      Mistake(
        number: row.number, column: sources[key] ?? key, sentence: words,
        value: sources[key] == nil ? nil : row.identity ?? ""))
  }

  private mutating func values(_ row: Row, over was: Record?) -> JSONObject {
    var values = JSONObject()
    for (name, source) in row.values {
      guard let cell = cells[name] else { continue }
      let column = cell.column.name
      // What an export wrote leaves the row as it is. What does not fit is not even written again.
      if let value = was?.value(column), cell.isExport(source, of: value) {
        if cell.fits(value) { values[column] = value }
        continue
      }
      do {
        values[column] = try cell.value(source)
      } catch {
        add(
          Mistake(
            number: row.number, column: name, sentence: error.sentence, value: source.typed))
      }
    }
    return values
  }

  /// An id or key that was there before.
  mutating func add(doubled identity: String, _ number: Int) {
    guard doubled.insert(number).inserted else { return }
    add(
      mistake(
        ofIdentity: identity, number,
        localized(
          "“\(identity)” is a duplicate: an earlier row has the same \(key). Correct it, or remove "
            + "one of the rows.")))
  }

  mutating func add(_ more: [Mistake]) { for mistake in more { add(mistake) } }

  mutating func sortMistakes() { mistakes.sort { $0.number < $1.number } }

  mutating func dropMistakes() {
    mistakes = []
    wrongRows = []
  }

  mutating func add(_ mistake: Mistake) {
    guard mistakes.count < Self.mistakesMax else { return }
    mistakes.append(mistake)
    wrongRows.insert(mistake.number)
  }

  // MARK: - Columns

  /// Decides once what becomes of a column.
  ///
  /// - Parameter exact: The table's columns that others of the file have the very names of.
  private mutating func sort(_ name: String, besides exact: UTF8Set = []) {
    guard sorted.insert(name).inserted else { return }
    fileColumns.append(name)
    targets[name] = .leftOut
    switch mapping.targets[name] {
    case .column(let column): take(column, from: name)
    case .new(let type): addColumn(name, type)
    case .leftOut: break
    case nil: match(name, exact)
    }
  }

  private mutating func match(_ name: String, _ exact: UTF8Set) {
    if reportColumns.contains(name) { return }
    switch matcher.match(name) {
    case .system: systemColumns.append(name)
    case .column(let column) where column !== name && exact.contains(column):
      doubling(column, column, name)
    case .column(let column): take(column, from: name)
    case .alike(let sentence):
      add(Mistake(number: 1, column: name, sentence: sentence, isOfRow: false))
    case nil:
      guard let newTypes else { return unknownColumns.append(name) }
      // A column without any value is none.
      guard let type = newTypes[name] else { return emptyColumns.append(name) }
      addColumn(name, type)
    }
  }

  private mutating func take(_ column: String, from name: String) {
    if let other = sources[column] { return doubling(column, other, name) }
    guard column === "id" || known[column].map({ !$0.isSystem }) ?? false else {
      let words = localized("there is no column \(column) to import this one into")
      return add(Mistake(number: 1, column: name, sentence: words, isOfRow: false))
    }
    sources[column] = name
    targets[name] = .column(column)
    guard column !== "id", let known = known[column] else { return }
    columns.append(known)
    cells[name] = ImportCell(column: known, zone: zone, takesExports: takesExports)
  }

  private mutating func doubling(_ column: String, _ other: String, _ name: String) {
    let words = localized("“\(other)” is imported into \(column) already")
    add(Mistake(number: 1, column: name, sentence: words, isOfRow: false))
  }

  private mutating func addColumn(_ name: String, _ type: ColumnType) {
    if let sentence = NewColumn.unusable(name) {
      return add(Mistake(number: 1, column: name, sentence: sentence, isOfRow: false))
    }
    let column = Column(name, type)
    columns.append(column)
    newColumns.insert(name)
    targets[name] = .new(type)
    cells[name] = ImportCell(column: column, isNew: true, zone: zone)
  }
}
