import Foundation
import TemplateKit

/// The English texts that the program has, as catalogues know them.
enum SourceTexts {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Of `localized("…")` in the sources, and of the templates.
  static let sentences = Set(
    swift.flatMap { texts(of: "localized", in: $0) } + templates.flatMap(TemplateTexts.texts))

  /// What is counted: the singular in `Format.count(…, "row")` and the like.
  static let nouns = Set(
    swift.flatMap { file in
      [("Format.count", 1), ("Format.part", 2), ("wholeList", 1)].flatMap { name, index in
        arguments(of: name, in: file).compactMap { arguments in
          arguments.indices.contains(index) ? text(arguments[index][...]) : nil
        }
      }
    }
  )

  /// Of `localized("…")` in the pages' script.
  static let script = Set(
    files("Public/app.js", ".js").flatMap { texts(of: "localized", in: $0) })

  private static let swift = files("Sources", ".swift")
  private static let templates = files("Templates", ".tpl")

  /// Sentences in the sources of the console that no catalogue can translate, as `FILE: sentence`.
  static var untranslatable: [String] {
    paths("Sources/Console", ".swift").flatMap { path in
      sentences(in: text(of: "Sources/Console/\(path)")).map { "\(path): \($0)" }
    }
  }

  private static func paths(_ folder: String, _ suffix: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    return (all?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(suffix) }.sorted()
  }

  private static func text(of path: String) -> String {
    (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? ""
  }

  private static func files(_ folder: String, _ suffix: String) -> [String] {
    paths(folder, suffix).map { text(of: "\(folder)/\($0)") }
  }

  /// Literals outside of `localized(…)` that begin like a sentence of several words.
  private static func sentences(in source: String) -> [String] {
    var found: [String] = []
    var rest = source[...]
    while let character = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { $0 != "\n" }
      } else if rest.hasPrefix("localized(") {
        rest = rest[end(ofInterpolation: rest.dropFirst("localized".count))...]
      } else if character == "\"" {
        let end = end(ofLiteral: rest)
        let literal = rest[..<end].dropFirst().dropLast()
        if literal.prefixMatch(of: #/[A-Z][a-z]+ .*[a-z]{2}/#) != nil {
          found.append(String(literal))
        }
        rest = rest[end...]
      } else {
        rest = rest.dropFirst()
      }
    }
    return found
  }

  private static func texts(of function: String, in source: String) -> [String] {
    arguments(of: function, in: source).compactMap { arguments in
      guard let text = arguments.first.flatMap({ text($0[...]) }) else { return nil }
      let rest = arguments.dropFirst().first?.drop { $0.isWhitespace } ?? ""
      guard rest.hasPrefix("context: ") else { return text }
      return "[\(rest.dropFirst(10).dropLast())] \(text)"
    }
  }

  /// The arguments of each call of `function`, as they are written.
  private static func arguments(of function: String, in source: String) -> [[Substring]] {
    var found: [[Substring]] = []
    var rest = source[...]
    while let call = rest.range(of: "\(function)(") {
      rest = rest[call.upperBound...]
      let before = call.lowerBound > source.startIndex ? source[..<call.lowerBound].last : nil
      if before?.isLetter != true { found.append(arguments(rest)) }
    }
    return found
  }

  /// - Parameter source: What follows the parenthesis.
  private static func arguments(_ source: Substring) -> [Substring] {
    var arguments: [Substring] = []
    var depth = 0
    var start = source.startIndex
    var index = start
    while index < source.endIndex {
      switch source[index] {
      case "\"":
        index = end(ofLiteral: source[index...])
        continue
      case "(", "[", "{": depth += 1
      case ")", "]", "}":
        if depth == 0 { return arguments + [source[start..<index]] }
        depth -= 1
      case "," where depth == 0:
        arguments.append(source[start..<index])
        start = source.index(after: index)
      default: break
      }
      source.formIndex(after: &index)
    }
    return arguments
  }

  /// Behind the literal that `source` begins with, interpolations included.
  private static func end(ofLiteral source: Substring) -> Substring.Index {
    var index = source.index(after: source.startIndex)
    while index < source.endIndex {
      switch source[index] {
      case "\"": return source.index(after: index)
      case "\\":
        source.formIndex(after: &index)
        if index < source.endIndex, source[index] == "(" {
          index = end(ofInterpolation: source[index...])
          continue
        }
      default: break
      }
      source.formIndex(after: &index)
    }
    return source.endIndex
  }

  /// - Parameter source: Begins with the parenthesis.
  private static func end(ofInterpolation source: Substring) -> Substring.Index {
    let arguments = arguments(source.dropFirst())
    guard let last = arguments.last, last.endIndex < source.endIndex else { return source.endIndex }
    return source.index(after: last.endIndex)
  }

  /// What literals joined by `+` say, with numbered placeholders; nil for anything else.
  private static func text(_ argument: Substring) -> String? {
    var text = ""
    var values = 0
    var rest = argument.drop { $0.isWhitespace }
    while rest.first == "\"" {
      let end = end(ofLiteral: rest)
      append(rest[..<end].dropFirst().dropLast(), to: &text, &values)
      rest = rest[end...].drop { $0.isWhitespace }
      guard rest.first == "+" else { break }
      rest = rest.dropFirst().drop { $0.isWhitespace }
    }
    return rest.isEmpty && !text.isEmpty ? text : nil
  }

  private static func append(_ literal: Substring, to text: inout String, _ values: inout Int) {
    var rest = literal
    while let character = rest.first {
      rest = rest.dropFirst()
      guard character == "\\", let escaped = rest.first else {
        text.append(character)
        continue
      }
      if escaped == "(" {
        rest = rest[end(ofInterpolation: rest)...]
        text += "{\(values)}"
        values += 1
      } else {
        rest = rest.dropFirst()
        text.append(escaped == "n" ? "\n" : escaped)
      }
    }
  }
}
