import Foundation
import Testing

/// Rules about files and names: what a newcomer looks for is where, and called what, they expect.
@Suite struct LayoutRules {
  /// More files than this nobody takes in at a glance.
  private static let filesMax = 25

  @Test(arguments: ["Sources", "Tests", "Templates", "Public"])
  func folderHasAtMost25Files(_ top: String) throws {
    var counts: [String: Int] = [:]
    let base = SourceTree.root.appendingPathComponent(top)
    let files = try #require(
      FileManager.default.enumerator(at: base, includingPropertiesForKeys: [.isRegularFileKey]))
    for case let file as URL in files
    where try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
      let folder = file.deletingLastPathComponent()
      guard folder.lastPathComponent != "__pycache__" else { continue }
      counts[folder.path, default: 0] += 1
    }
    #expect(!counts.isEmpty)
    #expect(counts.filter { $0.value > Self.filesMax } == [:])
  }

  @Test func topLevelTypeNamesAreUnique() {
    var places: [String: [String]] = [:]
    for file in SourceTree.sources {
      for line in file.lines where line.first != " " {
        guard let name = typeName(line), !line.contains("private ") else { continue }
        places[name, default: []].append(file.path)
      }
    }
    #expect(places.count > 300)
    #expect(places.filter { $0.value.count > 1 } == [:])
  }

  private static let declarators = [
    "struct ", "class ", "enum ", "actor ", "protocol ", "typealias ",
  ]

  /// The name of the type that `line` declares; nil where it declares none.
  private func typeName(_ line: String) -> String? {
    guard Self.declarators.contains(where: line.has) else { return nil }
    let declaration =
      #/^(?:[a-z@()]+ )*?(?:struct|class|enum|actor|protocol|typealias) (?<name>[A-Z]\w*)/#
    guard let match = line.drop(while: { $0 == " " }).firstMatch(of: declaration) else {
      return nil
    }
    return String(match.name)
  }

  @Test(arguments: [
    "If-Match", "CSRF", "CSP", "undo", "delta token", "back-off", "412", "Argon2id",
    "group commit", "rate limit", "session timeout", "config reload", "hard delete role", "SSE",
    "health check",
  ])
  func termOfTheFieldIsFound(_ term: String) {
    let sought = words(of: term)
    let found = Self.headings.contains { heading in
      heading.lowercased.has(sought[0]) && contains(words(of: heading.text), sought)
    }
    #expect(found)
  }

  /// File names, type names and first lines of doc comments.
  private static let headings: [(text: String, lowercased: String)] =
    SourceTree.sources.flatMap { file in
      let rules = LayoutRules()
      var found = [file.path.split(separator: "/").last.map(String.init) ?? ""]
      for (index, line) in file.lines.enumerated() {
        if let type = rules.typeName(line) {
          found.append(type)
        } else if rules.isDoc(line), index == 0 || !rules.isDoc(file.lines[index - 1]) {
          found.append(line)
        }
      }
      return found.map { ($0, $0.lowercased()) }
    }

  private func isDoc(_ line: String) -> Bool {
    line.has("///") && line.drop { $0 == " " }.hasPrefix("///")
  }

  /// The words of a text or of a name in camel case, in lower case: `CSRFToken` is two.
  private func words(of text: String) -> [String] {
    text.matches(of: #/[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*[a-z]*|[0-9]+/#)
      .map { $0.output.lowercased() }
  }

  /// Whether `words` has all of `sought`, side by side; the last one may be in the plural.
  private func contains(_ words: [String], _ sought: [String]) -> Bool {
    words.indices.contains { start in
      let part = words[start...].prefix(sought.count)
      return part.count == sought.count
        && zip(part, sought).allSatisfy { $0 == $1 || $0 == $1 + "s" }
    }
  }
}
