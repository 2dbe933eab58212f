import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

/// Names from elsewhere with signs that nobody sees.
@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("Größe 👩‍👩‍👧", "Größe 👩‍👩‍👧"),
    ("evil \u{202e}gpj.exe", "evil [U+202E]gpj.exe"),
    ("a\u{200b}b\u{feff}c", "a[U+200B]b[U+FEFF]c"), ("bell \u{7}", "bell [U+0007]"),
    ("two\nlines", "two\nlines"), ("\u{5e9}\u{5dc}", "\u{2068}\u{5e9}\u{5dc}\u{2069}"),
  ])
  func signsThatTurnTextAroundAreShown(_ text: String, _ shown: String) {
    #expect(VisibleText.shown(text) == shown)
  }

  @Test(arguments: [
    ("", true), ("   ", true), ("\u{200b}\u{200d}\u{2060}", true), ("\u{3164}", true),
    ("\u{202e}", true), ("a\u{200b}", false), ("0", false), ("\u{5e9}", false),
  ])
  func textsWithNothingToSeeAreKnown(_ text: String, _ isEmpty: Bool) {
    #expect(VisibleText.hasNothingToSee(text) == isEmpty)
  }

  @Test func whatSetsATextApartDoesNotCountWhenItIsTyped() {
    let shown = VisibleText.shown("\u{5e9}\u{5dc}")
    #expect(VisibleText.bare(shown) == "\u{5e9}\u{5dc}")
  }

  @Test func longTextsAndJSONShowThemToo() async throws {
    let console = try await RowsConsole()
    let long = String(repeating: "long \u{202e}text ", count: 400)
    let tree = #"{"\u202ekey":["\u2066"]}"#.replacing("\\u202e", with: "\u{202e}")
      .replacing("\\u2066", with: "\u{2066}")
    try await console.pull("Movie", [("a", ["note": .string(long), "held": .string(tree)])])
    let row = "/s/todo/t/Movie/r/a"
    for path in ["", "/value?column=note", "/value?column=held", "?tab=raw"] {
      let page = await console.page(row + path).page
      for sign in ["\u{202e}", "\u{2066}"] { #expect(!page.contains(sign), "\(path)") }
    }
    #expect(await console.page(row).page.contains("long [U+202E]text"))
    // Still the same JSON.
    #expect(await console.page("\(row)/value?column=held").page.contains("\\u202ekey"))
  }

  /// 40,000 short lines pushed everything below them out of reach.
  @Test func aValueIsCutByItsLinesToo() async throws {
    let console = try await RowsConsole()
    let lines = (0..<60).map { "line \($0)" }.joined(separator: "\n")
    try await console.pull("Movie", [("a", ["note": .string(lines)])])
    let page = await console.page("/s/todo/t/Movie/r/a").page
    #expect(page.contains("line 39") && !page.contains("line 40"))
    #expect(page.contains("Show all"))
  }

  @Test func valuesShowThemWhereverTheyStand() async throws {
    let console = try await RowsConsole()
    let evil = "pay \u{202e}001 to\u{200b} x"
    try await console.pull("Movie", [("a", ["title": "t", "note": .string(evil)])])
    try await console.sync.table("Movie").update("a", ["note": .string(evil + " \u{2066}now")])
    let shown = "pay [U+202E]001 to[U+200B] x"
    for path in ["", "/r/a", "/r/a?tab=history"] {
      let page = await console.page("/s/todo/t/Movie\(path)").page
      #expect(page.contains(shown), "\(path)")
      for sign in ["\u{202e}", "\u{200b}", "\u{2066}"] { #expect(!page.contains(sign), "\(path)") }
    }
    // Programs and the form have the value as it is.
    #expect(await console.page("/s/todo/t/Movie/r/a/edit").page.contains(evil))
    #expect(
      await console.get("/s/todo/t/Movie/r/a.json").json["values"]?["note"]?.string
        == evil + " \u{2066}now")
  }

  @Test func rowsAreNamedByWhatCanBeSeen() async throws {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie",
      [("a", ["title": "evil \u{202e}gpj.exe"]), ("b-id", ["title": "\u{200b}\u{200b}"])])
    let question = await console.page("/s/todo/t/Movie/r/a/hard-delete").page
    #expect(question.contains("evil [U+202E]gpj.exe"))
    #expect(!question.replacing("\"evil", with: "").contains("\u{202e}"))
    let list = await console.page("/s/todo/t/Movie").page
    #expect(list.contains(">b-id</a>"))
    #expect(await console.page("/s/todo/t/Movie?cols=title&cols=rank").page.contains(">b-id</a>"))
  }
}
