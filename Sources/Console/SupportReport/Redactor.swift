import JSONKit
import Localization
import Support
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
    case .none: localized("Show everything")
    case .columns: localized("Redact configured columns")
    case .values: localized("Redact all values")
    }
  }
}

/// Redacts values, also where an error message or a response quotes them.
struct Redactor {
  private let columns: UTF8Set
  private let scrubber: ValueScrubber

  static let block = ValueMasking.block

  /// - Parameters:
  ///   - columns: The columns whose values are covered.
  ///   - records: Every copy of the row, to know what to cover in texts.
  init(_ columns: UTF8Set, _ records: [Record]) {
    self.columns = columns
    scrubber = ValueScrubber(columns, records)
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
    scrubber.scrub(text)
  }
}
