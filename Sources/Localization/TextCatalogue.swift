public import JSONKit
import Support

/// The texts of the console in one language, by their English.
///
/// A catalogue is a JSON object of three members. `texts` has the sentences: placeholders `{0}`, `{1}` stand
/// for values and may be in another order. `counts` has what follows a number, by plural category:
/// `"row": {"one": "{0} Zeile", "other": "{0} Zeilen"}`. `script` has the sentences of the pages' script.
public final class TextCatalogue: Sendable {
  public let language: Language
  private let texts: UTF8Dictionary<String>
  private let counts: UTF8Dictionary<[Language.PluralCategory: String]>
  private let scriptTexts: JSONObject

  /// The catalogue of the task: English outside of requests, so that what is stored, logged or sent to
  /// programs is English.
  @TaskLocal public static var current = english

  /// English needs no texts: they are in the program.
  public static let english = TextCatalogue()

  private init() {
    language = .english
    (texts, counts, scriptTexts) = ([:], [:], JSONObject())
  }

  /// - Throws: When a member is missing or is not a text.
  public init(_ language: Language, _ json: JSONValue) throws(TextCatalogueError) {
    self.language = language
    texts = try Self.texts(json["texts"], "texts")
    var counts: UTF8Dictionary<[Language.PluralCategory: String]> = [:]
    guard let members = json["counts"]?.object else { throw TextCatalogueError(member: "counts") }
    for (noun, forms) in members {
      var byCategory: [Language.PluralCategory: String] = [:]
      for category in language.pluralCategories {
        guard let form = forms[category.rawValue]?.string else {
          throw TextCatalogueError(member: "counts: \(noun): \(category.rawValue)")
        }
        byCategory[category] = form
      }
      counts[noun] = byCategory
    }
    self.counts = counts
    _ = try Self.texts(json["script"], "script")
    scriptTexts = json["script"]?.object ?? JSONObject()
  }

  private static func texts(
    _ json: JSONValue?, _ name: String
  ) throws(TextCatalogueError) -> UTF8Dictionary<String> {
    guard let members = json?.object else { throw TextCatalogueError(member: name) }
    var texts: UTF8Dictionary<String> = [:]
    for (english, text) in members {
      guard let text = text.string else { throw TextCatalogueError(member: "\(name): \(english)") }
      texts[english] = text
    }
    return texts
  }

  /// Nil for a text that the catalogue does not have.
  public func text(_ english: String) -> String? { texts[english] }

  /// A number with what is counted: `18.350 Zeilen`; nil for a noun that the catalogue does not have.
  ///
  /// - Parameters:
  ///   - number: `count` as it is written.
  ///   - noun: What is counted, in the English singular.
  public func counted(_ count: Int, as number: String, _ noun: String) -> String? {
    counts[noun]?[language.pluralCategory(of: count)].map { Self.fill($0, [number]) }
  }

  /// The beginning of the pages' script: the texts that its function `localized` looks for.
  public var script: [UInt8] {
    Array("\"use strict\";\nconst texts = \(JSONValue.object(scriptTexts).serializedText);\n".utf8)
  }

  /// The text with its placeholders replaced.
  static func fill(_ text: String, _ values: [String]) -> String {
    guard !values.isEmpty else { return text }
    var output = ""
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      output += rest[..<brace]
      rest = rest[brace...]
      let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      if let number = Int(digits), values.indices.contains(number),
        rest[digits.endIndex...].first == "}"
      {
        output += values[number]
        rest = rest[digits.endIndex...].dropFirst()
      } else {
        output.append("{")
        rest = rest.dropFirst()
      }
    }
    return output + rest
  }
}

/// A catalogue that cannot be used.
public struct TextCatalogueError: Error, CustomStringConvertible {
  let member: String

  public var description: String { "The member \(member) is missing, or it is not a text." }
}
