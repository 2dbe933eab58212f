extension JSONWriter {
  /// Appends text as a JSON string.
  public mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { quote($0) }
  }

  /// Appends the text that these bytes are in UTF-8; what is none of it is repaired, as `String` does.
  public mutating func write(utf8 text: Span<UInt8>) {
    let isWellFormed = text.withUnsafeBufferPointer { bytes in
      hasOnlyASCII(bytes) || String(validating: bytes, as: UTF8.self) != nil
    }
    if isWellFormed {
      text.withUnsafeBufferPointer { quote($0) }
    } else {
      write(text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
    }
  }

  private mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    var start = 0
    while start < text.count {
      let end = plainEnd(of: text, from: start)
      append(UnsafeBufferPointer(rebasing: text[start..<end]))
      guard end < text.count else { break }
      escape(text[end])
      start = end + 1
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): raw("\\\"")
    case UInt8(ascii: "\\"): raw("\\\\")
    case 0x0a: raw("\\n")
    case 0x0d: raw("\\r")
    case 0x09: raw("\\t")
    default:
      raw("\\u00")
      append(byte < 16 ? 48 : 49)
      append(byte & 15 < 10 ? 48 + byte & 15 : 87 + byte & 15)
    }
  }

  /// Appends a whole number in digits.
  public mutating func write(_ integer: Int64) {
    if integer < 0 { append(UInt8(ascii: "-")) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var place = digits.count
      var rest = integer.magnitude
      repeat {
        place -= 1
        digits[place] = 48 + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      append(UnsafeBufferPointer(rebasing: digits[place...]))
    }
  }
}

private let ones: UInt64 = 0x0101_0101_0101_0101
private let highBits: UInt64 = 0x8080_8080_8080_8080

/// Where the first byte from `start` on stands that must be escaped; looks at eight bytes at once.
///
/// Source: Bit Twiddling Hacks, "Determine if a word has a byte less than n".
private func plainEnd(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
  let bytes = UnsafeRawBufferPointer(text)
  var place = start
  while place + 8 <= bytes.count {
    let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    let quote = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslash = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let control = (word &- ones &* 0x20) & ~word
    let found = control | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash
    if found & highBits != 0 { break }
    place += 8
  }
  while place < bytes.count {
    let byte = bytes[place]
    if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
    place += 1
  }
  return place
}

private func hasOnlyASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
  let bytes = UnsafeRawBufferPointer(text)
  var place = 0
  while place + 8 <= bytes.count {
    if bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) & highBits != 0 { return false }
    place += 8
  }
  while place < bytes.count {
    if bytes[place] > 0x7f { return false }
    place += 1
  }
  return true
}
