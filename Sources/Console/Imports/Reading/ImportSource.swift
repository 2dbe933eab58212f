import JSONKit
import Localization
import Support
import SyncCore

/// Rows as they were pasted or uploaded, before anybody knows what types they are to have.
///
/// They are read one after the other, so that a file may be far larger than the memory.
struct ImportSource {
  enum Format: String, Sendable {
    case csv = "CSV"
    case tsv = "TSV"
    case semicolons = "CSV with semicolons"
    case json = "JSON"
    case lines = "JSON lines"

    /// Between the fields of a line; nil for JSON, which has no lines of fields.
    var separator: Character? {
      switch self {
      case .csv: ","
      case .semicolons: ";"
      case .tsv: "\t"
      case .json, .lines: nil
      }
    }

    /// For people; the raw value is for programs.
    var title: String {
      switch self {
      case .semicolons: localized("CSV with semicolons")
      case .lines: "NDJSON"
      case .csv, .tsv, .json: rawValue
      }
    }

    /// What a row's number counts.
    var place: String { self == .json ? localized("Item") : localized("Line") }

    /// Several places as part of a sentence, such as `lines 8, 21`.
    func places(_ numbers: String, count: Int) -> String {
      switch (self, count) {
      case (.json, 1): localized("item \(numbers)")
      case (.json, _): localized("items \(numbers)")
      case (_, 1): localized("line \(numbers)")
      default: localized("lines \(numbers)")
      }
    }
  }

  enum Value: Sendable, Equatable {
    case field(DelimitedReader.Field)
    case json(JSONValue)
  }

  struct Row: Sendable {
    /// Counted from 1: the line, or in a JSON list the item.
    var number: Int
    var values: [(column: String, value: Value)]
    /// Why its fields are not those of the columns; nil for a sound row.
    var problem: String?
    /// The beginning of such a row as it stands in the file.
    var line: String?
  }

  struct Unreadable: Error {
    var sentence: String

    static func tooLong(_ place: String) -> Unreadable {
      Unreadable(
        sentence: localized(
          "\(place) is longer than \(Console.Format.bytes(rowBytesMax)). A quote may be missing "
            + "its closing quote."))
    }

    static func notText(_ place: String) -> Unreadable {
      Unreadable(
        sentence: localized(
          "\(place) is not UTF-8 text. Save the file as UTF-8 (in a spreadsheet: “CSV UTF-8”), "
            + "then choose it again."))
    }
  }

  private enum Reader {
    case fields(DelimitedReader)
    case items(JSONItemReader)
  }

  /// One row may be this long; the memory that an import takes depends on it.
  static let rowBytesMax = 4_000_000
  static let rowsMax = 1_000_000
  /// More columns no table of a store can have.
  static let columnsMax = 2_000

  let format: Format
  /// The numbers of rows that are passed over.
  var leftOut: Set<Int> = []
  var corrections = ImportCorrections()
  /// Those that were named so far, in their order.
  private(set) var columns: [String] = []
  private(set) var rowCount = 0
  private let rowsMax: Int
  private let takesExports: Bool
  private var known: UTF8Set = []
  private var reader: Reader

  /// Reads the beginning; a table's first line names its columns.
  ///
  /// - Parameter takesExports: Whether a line of this console's own export is taken for its row.
  init(
    _ bytes: ImportBytes, pieceBytes: Int = 256 << 10, rowsMax: Int = ImportSource.rowsMax,
    takesExports: Bool = true
  ) throws(Unreadable) {
    self.rowsMax = rowsMax
    self.takesExports = takesExports
    var stream = ByteStream(bytes, pieceBytes: pieceBytes)
    try Self.skipMark(&stream)
    let start = stream
    var line = 1
    while let byte = try stream.peek(), Self.isBlank(byte) {
      if byte == 0x0a { line += 1 }
      _ = try stream.next()
    }
    guard let first = try stream.peek() else {
      throw Unreadable(sentence: localized("Nothing to import: paste rows or choose a file."))
    }
    format = try Self.format(stream, first)
    if let separator = format.separator?.asciiValue {
      reader = .fields(DelimitedReader(start, separator: separator))
    } else {
      reader = .items(try JSONItemReader(stream, isList: format == .json, line: line))
    }
    try readHead()
  }

  /// How many bytes were read.
  var consumed: Int {
    switch reader {
    case .fields(let reader): reader.stream.consumed
    case .items(let reader): reader.stream.consumed
    }
  }

  /// Nil at the end.
  mutating func next() throws(Unreadable) -> Row? {
    var found = try read()
    while let row = found, leftOut.contains(row.number) {
      rowCount += 1
      found = try read()
    }
    guard let row = found else {
      guard rowCount > 0 else {
        throw Unreadable(sentence: localized("The file has column names but no rows."))
      }
      return nil
    }
    rowCount += 1
    guard rowCount <= rowsMax else {
      throw Unreadable(
        sentence: localized(
          "More than \(Console.Format.number(rowsMax)) rows. Import them in parts."))
    }
    return corrections.apply(to: row)
  }

  static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }

  /// The mark that some programs put before UTF-8.
  private static func skipMark(_ stream: inout ByteStream) throws(Unreadable) {
    var look = stream
    for byte in [0xef, 0xbb, 0xbf] as [UInt8] {
      guard try look.next() == byte else { return }
    }
    stream = look
  }

  private static func format(_ stream: ByteStream, _ first: UInt8) throws(Unreadable) -> Format {
    if first == UInt8(ascii: "[") { return .json }
    if first == UInt8(ascii: "{") { return .lines }
    var look = stream
    var head: [UInt8] = []
    try look.take(into: &head, limit: rowBytesMax) { $0 == 0x0a || $0 == 0x0d }
    // What stands in quotes separates nothing.
    let bare = head.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
      .enumerated().filter { $0.offset.isMultiple(of: 2) }.flatMap(\.element)
    func count(_ character: Character) -> Int { bare.count { $0 == character.asciiValue } }
    if count("\t") > 0 { return .tsv }
    return count(";") > count(",") ? .semicolons : .csv
  }

  private mutating func read() throws(Unreadable) -> Row? {
    switch reader {
    case .fields(var fields):
      let line = try fields.next()
      reader = .fields(fields)
      return line.map(row)
    case .items(var items):
      let item = try items.next()
      reader = .items(items)
      guard let item else { return nil }
      return try row(item)
    }
  }

  // MARK: - Fields

  private mutating func readHead() throws(Unreadable) {
    guard case .fields(var fields) = reader else { return }
    let head = try fields.next()
    reader = .fields(fields)
    for field in head?.fields ?? [] {
      let name = CSVWriter.unguarded(field.text).trimmed
      guard !name.isEmpty else {
        let columnNumber = columns.count + 1
        throw Unreadable(
          sentence: localized(
            "Column \(columnNumber) has no name. The first line must name every column."))
      }
      guard try isNew(name) else {
        throw Unreadable(
          sentence: localized("The first line names the column “\(name)” twice."))
      }
    }
  }

  private func row(_ line: DelimitedReader.Line) -> Row {
    var row = Row(
      number: line.number, values: zip(columns, line.fields).map { ($0, .field($1)) })
    guard line.fields.count != columns.count else { return row }
    let separator = format.separator.map(String.init) ?? ""
    let text = line.fields.map(\.text).joined(separator: separator)
    row.line = text.count > Cell.listMax ? text.prefix(Cell.listMax) + "…" : text
    let fields = Console.Format.count(line.fields.count, "field")
    let namedColumns = Console.Format.count(columns.count, "column")
    guard line.fields.count > columns.count else {
      row.problem = localized("\(fields), but the first line has \(namedColumns)")
      return row
    }
    row.problem = localized(
      "\(fields), but the first line has \(namedColumns). Put text with a separator in quotes.")
    // Nothing of the line is lost when it is downloaded to be corrected.
    let rest = line.fields[(columns.count - 1)...].map(\.text)
      .joined(separator: separator)
    row.values[columns.count - 1].value = .field(.init(text: rest, isQuoted: true))
    return row
  }

  // MARK: - JSON

  private mutating func row(_ item: JSONItemReader.Item) throws(Unreadable) -> Row {
    guard case .object(let outer) = item.value else {
      let (number, kind) = (item.number, item.value.kindPhrase)
      throw Unreadable(
        sentence: format == .json
          ? localized("Item \(number) is \(kind), and an object is expected.")
          : localized("Line \(number) is \(kind), and an object is expected."))
    }
    let object = takesExports ? Self.row(in: outer) : outer
    for name in object.names { _ = try isNew(name) }
    return Row(number: item.number, values: object.map { ($0.name, .json($0.value)) })
  }

  /// The row in a line of this console's own export, which holds its values one level down;
  /// any other object as it is.
  private static func row(in line: JSONObject) -> JSONObject {
    guard line.count == 4, let id = line["id"], id.string != nil, line["deleted"]?.bool != nil,
      line["state"]?.string.flatMap(RowState.init(rawValue:)) != nil,
      case .object(var values)? = line["values"]
    else { return line }
    // Not among the values when only some columns were exported.
    values["id"] = id
    return values
  }

  /// Adds a column, unless it was named before.
  private mutating func isNew(_ name: String) throws(Unreadable) -> Bool {
    guard known.insert(name).inserted else { return false }
    columns.append(name)
    guard columns.count <= Self.columnsMax else {
      throw Unreadable(sentence: localized("More than \(Self.columnsMax) columns."))
    }
    return true
  }
}
