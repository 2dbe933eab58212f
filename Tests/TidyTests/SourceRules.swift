import Testing

/// Rules that no formatter knows; each finding names file and line.
@Suite struct SourceRules {
  /// Lines of `files` that `isFinding` picks, as `path:line: text`.
  private func findings(
    in files: [SourceTree.File], _ isFinding: (SourceTree.File, Int) -> Bool
  ) -> [String] {
    files.flatMap { file in
      file.lines.indices.filter { isFinding(file, $0) }
        .map { "\(file.path):\($0 + 1): \(file.lines[$0].prefix(80))" }
    }
  }

  @Test func theTreeIsFound() {
    #expect(SourceTree.sources.count > 50)
  }

  @Test func aSourceFileIsOneSubject() {
    let long = SourceTree.sources.filter { $0.lines.count > 301 }
      .map { "\($0.path): \($0.lines.count) lines" }
    #expect(long == [])
  }

  @Test func aFunctionFitsAScreen() {
    #expect(SourceTree.sources.flatMap(longFunctions) == [])
  }

  /// By indentation, which the formatter keeps: from `func` to the brace at its own column.
  private func longFunctions(in file: SourceTree.File) -> [String] {
    var found: [String] = []
    for (index, line) in file.lines.enumerated() {
      guard line.has("func ") else { continue }
      let text = line.drop { $0 == " " }
      guard !text.hasPrefix("//"), hasBody(file.lines[index...]) else {
        continue
      }
      let closing = String(repeating: " ", count: line.count - text.count) + "}"
      guard
        let end = file.lines[index...].firstIndex(where: { $0 == closing || $0 == closing + ")" })
      else { continue }
      if end - index > 60 { found.append("\(file.path):\(index + 1): \(end - index) lines") }
    }
    return found
  }

  /// False for a protocol's requirement: its signature ends without a brace.
  private func hasBody(_ lines: ArraySlice<String>) -> Bool {
    for line in lines.prefix(12) {
      if line.hasSuffix("{") || line.contains("{ ") { return true }
      if line.isEmpty { return false }
    }
    return false
  }

  @Test(arguments: [
    ("CSQLite", "SQLiteKit"), ("CMicroHTTPD", "HTTPServer"), ("CCurl", "HTTPClient"),
    ("CSodium", "ConsoleData"), ("CCrypto", "Crypto"), ("CQREncode", "QRCode"),
    ("CJSON", "JSONKit"), ("CTemplate", "TemplateKit"), ("CZlib", "Gzip"),
    ("CZone", "Zones"), ("CZxcvbn", "ConsoleData"), ("CCommonPasswords", "ConsoleData"),
  ])
  func onlyOneTargetImportsACModule(module: String, target: String) {
    let found = findings(in: SourceTree.all) { file, line in
      file.lines[line].has("import \(module)") && file.target != target
        && file.lines[line].hasSuffix("import \(module)")
    }
    #expect(found == [])
  }

  @Test func uncheckedSendableSaysWhy() {
    let found = findings(in: SourceTree.all) { file, line in
      guard file.lines[line].has("@unchecked Sendable"), file.target != "TidyTests" else {
        return false
      }
      let above = file.lines[..<line].suffix(8).filter { $0.contains("//") }
      return !above.contains { $0.contains("unchecked") }
    }
    #expect(found == [])
  }

  @Test func librariesNeitherPrintNorTrapNorBlock() {
    let banned = ["fatalError(", "DispatchSemaphore", "FIXME", "TODO"]
    let found = findings(in: SourceTree.sources) { file, line in
      let text = file.lines[line]
      let prints =
        text.has("print(") && file.target != "syncline"
        && text.drop { $0 == " " }.hasPrefix("print(")
      return prints || banned.contains { text.has($0) }
    }
    #expect(found == [])
  }

  /// Else two names that differ in their bytes alone would be one, unlike in SQLite and on servers.
  ///
  /// What is keyed by the program's own words alone is left out.
  @Test func namesAndIDsAreComparedByTheirBytes() {
    let ofOwnWords = [
      "TemplateKit", "Zones", "HTTPServer", "HTTPClient", "Support", "Localization",
    ]
    let found = findings(in: SourceTree.sources.filter { !ofOwnWords.contains($0.target) }) {
      file, line in
      let text = file.lines[line]
      return text.has("[String: ") || text.has("Set<String>")
        || (text.has("!= ") || text.has("== "))
          && text.contains(#/\.(name|table|itemID|queryID)\?? [!=]= (?!nil\b)[a-zA-Z$]/#)
    }
    #expect(found == [], "Use UTF8Dictionary, UTF8Set and ===; see Support/UTF8Key.swift.")
  }

  @Test func theNetworkStackOfFoundationStaysOut() {
    let found = findings(in: SourceTree.sources) { file, line in
      file.lines[line].has("import FoundationNetworking")
    }
    #expect(found == [])
  }

  /// Else a console below a prefix would lead out of it.
  @Test func everyAddressIsMadeByTheLinks() {
    let handlers = SourceTree.sources.filter { $0.target == "Console" }
    let made = findings(in: handlers) { file, line in
      let text = file.lines[line]
      return [
        ".get(Links.", ".post(Links.", "seeOther(\"/", "_URL\": \"/", "_LINK\": \"/",
      ].contains { text.has($0) }
    }
    #expect(made == [])
    let templates = SourceTree.files(below: "Templates", suffix: ".tpl")
    #expect(templates.count > 20)
    let written = findings(in: templates) { file, line in
      ["href=\"/", "action=\"/", "src=\"/"].contains { file.lines[line].has($0) }
    }
    #expect(written == [])
  }

  /// A section that a page does not set has the frame's of that name, without the page's texts.
  @Test func pagesHaveNoSectionOfTheFramesNames() {
    let templates = SourceTree.files(below: "Templates", suffix: ".tpl")
    let isFrame = { (file: SourceTree.File) in file.path.hasPrefix("Templates/Frame/") }
    let frame = templates.filter(isFrame).reduce(into: Set<String>()) {
      $0.formUnion(outerSections($1))
    }
    #expect(frame.isSuperset(of: ["IDLE", "FLASH"]))
    let found = findings(in: templates.filter { !isFrame($0) }) { file, line in
      file.lines[line].matches(of: Self.section).contains {
        $0.kind == "#" && frame.contains(String($0.name))
      }
    }
    #expect(found == [])
  }

  private static var section: Regex<(Substring, kind: Substring, name: Substring)> {
    #/\{\{(?<kind>[#\/])(?<name>\w+)\}\}/#
  }

  /// The names of the sections of the top and the bottom of a page that are in no other one.
  private func outerSections(_ file: SourceTree.File) -> [String] {
    guard file.path.hasSuffix("/_top.tpl") || file.path.hasSuffix("/_bottom.tpl") else { return [] }
    var depth = 0
    return file.lines.joined(separator: "\n").matches(of: Self.section).compactMap { match in
      depth += match.kind == "#" ? 1 : -1
      return match.kind == "#" && depth == 1 ? String(match.name) : nil
    }
  }
}
