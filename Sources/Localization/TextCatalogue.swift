import Synchronization

/// The texts of the console in one language, by their English.
public final class TextCatalogue: Sendable {
  /// What follows a number, by the plural category of the number: `{0} Zeile`, `{0} Zeilen`.
  public typealias CountForms = [Language.PluralCategory: String]
  /// By their English.
  public typealias Texts = [String: String]
  /// By the English singular.
  public typealias Counts = [String: CountForms]

  public let language: Language
  private let texts: Texts
  private let counts: Counts
  private let scriptTexts: String
  private let patterns = AtomicLazyReference<StoredTexts>()

  /// The catalogue of the task: English outside of requests, so that what is stored, logged or sent to
  /// programs is English.
  @TaskLocal public static var current = english

  /// English needs no texts: they are in the program.
  public static let english = TextCatalogue(.english, texts: [:], counts: [:], scriptTexts: "{}")

  /// - Parameters:
  ///   - texts: With placeholders `{0}`, `{1}` for values, in whatever order.
  ///   - scriptTexts: The texts of the pages' script, as a JSON object.
  public init(
    _ language: Language, texts: Texts, counts: Counts, scriptTexts: String
  ) {
    self.language = language
    self.texts = texts
    self.counts = counts
    self.scriptTexts = scriptTexts
  }

  /// Made when a stored text is first shown in this language.
  var storedTexts: StoredTexts {
    patterns.load() ?? patterns.storeIfNil(StoredTexts(keys: texts.keys))
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
    Array("\"use strict\";\nconst texts = \(scriptTexts);\n".utf8)
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
