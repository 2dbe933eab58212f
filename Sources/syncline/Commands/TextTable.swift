/// "1 conflict", "2 conflicts".
func counted(_ number: Int, _ thing: String) -> String {
  "\(number) \(thing)\(number == 1 ? "" : "s")"
}

/// Aligned columns for a terminal.
struct TextTable {
  var header: [String]
  var rows: [[String]] = []
  /// A longer cell is cut, and the cut shown.
  var cellMax = 60

  var text: String {
    let cells = ([header] + rows).map { $0.map(shown) }
    let widths = header.indices.map { column in
      cells.map { $0[column].count }.max() ?? 0
    }
    return cells.map { row in
      let padded = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      var line = padded.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  private func shown(_ cell: String) -> String {
    let safe = Self.printable(cell)
    return safe.count <= cellMax ? safe : safe.prefix(cellMax - 1) + "…"
  }

  /// The text without anything that a terminal would take as a command.
  static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
          default: scalar
          }
        }))
  }
}
