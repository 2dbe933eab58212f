import JSONKit
import Localization
import Support
import TemplateKit

/// The templates of the console and its texts, in each of its languages.
package struct LocalizedTemplates: Sendable {
  /// By language, English first; one without a file is not offered.
  private let catalogues: [Language: TextCatalogue]
  private let directory: String
  /// Parsed when a page is first asked for in their language.
  private let libraries: Locked<[Language: TemplateLibrary]>

  /// - Parameter directory: The templates, and the folder `Languages` with a file `LANGUAGE.json` each.
  package init(directory: String) throws {
    var catalogues: [Language: TextCatalogue] = [.english: .english]
    for language in Language.allCases where language != .english {
      let path = "\(directory)/Languages/\(language.tag).json"
      guard Files.exists(path) else { continue }
      catalogues[language] = try TextCatalogue(language, JSONValue(parsing: Files.read(path)))
    }
    self.catalogues = catalogues
    self.directory = directory
    // A broken template is named at the start.
    libraries = Locked([.english: try TemplateLibrary(directory: directory)])
  }

  /// For a console whose pages nobody asks for.
  package static let none = LocalizedTemplates()

  private init() {
    catalogues = [.english: .english]
    directory = ""
    libraries = Locked([:])
  }

  /// The languages that pages can be in, English first.
  var languages: [Language] { Language.allCases.filter { catalogues[$0] != nil } }

  /// The language's texts; English where there are none.
  func catalogue(_ language: Language) -> TextCatalogue { catalogues[language] ?? .english }

  /// The page in the language of the request, in UTF-8.
  func render(_ name: String, _ values: TemplateDictionary) throws(TemplateError) -> [UInt8] {
    try library(of: .current).render(name, values)
  }

  private func library(of catalogue: TextCatalogue) throws(TemplateError) -> TemplateLibrary {
    try libraries.withLock { (libraries) throws(TemplateError) in
      if let library = libraries[catalogue.language] { return library }
      let library = try TemplateLibrary(directory: directory, translation: catalogue.text)
      libraries[catalogue.language] = library
      return library
    }
  }
}
