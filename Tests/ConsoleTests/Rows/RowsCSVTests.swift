import JSONKit
import Testing

@testable import Console

@Suite struct RowsCSVTests {
  private func line(_ cells: [JSONValue], isRaw: Bool = false) -> String {
    String(decoding: CSVWriter(isRaw: isRaw).line(cells), as: UTF8.self)
  }

  @Test(arguments: ["=SUM(A1)", "+1", "-1", "@x", "\tx", "\rx"])
  func aTextThatASpreadsheetWouldRunIsDefused(text: String) {
    #expect(line([.string(text)]) == "\"'\(text)\"\r\n")
    #expect(!line([.string(text)], isRaw: true).contains("'"))
  }

  @Test func aNegativeNumberStaysANumber() {
    #expect(
      line([-5, -0.25, .number("-12345678901234567890")]) == "-5,-0.25,-12345678901234567890\r\n")
  }

  @Test func nullAndEmptyTextDiffer() { #expect(line([.null, "", "a"]) == ",\"\",a\r\n") }

  @Test func quotesCommasAndLineBreaksAreQuoted() {
    #expect(line(["a\"b", "c,d", "e\nf", true]) == "\"a\"\"b\",\"c,d\",\"e\nf\",true\r\n")
  }

  @Test func jsonIsWrittenCompact() {
    #expect(line([["a": [1, nil]]]) == "\"{\"\"a\"\":[1,null]}\"\r\n")
  }
}
