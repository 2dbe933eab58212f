import CJSON
import Support

/// A list of JSON objects as it stands in a document: parsed and checked, and not made into values.
///
/// Rows on their way from a server into a database pass through here, where a value for each cell
/// would cost more than all the rest.
public final class JSONRows: Sendable {
  /// What a cell holds; texts lie in the buffer of ``withTexts(_:)``.
  public enum Cell: Sendable {
    /// Also for a member that the row does not have.
    case null
    case bool(Bool)
    case integer(Int64)
    /// Any other number; see ``JSONRows/value(_:)``.
    case number(Place)
    case text(Range<Int>)
    case array(Place)
    case object(Place)
  }

  /// Where a value stands in its document.
  public struct Place: Sendable {
    fileprivate let token: Int32
  }

  private let document: ParsedDocument
  private let members: [RowIndex.Member]
  /// Where each row's members begin, and the end of the last one.
  private let starts: [Int]
  private let texts: Texts

  /// The names of all members, in order of appearance.
  public let columns: [String]
  /// The name under which the list stands; nil for a list at the root.
  public let listName: String?
  /// What the document holds beside the list: nothing for a list at the root.
  public let rest: JSONObject

  /// - Parameters:
  ///   - bytes: A list, or an object in which a list stands under one of `names`.
  ///   - names: Of several the first that is a list.
  /// - Returns: Nil when there is no list, or one with other things than objects in it.
  /// - Throws: When `bytes` are not JSON.
  public init?(parsing bytes: [UInt8], listedUnder names: [String]) throws(JSONError) {
    let document = try ParsedDocument(of: bytes)
    let (list, name, rest) = Self.list(in: document.tokens, names)
    var index = RowIndex(tokens: document.tokens)
    guard let list, index.read(list) else { return nil }
    self.document = document
    listName = name
    self.rest = rest
    members = index.members
    starts = index.starts
    columns = index.columns.map { document.tokens[$0].string }
    texts = Texts(document.tokens)
  }

  /// The list's opening token, and the root's other members.
  private static func list(
    in tokens: UnsafeBufferPointer<cjson_token>, _ names: [String]
  ) -> (token: Int?, name: String?, rest: JSONObject) {
    if tokens[0].kind == Int32(CJSON_ARRAY.rawValue) { return (0, nil, JSONObject()) }
    guard tokens[0].kind == Int32(CJSON_OBJECT.rawValue) else { return (nil, nil, JSONObject()) }
    var found: UTF8Dictionary<Int> = [:]
    var rest = JSONObject()
    var reader = TokenReader(tokens: tokens, position: 1)
    while !reader.isAtEndToken() {
      let name = tokens[reader.position].string
      reader.position += 1
      let isList = tokens[reader.position].kind == Int32(CJSON_ARRAY.rawValue)
      if names.contains(name) { found[name] = isList ? reader.position : nil }
      if isList, names.contains(name) { reader.skip() } else { rest[name] = reader.value() }
    }
    guard let name = names.first(where: { found[$0] != nil }) else { return (nil, nil, rest) }
    return (found[name], name, rest)
  }

  // MARK: - Rows

  public var count: Int { starts.count - 1 }

  /// About how much memory the rows take.
  public var byteCount: Int {
    document.tokens.count * MemoryLayout<cjson_token>.stride + texts.count * 2
  }

  /// The row as an object of its own.
  public func object(at row: Int) -> JSONObject {
    var object = JSONObject()
    for member in members[starts[row]..<starts[row + 1]] {
      object[columns[Int(member.column)]] = value(at: member.token)
    }
    return object
  }

  /// Puts the row's cells into `cells` by column; of two equal names the last wins.
  public func read(_ row: Int, into cells: inout [Cell]) {
    for column in cells.indices { cells[column] = .null }
    for position in starts[row]..<starts[row + 1] {
      let member = members[position]
      cells[Int(member.column)] = cell(at: member.token)
    }
  }

  /// One cell of a row.
  public func cell(_ row: Int, _ column: Int) -> Cell {
    let member = members[starts[row]..<starts[row + 1]].last { $0.column == Int32(column) }
    return member.map { cell(at: $0.token) } ?? .null
  }

  /// The bytes that the ranges of texts refer to.
  public func withTexts<Output>(_ body: (Span<UInt8>) throws -> Output) rethrows -> Output {
    try body(texts.buffer.span)
  }

  public func text(_ range: Range<Int>) -> String {
    String(decoding: texts.buffer[range], as: UTF8.self)
  }

  public func value(_ cell: Cell) -> JSONValue {
    switch cell {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .integer(let integer): .integer(integer)
    case .text(let range): .string(text(range))
    case .number(let place), .array(let place), .object(let place): value(at: place.token)
    }
  }

  /// The number as a `Double`, where that is a matter of a few digits; nil says nothing.
  public func plainReal(_ place: Place) -> Double? {
    plainDecimal(document.tokens[Int(place.token)].bytes)
  }

  private func value(at token: Int32) -> JSONValue {
    var reader = TokenReader(tokens: document.tokens, position: Int(token))
    return reader.value()
  }

  private func cell(at position: Int32) -> Cell {
    let token = document.tokens[Int(position)]
    switch UInt32(bitPattern: token.kind) {
    case CJSON_NULL.rawValue: return .null
    case CJSON_FALSE.rawValue: return .bool(false)
    case CJSON_TRUE.rawValue: return .bool(true)
    case CJSON_INTEGER.rawValue: return .integer(token.integer)
    case CJSON_NUMBER.rawValue: return .number(Place(token: position))
    case CJSON_STRING.rawValue: return .text(texts.range(of: token))
    case CJSON_ARRAY.rawValue: return .array(Place(token: position))
    default: return .object(Place(token: position))
    }
  }
}

/// The memory in which the texts of all tokens lie, one behind the other.
///
/// `@unchecked`: nobody writes to it as long as the document lives.
private struct Texts: @unchecked Sendable {
  let buffer: UnsafeBufferPointer<UInt8>
  private let start: UInt

  var count: Int { buffer.count }

  init(_ tokens: UnsafeBufferPointer<cjson_token>) {
    func isText(_ token: cjson_token) -> Bool {
      token.kind == Int32(CJSON_STRING.rawValue) || token.kind == Int32(CJSON_KEY.rawValue)
    }
    guard let first = tokens.first(where: isText), let last = tokens.last(where: isText),
      let end = last.bytes.baseAddress?.advanced(by: last.bytes.count),
      let start = first.bytes.baseAddress
    else {
      buffer = UnsafeBufferPointer(start: nil, count: 0)
      start = 0
      return
    }
    buffer = UnsafeBufferPointer(start: start, count: end - start)
    self.start = UInt(bitPattern: start)
  }

  func range(of token: cjson_token) -> Range<Int> {
    let lower = Int(UInt(bitPattern: token.text) - start)
    return lower..<lower + Int(token.length)
  }
}
