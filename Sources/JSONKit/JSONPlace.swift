/// Where in a document something stands; lines and characters are counted from 1.
public struct JSONPlace: Sendable, Equatable, CustomStringConvertible {
  public let line: Int
  public let column: Int

  public var description: String { "line \(line), column \(column)" }

  init(of offset: Int, in bytes: [UInt8]) {
    let before = bytes.prefix(offset)
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    column = 1 + before[start...].count { $0 & 0xc0 != 0x80 }
  }
}

extension JSONPlace {
  /// The first text that is cut off by a line's end or by the document's, or that is not UTF-8.
  ///
  /// The parser finds those before it reads anything, and does not say where.
  init?(ofBrokenTextIn bytes: [UInt8]) {
    var start: Int?
    var isEscaped = false
    for (offset, byte) in bytes.enumerated() {
      if start == nil {
        if byte == UInt8(ascii: "\"") { start = offset }
      } else if byte < 0x20 {
        break
      } else if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        start = nil
      } else {
        isEscaped = byte == UInt8(ascii: "\\")
      }
    }
    if let start {
      self.init(of: start, in: bytes)
    } else if let offset = Self.brokenLine(of: bytes) {
      self.init(of: offset, in: bytes)
    } else {
      return nil
    }
  }

  /// Where the first line begins that is not UTF-8.
  private static func brokenLine(of bytes: [UInt8]) -> Int? {
    bytes.split(separator: UInt8(ascii: "\n")).first {
      String(validating: $0, as: UTF8.self) == nil
    }?.startIndex
  }
}
