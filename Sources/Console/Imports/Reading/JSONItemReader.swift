import JSONKit
import Localization

/// Reads JSON values one after the other: the items of a list, or those that follow each other.
///
/// Looks only for where a value ends; each is parsed by itself.
struct JSONItemReader {
  struct Item {
    /// The line where it begins, or in a list the item, counted from 1.
    var number: Int
    var value: JSONValue
  }

  private(set) var stream: ByteStream
  private let isList: Bool
  private var line = 1
  private var count = 0
  private var isOver = false

  private static let quote = UInt8(ascii: "\"")
  private static let escape = UInt8(ascii: "\\")
  private static let comma = UInt8(ascii: ",")
  private static let openers = [UInt8(ascii: "["), UInt8(ascii: "{")]
  private static let closers = [UInt8(ascii: "]"), UInt8(ascii: "}")]

  /// - Parameter stream: Stands at the first byte that is not blank.
  init(_ stream: ByteStream, isList: Bool, line: Int) throws(ImportSource.Unreadable) {
    self.stream = stream
    self.isList = isList
    self.line = line
    if isList { _ = try self.stream.next() }
  }

  /// Nil at the end.
  mutating func next() throws(ImportSource.Unreadable) -> Item? {
    guard !isOver, let first = try skipBlanks() else {
      guard isOver || !isList else { throw unreadable(localized("the closing bracket is missing")) }
      return nil
    }
    if isList {
      if first == UInt8(ascii: "]") {
        _ = try stream.next()
        return try end()
      }
      if count > 0 {
        _ = try stream.next()
        guard first == Self.comma else { throw unreadable(localized("a comma is missing")) }
        _ = try skipBlanks()
      }
    }
    count += 1
    let number = isList ? count : line
    let bytes = try value(number)
    do {
      return Item(number: number, value: try JSONValue(parsing: bytes))
    } catch {
      guard String(validating: bytes, as: UTF8.self) != nil else {
        throw ImportSource.Unreadable.notText(place(number))
      }
      guard !JSONDepth.isTooDeep(bytes) else {
        throw ImportSource.Unreadable(sentence: "\(place(number)) \(JSONDepth.objection).")
      }
      guard isList else {
        throw ImportSource.Unreadable(sentence: localized("Line \(number) is not JSON."))
      }
      throw unreadable(localized("item \(number) can’t be read"))
    }
  }

  /// Behind a list nothing may stand.
  private mutating func end() throws(ImportSource.Unreadable) -> Item? {
    isOver = true
    guard try skipBlanks() == nil else { throw unreadable(localized("text follows its end")) }
    return nil
  }

  private mutating func skipBlanks() throws(ImportSource.Unreadable) -> UInt8? {
    while let byte = try stream.peek(), ImportSource.isBlank(byte) {
      if byte == 0x0a { line += 1 }
      _ = try stream.next()
    }
    return try stream.peek()
  }

  /// The bytes of one value, up to its closing bracket, or of what stands there in its place.
  private mutating func value(_ number: Int) throws(ImportSource.Unreadable) -> [UInt8] {
    var bytes: [UInt8] = []
    var depth = 0
    var isInText = false
    while let byte = try stream.peek() {
      if depth == 0, !isInText, isEnd(byte) { break }
      _ = try stream.next()
      bytes.append(byte)
      if byte == 0x0a { line += 1 }
      guard bytes.count <= ImportSource.rowBytesMax else {
        throw ImportSource.Unreadable.tooLong(place(number))
      }
      if isInText {
        if byte == Self.escape, let escaped = try stream.next() { bytes.append(escaped) }
        if byte == Self.quote { isInText = false }
        continue
      }
      if byte == Self.quote { isInText = true }
      if Self.openers.contains(byte) { depth += 1 }
      if Self.closers.contains(byte) {
        depth -= 1
        if depth <= 0 { break }
      }
    }
    return bytes
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    isList ? byte == Self.comma || byte == UInt8(ascii: "]") : byte == 0x0a
  }

  private func place(_ number: Int) -> String {
    isList ? localized("Item \(number)") : localized("Line \(number)")
  }

  private func unreadable(_ reason: String) -> ImportSource.Unreadable {
    ImportSource.Unreadable(
      sentence: localized(
        "Invalid JSON list: \(reason). Check for a missing or extra comma, quote or bracket."))
  }
}
