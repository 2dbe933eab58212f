import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// A row that is staged, opened and pushed in several tabs at once: nothing typed is lost unsaid.
@Suite struct StagedConcurrencyTests {
  private static let row = "/s/todo/t/Movie/r/a"
  private static let changes = "/s/todo/changes"

  private func filled() async throws -> (RowsConsole, TestBrowser, token: String) {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("a", ["title": "Film", "rank": 1, "note": "old"])])
    let browser = try await console.browser(.operate)
    return (console, browser, try await browser.csrfToken)
  }

  /// What a form sends back unseen.
  private func hidden(_ form: HTTPResponse) -> [(String, String)] {
    ["ifState", "staged"].compactMap { name in form.page.value(of: name).map { (name, $0) } }
  }

  private static let title = [("v.title", "T1"), ("w.title", "\"Film\"")]
  private static let rank = [("v.rank", "5"), ("w.rank", "1")]

  private func staged(_ console: RowsConsole) async throws -> JSONObject? {
    try await console.console.data.stagedChange(
      owner: "user operator", store: "todo", table: "Movie", itemID: "a")?.values
  }

  @Test func stagingInTwoTabsKeepsWhatBothChanged() async throws {
    var (console, browser, token) = try await filled()
    let (first, second) = (
      await browser.get(Self.row + "/edit"), await browser.get(Self.row + "/edit")
    )
    _ = await browser.submit(
      Self.row, hidden(first) + [("stage", "1")] + Self.title, token: token)
    let answer = await browser.submit(
      Self.row, hidden(second) + [("stage", "1")] + Self.rank, token: token)
    #expect(answer.status == 303)
    #expect(try await staged(console) == ["title": "T1", "rank": 5])
    let list = await browser.get("/s/todo/t/Movie").page
    #expect(list.contains("1 value staged earlier is still staged."))
    // A form that shows what is staged takes its place.
    let third = await browser.get(Self.row + "/edit")
    #expect(third.page.contains("\nT1</textarea>"))
    _ = await browser.submit(
      Self.row, hidden(third) + [("stage", "1")] + Self.rank, token: token)
    #expect(try await staged(console) == ["rank": 5])
  }

  @Test func aStagedChangeThatIsOpenedAgainStillShowsWhatChangedMeanwhile() async throws {
    var (console, browser, token) = try await filled()
    let form = await browser.get(Self.row + "/edit")
    _ = await browser.submit(Self.row, hidden(form) + [("stage", "1")] + Self.title, token: token)
    try await console.sync.table("Movie").update("a", ["title": "Theirs"])

    let opened = await browser.get(Self.row + "/edit")
    #expect(opened.page.contains("This row changed since you staged your change."))
    #expect(opened.page.contains("When staged") && opened.page.contains("Theirs"))
    #expect(opened.page.contains("\nT1</textarea>"))
    let typed = [("v.title", "T1"), ("w.title", "\"Theirs\""), ("side.title", "")]
    for stage in [[], [("stage", "1")]] {
      let open = await browser.submit(Self.row, hidden(opened) + typed + stage, token: token)
      #expect(open.status == 422 && open.page.contains("choose which value to keep"))
    }
    #expect(try await console.record("Movie", "a")?.values["title"] == "Theirs")
    let chosen = typed + [("side.title", "mine")]
    let saved = await browser.submit(Self.row, hidden(opened) + chosen, token: token)
    #expect(saved.status == 303)
    #expect(try await console.record("Movie", "a")?.values["title"] == "T1")
    #expect(try await staged(console) == nil)
  }

  @Test func whatChangedInOtherColumnsIsSaidOfAStagedChangeToo() async throws {
    var (console, browser, token) = try await filled()
    let form = await browser.get(Self.row + "/edit")
    _ = await browser.submit(Self.row, hidden(form) + [("stage", "1")] + Self.title, token: token)
    try await console.sync.table("Movie").update("a", ["rank": 8])
    let opened = await browser.get(Self.row + "/edit")
    #expect(opened.page.contains("This row changed since you staged your change."))
    #expect(opened.page.contains("None of the columns you changed."))
    #expect(!opened.page.contains("side.title"))
    let saved = await browser.submit(Self.row, hidden(opened) + Self.title, token: token)
    #expect(saved.status == 303)
    let row = try await console.record("Movie", "a")
    #expect(row?.values["title"] == "T1" && row?.values["rank"] == 8)
  }

  @Test func savingAFormThatDidNotShowTheStagedChangeLeavesItStaged() async throws {
    var (console, browser, token) = try await filled()
    let (first, second) = (
      await browser.get(Self.row + "/edit"), await browser.get(Self.row + "/edit")
    )
    _ = await browser.submit(
      Self.row, hidden(first) + [("stage", "1")] + Self.title, token: token)
    let saved = await browser.submit(Self.row, hidden(second) + Self.rank, token: token)
    #expect(saved.status == 303, "\(saved.page)")
    #expect(try await console.record("Movie", "a")?.values["rank"] == 5)
    #expect(try await staged(console) == ["title": "T1"])
    let page = await browser.get(Self.row).page
    #expect(page.contains("Your staged change to title was not in this form"))
  }

  @Test func aFormWithTheValuesOfAVersionDoesNotEndWhatIsStaged() async throws {
    var (console, browser, token) = try await filled()
    let first = await browser.get(Self.row + "/edit")
    _ = await browser.submit(
      Self.row, hidden(first) + [("stage", "1")] + Self.title, token: token)
    let form = await browser.get(Self.row + "/edit?from=now")
    #expect(form.page.value(of: "staged") == nil)
    _ = await browser.submit(Self.row, hidden(form) + Self.rank, token: token)
    #expect(try await staged(console) == ["title": "T1"])
  }

  @Test func theRowsOwnPageShowsWhatIsStagedToWhoeverStagedIt() async throws {
    var (console, browser, token) = try await filled()
    let form = await browser.get(Self.row + "/edit")
    _ = await browser.submit(
      Self.row, hidden(form) + [("stage", "1")] + Self.rank, token: token)
    let page = await browser.get(Self.row).page
    #expect(page.contains("<b>Staged, not saved:</b> rank 1 → 5."))
    var other = try await console.browser(.admin)
    #expect(!(await other.get(Self.row).page.contains("Staged, not saved")))
  }

  // MARK: - A push in between

  @Test func aPushDoesNotMakeAnOpenFormStale() async throws {
    var (console, browser, token) = try await filled()
    try await console.sync.table("Movie").update("a", ["note": "new"])
    let form = await browser.get(Self.row + "/edit")
    _ = try await console.sync.push()
    let saved = await browser.submit(Self.row, hidden(form) + Self.rank, token: token)
    #expect(saved.status == 303, "\(saved.page)")
    #expect(try await console.record("Movie", "a")?.values["rank"] == 5)
  }

  @Test func aPushDoesNotMakeAStagedRowStale() async throws {
    var (console, browser, token) = try await filled()
    try await console.sync.table("Movie").update("a", ["note": "new"])
    let form = await browser.get(Self.row + "/edit")
    _ = try await console.sync.push()
    _ = await browser.submit(
      Self.row, hidden(form) + [("stage", "1")] + Self.rank, token: token)
    try await console.sync.table("Movie").update("a", ["note": "newer"])
    try await console.sync.table("Movie").update("a", ["note": "new"])
    _ = try await console.sync.push()
    let review = await browser.get(Self.changes).page
    #expect(review.contains(">Save 1 row</button>") && !review.contains("changed since"))
    #expect(await browser.submit(Self.changes + "/save", [], token: token).status == 303)
    #expect(try await console.record("Movie", "a")?.values["rank"] == 5)
  }

  @Test func aProgramsStateIsThatOfTheWholeRow() async throws {
    let (console, _, _) = try await filled()
    try await console.sync.table("Movie").update("a", ["note": "new"])
    let tag = try #require(await console.get(Self.row + ".json").headers["ETag"])
    _ = try await console.sync.push()
    let late = await console.post(
      Self.row, ["values": ["rank": 5], "ifState": .string(tag.filter { $0 != "\"" })])
    #expect(late.status == 409)
    #expect(try await console.record("Movie", "a")?.values["rank"] == 1)
  }

  // MARK: - Rows that cannot be saved

  @Test func aDeletedRowIsNotStaged() async throws {
    var (console, browser, token) = try await filled()
    let form = await browser.get(Self.row + "/edit")
    try await console.sync.table("Movie").delete("a", by: "tablet")
    let answer = await browser.submit(
      Self.row, hidden(form) + [("stage", "1")] + Self.rank, token: token)
    #expect((400..<500).contains(answer.status))
    let bare = await browser.submit(Self.row, [("stage", "1")] + Self.rank, token: token)
    #expect((400..<500).contains(bare.status))
    #expect(try await staged(console) == nil)
  }

  @Test func whatBringsADeletedRowBackCanBeStaged() async throws {
    let console = try await RowsConsole()
    try await console.pull("TodoItem", [("a", ["text": "x", "complete": true])])
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    let answer = await browser.submit(
      "/s/todo/t/TodoItem/r/a", [("stage", "1"), ("v.complete", "false"), ("w.complete", "true")],
      token: token)
    #expect(answer.status == 303, "\(answer.page)")
    #expect(await browser.get(Self.changes).page.contains(">Save 1 row</button>"))
    #expect(await browser.submit(Self.changes + "/save", [], token: token).status == 303)
    #expect(try await console.record("TodoItem", "a")?.values["complete"] == false)
  }

  @Test func theReviewAsksForAChoiceOnlyWhereThereIsOne() async throws {
    var (console, browser, token) = try await filled()
    let form = await browser.get(Self.row + "/edit")
    _ = await browser.submit(
      Self.row, hidden(form) + [("stage", "1")] + Self.rank, token: token)
    try await console.sync.table("Movie").delete("a", by: "tablet")
    let deleted = await browser.get(Self.changes).page
    #expect(deleted.contains("1 row is deleted or missing."))
    #expect(!deleted.contains("Choose below") && !deleted.contains("Edit<span"))
    try await console.sync.table("Movie").hardDelete("a")
    let removed = await browser.get(Self.changes).page
    #expect(removed.contains("This row was hard-deleted here"))
    #expect(!removed.contains("not in the store any more"))
  }

  @Test func aRefusedSaveSaysWhyOnce() async throws {
    var (console, browser, token) = try await filled()
    let form = await browser.get(Self.row + "/edit")
    _ = await browser.submit(
      Self.row, hidden(form) + [("stage", "1")] + Self.rank, token: token)
    try await console.sync.table("Movie").update("a", ["rank": 9])
    let refused = await browser.submit(Self.changes + "/save", [], token: token)
    #expect(refused.status == 409)
    #expect(refused.page.contains("Nothing was saved. 1 row has changed since you opened it."))
    #expect(refused.page.components(separatedBy: "class=\"note fail\"").count == 2)
    #expect(!refused.page.contains("as they stand"))
    // Loaded again, the address leads to the review.
    let again = await browser.get(Self.changes + "/save")
    #expect(again.status == 303 && again.headers["Location"] == Self.changes)
  }
}
