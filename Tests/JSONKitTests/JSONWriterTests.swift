import JSONKit
import Testing

@Suite struct JSONWriterTests {
  private func written(_ bytes: [UInt8]) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(utf8: bytes.span)
    return writer.bytes
  }

  /// What must be escaped is found at every place of the eight bytes that are looked at together.
  @Test func escapesAtEveryPlace() throws {
    let special: [UInt8] = [0, 1, 8, 9, 10, 13, 31, 32, 33, 34, 35, 91, 92, 93, 127]
    for length in 1...18 {
      for place in 0..<length {
        for byte in special {
          var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: length)
          bytes[place] = byte
          let text = String(decoding: bytes, as: UTF8.self)
          var writer = JSONWriter()
          writer.write(text)
          #expect(writer.bytes == written(bytes))
          #expect(try JSONValue(parsing: writer.bytes) == .string(text))
        }
      }
    }
  }

  @Test func writesControlCharactersInTheirShortestForm() {
    let text = "\u{0}\u{1}\u{8}\t\n\r\u{1f}\"\\/"
    #expect(
      String(decoding: written(Array(text.utf8)), as: UTF8.self)
        == #""\u0000\u0001\u0008\t\n\r\u001f\"\\/""#)
  }

  @Test(arguments: ["", "ä", "日本語 and more", "\u{1F600} in the middle of a longer text"])
  func keepsTextBeyondASCII(text: String) {
    #expect(written(Array(text.utf8)) == Array("\"\(text)\"".utf8))
  }

  @Test func repairsBytesThatAreNotUTF8() {
    let bytes: [UInt8] = Array("fine so far ".utf8) + [0xff, 0xc3]
    #expect(written(bytes) == Array("\"\(String(decoding: bytes, as: UTF8.self))\"".utf8))
  }

  @Test(arguments: [0, 7, -1, 10, 99, 100, 1_234_567_890, Int64.max, Int64.min])
  func writesWholeNumbers(number: Int64) {
    var writer = JSONWriter()
    writer.write(number)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == String(number))
  }
}
