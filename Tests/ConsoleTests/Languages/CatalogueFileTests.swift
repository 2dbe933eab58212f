import JSONKit
import Localization
import Testing

@testable import Console

@Suite struct CatalogueFileTests {
  @Test func aCatalogueIsReadFromItsFile() throws {
    let catalogue = try TextCatalogue(
      .german,
      [
        "texts": ["Queue": "Warteschlange"],
        "counts": ["row": ["one": "{0} Zeile", "other": "{0} Zeilen"]],
        "script": ["Close": "Schließen"],
      ])
    #expect(catalogue.text("Queue") == "Warteschlange")
    #expect(catalogue.counted(2, as: "2", "row") == "2 Zeilen")
    #expect(String(decoding: catalogue.script, as: UTF8.self).contains("Schließen"))
  }

  @Test func whatAnEarlierVersionStoredIsTranslatedToo() throws {
    let catalogue = try TextCatalogue(
      .german,
      [
        "texts": [:], "counts": [:], "script": [:],
        "earlier": ["There was no connection to {0}.": "Keine Verbindung zu {0}."],
      ])
    TextCatalogue.$current.withValue(catalogue) {
      #expect(localized(stored: "There was no connection to h:1.") == "Keine Verbindung zu h:1.")
    }
  }

  @Test func aCatalogueWithoutAFormIsRefusedByName() {
    let error = #expect(throws: TextCatalogueError.self) {
      try TextCatalogue(
        .german, ["texts": [:], "counts": ["row": ["one": "{0} Zeile"]], "script": [:]])
    }
    #expect(error?.description == "The member counts: row: other is missing, or it is not a text.")
  }
}
