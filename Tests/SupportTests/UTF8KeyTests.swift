import Support
import Testing

@Suite struct UTF8KeyTests {
  /// One letter to a reader and to `String`, two names to a database.
  private let composed = "\u{e9}"
  private let decomposed = "e\u{301}"

  @Test func keysDifferWhenTheirBytesDo() {
    #expect(composed == decomposed)
    #expect(composed.utf8Key != decomposed.utf8Key)
    #expect(composed.utf8Key == "\u{e9}".utf8Key)
    #expect(composed !== decomposed)
    #expect(composed === "\u{e9}")
    #expect("" === "")
    #expect("K" !== "\u{212a}")
    #expect(nil as String? === nil)
    #expect(composed as String? !== nil)
  }

  @Test func aSetAndADictionaryKeepBothForms() {
    var set: UTF8Set = [composed]
    #expect(set.insert(decomposed).inserted)
    #expect(!set.insert(composed).inserted)
    #expect(set.count == 2)
    #expect(set.subtracting([composed]).map(\.utf8Key) == [decomposed.utf8Key])
    #expect(!set.isDisjoint(with: [decomposed]))
    var dictionary: UTF8Dictionary<Int> = [composed: 1]
    dictionary[decomposed, default: 1] += 1
    #expect(dictionary[composed] == 1)
    #expect(dictionary[decomposed] == 2)
    #expect(dictionary.keys == set)
    #expect([composed, decomposed, composed].unique.count == 2)
    #expect(![composed].contains(identical: decomposed))
  }

  @Test func aWrappedPropertyComparesByBytes() {
    #expect(Named(name: composed) != Named(name: decomposed))
    #expect(Set([Named(name: composed), Named(name: decomposed)]).count == 2)
    #expect(Named(name: composed).name == composed)
  }

  @Test func theOrderIsThatOfTheBytes() {
    // Canonical order puts the decomposed letter where the composed one is.
    #expect(["f", composed, decomposed].sortedByBytes() == [decomposed, "f", composed])
    #expect(UTF8Set(["b", "a", "B"]).sorted() == ["B", "a", "b"])
  }

  @Test func caseIsFoldedForASCIIOnly() {
    #expect("ABCz_É\u{212a}".asciiLowercased === "abcz_É\u{212a}")
  }

  @Test func aDictionaryReadsAsOneOfStrings() {
    let grouped = UTF8Dictionary(grouping: [composed, decomposed, composed]) { $0 }
    #expect(grouped.mapValues(\.count) == [composed: 2, decomposed: 1])
    #expect(grouped.filter { $0.value.count > 1 }.keys == [composed])
    let merged = UTF8Dictionary([("a", 1), ("a", 2)], uniquingKeysWith: +)
    #expect(merged.merging(["a": 4, "b": 1], uniquingKeysWith: +) == ["a": 7, "b": 1])
    #expect(UTF8Dictionary(["a": 1]) == ["a": 1])
  }
}

private struct Named: Hashable {
  @UTF8Key var name: String
}
