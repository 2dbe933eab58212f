/// How a corpus writes its inputs: one a line, `\xNN` for a byte that is not plain ASCII.
enum FuzzInput {
  static func bytes(ofLine line: some StringProtocol) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = line.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      let code = String(decoding: rest.prefix(3).dropFirst(), as: UTF8.self)
      guard rest.first == UInt8(ascii: "x"), let escaped = UInt8(code, radix: 16) else {
        throw FuzzFinding("The corpus line \(line) has a backslash without xNN.")
      }
      bytes.append(escaped)
      rest = rest.dropFirst(3)
    }
    return bytes
  }

  static func line(of bytes: [UInt8]) -> String {
    bytes.map { byte in
      let isPlain = (0x20...0x7e).contains(byte) && byte != UInt8(ascii: "\\")
      let code = String(byte, radix: 16)
      return isPlain
        ? String(UnicodeScalar(byte)) : "\\x" + (code.utf8.count == 1 ? "0" : "") + code
    }.joined()
  }
}
