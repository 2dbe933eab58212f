import Foundation
import Testing

/// Rules for the Markdown files.
@Suite struct DocumentationRules {
  private static let pages =
    [SourceTree.file("README.md"), SourceTree.file("Tests/CONFORMANCE.md")].compactMap { $0 }
    + SourceTree.files(below: "docs", suffix: ".md")

  /// The lines outside of code blocks, with their numbers from 1.
  private static func prose(_ file: SourceTree.File) -> [(number: Int, text: String)] {
    var isCode = false
    return file.lines.enumerated().compactMap { index, line in
      if line.hasPrefix("```") {
        isCode.toggle()
        return nil
      }
      return isCode ? nil : (index + 1, line)
    }
  }

  /// The anchors of the headings, as GitHub makes them.
  private static func anchors(_ file: SourceTree.File) -> Set<String> {
    Set(
      prose(file).filter { $0.text.hasPrefix("#") }.map { line in
        let title = line.text.drop { $0 == "#" }.dropFirst().lowercased()
        return String(title.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) })
          .replacing(" ", with: "-")
      })
  }

  @Test func everyLinkLeadsSomewhere() {
    #expect(Self.pages.count > 10)
    var broken: [String] = []
    for page in Self.pages {
      let folder = page.path.split(separator: "/").dropLast().joined(separator: "/")
      for line in Self.prose(page) {
        for link in line.text.matches(of: #/\]\(([^)\s]+)\)/#) {
          let target = link.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
          guard !link.1.contains("://"), !leads(target.map(String.init), from: page, in: folder)
          else { continue }
          broken.append("\(page.path):\(line.number): \(link.1)")
        }
      }
    }
    #expect(broken == [])
  }

  /// - Parameter target: A path, empty for the same page, and perhaps an anchor.
  private func leads(_ target: [String], from page: SourceTree.File, in folder: String) -> Bool {
    let path = target[0].isEmpty ? page.path : folder.isEmpty ? target[0] : "\(folder)/\(target[0])"
    let url = SourceTree.root.appendingPathComponent(path).standardizedFileURL
    guard FileManager.default.fileExists(atPath: url.path) else { return false }
    guard target.count == 2 else { return true }
    let other = Self.pages.first {
      SourceTree.root.appendingPathComponent($0.path).standardizedFileURL == url
    }
    return other.map { Self.anchors($0).contains(target[1]) } ?? false
  }

  @Test func everyPageCanBeReachedFromTheReadme() {
    let readme = Self.pages.first { $0.path == "README.md" }?.lines.joined() ?? ""
    let missing = Self.pages.map(\.path).filter {
      $0.hasPrefix("docs/") && !readme.contains("(\($0))")
    }
    #expect(missing == [])
  }

  @Test func theReadmeIsShort() {
    let readme = Self.pages.first { $0.path == "README.md" }
    #expect(readme.map { $0.lines.count < 120 } == true)
  }

  private static let architecture = pages.first { $0.path == "docs/architecture.md" }

  /// A name of several words, such as `SyncContext`, is a type, a target or a file; tables are in
  /// the sources.
  @Test func theArchitectureNamesWhatExists() throws {
    let page = try #require(Self.architecture)
    let declared = Set(
      SourceTree.sources.flatMap { $0.lines.compactMap(Self.declaredType) }
        + SourceTree.all.map(\.target)
        + SourceTree.all.compactMap {
          $0.path.split(separator: "/").last?.split(separator: ".").first
        }
        .map(String.init)
        + ["CloudKit", "GitHub", "OpenAPI", "RemoteContractTests", "CMicroHTTPD"])
    let sources = SourceTree.sources.flatMap(\.lines).joined(separator: "\n")
    let named = page.lines.flatMap { line in
      line.matches(of: #/\b([A-Z][A-Za-z]*[a-z][A-Z][A-Za-z]+)\b/#).map { String($0.1) }
    }
    #expect(named.count > 50)
    #expect(named.filter { !declared.contains($0) && !$0.hasPrefix("MS_") } == [])
    let tables = page.lines.flatMap { line in
      line.matches(of: #/`((?:syncline|MS)_\w+)`/#).map { String($0.1) }
    }
    #expect(tables.filter { !sources.contains($0) } == [])
  }

  /// The type that a line declares; by words, as a pattern takes long for so many lines.
  private static func declaredType(_ line: String) -> String? {
    let words = line.split(separator: " ", maxSplits: 6)
    let kinds = ["struct", "class", "enum", "actor", "protocol", "typealias"]
    guard let kind = words.firstIndex(where: { kinds.contains(String($0)) }), kind + 1 < words.count
    else { return nil }
    return String(words[kind + 1].prefix { $0.isLetter || $0.isNumber })
  }

  @Test func theArchitectureShowsTheTargetsOfThePackage() throws {
    let package = try #require(SourceTree.file("Package.swift")).lines.joined(separator: "\n")
    let isOwn = { (name: String) in
      !name.contains(#/^C[A-Z]/#) && !["TestSupport", "Simulator"].contains(name)
    }
    let target =
      #/\.(?:target|executableTarget)\(\s*name: "(\w+)",?\s*(?:dependencies: \[(.*?)\])?/#
      .dotMatchesNewlines()
    let targets = package.matches(of: target).filter { isOwn(String($0.1)) }.map { found in
      let names = (found.2 ?? "").matches(of: #/"(\w+)"/#).map { String($0.1) }.filter(isOwn)
      return "\(found.1): \(names.isEmpty ? "nothing" : names.sorted().joined(separator: ", "))"
    }
    let page = try #require(Self.architecture)
    let shown = page.lines.compactMap { line -> String? in
      guard let row = line.firstMatch(of: #/^\| `(\w+)` \| .* \| ([\w, ]+) \|$/#) else {
        return nil
      }
      return "\(row.1): \(row.2.split(separator: ", ").sorted().joined(separator: ", "))"
    }
    #expect(targets.count > 15)
    #expect(shown == targets)
  }
}
