/// Where a field of a form with files stands in the form's body.
public struct MultipartPart: Sendable, Equatable {
  public var name: String
  /// As the browser named it; nil for a field that is no file.
  public var fileName: String?
  public var range: Range<Int>
}

/// Finds the parts of a form in a body that comes piece by piece.
///
/// Source: RFC 7578 and RFC 2046, section 5.1.
struct MultipartScanner: Sendable {
  private enum Place: Sendable {
    /// In a part, or before the first one, whose bytes begin at the offset.
    case inside(start: Int, isPart: Bool)
    /// Two bytes behind a boundary say whether a part follows.
    case mark([UInt8])
    case head([UInt8])
    case end, broken
  }

  private static let headBytesMax = 8 << 10
  /// A form with more parts is refused: each takes work, whoever sent it.
  private static let partsMax = 1_000

  /// With the line break before it; only its first byte is a carriage return.
  private let delimiter: [UInt8]
  /// How much of the delimiter the last bytes were.
  private var matched: Int
  private var place = Place.inside(start: 0, isPart: false)
  private var position = 0
  private var open: (name: String, fileName: String?)?
  private(set) var parts: [MultipartPart] = []

  init(boundary: String) {
    delimiter = Array("\r\n--\(boundary)".utf8)
    // As if a line break stood before the body.
    matched = 2
  }

  var isWhole: Bool {
    if case .end = place { true } else { false }
  }

  mutating func feed(_ bytes: UnsafeRawBufferPointer) {
    for index in 0..<bytes.count {
      step(unsafe bytes[index])
      position += 1
    }
  }

  private mutating func step(_ byte: UInt8) {
    switch place {
    case .inside(let start, let isPart):
      guard match(byte) else {
        // Nothing may stand before the first boundary.
        if !isPart, matched == 0 { place = .broken }
        return
      }
      matched = 0
      if isPart { close(start..<(position + 1 - delimiter.count)) }
      place = .mark([])
    case .mark(let former):
      let mark = former + [byte]
      guard mark.count == 2 else {
        place = .mark(mark)
        return
      }
      place = mark == [0x2d, 0x2d] ? .end : mark == [0x0d, 0x0a] ? .head(mark) : .broken
    case .head(var head):
      // Taken out, so that the bytes are not copied each time.
      place = .end
      head.append(byte)
      place = head.suffix(4) == [0x0d, 0x0a, 0x0d, 0x0a] ? opened(head) : .head(head)
      if head.count > Self.headBytesMax { place = .broken }
    case .end, .broken: return
    }
  }

  /// True when the byte completes the delimiter.
  private mutating func match(_ byte: UInt8) -> Bool {
    if byte == delimiter[matched] {
      matched += 1
      return matched == delimiter.count
    }
    matched = byte == 0x0d ? 1 : 0
    return false
  }

  private mutating func opened(_ head: [UInt8]) -> Place {
    guard parts.count < Self.partsMax, let names = Self.names(head) else {
      return .broken
    }
    open = names
    return .inside(start: position + 1, isPart: true)
  }

  private mutating func close(_ range: Range<Int>) {
    guard let open else { return }
    parts.append(
      MultipartPart(name: open.name, fileName: open.fileName, range: range))
  }

  // MARK: - Heads

  static func boundary(_ field: String) -> String? {
    for parameter in field.split(separator: ";").dropFirst() {
      let pair = parameter.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].lowercased() == "boundary" else { continue }
      let value = pair[1].filter { $0 != "\"" }
      return (1...70).contains(value.utf8.count) ? value : nil
    }
    return nil
  }

  /// What a part's head calls it; nil when it is malformed.
  static func names(_ head: [UInt8]) -> (name: String, fileName: String?)? {
    guard let text = String(validating: head, as: UTF8.self) else { return nil }
    for line in text.split(whereSeparator: \.isNewline) {
      guard line.lowercased().hasPrefix("content-disposition:") else { continue }
      guard let name = parameter("name", of: line) else { return nil }
      return (name, parameter("filename", of: line))
    }
    return nil
  }

  /// Browsers escape a quote and line breaks in names, and nothing else.
  private static func parameter(_ name: String, of line: Substring) -> String? {
    guard let start = line.firstRange(of: "; \(name)=\"")?.upperBound else { return nil }
    let rest = line[start...].utf8.prefix { $0 != 0x22 }
    return PercentEncoding.decode(Substring(decoding: rest, as: UTF8.self))
      ?? String(decoding: rest, as: UTF8.self)
  }
}
