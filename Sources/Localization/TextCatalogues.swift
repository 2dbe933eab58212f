import JSONKit
import Support

/// The catalogues that the console has.
public struct TextCatalogues: Sendable {
  private let byLanguage: [Language: TextCatalogue]

  /// English alone.
  public init() { byLanguage = [.english: .english] }

  /// Reads `LANGUAGE.json` of every language; one without a file is not offered.
  public init(directory: String) throws {
    var byLanguage: [Language: TextCatalogue] = [.english: .english]
    for language in Language.allCases where language != .english {
      let path = "\(directory)/\(language.tag).json"
      guard Files.exists(path) else { continue }
      byLanguage[language] = try TextCatalogue(language, JSONValue(parsing: Files.read(path)))
    }
    self.byLanguage = byLanguage
  }

  /// The languages, English first.
  public var languages: [Language] { Language.allCases.filter { byLanguage[$0] != nil } }

  /// The language's catalogue, or the English one.
  public subscript(language: Language) -> TextCatalogue { byLanguage[language] ?? .english }
}
