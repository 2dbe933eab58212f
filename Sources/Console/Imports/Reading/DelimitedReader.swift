import Localization

/// Reads lines of fields, separated by commas, tabs or semicolons.
///
/// Source: RFC 4180. A field in quotes may hold separators, line breaks, doubled quotes and NUL; NUL
/// elsewhere is the sign of a file that is no text.
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

  private(set) var stream: ByteStream
  private let separator: UInt8
  private var number = 1
  /// Bytes of the line that is being read.
  private var lineBytes = 0

  private static let quote = UInt8(ascii: "\"")
  private static let feed = UInt8(ascii: "\n")
  private static let carriage = UInt8(ascii: "\r")

  init(_ stream: ByteStream, separator: UInt8) {
    self.stream = stream
    self.separator = separator
  }

  /// The next line that is not blank; nil at the end.
  mutating func next() throws(ImportSource.Unreadable) -> Line? {
    while try stream.peek() != nil {
      let start = number
      lineBytes = 0
      let fields = try line()
      let isBlank = fields.count == 1 && fields[0] == Field(text: "", isQuoted: false)
      if !isBlank { return Line(number: start, fields: fields) }
    }
    return nil
  }

  private mutating func line() throws(ImportSource.Unreadable) -> [Field] {
    var fields: [Field] = []
    while true {
      fields.append(try field())
      guard let byte = try stream.next() else { return fields }
      if byte == separator { continue }
      if byte == Self.carriage, try stream.peek() == Self.feed { _ = try stream.next() }
      number += 1
      return fields
    }
  }

  /// Up to the separator or the line's end, which stay.
  private mutating func field() throws(ImportSource.Unreadable) -> Field {
    if try stream.peek() == Self.quote { return try quoted() }
    let start = number
    var bytes: [UInt8] = []
    let separator = separator
    try stream.take(into: &bytes, limit: ImportSource.rowBytesMax) { byte in
      byte == separator || byte == Self.feed || byte == Self.carriage
    }
    guard !bytes.contains(0) else {
      throw broken(start, localized("NUL bytes are allowed only inside quotes"))
    }
    return Field(text: try text(bytes, start), isQuoted: false)
  }

  private mutating func quoted() throws(ImportSource.Unreadable) -> Field {
    let start = number
    var bytes: [UInt8] = []
    _ = try stream.next()
    while true {
      let from = bytes.count
      try stream.take(into: &bytes, limit: ImportSource.rowBytesMax) { $0 == Self.quote }
      number += bytes[from...].count { $0 == Self.feed }
      guard bytes.count <= ImportSource.rowBytesMax else {
        throw ImportSource.Unreadable.tooLong(localized("Line \(start)"))
      }
      guard try stream.next() != nil else {
        throw broken(start, localized("a quote is never closed"))
      }
      let next = try stream.peek()
      guard next == Self.quote else {
        guard next.map(isEnd) ?? true else {
          throw broken(
            number,
            localized("text follows a closing quote; double the quotes inside a field"))
        }
        return Field(text: try text(bytes, start), isQuoted: true)
      }
      _ = try stream.next()
      bytes.append(Self.quote)
    }
  }

  private mutating func text(
    _ bytes: [UInt8], _ line: Int
  ) throws(ImportSource.Unreadable) -> String {
    lineBytes += bytes.count
    guard lineBytes <= ImportSource.rowBytesMax else {
      throw ImportSource.Unreadable.tooLong(localized("Line \(line)"))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let before = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\u{fffd}" }
      let brokenLine = line + before.utf8.count { $0 == Self.feed }
      throw ImportSource.Unreadable.notText(localized("Line \(brokenLine)"))
    }
    return text
  }

  private func broken(_ line: Int, _ reason: String) -> ImportSource.Unreadable {
    ImportSource.Unreadable(sentence: localized("Line \(line) can’t be read: \(reason)."))
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == separator || byte == Self.feed || byte == Self.carriage
  }
}
