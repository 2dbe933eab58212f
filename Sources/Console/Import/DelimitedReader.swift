/// Reads lines of fields, separated by commas, tabs or semicolons.
///
/// Source: RFC 4180. A field in quotes may hold separators, line breaks and doubled quotes.
struct DelimitedReader {
  struct Field: Sendable, Equatable {
    var text: String
    /// Tells empty text, `""`, from no value.
    var isQuoted: Bool
  }

  struct Line: Sendable, Equatable {
    /// Where it begins, counted from 1.
    var number: Int
    var fields: [Field]
  }

  struct Broken: Error, Equatable {
    var line: Int
    var sentence: String
  }

  private let bytes: [UInt8]
  private let separator: UInt8
  private var position = 0
  private var number = 1

  private static let quote = UInt8(ascii: "\"")
  private static let feed = UInt8(ascii: "\n")
  private static let carriage = UInt8(ascii: "\r")

  init(_ bytes: [UInt8], separator: UInt8) {
    self.bytes = bytes
    self.separator = separator
  }

  /// Every line but blank ones.
  ///
  /// - Parameter linesMax: Reading ends with the line behind this many.
  mutating func lines(linesMax: Int) throws(Broken) -> [Line] {
    var lines: [Line] = []
    while position < bytes.count, lines.count <= linesMax {
      let start = number
      let fields = try line()
      let isBlank = fields.count == 1 && fields[0] == Field(text: "", isQuoted: false)
      if !isBlank { lines.append(Line(number: start, fields: fields)) }
    }
    return lines
  }

  private mutating func line() throws(Broken) -> [Field] {
    var fields: [Field] = []
    while true {
      fields.append(try field())
      guard position < bytes.count else { return fields }
      let byte = bytes[position]
      position += 1
      if byte == separator { continue }
      if byte == Self.carriage, position < bytes.count, bytes[position] == Self.feed {
        position += 1
      }
      number += 1
      return fields
    }
  }

  /// Up to the separator or the line's end, which stay.
  private mutating func field() throws(Broken) -> Field {
    if position < bytes.count, bytes[position] == Self.quote { return try quoted() }
    let start = position
    while position < bytes.count, !isEnd(bytes[position]) { position += 1 }
    return Field(text: String(decoding: bytes[start..<position], as: UTF8.self), isQuoted: false)
  }

  private mutating func quoted() throws(Broken) -> Field {
    let start = number
    var text: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == Self.feed { number += 1 }
      guard byte == Self.quote else {
        text.append(byte)
        continue
      }
      if position < bytes.count, bytes[position] == Self.quote {
        text.append(byte)
        position += 1
        continue
      }
      guard position == bytes.count || isEnd(bytes[position]) else {
        throw Broken(
          line: number,
          sentence: "text goes on behind a closing quote; quotes inside a field are doubled")
      }
      return Field(text: String(decoding: text, as: UTF8.self), isQuoted: true)
    }
    throw Broken(line: start, sentence: "a quote is opened in this line and never closed")
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == separator || byte == Self.feed || byte == Self.carriage
  }
}
