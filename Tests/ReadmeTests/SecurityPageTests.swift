import Foundation
import TestSupport
import Testing

/// Holds `docs/security.md` against the list of requirements, and the tests that it names against the tree.
@Suite struct SecurityPageTests {
  private static let page = "docs/security.md"

  /// The requirements of levels 1 and 2, in their order.
  private static let points: [String] = {
    let text = (try? Documentation.text("Tests/ReadmeTests/asvs-5.0.txt")) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }()

  /// The headings of the chapters, such as `V1 Encoding and sanitization`.
  private static let chapters: [String] = {
    let lines = ((try? Documentation.text(page)) ?? "").split(separator: "\n")
    return lines.filter { $0.hasPrefix("### V") }.map { String($0.dropFirst(4)) }
  }()

  private static let lines = chapters.flatMap { Documentation.table(page, below: $0) }

  /// The test files by their names, such as `GateTests`; two folders may have one of the same name.
  private static let files: [String: [String]] = {
    let folder = "\(Documentation.root)/Tests"
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let tests = paths.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".py") }
    return Dictionary(grouping: tests) { path in
      let name = path.split(separator: "/").last ?? ""
      return String(name.prefix { $0 != "." })
    }
  }()

  /// The requirements of a line such as `V1.2.6–V1.2.8, V1.3.1`; nil for what is none.
  private static func points(of line: Documentation.Line) -> [String]? {
    var found: [String] = []
    for part in line.list("Point") {
      let ends = part.split(separator: "–").map { points.firstIndex(of: String($0)) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last,
        ends.count <= 2
      else { return nil }
      found += points[first...last]
    }
    return found
  }

  /// The names in backticks of a cell, such as `GateTests.refusesAndCloses`.
  private static func names(in cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false)
      .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  @Test func answersEveryRequirementOnceAndInOrder() {
    #expect(Self.points.count == 253)
    #expect(Self.chapters.count == 17)
    #expect(Self.lines.flatMap { Self.points(of: $0) ?? ["?"] } == Self.points)
  }

  @Test func answersEachRequirementInItsChapter() {
    for chapter in Self.chapters {
      let number = chapter.prefix { $0 != " " }
      let points = Documentation.table(Self.page, below: chapter)
        .flatMap { Self.points(of: $0) ?? [] }
      #expect(points.allSatisfy { $0.hasPrefix("\(number).") }, "\(chapter)")
    }
  }

  @Test(arguments: lines) func eachAnswerIsOneOfThree(_ line: Documentation.Line) {
    #expect(line.count == 5)
    #expect(["met", "not applicable", "missing"].contains(line["State"]))
    #expect(!line["About"].isEmpty && !line["How or why"].isEmpty)
    #expect(line["State"] != "met" || !Self.names(in: line["Tests"]).isEmpty)
  }

  @Test(arguments: lines) func everyNamedTestIsInTheTree(_ line: Documentation.Line) throws {
    for name in Self.names(in: line["Tests"]) {
      let parts = name.split(separator: ".").map(String.init)
      try #require(parts.count == 2, "\(name)")
      let paths = Self.files[parts[0]] ?? []
      let isThere = try paths.contains { path in
        let text = try Documentation.text("Tests/\(path)")
        return text.contains(path.hasSuffix(".py") ? "def \(parts[1])(" : "func \(parts[1])(")
      }
      #expect(isThere, "\(name)")
    }
  }
}
