import JSONKit
import Localization
import Support
import SyncCore

extension ImportPlan {
  struct Mistake: Sendable, Equatable {
    /// The line or item.
    var number: Int
    /// As the file names it; nil when the whole row is meant.
    var column: String?
    var sentence: String
    /// What the column holds, to be corrected on the page; nil where that is not possible.
    var value: String?
    /// False for what is wrong with a column, whatever the rows hold.
    var isOfRow = true
    /// The beginning of a row with the wrong number of fields; nil for any other mistake.
    var line: String?
  }

  struct Row: Sendable {
    var number: Int
    var id: String?
    /// The value of the key column; nil where rows are matched by id.
    var key: JSONValue?
    /// As they came, by the file's columns: what they mean also depends on what the row holds.
    var values: [(column: String, value: ImportSource.Value)] = []
    /// Its fields are not those of the columns, which is said already.
    var isBroken = false

    /// What no other row of the file may have.
    var identity: String? { key.map(ImportPlan.text) ?? id }
  }

  /// A value of the key column as ``Row/identity``.
  static func text(_ value: JSONValue) -> String { value.string ?? value.serializedText }

  /// A value as the page shows it beside its column; nil for none.
  static func example(_ value: ImportSource.Value) -> String? {
    let text =
      switch value {
      case .field(let field): field.text
      case .json(let value): value.isNull ? "" : Self.text(value)
      }
    guard !text.isEmpty else { return nil }
    return text.count > 60 ? "\(text.prefix(60))…" : text
  }

  /// What the store refused of `rows`.
  mutating func add(_ problems: [ChangeOutcome.Problem], of rows: [Row]) {
    for problem in problems {
      let row = rows[problem.position]
      guard problem.isExisting, row.key == nil, let id = row.id else {
        add(Mistake(number: row.number, sentence: problem.message))
        continue
      }
      let mode = Mode.upsert.words
      add(
        mistake(
          ofIdentity: id, row.number,
          localized(
            "“\(id)” exists already. Correct it, or go back to Columns and choose “\(mode)”.")))
    }
  }

  /// - Parameter identity: The value of the id or key that is wrong.
  func mistake(ofIdentity identity: String, _ number: Int, _ words: String) -> Mistake {
    Mistake(
      number: number, column: sources[key] ?? key, sentence: words,
      value: sources[key] == nil ? nil : identity)
  }

  /// Puts ids into the changes of `rows` where they name rows of other tables.
  mutating func resolve(
    _ changes: inout [RowChange], of rows: [Row], existing: UTF8Dictionary<[Record]>,
    _ matches: ImportReferences.Matches
  ) {
    for (index, row) in rows.enumerated() {
      let was = row.identity.flatMap { existing[$0]?.first }
      for (column, reason) in references.resolve(&changes[index], was, matches) {
        add(
          Mistake(
            number: row.number, column: sources[column], sentence: reason,
            value: changes[index].values[column]?.string))
      }
    }
  }

  mutating func id(_ value: ImportSource.Value, _ number: Int) -> String? {
    switch value {
    case .field(let field):
      return field.text.isEmpty ? nil : CSVWriter.unguarded(field.text)
    case .json(.null): return nil
    case .json(.string(let text)): return text
    case .json(let other):
      add(
        Mistake(
          number: number, column: sources["id"] ?? "id",
          sentence: localized("expected text, found \(other.kindPhrase)"), value: value.typed))
      return nil
    }
  }

  /// - Parameter count: Of the table's rows that match.
  /// - Returns: Nil for a row that can be imported.
  func mistake(_ row: Row, _ count: Int) -> String? {
    let value = row.identity.map { quoted($0) } ?? ""
    if mode == .update, count == 0 {
      return row.identity == nil
        ? localized("the \(key) is missing") : localized("no row with the \(key) \(value)")
    }
    if count > 1 { return localized("\(count) rows have the \(key) \(value)") }
    return mode == .insert && key != "id" && count > 0
      ? localized("a row with the \(key) \(value) exists already") : nil
  }
}
