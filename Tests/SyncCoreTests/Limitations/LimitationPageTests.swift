import Foundation
import TestSupport
import Testing

/// Holds `docs/limitations.md` against the tests that it names.
@Suite struct LimitationPageTests {
  private static let lines = Documentation.table("docs/limitations.md", below: "The list")

  /// The names of all test functions, from every file below `Tests`.
  private static let tests: Set<String> = {
    let folder = "\(Documentation.root)/Tests"
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    var names: Set<String> = []
    for path in paths where path.hasSuffix("Tests.swift") {
      guard let text = try? Documentation.text("Tests/\(path)") else { continue }
      // What follows the attribute up to the next one holds the function that it marks.
      for part in text.components(separatedBy: "@Test").dropFirst() {
        guard let start = part.range(of: "func ") else { continue }
        names.insert(String(part[start.upperBound...].prefix { $0.isLetter || $0.isNumber }))
      }
    }
    return names
  }()

  @Test func allLimitationsAreThereInOrder() {
    #expect(Self.tests.count > 200)
    #expect(Self.lines.map { $0["#"] } == (1...33).map(String.init))
    #expect(Self.lines.allSatisfy { $0.count == 4 })
  }

  @Test(arguments: lines) func everyNamedTestIsInTheTree(_ line: Documentation.Line) {
    let cell = line["Test"]
    let names = cell.split(separator: "`", omittingEmptySubsequences: false)
      .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    #expect(!names.isEmpty)
    for name in names { #expect(Self.tests.contains(name), "\(name)") }
  }
}
