import JSONKit
import Support
import SyncCore

/// How an import's rows become changes, with every value that does not fit its column.
struct ImportPlan: Sendable {
  enum Mode: String, Sendable, CaseIterable {
    case insert, update, upsert

    var words: String {
      switch self {
      case .insert: "Add new rows"
      case .update: "Update existing rows"
      case .upsert: "Add new rows and update existing ones"
      }
    }
  }

  struct Mistake: Sendable, Equatable {
    /// The line or item.
    var number: Int
    /// Nil when the whole row is meant.
    var column: String?
    var sentence: String
    /// False for what is wrong with a column, whatever the rows hold.
    var isOfRow = true
  }

  struct Row: Sendable {
    var number: Int
    var id: String?
    /// As they came: what they mean also depends on what the row holds.
    var values: [(column: String, value: ImportSource.Value)] = []
  }

  /// Mistakes named at most.
  static let mistakesMax = 200

  let mode: Mode
  /// The types of columns that the table does not have and is to get; nil when it gets none.
  let newTypes: UTF8Dictionary<ColumnType>?
  /// In which times without an offset are read.
  let zone: PageZone
  private let takesExports: Bool
  private let known: UTF8Dictionary<Column>
  private let neighbours: NewColumn.Neighbours
  private var cells: UTF8Dictionary<ImportCell> = [:]
  private var sorted: UTF8Set = ["id"]
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

  /// - Parameter known: The table's columns.
  init(
    _ known: [Column], _ form: ImportForm = ImportForm(),
    newTypes: UTF8Dictionary<ColumnType>? = nil
  ) {
    mode = form.mode
    zone = form.zone
    takesExports = form.takesExports
    self.newTypes = newTypes
    self.known = UTF8Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
    neighbours = NewColumn.Neighbours(["id"] + known.map(\.name))
  }

  /// True when more mistakes were found than are named.
  var hasManyMistakes: Bool { mistakes.count >= Self.mistakesMax }

  /// True when all would be right without the rows that have mistakes.
  var isRightWithoutRows: Bool {
    !mistakes.isEmpty && !hasManyMistakes && mistakes.allSatisfy(\.isOfRow)
  }

  /// Takes the columns of a table's first line in.
  mutating func begin(_ columns: [String]) {
    for name in columns { sort(name) }
    if mode == .update, !columns.isEmpty, !columns.contains("id") {
      add(
        Mistake(
          number: 1, sentence: "an update needs a column id",
          isOfRow: false))
    }
  }

  mutating func plan(_ row: ImportSource.Row) -> Row {
    var planned = Row(number: row.number)
    for (name, value) in row.values {
      if name == "id" {
        planned.id = id(value, row.number)
        continue
      }
      sort(name)
      if cells[name] != nil { planned.values.append((name, value)) }
    }
    return planned
  }

  /// The changes that the rows ask for.
  ///
  /// - Parameter existing: Those of the rows to change that the table has.
  mutating func changes(
    _ rows: [Row], of table: String, existing: UTF8Dictionary<Record>
  ) -> [RowChange] {
    rows.map { row in
      let was = row.id.flatMap { existing[$0] }
      if mode == .update, was == nil {
        let words = row.id.map { "no row with the id “\($0)”" } ?? "the id is missing"
        add(Mistake(number: row.number, column: "id", sentence: words))
      }
      let isUpdate = mode == .update || was != nil
      return RowChange(
        isUpdate ? .update : .insert, table: table, id: row.id, values: values(row, over: was))
    }
  }

  private mutating func values(_ row: Row, over was: Record?) -> JSONObject {
    var values = JSONObject()
    for (name, source) in row.values {
      guard let cell = cells[name] else { continue }
      // What an export wrote leaves the row as it is. What does not fit is not even written again.
      if let value = was?.value(name), cell.isExport(source, of: value) {
        if cell.fits(value) { values[name] = value }
        continue
      }
      do {
        values[name] = try cell.value(source)
      } catch {
        add(Mistake(number: row.number, column: name, sentence: error.sentence))
      }
    }
    return values
  }

  /// What the store refused of `rows`.
  mutating func add(_ problems: [ChangeOutcome.Problem], of rows: [Row]) {
    for problem in problems {
      add(Mistake(number: rows[problem.position].number, sentence: problem.message))
    }
  }

  /// An id that was there before.
  mutating func add(doubled id: String, _ number: Int) {
    let mistake = Mistake(number: number, column: "id", sentence: "duplicate id “\(id)”")
    if !mistakes.contains(mistake) { add(mistake) }
  }

  mutating func sortMistakes() { mistakes.sort { $0.number < $1.number } }

  private mutating func add(_ mistake: Mistake) {
    if mistakes.count < Self.mistakesMax { mistakes.append(mistake) }
  }

  /// Decides once what becomes of a column.
  private mutating func sort(_ name: String) {
    guard sorted.insert(name).inserted else { return }
    if SystemColumn.contains(name) {
      systemColumns.append(name)
    } else if let column = known[name] {
      columns.append(column)
      cells[name] = ImportCell(column: column, zone: zone, takesExports: takesExports)
    } else if let sentence = neighbours.doubling(name) {
      add(Mistake(number: 1, column: name, sentence: sentence, isOfRow: false))
    } else if let newTypes {
      // A column without any value is none.
      guard let type = newTypes[name] else { return emptyColumns.append(name) }
      if let sentence = NewColumn.unusable(name) {
        return add(Mistake(number: 1, column: name, sentence: sentence, isOfRow: false))
      }
      let column = Column(name, type)
      columns.append(column)
      newColumns.insert(name)
      cells[name] = ImportCell(column: column, isNew: true, zone: zone)
    } else {
      unknownColumns.append(name)
    }
  }

  private mutating func id(_ value: ImportSource.Value, _ number: Int) -> String? {
    switch value {
    case .field(let field):
      return field.text.isEmpty ? nil : CSVWriter.unguarded(field.text)
    case .json(.null): return nil
    case .json(.string(let text)): return text
    case .json(let other):
      add(
        Mistake(
          number: number, column: "id", sentence: "expected text, found \(other.kindName)"))
      return nil
    }
  }
}
