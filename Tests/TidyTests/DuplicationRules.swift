import Testing

/// The same lines twice are one thing with two places to mend.
@Suite struct DuplicationRules {
  private static let runMax = 12

  /// Two runs are equal when their code is, whatever its names and literals are.
  ///
  /// Lines that only list
  /// something (cases, properties, parameters, texts, assignments of an initializer) do not count.
  @Test func noTwoRunsOfCodeAreEqual() {
    #expect(Self.repeats(in: SourceTree.sources) == [])
  }

  @Test func aRunIsFoundWithOtherNamesInAnotherFile() {
    let lines = (0...Self.runMax).map { String(repeating: "await ", count: $0) + "call(a, \($0))" }
    let renamed = lines.map { $0.replacing("call", with: "other") }
    let files = [
      SourceTree.File(path: "A.swift", lines: lines),
      SourceTree.File(path: "B.swift", lines: ["if a {"] + renamed + ["}"]),
      SourceTree.File(path: "C.swift", lines: Array(lines.dropLast())),
    ]
    #expect(Self.repeats(in: files) == ["B.swift:2 repeats A.swift:1"])
  }

  /// Where runs of more than ``runMax`` lines are repeated, and what they repeat.
  private static func repeats(in files: [SourceTree.File]) -> [String] {
    var first: [ArraySlice<String>: Place] = [:]
    var found: [String] = []
    for (number, file) in files.enumerated() {
      let lines = CodeLine.all(of: file)
      guard lines.count > runMax else { continue }
      let texts = lines.map(\.text)
      var lastFound = -runMax - 1
      for start in 0..<(texts.count - runMax) {
        let run = texts[start...(start + runMax)]
        guard let other = first[run] else {
          first[run] = Place(file: number, start: start, line: lines[start].number)
          continue
        }
        let overlaps = other.file == number && start - other.start <= runMax
        if overlaps || start - lastFound <= runMax { continue }
        lastFound = start
        found.append(
          "\(file.path):\(lines[start].number) repeats \(files[other.file].path):\(other.line)")
      }
    }
    return found
  }

  @Test func namesAndLiteralsDoNotMatter() {
    func texts(_ lines: String...) -> [String] {
      CodeLine.all(of: SourceTree.File(path: "", lines: lines)).map(\.text)
    }
    #expect(texts("let a = try b(\"c\", 1)  // d") == texts("let other = try call(\"\", 25)"))
    #expect(texts("let a = try b()") != texts("let a = try? b()"))
    #expect(texts("let a = try b()") != texts("let a = b()"))
    #expect(texts("f(", "\"\"\"", "a", "\"\"\")") == texts("f(", "\"\"\"", "b", "c", "\"\"\")"))
    #expect(texts("case a", "var b: Int", "self.c = c", "})", "").isEmpty)
  }

  private struct Place {
    var file: Int
    var start: Int
    /// Counted from 1.
    var line: Int
  }
}

/// A line of code without its names, literals, blanks and comments.
private struct CodeLine {
  /// Counted from 1.
  var number: Int
  var text: String

  private static let keywords: Set = [
    "func", "var", "let", "struct", "class", "enum", "protocol", "extension", "init", "if", "else",
    "guard", "for", "in", "while", "switch", "case", "default", "return", "throw", "throws", "try",
    "await", "async", "some", "any", "static", "where", "is", "as", "nil", "true", "false", "self",
    "catch", "do", "defer", "break", "continue", "inout", "get", "set", "import",
  ]

  static func all(of file: SourceTree.File) -> [CodeLine] {
    var lines: [CodeLine] = []
    var isInText = false
    for (index, line) in file.lines.enumerated() {
      if isInText {
        isInText = !line.contains("\"\"\"")
        continue
      }
      let text = code(of: Array(line.utf8))
      isInText =
        line.contains("\"\"\"")
        && line.split(separator: "\"\"\"", omittingEmptySubsequences: false).count == 2
      if !isListing(text) { lines.append(CodeLine(number: index + 1, text: text)) }
    }
    return lines
  }

  private static func code(of line: [UInt8]) -> String {
    var text = ""
    var index = 0
    while index < line.count {
      let byte = line[index]
      if byte == UInt8(ascii: "/"), index + 1 < line.count, line[index + 1] == byte { break }
      switch byte {
      case UInt8(ascii: " "): index += 1
      case UInt8(ascii: "\""):
        index = endOfText(line, from: index)
        text += "\""
      default:
        let end = line[index...].firstIndex { !isNamePart($0) } ?? line.count
        guard end > index else {
          text.unicodeScalars.append(Unicode.Scalar(byte))
          index += 1
          continue
        }
        let word = String(decoding: line[index..<end], as: UTF8.self)
        text += keywords.contains(word) ? word : byte < 0x3a ? "0" : "x"
        index = end
      }
    }
    return text
  }

  private static func endOfText(_ line: [UInt8], from start: Int) -> Int {
    var index = start + 1
    while index < line.count, line[index] != UInt8(ascii: "\"") {
      index += line[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, line.count)
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x5f, 0x60, 0x80...: true
    default: false
    }
  }

  /// True for a line that does nothing: it closes something, or is one of a list.
  private static func isListing(_ text: String) -> Bool {
    let isProperty = (text.contains("varx:") || text.contains("letx:")) && !text.contains("{")
    let isParameter = text.hasPrefix("x:") && !text.contains("(")
    return !text.utf8.contains(where: isNamePart) || text.hasPrefix("case") || isProperty
      || isParameter || text.hasPrefix("self.x=x") || text.hasPrefix("importx")
      || text.hasPrefix("ximportx") || text == "x("
  }
}
