import CQREncode

/// A QR code: dark and light squares that a phone's camera reads as text.
///
/// Source: ISO/IEC 18004, by libqrencode.
public struct QRCode: Sendable, Equatable {
  /// Squares of one side, without the quiet zone.
  public let size: Int
  private let dark: [Bool]

  /// Nil for text that is too long for a code, or holds a NUL.
  public init?(_ text: String) {
    guard !text.utf8.contains(0),
      let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M)
    else { return nil }
    defer { QRcode_free(code) }
    size = Int(code.pointee.width)
    // The lowest bit of each byte is the square.
    dark = (0..<size * size).map { code.pointee.data[$0] & 1 == 1 }
  }

  public func isDark(_ column: Int, _ row: Int) -> Bool { dark[row * size + column] }

  /// The dark squares as the `d` of an SVG path, one unit a square, a stroke of squares at once.
  public var path: String {
    var path = ""
    for row in 0..<size {
      var column = 0
      while column < size {
        let start = column
        while column < size, isDark(column, row) { column += 1 }
        if column > start { path += "M\(start) \(row)h\(column - start)v1h-\(column - start)z" }
        column += 1
      }
    }
    return path
  }
}
