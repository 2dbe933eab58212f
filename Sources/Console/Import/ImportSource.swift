import JSONKit

/// Rows as they were pasted or uploaded, before anybody knows what types they are to have.
struct ImportSource: Sendable {
  enum Format: String, Sendable {
    case csv = "CSV"
    case tsv = "TSV"
    case semicolons = "CSV with semicolons"
    case json = "JSON"
    case lines = "JSON lines"
  }

  enum Value: Sendable, Equatable {
    case field(DelimitedReader.Field)
    case json(JSONValue)
  }

  struct Row: Sendable {
    /// Counted from 1: the line, or in a JSON list the item.
    var number: Int
    var values: [(column: String, value: Value)]
  }

  struct Unreadable: Error {
    var sentence: String
  }

  /// More rows than this are refused: all of them are one transaction, and other writers wait.
  static let rowsMax = 10_000

  let format: Format
  private(set) var columns: [String] = []
  private(set) var rows: [Row] = []

  /// What a row's number counts.
  var place: String { format == .json ? "Item" : "Line" }

  init(_ body: [UInt8]) throws(Unreadable) {
    guard String(validating: body, as: UTF8.self) != nil else {
      throw Unreadable(
        sentence: "This is not UTF-8 text. Save the file as UTF-8 (in a spreadsheet: “CSV UTF-8”), "
          + "then choose it again.")
    }
    let bytes = body.starts(with: [0xef, 0xbb, 0xbf]) ? Array(body.dropFirst(3)) : body
    guard let first = bytes.first(where: { !Self.isBlank($0) }) else {
      throw Unreadable(sentence: "There is nothing to import: paste rows or choose a file.")
    }
    format = Self.format(bytes, first)
    switch format {
    case .json: try readList(bytes)
    case .lines: try readLines(bytes)
    case .csv: try readFields(bytes, UInt8(ascii: ","))
    case .semicolons: try readFields(bytes, UInt8(ascii: ";"))
    case .tsv: try readFields(bytes, UInt8(ascii: "\t"))
    }
    guard !rows.isEmpty else {
      throw Unreadable(sentence: "There are column names and no rows below them.")
    }
    guard rows.count <= Self.rowsMax else {
      throw Unreadable(
        sentence:
          "These are more than \(Console.Format.number(Self.rowsMax)) rows. Import them in parts.")
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }

  private static func format(_ bytes: [UInt8], _ first: UInt8) -> Format {
    if first == UInt8(ascii: "[") { return .json }
    if first == UInt8(ascii: "{") { return .lines }
    let head = bytes.prefix { $0 != 0x0a }
    func count(_ character: Character) -> Int {
      head.count { $0 == character.asciiValue }
    }
    if count("\t") > 0 { return .tsv }
    return count(";") > count(",") ? .semicolons : .csv
  }

  // MARK: - Fields

  private mutating func readFields(_ bytes: [UInt8], _ separator: UInt8) throws(Unreadable) {
    var reader = DelimitedReader(bytes, separator: separator)
    let lines: [DelimitedReader.Line]
    do {
      lines = try reader.lines(linesMax: Self.rowsMax + 1)
    } catch {
      throw Unreadable(sentence: "Line \(error.line) cannot be read: \(error.sentence).")
    }
    guard let head = lines.first else { return }
    columns = head.fields.map(\.text.trimmed)
    if let empty = columns.firstIndex(of: "") {
      throw Unreadable(
        sentence: "Column \(empty + 1) has no name. The first line has to name every column.")
    }
    if let twice = columns.first(where: { name in columns.count { $0 == name } > 1 }) {
      throw Unreadable(sentence: "The first line names the column “\(twice)” twice.")
    }
    for line in lines.dropFirst() {
      guard line.fields.count == columns.count else {
        throw Unreadable(
          sentence:
            "Line \(line.number) has \(Console.Format.count(line.fields.count, "field")), and the "
            + "first line names \(Console.Format.count(columns.count, "column")). Texts with a separator in them stand in quotes."
        )
      }
      rows.append(
        Row(number: line.number, values: zip(columns, line.fields).map { ($0, .field($1)) }))
    }
  }

  // MARK: - JSON

  private mutating func readList(_ bytes: [UInt8]) throws(Unreadable) {
    guard let items = (try? JSONValue(parsing: bytes))?.array else {
      throw Unreadable(
        sentence: "This begins like a JSON list and is none: a comma, quote or bracket is missing.")
    }
    for (index, item) in items.prefix(Self.rowsMax + 1).enumerated() {
      try add(item, number: index + 1)
    }
  }

  private mutating func readLines(_ bytes: [UInt8]) throws(Unreadable) {
    // One object over several lines is a list of one.
    if let whole = try? JSONValue(parsing: bytes) { return try add(whole, number: 1) }
    for (index, line) in bytes.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated()
    {
      guard !line.allSatisfy(Self.isBlank) else { continue }
      guard let value = try? JSONValue(parsing: Array(line)) else {
        throw Unreadable(sentence: "Line \(index + 1) is not JSON.")
      }
      try add(value, number: index + 1)
      if rows.count > Self.rowsMax { return }
    }
  }

  private mutating func add(_ value: JSONValue, number: Int) throws(Unreadable) {
    guard case .object(let outer) = value else {
      throw Unreadable(
        sentence: "\(place) \(number) is \(value.kindName), and an object is expected.")
    }
    // A line of this console's own export holds the row's values one level down.
    var object = outer
    if outer["state"] != nil, case .object(let inner)? = outer["values"] { object = inner }
    for name in object.names where !columns.contains(name) { columns.append(name) }
    rows.append(Row(number: number, values: object.map { ($0.name, .json($0.value)) }))
  }
}
