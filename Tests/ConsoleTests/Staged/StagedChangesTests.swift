import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

/// Changes over several rows, reviewed before one save.
@Suite struct StagedChangesTests {
  private static let row = "/s/todo/t/Movie/r/"
  private static let changes = "/s/todo/changes"

  private func filled() async throws -> (RowsConsole, TestBrowser, token: String) {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie",
      ["a", "b"].map { ($0, ["title": .string("Film \($0)"), "rank": 1, "note": "old"]) })
    let browser = try await console.browser(.operate)
    return (console, browser, try await browser.csrfToken)
  }

  /// Opens the row's form and stages `values` in it.
  private func stage(
    _ id: String, _ values: [(String, String)], _ browser: inout TestBrowser, _ token: String
  ) async throws {
    let form = await browser.get(Self.row + id + "/edit").page
    let hidden = ["ifState", "staged"].compactMap { name in
      form.value(of: name).map { (name, $0) }
    }
    let answer = await browser.submit(
      Self.row + id, hidden + [("stage", "1")] + values, token: token)
    #expect(answer.status == 303, "\(answer.page)")
  }

  private static func typed(_ column: String, _ value: String, was: String) -> [(String, String)] {
    [("v.\(column)", value), ("w.\(column)", was)]
  }

  @Test func theListOfRowsShowsWhatItsReaderStaged() async throws {
    var (console, browser, token) = try await filled()
    try await stage("a", Self.typed("title", "New a", was: "\"Film a\""), &browser, token)
    try await stage("b", Self.typed("rank", "7", was: "1"), &browser, token)
    let list = await browser.get("/s/todo/t/Movie?sort=id&cols=title&cols=rank&cols=note").page
    #expect(list.contains("title=\"Staged. Stored value: Film a\">"))
    #expect(list.contains("<span class=\"vh\">Staged: </span>New a</a>"))
    #expect(
      list.contains(
        "<td class=\"num stg\" title=\"Staged. Stored value: 1\">"
          + "<span class=\"vh\">Staged: </span>7</td>"))
    #expect(list.split(separator: "<span class=\"chip staged\">Staged</span>").count == 3)
    let tab = try #require(list.firstMatch(of: /href="([^"]*view=staged[^"]*)"[^>]*>Staged/))
    try await console.pull("Movie", [("c", ["title": "Film c"])])
    let link = String(tab.1).replacingOccurrences(of: "&amp;", with: "&")
    let staged = await browser.get(link).page
    #expect(staged.contains("New a") && !staged.contains("Film c"))
    #expect(staged.contains("aria-current=\"page\">Staged"))
    // Others see what is stored.
    var other = try await console.browser(.admin)
    let theirs = await other.get("/s/todo/t/Movie").page
    #expect(theirs.contains("Film a") && !theirs.contains("New a"))
  }

  @Test func theMessageNamesTheStagedValueAndTakesItBack() async throws {
    var (_, browser, token) = try await filled()
    try await stage("a", Self.typed("rank", "7", was: "1"), &browser, token)
    let list = await browser.get("/s/todo/t/Movie").page
    #expect(list.contains("“Film a” staged: rank will be 7."))
    let undo = try #require(list.action(containing: "/remove"))
    let done = await browser.submit(undo, [("back", "/s/todo/t/Movie")], token: token)
    #expect(done.headers["Location"] == "/s/todo/t/Movie")
    #expect(await browser.get(Self.changes).page.contains("No staged changes"))
    // What was staged before stays: nothing takes only a part of it back.
    try await stage("a", Self.typed("rank", "8", was: "1"), &browser, token)
    try await stage("a", Self.typed("note", "new", was: "\"old\""), &browser, token)
    let more = await browser.get("/s/todo/t/Movie").page
    #expect(more.contains("“Film a” staged:") && more.action(containing: "/remove") == nil)
  }

  @Test func stagedChangesAreSearchedAndStaySavedTogether() async throws {
    var (_, browser, token) = try await filled()
    try await stage("a", Self.typed("title", "New a", was: "\"Film a\""), &browser, token)
    try await stage("b", Self.typed("rank", "7", was: "1"), &browser, token)
    let all = await browser.get(Self.changes + ".json").json
    for (text, id) in [("NEW", "a"), ("film%20b", "b"), ("Rank", "b")] as [(String, JSONValue)] {
      let json = await browser.get(Self.changes + ".json?text=\(text)").json
      #expect(json["changes"]?.array?.map { $0["id"] } == [id], "\(text)")
      #expect(json["ifState"] == all["ifState"])
    }
    let page = await browser.get(Self.changes + "?text=rank").page
    #expect(page.contains("the staged change of Film b"))
    #expect(!page.contains("the staged change of Film a"))
    #expect(page.contains("2 values in 2 rows") && page.contains(">Save 2 rows</button>"))
    let none = await browser.get(Self.changes + "?text=zebra").page
    #expect(none.contains("No staged changes match “zebra”."))
    #expect(none.contains("<a href=\"\(Self.changes)\">Clear search</a>"))
  }

  @Test func stagedRowsAreReviewedAndSavedTogether() async throws {
    var (console, browser, token) = try await filled()
    try await stage("a", Self.typed("title", "New a", was: "\"Film a\""), &browser, token)
    try await stage("b", Self.typed("rank", "7", was: "1"), &browser, token)
    #expect(try await console.record("Movie", "a")?.values["title"] == "Film a")

    let list = await browser.get("/s/todo/t/Movie").page
    #expect(list.contains("2 rows with staged changes."))
    let review = await browser.get(Self.changes).page
    #expect(review.contains("2 values in 2 rows"))
    #expect(review.contains("<del>Film</del>") && review.contains("<ins>New</ins>"))
    #expect(review.contains(">Save 2 rows</button>"))
    #expect(review.contains("<dd><del>Film</del>"), "the difference has the value before")

    let saved = await browser.submit(Self.changes + "/save", [], token: token)
    #expect(saved.status == 303)
    #expect(try await console.record("Movie", "a")?.values["title"] == "New a")
    #expect(try await console.record("Movie", "b")?.values["rank"] == 7)
    #expect(try await console.queued() == 2)
    let after = await browser.get(Self.changes).page
    #expect(after.contains("2 rows saved: 2 values changed."))
    #expect(after.contains("No staged changes"))

    let undo = try #require(after.action(containing: "/undo/"))
    #expect(await browser.submit(undo, [], token: token).status == 303)
    #expect(try await console.record("Movie", "a")?.values["title"] == "Film a")
    #expect(try await console.record("Movie", "b")?.values["rank"] == 1)
    #expect(try await console.queued() == 0)
  }

  @Test func stagedRowsAreSavedAndPushed() async throws {
    var (console, browser, token) = try await filled()
    try await stage("a", Self.typed("title", "New a", was: "\"Film a\""), &browser, token)
    #expect(await browser.get(Self.changes).page.contains(">Save 1 row and push</button>"))
    let saved = await browser.submit(Self.changes + "/save", [("then", "push")], token: token)
    #expect(saved.headers["Location"]?.hasPrefix("/s/todo/runs/") == true)
    #expect(try await console.record("Movie", "a")?.values["title"] == "New a")

    try await console.sync.setOffline(true)
    try await stage("b", Self.typed("rank", "7", was: "1"), &browser, token)
    #expect(await browser.get(Self.changes).page.contains("value=\"push\" disabled"))
    let kept = await browser.submit(Self.changes + "/save", [("then", "push")], token: token)
    let page = await browser.get(kept.headers["Location"] ?? "").page
    #expect(page.contains("1 row saved: 1 value changed."))
    #expect(page.contains("Nothing was pushed: the store is offline. Go online, then push."))
  }

  @Test func theFormShowsWhatIsStagedAndSavingItEndsThat() async throws {
    var (console, browser, token) = try await filled()
    try await stage("a", Self.typed("title", "New a", was: "\"Film a\""), &browser, token)
    let form = await browser.get(Self.row + "a/edit").page
    #expect(form.contains("\nNew a</textarea>"))
    #expect(form.contains("your staged change of this row"))
    let state = try #require(form.value(of: "ifState"))
    let staged = try #require(form.value(of: "staged"))
    _ = await browser.submit(
      Self.row + "a",
      [("ifState", state), ("staged", staged)]
        + Self.typed("title", "Saved", was: "\"Film a\""), token: token)
    #expect(try await console.record("Movie", "a")?.values["title"] == "Saved")
    #expect(await browser.get(Self.changes).page.contains("No staged changes"))
  }

  @Test func stagingARowBackToWhatItWasSaysThatNothingIsStagedAnyMore() async throws {
    var (console, browser, token) = try await filled()
    try await stage("a", Self.typed("rank", "7", was: "1"), &browser, token)
    try await stage("a", Self.typed("rank", "1", was: "1"), &browser, token)
    let page = await browser.get(Self.row + "a").page
    #expect(page.contains("“Film a” is no longer staged."))
    #expect(page.contains("values match the stored row again"))
    #expect(await browser.get(Self.changes).page.contains("No staged changes"))
    #expect(try await console.queued() == 0)
  }

  @Test func othersNeitherSeeNorTouchWhatIsStaged() async throws {
    var (console, browser, token) = try await filled()
    try await stage("a", Self.typed("rank", "7", was: "1"), &browser, token)
    let id = try await console.console.data.stagedChanges(owner: "user operator", store: "todo")[0]
      .id
    var other = try await console.browser(.admin)
    #expect(await other.get(Self.changes).page.contains("No staged changes"))
    let removal = await other.submit(
      Self.changes + "/\(id)/remove", [], token: try await other.csrfToken)
    #expect(removal.status == 404)
    #expect(await console.get(Self.changes + ".json", token: console.viewerToken).status == 403)
  }
}
