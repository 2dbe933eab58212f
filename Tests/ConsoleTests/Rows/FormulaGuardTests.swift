import JSONKit
import Testing

@testable import Console

/// A spreadsheet that opens an export must run nothing that a row holds.
@Suite struct FormulaGuardTests {
  @Test(arguments: [
    "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\0=1", "＝1+1", "＋1", "－1", "＠SUM",
  ])
  func textThatASpreadsheetTakesForAFormulaIsGuarded(text: String) throws {
    let line = String(decoding: CSVWriter().line([.string(text)]), as: UTF8.self)
    #expect(line == "\"'\(text)\"\r\n")
    let cell = String(line.dropFirst().dropLast(2))
    #expect(CSVWriter.unguarded(cell).utf8.elementsEqual(text.utf8))
    let raw = String(decoding: CSVWriter(isRaw: true).line([.string(text)]), as: UTF8.self)
    #expect(!raw.contains("'"))
  }
}
