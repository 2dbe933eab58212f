import Foundation
import JSONKit
import Localization
import Support
import TemplateKit
import Testing

/// Each catalogue has every text of the program, and no other.
@Suite struct CatalogueRules {
  static let languages = Language.allCases.filter { $0 != .english }

  private func catalogue(_ language: Language) throws -> JSONValue {
    let path = "Templates/Languages/\(language.tag).json"
    return try JSONValue(parsing: Data(contentsOf: SourceTexts.root.appendingPathComponent(path)))
  }

  private func members(_ language: Language, _ name: String) throws -> JSONObject {
    try #require(try catalogue(language)[name]?.object)
  }

  @Test func theSourcesHaveTexts() {
    #expect(SourceTexts.sentences.count > 1_000)
    #expect(SourceTexts.nouns.count > 20)
    #expect(SourceTexts.script.count > 20)
  }

  /// What is stored, logged or sent to programs, by the beginning of the file's path.
  private static let english = [
    "Accounts/SecondFactorHandlers", "Alerts/AlertSurveyor", "Alerts/AlertText", "App/ActionRunner",
    "App/ConsoleApp+Audit",
    "App/StoreRegistry", "Audit/AuditWriter", "Backups/BackupCenter", "Drift/RunReport+Drift",
    "Errors/ErrorSelection", "Errors/ResolveSimilarHandlers", "Frame/StaticFiles",
    "Imports/BrokenImports", "Imports/ImportRequest", "Imports/ImportUndo",
    "Languages/TextCatalogue+JSON", "Live/LiveFollower",
    "Metrics/", "OpenAPI/", "Rows/RowsHandlers", "Runs/Run+Report", "Runs/RunWork",
  ]

  @Test func aPageHasNoTextOutsideOfTheCatalogues() {
    let found = SourceTexts.untranslatable.filter { text in
      !Self.english.contains { text.hasPrefix($0) }
    }
    #expect(found == [])
  }

  @Test(arguments: languages)
  func everyTextIsTranslatedAndNoOther(_ language: Language) throws {
    for (name, texts) in [
      ("texts", SourceTexts.sentences), ("counts", SourceTexts.nouns),
      ("script", SourceTexts.script),
    ] {
      let known = Set(try members(language, name).names)
      let missing = texts.subtracting(known).sorted()
      let unused = known.subtracting(texts).sorted()
      #expect(missing == [], "\(name) of \(language.tag): not translated")
      #expect(unused == [], "\(name) of \(language.tag): not in the program")
    }
  }

  @Test(arguments: languages)
  func aTranslationHasThePlaceholdersMarkersAndTagsOfItsText(_ language: Language) throws {
    for name in ["texts", "script", "earlier"] {
      for (english, translation) in try members(language, name) {
        let translation = try #require(translation.string)
        #expect(
          pieces(of: translation) == pieces(of: english), "\(language.tag): \(english)")
      }
    }
  }

  @Test(arguments: languages)
  func textsOfEarlierVersionsAreTheSameInEveryLanguage(_ language: Language) throws {
    let known = try members(language, "earlier").names
    let german = try members(.german, "earlier").names
    #expect(known == german)
    #expect(SourceTexts.sentences.intersection(known) == [])
  }

  @Test(arguments: languages)
  func everyPluralCategoryHasItsForm(_ language: Language) throws {
    for (noun, forms) in try members(language, "counts") {
      let names = try #require(forms.object?.names)
      #expect(names == language.pluralCategories.map(\.rawValue), "\(language.tag): \(noun)")
      for (_, form) in try #require(forms.object) {
        #expect(form.string?.contains("{0}") == true, "\(language.tag): \(noun)")
      }
    }
  }

  @Test(arguments: languages)
  func theTemplatesAreCompleteInEveryLanguage(_ language: Language) throws {
    let texts = try members(language, "texts")
    let folder = SourceTexts.root.appendingPathComponent("Templates").path
    let english = try TemplateLibrary(directory: folder)
    let translated = try TemplateLibrary(directory: folder, translation: { texts[$0]?.string })
    for name in english.names {
      #expect(translated.markers(of: name) == english.markers(of: name), "\(language.tag): \(name)")
    }
  }

  /// Placeholders, markers and tags, sorted; what tags say to people is left out.
  private func pieces(of text: String) -> [String] {
    text.matches(of: #/\{\{[^}]*\}\}|\{\d+\}|<[^>]*>/#)
      .map { String($0.output).replacing(#/(aria-label|title|data-l)="[^"]*"/#) { $0.output.1 } }
      .sorted()
  }
}
