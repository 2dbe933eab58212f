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
  ).union(nounsInVariables)

  /// Nouns that reach `Format.count` through a variable.
  static let nounsInVariables: Set<String> = []

  /// Of `localized("…")` in the pages' script.
  static let script = Set(
    files("Public/app.js", ".js").flatMap { texts(of: "localized", in: $0) })

  private static let swift = files("Sources", ".swift")
  private static let templates = files("Templates", ".tpl")

  private static func files(_ folder: String, _ suffix: String) -> [String] {
    let base = root.appendingPathComponent(folder)
    let paths =
      FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(suffix) }.sorted().compactMap {
      try? String(contentsOf: base.appendingPathComponent($0), encoding: .utf8)
    }
  }

  private static func texts(of function: String, in source: String) -> [String] {
    arguments(of: function, in: source).compactMap { $0.first.flatMap { text($0[...]) } }
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
