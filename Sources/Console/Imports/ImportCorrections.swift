import HTTPKit
import JSONKit
import Localization
import Support

/// Values that somebody typed in place of invalid ones, by row number and column of the file.
struct ImportCorrections: Sendable, Equatable {
  /// A field of a form is `fix.LINE.COLUMN`.
  static let fieldPrefix = "fix."
  /// Longer values are corrected in the file.
  static let textMax = 500

  private var values: [Int: UTF8Dictionary<String>] = [:]

  init() {}

  /// - Parameter columns: Those of the file.
  init(_ form: QueryItems, columns: [String]) throws {
    for item in form.items where item.name.hasPrefix(Self.fieldPrefix) {
      let parts = item.name.dropFirst(Self.fieldPrefix.count).split(
        separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw Self.unknown(item.name) }
      try set(item.value, String(parts[0]), String(parts[1]), columns)
    }
  }

  /// - Parameter json: `{"LINE": {"COLUMN": "value"}}`.
  init(_ json: JSONObject, columns: [String]) throws {
    for (line, row) in json {
      for (column, value) in row.object ?? [:] {
        try set(value.string ?? value.serializedText, line, column, columns)
      }
    }
  }

  private mutating func set(
    _ text: String, _ line: String, _ column: String, _ columns: [String]
  ) throws {
    guard let number = Int(line), number > 0, columns.contains(where: { $0 === column }) else {
      throw Self.unknown("\(line), \(column)")
    }
    values[number, default: [:]][column] = text
  }

  private static func unknown(_ place: String) -> HTTPError {
    HTTPError(
      422, localized("The file has no value at \(place.prefix(100)). Nothing was changed."))
  }

  mutating func merge(_ newer: ImportCorrections) {
    values.merge(newer.values) { old, new in old.merging(new) { $1 } }
  }

  func apply(to row: ImportSource.Row) -> ImportSource.Row {
    guard let typed = values[row.number] else { return row }
    var row = row
    for index in row.values.indices {
      guard let text = typed[row.values[index].column] else { continue }
      row.values[index].value = .field(DelimitedReader.Field(text: text, isQuoted: false))
    }
    return row
  }
}

extension ImportSource.Value {
  /// The value as it is typed; nil where it is too long to be corrected on a page.
  var typed: String? {
    let text =
      switch self {
      case .field(let field): field.text
      case .json(let value): value.string ?? value.serializedText
      }
    return text.utf8.count <= ImportCorrections.textMax ? text : nil
  }
}
