import Localization
import TemplateKit

/// The templates of the console in each of its languages.
package struct LocalizedTemplates: Sendable {
  let catalogues: TextCatalogues
  private let libraries: [Language: TemplateLibrary]

  /// - Parameter directory: The templates, and the folder `Languages` with the catalogues.
  package init(directory: String) throws {
    let catalogues = try TextCatalogues(directory: "\(directory)/Languages")
    var libraries: [Language: TemplateLibrary] = [:]
    for language in catalogues.languages {
      libraries[language] = try TemplateLibrary(
        directory: directory, translation: catalogues[language].text)
    }
    self.catalogues = catalogues
    self.libraries = libraries
  }

  /// For a console whose pages nobody asks for.
  package static let none = LocalizedTemplates()

  private init() {
    catalogues = TextCatalogues()
    libraries = [:]
  }

  /// The page in the language of the request, in UTF-8.
  func render(_ name: String, _ values: TemplateDictionary) throws(TemplateError) -> [UInt8] {
    guard let library = libraries[TextCatalogue.current.language] else {
      throw .unknownTemplate(name)
    }
    return try library.render(name, values)
  }
}
