import JSONKit
import SyncCore

/// What a passport covers up.
enum Redaction: String, CaseIterable, Sendable {
  /// Nothing.
  case none
  /// The columns that the configuration names.
  case columns
  /// Every value of the table's own columns.
  case values

  var title: String {
    switch self {
    case .none: "Everything is shown"
    case .columns: "Configured columns are covered"
    case .values: "All values are covered"
    }
  }
}

/// Covers values, also where an error text or an answer quotes them.
struct Cover {
  private let columns: Set<String>
  /// The covered texts, the longest first, so that a part never leaves its rest standing.
  private let secrets: [String]

  static let block = "▒▒▒▒"

  /// - Parameters:
  ///   - columns: The columns whose values are covered.
  ///   - records: Every copy of the row, to know what to cover in texts.
  init(_ columns: Set<String>, _ records: [Record]) {
    self.columns = columns
    var secrets: Set<String> = []
    for record in records {
      for column in columns { Self.collect(record.value(column), into: &secrets) }
    }
    self.secrets = secrets.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
  }

  func covers(_ column: String) -> Bool { columns.contains(column) }

  /// A value as text; a covered one only tells its kind and size.
  func show(_ value: JSONValue?, _ column: Column) -> String {
    guard let value else { return Self.absent }
    guard covers(column.name), !value.isNull, value != "" else {
      return Self.isAmbiguous(value) ? value.serializedText : Cell(full: value, column).text
    }
    if let text = value.string {
      return "\(Self.block) (\(Format.count(text.count, "character")))"
    }
    return "\(Self.block) (\(value.kindName))"
  }

  /// In place of a value where there is no row.
  private static let absent = "–"

  /// True for a text that reads like no value, like an empty one or like no row; it stands in
  /// quotes, and so does every text that begins with one.
  private static func isAmbiguous(_ value: JSONValue) -> Bool {
    guard let text = value.string, !text.isEmpty else { return false }
    return text == Cell.null.text || text == absent || text.hasPrefix("\"")
  }

  /// A text of a server or of this program, without the covered values.
  func scrub(_ text: String) -> String {
    secrets.reduce(text) { $0.replacing($1, with: Self.block) }
  }

  /// Short words stand everywhere, and covering each of them would leave no sentence.
  private static func collect(_ value: JSONValue, into secrets: inout Set<String>) {
    switch value {
    case .string(let text):
      if text.count >= 3 { secrets.insert(text) }
    case .array(let items): for item in items { collect(item, into: &secrets) }
    case .object(let object): for (_, item) in object { collect(item, into: &secrets) }
    case .null, .bool: break
    case .integer, .real, .number:
      let digits = value.serializedText
      if digits.utf8.count >= 3 { secrets.insert(digits) }
    }
  }
}
