import Localization
import Testing

@Suite struct StoredTextsTests {
  private let german = TextCatalogue(
    .german,
    texts: [
      "The server {0} can’t be reached: the connection failed.":
        "Der Server {0} ist nicht erreichbar: Die Verbindung ist fehlgeschlagen.",
      "The server {0} rejected the sign-in.": "Der Server {0} hat die Anmeldung abgelehnt.",
      "{0} Everything is kept here.": "{0} Hier bleibt alles.",
      "Everything is kept here. Check the configured token.": "Alles bleibt hier. Token prüfen.",
      "The server refused the {0} of {1} {2} and gave no reason.":
        "Der Server hat die {0} von {1} {2} ohne Begründung abgelehnt.",
      "update": "Aktualisierung", "{0} unchanged: {1}": "{0} unverändert: {1}",
      "Row {0} of {1} is not deleted.": "Zeile {0} von {1} ist nicht gelöscht.",
      "Passed": "Bestanden", "The server asked to wait until {0}.": "Gedrosselt bis {0}.",
      "Everything is kept here.": "Alles bleibt hier.",
      "Import failed: {0}": "Import fehlgeschlagen: {0}",
    ],
    counts: ["row": [.one: "{0} Zeile", .other: "{0} Zeilen"]], scriptTexts: "{}")

  private func shown(_ text: String) -> String {
    TextCatalogue.$current.withValue(german) { localized(stored: text) }
  }

  @Test func aSentenceOfTheProgramIsTranslatedWithItsValues() {
    #expect(
      shown("The server example.net:443 can’t be reached: the connection failed.")
        == "Der Server example.net:443 ist nicht erreichbar: Die Verbindung ist fehlgeschlagen.")
    #expect(
      shown("The server refused the update of Note 7 and gave no reason.")
        == "Der Server hat die Aktualisierung von Note 7 ohne Begründung abgelehnt.")
  }

  /// Texts were stored with it until the pages got the typographic one.
  @Test func aStraightApostropheIsThatOfTheText() {
    #expect(
      shown("The server h can't be reached: the connection failed.")
        == "Der Server h ist nicht erreichbar: Die Verbindung ist fehlgeschlagen.")
    #expect(
      shown("The server o'brien can't be reached: the connection failed.")
        == "Der Server o'brien ist nicht erreichbar: Die Verbindung ist fehlgeschlagen.")
    #expect(shown("It's Ben's row.") == "It's Ben's row.")
  }

  @Test func theNameOfATableBeforeASentenceStays() {
    #expect(
      shown("Note: The server h can’t be reached: the connection failed.")
        == "Note: Der Server h ist nicht erreichbar: Die Verbindung ist fehlgeschlagen.")
  }

  @Test func theWordsOfAServerStayBetweenThoseOfTheProgram() {
    #expect(
      shown(
        "The server h rejected the sign-in. Token expired. Everything is kept here. "
          + "Check the configured token.")
        == "Der Server h hat die Anmeldung abgelehnt. Token expired. Alles bleibt hier. "
        + "Token prüfen.")
    for words in ["No such column.", "Passed", "", "Row 7 is locked"] {
      #expect(shown(words) == words)
    }
  }

  @Test func aValueEndsWithItsSentence() {
    #expect(
      shown("The server asked to wait until 08:29. Everything is kept here.")
        == "Gedrosselt bis 08:29. Alles bleibt hier.")
  }

  @Test func aCountInASentenceIsTranslatedToo() {
    #expect(
      shown("1,200 rows unchanged: Row dean of Note is not deleted.")
        == "1.200 Zeilen unverändert: Zeile dean von Note ist nicht gelöscht.")
  }

  /// Work that doubled with each sentence would not end.
  @Test func sentencesWithinSentencesAreTranslatedToADepth() {
    let reason = String(repeating: "a", count: 33)
    let text = Array(repeating: "Import failed: \(reason).", count: 20).joined(separator: " ")
    #expect(text.utf8.count == 999)
    let first = "Import fehlgeschlagen: \(reason)."
    let shown = shown(text)
    #expect(shown.hasPrefix("\(first) \(first) \(first)"))
    #expect(shown.hasSuffix("Import failed: \(reason)."))
  }

  @Test func aTextLongerThanTheProgramWritesStays() {
    let sentence = "Row 7 of Note is not deleted."
    #expect(shown("\(sentence) \(sentence)") != "\(sentence) \(sentence)")
    let many = Array(repeating: sentence, count: 21).joined(separator: " ")
    #expect(shown(many) == many)
    let long = "Import failed: " + String(repeating: "a", count: 2_000)
    #expect(shown(long) == long)
  }

  @Test func inEnglishAStoredTextStays() {
    let text = "The server h can’t be reached: the connection failed."
    #expect(localized(stored: text) == text)
  }
}

@Suite struct PunctuationTests {
  private func inLanguage(_ language: Language, _ work: () -> String) -> String {
    let catalogue = TextCatalogue(language, texts: [:], counts: [:], scriptTexts: "{}")
    return TextCatalogue.$current.withValue(catalogue, operation: work)
  }

  @Test func listsAreJoinedAsTheLanguageDoes() {
    #expect(["a", "b"].joinedAsList() == "a, b")
    #expect(inLanguage(.german) { ["a", "b"].joinedAsSentence() } == "a, b.")
    #expect(inLanguage(.japanese) { ["a", "b"].joinedAsSentence() } == "a、b。")
    #expect(inLanguage(.traditionalChinese) { ["a", "b"].joinedAsClauses() } == "a；b")
    #expect(inLanguage(.traditionalChinese) { labelled("a", "b") } == "a：b")
  }

  @Test func sentencesNeedNoSpaceBehindAFullWidthStop() {
    #expect(inLanguage(.japanese) { ["済み。", "次。"].joinedAsSentences() } == "済み。次。")
    #expect(inLanguage(.japanese) { ["Done.", "次。"].joinedAsSentences() } == "Done. 次。")
    #expect(inLanguage(.german) { ["Ja.", "", "Gut."].joinedAsSentences() } == "Ja. Gut.")
  }

  @Test func namesStandInTheQuotationMarksOfTheLanguage() {
    #expect(quoted("a") == "“a”")
    #expect(inLanguage(.german) { quoted("a") } == "„a“")
    #expect(inLanguage(.traditionalChinese) { quoted("a") } == "「a」")
  }
}
