import Testing

@testable import Console

@Suite struct WordDifferenceTests {
  private func marked(_ old: String, _ new: String) -> String {
    WordDifference(old, new).parts.map { part in
      part.same + (part.removed.isEmpty ? "" : "[-\(part.removed)-]")
        + (part.added.isEmpty ? "" : "[+\(part.added)+]")
    }.joined()
  }

  @Test(arguments: [
    ("magna aliqua", "MAGNA aliqua more", "[-magna-][+MAGNA+] aliqua[+ more+]"),
    ("a b c", "a b c d", "a b c[+ d+]"),
    ("one two three four", "one 2 three 4", "one [-two-][+2+] three [-four-][+4+]"),
    // A blank between two words that went is nothing that stayed.
    ("buy milk today", "sell beer today", "[-buy milk-][+sell beer+] today"),
    ("", "new", "[+new+]"), ("same", "same", "same"),
    ("x, y", "x; y", "x[-,-][+;+] y"),
  ])
  func onlyWordsThatDifferAreMarked(_ old: String, _ new: String, _ marked: String) {
    #expect(self.marked(old, new) == marked)
  }

  /// Of 15 kB with a change at either end, only the two words that differ.
  @Test func aLongTextIsComparedByItsSentencesFirst() {
    let middle = (0..<300).map { "Sentence number \($0) says nothing new to anybody." }
    let text = { (first: String, last: String) in
      ([first] + middle + [last]).joined(separator: " ")
    }
    let parts = WordDifference(
      text("It began well.", "It ended here."), text("It began badly.", "It ended there.")
    ).parts
    #expect(parts.filter { !$0.removed.isEmpty }.map(\.removed) == ["well", "here"])
    #expect(parts.filter { !$0.added.isEmpty }.map(\.added) == ["badly", "there"])
  }

  /// Of 40 kB with a word more in every hundredth line, only these words.
  @Test func ofAVeryLongTextOnlyTheLinesThatDifferAreCompared() {
    let old = (0..<900).map { "Line \($0) has one word, and another, and a third, and \($0 * 7)." }
    let new = old.enumerated().map { $0.offset % 100 == 50 ? $0.element + " More" : $0.element }
    let parts = WordDifference(old.joined(separator: "\n"), new.joined(separator: "\n")).parts
    #expect(parts.filter(\.isChange).map(\.added) == Array(repeating: " More", count: 9))
    #expect(parts.allSatisfy { $0.removed.isEmpty })
    // What did not change between two of them is one piece, which can be cut.
    #expect(parts.count == 19)
  }

  @Test func bothTextsCanBePutTogetherAgain() {
    let old = (0..<900).map { "w\($0 % 7)" }.joined(separator: " ")
    let new = (0..<900).map { "w\($0 % 5)" }.joined(separator: " ")
    for (old, new) in [(old, new), (String(old.prefix(400)), String(new.prefix(380)))] {
      let parts = WordDifference(old, new).parts
      #expect(parts.map { $0.same + $0.removed }.joined() == old)
      #expect(parts.map { $0.same + $0.added }.joined() == new)
    }
  }
}
