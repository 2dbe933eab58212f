import Localization
import Testing

@Suite struct LanguageTests {
  @Test(arguments: [
    (nil, Language.english), ("", .english), ("de", .german), ("de-AT,en;q=0.5", .german),
    ("en-GB, de;q=0.9", .english), ("fr, de;q=0.7, en;q=0.3", .german), ("fr", .english),
    ("ja;q=0.2, zh-TW;q=0.8", .traditionalChinese), ("zh-Hant-HK", .traditionalChinese),
    ("zh-CN, ja;q=0.1", .japanese), ("zh-Hans-TW", .english), ("DE", .german),
    ("de;q=0, en;q=0", .english), ("de;q=2, ja;q=x, en", .english), (";;,,de", .german),
  ])
  func theBestLanguageThatTheBrowserNamesIsTaken(_ field: String?, _ language: Language) {
    #expect(Language(acceptLanguage: field) == language)
  }

  @Test func pluralsFollowTheRulesOfCLDR() {
    #expect([0, 1, 2, -1].map(Language.german.pluralCategory) == [.other, .one, .other, .one])
    #expect([0, 1, 2].map(Language.japanese.pluralCategory) == [.other, .other, .other])
  }

  @Test func datesAreWrittenAsTheLanguageDoes() {
    #expect(Language.english.date(day: 3, month: 3, year: nil) == "3 Mar")
    #expect(Language.german.date(day: 3, month: 3, year: "2025") == "3. März 2025")
    #expect(Language.japanese.date(day: 3, month: 3, year: "2025") == "2025年3月3日")
  }
}

@Suite struct CatalogueTests {
  private let german = TextCatalogue(
    .german,
    texts: ["Push {0} of {1}": "{1} vorhanden, {0} senden", "Queue": "Warteschlange"],
    counts: ["row": [.one: "{0} Zeile", .other: "{0} Zeilen"]],
    scriptTexts: "{\"Close\":\"Schließen\"}")

  @Test func textsAreEnglishOutsideOfRequests() {
    #expect(localized("Push \(1) of \("many")") == "Push 1 of many")
  }

  @Test func aTranslationOrdersTheValuesAsItsLanguageDoes() {
    TextCatalogue.$current.withValue(german) {
      #expect(localized("Queue") == "Warteschlange")
      #expect(localized("Push \(3)" + " of \("{0}")") == "{0} vorhanden, 3 senden")
    }
  }

  @Test func aTextWithoutTranslationStaysEnglish() {
    TextCatalogue.$current.withValue(german) {
      #expect(localized("Pull \(3)") == "Pull 3")
    }
  }

  @Test func numbersTakeTheFormOfTheirPluralCategory() {
    #expect(german.counted(1, as: "1", "row") == "1 Zeile")
    #expect(german.counted(1_000, as: "1.000", "row") == "1.000 Zeilen")
    #expect(german.counted(2, as: "2", "column") == nil)
  }

  @Test func theScriptBeginsWithItsTexts() throws {
    let script = String(decoding: german.script, as: UTF8.self)
    #expect(script == "\"use strict\";\nconst texts = {\"Close\":\"Schließen\"};\n")
    #expect(
      String(decoding: TextCatalogue.english.script, as: UTF8.self)
        == "\"use strict\";\nconst texts = {};\n")
  }
}
