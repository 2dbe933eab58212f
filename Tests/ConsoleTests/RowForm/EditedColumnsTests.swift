import Console
import ConsoleData
import HTTPKit
import JSONKit
import Testing

/// What the message after an edit says of the row and its values.
@Suite struct EditedColumnsTests {
  @Test(arguments: [
    ([("v.title", "Other")], "“Other” saved: title is now “Other”."),
    ([("v.rank", "7")], "“Film” saved: rank is now 7."),
    ([("v.note", "")], "“Film” saved: note is now empty."),
    ([("v.note", "old"), ("n.note", "1")], "“Film” saved: note is now NULL."),
    ([("v.note", String(repeating: "long ", count: 20))], "“Film” saved: note changed."),
    (
      [("v.title", "Other"), ("v.rank", "7"), ("v.note", "new")],
      "“Other” saved: title and 2 more columns changed."
    ),
  ])
  func theMessageNamesTheChange(values: [(String, String)], sentence: String) async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("m1", ["title": "Film", "rank": 1, "note": "old"])])
    var browser = try await console.browser(.operate)
    let row = "/s/todo/t/Movie/r/m1"
    let form = await browser.get("\(row)/edit").page
    let state = try #require(form.value(of: "ifState"))
    let was = [("w.title", "\"Film\""), ("w.rank", "1"), ("w.note", "\"old\"")]
    let answer = await browser.submit(
      row, values + was + [("ifState", state)], token: try await browser.csrfToken)
    #expect(answer.status == 303)
    #expect(await browser.get(row).page.contains(sentence))
  }
}
