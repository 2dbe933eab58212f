import QRCode
import Testing

@Suite struct QRCodeTests {
  @Test func theThreeCornersAreThoseOfTheStandard() throws {
    let code = try #require(QRCode("otpauth://totp/Syncline:mira?secret=GEZDGNBVGY3TQOJQ"))
    #expect(code.size >= 21 && (code.size - 17).isMultiple(of: 4))
    let corner = [
      "#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######",
    ]
    for (column, row) in [(0, 0), (code.size - 7, 0), (0, code.size - 7)] {
      for (y, line) in corner.enumerated() {
        for (x, sign) in line.enumerated() {
          #expect(code.isDark(column + x, row + y) == (sign == "#"))
        }
      }
    }
  }

  @Test func thePathCoversEveryDarkSquareOnce() throws {
    let code = try #require(QRCode("text"))
    let drawn = code.path.split(separator: "z").reduce(0) { sum, stroke in
      let width = stroke.split(separator: "h")[1].prefix { $0.isNumber }
      return sum + (Int(width) ?? 0)
    }
    var squares = 0
    for row in 0..<code.size {
      for column in 0..<code.size where code.isDark(column, row) { squares += 1 }
    }
    #expect(drawn == squares && squares > 100)
  }

  @Test func whatNoCodeHoldsIsNoCode() {
    #expect(QRCode(String(repeating: "x", count: 4_000)) == nil)
    #expect(QRCode("a\u{0}b") == nil)
  }
}
