import JSONKit
import SyncCore

/// What an import would do, typed by the table's columns, with every value that does not fit.
struct ImportPlan: Sendable {
  enum Mode: String, Sendable, CaseIterable {
    case insert, update, upsert

    var words: String {
      switch self {
      case .insert: "Add new rows"
      case .update: "Change existing rows"
      case .upsert: "Add new rows and change existing ones"
      }
    }
  }

  struct Mistake: Sendable, Equatable {
    /// The line or item.
    var number: Int
    /// Nil when the whole row is meant.
    var column: String?
    var sentence: String
  }

  struct Row: Sendable {
    var number: Int
    var id: String?
    var values: JSONObject
  }

  /// Mistakes named at most.
  static let mistakesMax = 200

  let source: ImportSource
  let mode: Mode
  /// In the order of the source, `id` left out.
  private(set) var columns: [Column] = []
  /// Columns that the table would get.
  private(set) var newColumns: Set<String> = []
  /// Kept by the server, so they are left out.
  private(set) var systemColumns: [String] = []
  /// Named in the source and not in the table.
  private(set) var unknownColumns: [String] = []
  private(set) var rows: [Row] = []
  private(set) var mistakes: [Mistake] = []

  /// - Parameters:
  ///   - known: The table's columns.
  ///   - addsColumns: Whether columns that the table does not have are added to it.
  init(_ source: ImportSource, _ known: [Column], mode: Mode, addsColumns: Bool) {
    self.source = source
    self.mode = mode
    sortColumns(known, addsColumns: addsColumns)
    if mode == .update, !source.columns.contains("id") {
      mistakes.append(
        Mistake(number: 1, sentence: "there is no column id, which says which rows to change"))
    }
    let cells = Dictionary(uniqueKeysWithValues: columns.map { ($0.name, ImportCell(column: $0)) })
    var seen: Set<String> = []
    for row in source.rows {
      let planned = plan(row, cells)
      if let id = planned.id, !seen.insert(id).inserted {
        add(Mistake(number: row.number, column: "id", sentence: "“\(id)” stands twice"))
      }
      rows.append(planned)
    }
  }

  /// True when more mistakes were found than are named.
  var hasManyMistakes: Bool { mistakes.count >= Self.mistakesMax }

  /// The changes that the rows ask for.
  ///
  /// - Parameter existing: Which of the ids the table has.
  mutating func changes(of table: String, existing: Set<String>) -> [RowChange] {
    var changes: [RowChange] = []
    for row in rows {
      let isThere = row.id.map(existing.contains) ?? false
      if mode == .update, !isThere {
        let words = row.id.map { "no row has the id “\($0)”" } ?? "the id is missing"
        add(Mistake(number: row.number, column: "id", sentence: words))
      }
      let isUpdate = mode == .update || (mode == .upsert && isThere)
      changes.append(
        RowChange(isUpdate ? .update : .insert, table: table, id: row.id, values: row.values))
    }
    return changes
  }

  /// What the store refused.
  mutating func add(_ problems: [ChangeOutcome.Problem]) {
    for problem in problems {
      add(Mistake(number: rows[problem.position].number, sentence: problem.message))
    }
  }

  private mutating func add(_ mistake: Mistake) {
    if mistakes.count < Self.mistakesMax { mistakes.append(mistake) }
  }

  private mutating func sortColumns(_ known: [Column], addsColumns: Bool) {
    for name in source.columns where name != "id" {
      if SystemColumn.contains(name) {
        systemColumns.append(name)
      } else if let column = known.first(where: { $0.name == name }) {
        columns.append(column)
      } else if addsColumns {
        let values = source.rows.compactMap { row in
          row.values.first { $0.column == name }?.value
        }
        // A column without any value is none.
        guard let type = ImportCell.type(of: values) else { continue }
        columns.append(Column(name, type))
        newColumns.insert(name)
      } else {
        unknownColumns.append(name)
      }
    }
  }

  private mutating func plan(_ row: ImportSource.Row, _ cells: [String: ImportCell]) -> Row {
    var planned = Row(number: row.number, id: nil, values: JSONObject())
    for (name, value) in row.values {
      if name == "id" {
        planned.id = id(value, row.number)
      } else if let cell = cells[name] {
        do {
          planned.values[name] = try cell.value(value)
        } catch {
          add(Mistake(number: row.number, column: name, sentence: error.sentence))
        }
      }
    }
    return planned
  }

  private mutating func id(_ value: ImportSource.Value, _ number: Int) -> String? {
    switch value {
    case .field(let field): return field.text.isEmpty ? nil : field.text
    case .json(.null): return nil
    case .json(.string(let text)): return text
    case .json(let other):
      add(
        Mistake(
          number: number, column: "id", sentence: "this is \(other.kindName), and ids are text"))
      return nil
    }
  }
}
