extension JSONValue {
  /// The document in UTF-8 without white space.
  public var serialized: [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }

  /// The same as text.
  public var serializedText: String { String(decoding: serialized, as: UTF8.self) }

  /// Indented by two blanks, for people.
  public var pretty: String {
    var writer = JSONWriter()
    writer.writePretty(self, indent: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// Appends JSON to a buffer, so that long lists are written without a tree in memory.
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  /// Hands over what was written so far and starts again with the memory kept.
  public mutating func take() -> [UInt8] {
    let taken = bytes
    bytes.removeAll(keepingCapacity: true)
    return taken
  }

  /// Makes room for so many bytes in all.
  public mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ buffer: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: buffer) }

  /// Appends text that is JSON already, such as punctuation.
  public mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends bytes that are JSON already.
  public mutating func raw(_ json: some Sequence<UInt8>) { bytes.append(contentsOf: json) }

  public mutating func write(_ value: JSONValue) {
    switch value {
    case .null: raw("null")
    case .bool(let flag): raw(flag ? "true" : "false")
    case .integer(let integer): write(integer)
    case .real(let real): write(real)
    case .number(let digits): bytes.append(contentsOf: digits.utf8)
    case .string(let text): write(text)
    case .array(let items):
      raw("[")
      for (position, item) in items.enumerated() {
        if position > 0 { raw(",") }
        write(item)
      }
      raw("]")
    case .object(let object):
      raw("{")
      for (position, member) in object.members.enumerated() {
        if position > 0 { raw(",") }
        write(member.name)
        raw(":")
        write(member.value)
      }
      raw("}")
    }
  }

  /// Whole numbers are written without a fraction; JSON has no infinity, so it becomes null.
  public mutating func write(_ real: Double) {
    if !real.isFinite {
      raw("null")
    } else if real == real.rounded(), abs(real) < 1e15 {
      bytes.append(contentsOf: (real == 0 && real.sign == .minus ? "-0" : "\(Int64(real))").utf8)
    } else {
      bytes.append(contentsOf: real.description.utf8)
    }
  }

  mutating func writePretty(_ value: JSONValue, indent: Int) {
    switch value {
    case .array(let items) where !items.isEmpty:
      raw("[\n")
      for (position, item) in items.enumerated() {
        pad(indent + 1)
        writePretty(item, indent: indent + 1)
        if position < items.count - 1 { raw(",") }
        raw("\n")
      }
      pad(indent)
      raw("]")
    case .object(let object) where !object.isEmpty:
      raw("{\n")
      for (position, member) in object.members.enumerated() {
        pad(indent + 1)
        write(member.name)
        raw(": ")
        writePretty(member.value, indent: indent + 1)
        if position < object.count - 1 { raw(",") }
        raw("\n")
      }
      pad(indent)
      raw("}")
    default: write(value)
    }
  }

  private mutating func pad(_ indent: Int) {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * 2))
  }
}
