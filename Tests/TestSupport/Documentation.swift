import Foundation

/// The project's own pages, for tests that hold them against the code.
package enum Documentation {
  package static let root: String = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// - Parameter path: From the package's folder, such as `docs/outcomes.md`.
  package static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
  }

  /// The lines of the first table below a heading, each by the names of its columns.
  ///
  /// Empty when there is no such heading or no table below it, so tests check that there are lines.
  package static func table(_ path: String, below heading: String) -> [Line] {
    guard let text = try? text(path) else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.hasPrefix("#") && $0.hasSuffix(" \(heading)") })
    else { return [] }
    let table = lines[(start + 1)...].drop { !$0.hasPrefix("|") && !$0.hasPrefix("#") }
      .prefix { $0.hasPrefix("|") }
    let rows = table.map(cells)
    guard let names = rows.first else { return [] }
    return rows.dropFirst(2).map { cells in
      Line(cells: Dictionary(zip(names, cells)) { first, _ in first }, count: cells.count)
    }
  }

  private static func cells(_ line: Substring) -> [String] {
    line.dropFirst().split(separator: "|", omittingEmptySubsequences: false).dropLast()
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  package struct Line: Sendable, CustomStringConvertible {
    let cells: [String: String]
    /// How many cells it has, to find one with a bar too few or too many.
    package let count: Int

    /// The cell of a column, empty when there is none.
    package subscript(name: String) -> String { cells[name] ?? "" }

    /// The parts of a cell that lists several things.
    package func list(_ name: String) -> [String] {
      self[name].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }
    }

    package var description: String {
      cells.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "; ")
    }
  }
}
