import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// Fields of a row's form that name rows of other tables.
@Suite struct RowFormReferencesTests {
  private static let row = "/s/todo/t/TodoItem/r/t1"

  private func filled() async throws -> (RowsConsole, TestBrowser, token: String) {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie",
      [("m1", ["title": "Heat"]), ("m2", ["title": "Ran"]), ("m3", ["title": "Ran"])])
    try await console.pull("TodoItem", [("t1", ["text": "see it", "movieId": "m2"])])
    let browser = try await console.browser(.operate)
    return (console, browser, try await browser.csrfToken)
  }

  private func sent(_ movie: String, _ more: [(String, String)] = []) -> [(String, String)] {
    [("w.movieId", "\"m2\""), ("v.movieId", movie)] + more
  }

  @Test func aFieldOffersTheRowsAndNamesTheChosenOne() async throws {
    var (_, browser, _) = try await filled()
    let page = await browser.get(Self.row + "/edit").page
    #expect(page.contains("<small>→ Movie</small>"))
    #expect(page.value(of: "v.movieId") == "m2")
    #expect(page.contains("<option value=\"Heat\">m1</option>"))
    #expect(page.contains("<option value=\"m2\">Ran</option>"))
    #expect(page.contains(">Ran</output>"))
  }

  @Test func aFieldHoldsANameThatOnlyOneRowHas() async throws {
    var (console, browser, token) = try await filled()
    try await console.pull("TodoItem", [("t1", ["text": "see it", "movieId": "m1"])])
    let page = await browser.get(Self.row + "/edit").page
    #expect(page.value(of: "v.movieId") == "Heat" && page.contains(">m1</output>"))
    #expect(page.contains("Type a name or an id"))
    #expect(page.contains("name=\"r.movieId\" value=\"[&quot;m1&quot;,&quot;Heat&quot;]\""))
    let fields = [
      ("w.movieId", "\"m1\""), ("v.movieId", "Heat"), ("r.movieId", "[\"m1\",\"Heat\"]"),
    ]
    _ = await browser.submit(Self.row, fields, token: token)
    #expect(await browser.get(Self.row).page.contains("Nothing to save."))
    // The name is another row's by now, and the field was not touched.
    try await console.pull("Movie", [("m1", ["title": "Heat 2"]), ("m2", ["title": "Heat"])])
    let edit = fields + [("w.text", "\"see it\""), ("v.text", "seen")]
    #expect(await browser.submit(Self.row, edit, token: token).status == 303)
    let values = try await console.record("TodoItem", "t1")?.values
    #expect(values?["movieId"] == "m1" && values?["text"] == "seen")
  }

  @Test func aFieldHoldsTheIDWhereTheNameIsAnotherRowsID() async throws {
    var (console, browser, _) = try await filled()
    try await console.pull("Movie", [("m1", ["title": "m3"])])
    try await console.pull("TodoItem", [("t1", ["text": "see it", "movieId": "m1"])])
    let page = await browser.get(Self.row + "/edit").page
    #expect(page.value(of: "v.movieId") == "m1" && page.value(of: "r.movieId") == nil)
  }

  @Test(arguments: ["Heat", "m1"])
  func aNameAndAnIDStoreTheID(typed: String) async throws {
    var (console, browser, token) = try await filled()
    #expect(await browser.submit(Self.row, sent(typed), token: token).status == 303)
    #expect(try await console.sync.table("TodoItem").read(id: "t1")?.values["movieId"] == "m1")
  }

  @Test func aNameOfSeveralRowsIsRefused() async throws {
    var (_, browser, token) = try await filled()
    let answer = await browser.submit(Self.row, sent("Ran"), token: token)
    #expect(answer.status == 422)
    #expect(answer.page.contains("several rows of Movie are named “Ran”; enter the id"))
  }

  @Test func anIDThatNoRowHasIsWarnedOfOnce() async throws {
    var (console, browser, token) = try await filled()
    let answer = await browser.submit(Self.row, sent("m9"), token: token)
    #expect(answer.status == 422)
    #expect(answer.page.contains("No row of Movie has the id or name “m9”. Save again to keep it."))
    #expect(answer.page.value(of: "k.movieId") == "m9")
    let again = await browser.submit(Self.row, sent("m9", [("k.movieId", "m9")]), token: token)
    #expect(again.status == 303)
    #expect(try await console.sync.table("TodoItem").read(id: "t1")?.values["movieId"] == "m9")
    let page = await browser.get(Self.row + "/edit").page
    #expect(page.contains("No row of Movie has the id or name “m9”</output>"))
  }

  @Test func theValueBeforeIsTheNameWithItsID() async throws {
    var (console, browser, _) = try await filled()
    let page = await browser.get(Self.row + "/edit").page
    #expect(page.contains("Was: Ran <code class=\"id\">m2</code></span>"))
    try await console.sync.table("Movie").delete("m2")
    let later = await browser.get(Self.row + "/edit").page
    #expect(later.contains("Was: Ran <span class=\"mut\">deleted</span> <code"))
  }

  @Test func theValuesOfAFormThatCameTooLateAreNamed() async throws {
    var (console, browser, token) = try await filled()
    let form = await browser.get(Self.row + "/edit").page
    let state = try #require(form.value(of: "ifState"))
    try await console.sync.table("TodoItem").update("t1", ["movieId": "m3"])
    let answer = await browser.submit(
      Self.row, sent("m1", [("ifState", state)]), token: token)
    #expect(answer.status == 409)
    let name = { (title: String, id: String) in "\(title) <code class=\"id\">\(id)</code>" }
    let sides = [name("Ran", "m2"), name("Ran", "m3")]
    #expect(sides.allSatisfy { answer.page.contains("<td class=\"wrap\">\($0)</td>") })
    #expect(answer.page.contains("<td class=\"wrap\"><b>\(name("Heat", "m1"))</b></td>"))
    #expect(answer.page.contains("<span class=\"now\">\(name("Ran", "m3"))</span>"))
  }
}
