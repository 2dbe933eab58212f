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

  @Test func tickedChangesAreSavedOrDiscardedWithoutTheOthers() async throws {
    var (console, browser, token) = try await filled()
    try await stage("a", Self.typed("rank", "7", was: "1"), &browser, token)
    try await stage("b", Self.typed("rank", "8", was: "1"), &browser, token)
    let staged = await browser.get(Self.changes + ".json").json["changes"]?.array ?? []
    let ids = staged.compactMap { $0["change"]?.integer }
    let page = await browser.get(Self.changes).page
    #expect(page.contains("aria-label=\"Select Film a\""))
    #expect(
      page.contains(">Save selected</button>") && page.contains(">Discard selected…</button>"))
    #expect(await browser.get(Self.changes + "?_pick=page").page.contains(">Save 2 rows</button>"))
    let asked = try #require(page.value(of: ConfirmationToken.field))
    let fields = [("selection", "1"), (ConfirmationToken.field, asked)]

    let nothing = await browser.submit(
      Self.changes + "/selected", fields + [("then", "save")], token: token)
    #expect(nothing.headers["Location"] == Self.changes)
    #expect(await browser.get(Self.changes).page.contains("No row selected."))

    let saved = await browser.submit(
      Self.changes + "/selected", fields + [("id", "\(ids[0])"), ("then", "save")], token: token)
    #expect(saved.headers["Location"] == Self.changes)
    #expect(try await console.record("Movie", "a")?.values["rank"] == 7)
    #expect(try await console.record("Movie", "b")?.values["rank"] == 1)

    try await stage("a", Self.typed("rank", "9", was: "7"), &browser, token)
    let question = await browser.submit(
      Self.changes + "/selected",
      [("selection", "1"), ("id", "\(ids[1])"), ("then", "discard")], token: token)
    let link = try #require(question.headers["Location"])
    #expect(link == Self.changes + "?confirm=discard&id=\(ids[1])")
    let form = await browser.get(link).page
    #expect(form.contains("Discard 1 staged change"))
    let confirmed = try #require(form.value(of: ConfirmationToken.field))
    _ = await browser.submit(
      Self.changes + "/discard",
      [
        ("confirmed", "1"), ("selection", "1"), ("id", "\(ids[1])"),
        (ConfirmationToken.field, confirmed),
      ], token: token)
    let left = await browser.get(Self.changes + ".json").json["changes"]?.array
    #expect(left?.map { $0["id"] } == ["a"])
  }

  @Test func changesThatAreNoLongerStagedStandForNoOthers() async throws {
    var (_, browser, token) = try await filled()
    try await stage("a", Self.typed("rank", "7", was: "1"), &browser, token)
    let gone = await browser.get(Self.changes + "?confirm=discard&id=999")
    #expect(gone.headers["Location"] == Self.changes)
    let list = await browser.get(Self.changes).page
    #expect(list.contains("These changes are no longer staged.") && list.contains(">Film a</a>"))
    let asked = await browser.submit(
      Self.changes + "/discard", [("selection", "1"), ("id", "999")], token: token)
    #expect(asked.headers["Location"] == Self.changes + "?confirm=discard&id=999")
    for path in ["/discard", "/selected"] {
      let refused = await browser.submit(
        Self.changes + path, [("confirmed", "1"), ("id", "999"), ("then", "discard")],
        token: token)
      #expect(refused.headers["Location"] == Self.changes, "\(path)")
    }
    #expect(await browser.get(Self.changes + ".json").json["changes"]?.array?.count == 1)
  }

  @Test func ofTickedChangesThoseThatCanBeSavedAreSaved() async throws {
    var (console, browser, token) = try await filled()
    try await stage("a", Self.typed("rank", "7", was: "1"), &browser, token)
    try await stage("b", Self.typed("rank", "8", was: "1"), &browser, token)
    try await console.sync.table("Movie").delete("a", by: "tablet")
    let staged = await browser.get(Self.changes + ".json").json["changes"]?.array ?? []
    let ids = staged.compactMap { $0["change"]?.integer }
    let page = await browser.get(Self.changes + "?_pick=page").page
    #expect(page.contains(">Save 1 row</button>") && page.contains(">Discard 2 rows…</button>"))
    #expect(page.contains("save all changes, or select the other rows and save those."))
    #expect(page.split(separator: " data-savable>").count == 2)
    #expect(await browser.get(Self.changes).page.contains("<span>2 rows · <a href="))
    let ticked = [("selection", "1"), ("then", "save")] + ids.map { ("id", "\($0)") }
    let saved = await browser.submit(Self.changes + "/selected", ticked, token: token)
    #expect(saved.status == 303)
    #expect(try await console.record("Movie", "b")?.values["rank"] == 8)
    #expect(await browser.get(Self.changes).page.contains("This row is deleted."))
  }

  @Test func programsNameTheChangesTheyMean() async throws {
    var (console, browser, token) = try await filled()
    try await stage("a", Self.typed("rank", "7", was: "1"), &browser, token)
    let staged = await browser.get(Self.changes + ".json").json["changes"]?.array
    let id = try #require(staged?.first?["change"]?.integer)
    let fields = browser.cookieField.merging([
      "Content-Type": "application/json", "Accept": "application/json",
      CSRFToken.header: token, "Sec-Fetch-Site": "same-origin",
    ]) { $1 }
    func send(_ path: String, _ body: String) async -> HTTPResponse {
      await console.console.send(.post, Self.changes + path, fields, body: body)
    }
    for body in ["{}", "{\"ids\":[]}"] {
      #expect(await send("/selected", body).status == 422, "\(body)")
    }
    for path in ["/selected", "/save", "/discard"] {
      let refused = await send(path, "{\"ids\":[\(id),999]}")
      #expect(refused.status == 409, "\(path)")
      #expect(refused.json["error"]?["code"] == "stale_edit", "\(path)")
    }
    #expect(try await console.record("Movie", "a")?.values["rank"] == 1)
    let saved = await send("/selected", "{\"ids\":[\(id)]}")
    #expect(saved.json == ["saved": 1])
    #expect(try await console.record("Movie", "a")?.values["rank"] == 7)
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

  @Test func aRowThatChangedMeanwhileStopsTheSaveUntilSomebodyChose() async throws {
    var (console, browser, token) = try await filled()
    try await stage(
      "a",
      Self.typed("title", "Mine", was: "\"Film a\"") + Self.typed("rank", "7", was: "1"),
      &browser, token)
    try await stage("b", Self.typed("rank", "8", was: "1"), &browser, token)
    try await console.sync.table("Movie").update("a", ["title": "Theirs", "rank": 2])

    let refused = await browser.submit(Self.changes + "/save", [], token: token)
    #expect(refused.status == 409)
    #expect(try await console.record("Movie", "b")?.values["rank"] == 1)
    let review = refused.page
    #expect(review.contains("1 row has changed since you opened it."))
    #expect(review.contains("title: keep mine, ") && review.contains("Theirs"))
    #expect(!review.contains(">Save 2 rows</button>"))

    let choose = try #require(review.action(containing: "/choose"))
    #expect(
      await browser.submit(choose, [("side.title", "theirs")], token: token).status == 422)
    let chosen = await browser.submit(
      choose, [("side.title", "theirs"), ("side.rank", "mine")], token: token)
    #expect(chosen.status == 303)
    #expect(await browser.submit(Self.changes + "/save", [], token: token).status == 303)
    let row = try await console.record("Movie", "a")
    #expect(row?.values["title"] == "Theirs" && row?.values["rank"] == 7)
    #expect(try await console.record("Movie", "b")?.values["rank"] == 8)
  }

  @Test func leavingOutAndDiscardingChangeNoRow() async throws {
    var (console, browser, token) = try await filled()
    try await stage("a", Self.typed("rank", "7", was: "1"), &browser, token)
    try await stage("b", Self.typed("rank", "8", was: "1"), &browser, token)
    let remove = try #require(
      (await browser.get(Self.changes).page).action(containing: "/remove"))
    #expect(await browser.submit(remove, [], token: token).status == 303)
    let asked = await browser.submit(Self.changes + "/discard", [], token: token)
    #expect(asked.headers["Location"] == Self.changes + "?confirm=discard")
    let question = await browser.get(Self.changes + "?confirm=discard").page
    #expect(question.contains("Discard 1 staged change"))
    _ = await browser.submit(Self.changes + "/discard", [("confirmed", "1")], token: token)
    #expect(await browser.get(Self.changes).page.contains("No staged changes"))
    #expect(try await console.queued() == 0)
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

  @Test func aStagedRowThatIsDeletedCannotBeSaved() async throws {
    var (console, browser, token) = try await filled()
    try await stage("a", Self.typed("title", "New a", was: "\"Film a\""), &browser, token)
    try await console.sync.table("Movie").delete("a", by: "tablet")
    let review = await browser.get(Self.changes).page
    #expect(review.contains("This row is deleted."))
    #expect(!review.contains("Keep mine") && !review.contains(">Save 1 row<"))
  }

  @Test func aStagedRowThatIsGoneIsSaid() async throws {
    var (console, browser, token) = try await filled()
    try await stage("a", Self.typed("rank", "7", was: "1"), &browser, token)
    try await console.sync.table("Movie").hardDelete("a")
    _ = try await console.sync.push()
    let page = await browser.get(Self.changes).page
    #expect(page.contains("This row is no longer in the store."))
    #expect(!page.contains(">deleted<") && !page.contains(">NULL<") && page.contains(">no row<"))
    #expect(await browser.submit(Self.changes + "/save", [], token: token).status == 409)
  }

  @Test func savingOrDiscardingOtherThanWhatWasShownDoesNothing() async throws {
    var (console, browser, token) = try await filled()
    try await stage("a", Self.typed("title", "New a", was: "\"Film a\""), &browser, token)
    let asked = try #require(
      await browser.get(Self.changes).page.value(of: ConfirmationToken.field))
    let json = await browser.get(Self.changes + ".json").json
    #expect(json["ifState"] == .string(asked))
    try await stage("b", Self.typed("rank", "7", was: "1"), &browser, token)

    let save = await browser.submit(
      Self.changes + "/save", [(ConfirmationToken.field, asked)], token: token)
    #expect(save.status == 409)
    #expect(save.page.contains("2 rows are staged now; you confirmed 1."))
    #expect(save.page.contains(">Save 2 rows</button>"))
    let discard = await browser.submit(
      Self.changes + "/discard", [("confirmed", "1"), (ConfirmationToken.field, asked)],
      token: token)
    #expect(discard.status == 409 && discard.page.contains("Discard 2 staged changes"))
    #expect(try await console.queued() == 0)

    // The same number of rows, with another value.
    let shown = try #require(save.page.value(of: ConfirmationToken.field))
    try await stage("b", Self.typed("rank", "8", was: "1"), &browser, token)
    let other = await browser.submit(
      Self.changes + "/save", [(ConfirmationToken.field, shown)], token: token)
    #expect(other.status == 409 && other.page.contains("but not the ones you confirmed"))
    let program = await console.console.send(
      .post, Self.changes + "/save",
      browser.cookieField.merging([
        "Content-Type": "application/json", "Accept": "application/json",
        CSRFToken.header: token, "Sec-Fetch-Site": "same-origin",
      ]) { $1 }, body: "{\"ifState\":\"\(shown)\"}")
    #expect(program.status == 409 && program.json["error"]?["code"] == "stale_edit")
    let fresh = try #require(other.page.value(of: ConfirmationToken.field))
    #expect(
      await browser.submit(
        Self.changes + "/save", [(ConfirmationToken.field, fresh)], token: token
      ).status == 303)
    #expect(try await console.record("Movie", "b")?.values["rank"] == 8)
  }

  // MARK: - One row's form

  @Test func aStaleFormOffersBothSidesOfEachColumn() async throws {
    var (console, browser, token) = try await filled()
    let form = await browser.get(Self.row + "a/edit").page
    let state = try #require(form.value(of: "ifState"))
    try await console.sync.table("Movie").update("a", ["title": "Theirs", "note": "theirs"])
    let sent =
      Self.typed("title", "Mine", was: "\"Film a\"") + Self.typed("rank", "9", was: "1")
      + Self.typed("note", "old", was: "\"old\"")
    let stale = await browser.submit(Self.row + "a", [("ifState", state)] + sent, token: token)
    #expect(stale.status == 409)
    #expect(stale.page.contains("name=\"side.title\" value=\"theirs\""))
    #expect(!stale.page.contains("name=\"side.note\""))
    let fresh = try #require(stale.page.value(of: "ifState"))
    let again =
      [("ifState", fresh), ("side.title", "theirs")]
      + Self.typed("title", "Mine", was: "\"Theirs\"") + Self.typed("rank", "9", was: "1")
      + Self.typed("note", "theirs", was: "\"theirs\"")
    #expect(await browser.submit(Self.row + "a", again, token: token).status == 303)
    let row = try await console.record("Movie", "a")
    #expect(row?.values["title"] == "Theirs" && row?.values["rank"] == 9)
    #expect(row?.values["note"] == "theirs")
  }

  // MARK: - Discarding

  @Test func theQuestionBeforeDiscardingNamesTablesAndRows() async throws {
    var (_, browser, token) = try await filled()
    try await stage("a", Self.typed("title", "New a", was: "\"Film a\""), &browser, token)
    try await stage("b", Self.typed("rank", "7", was: "1"), &browser, token)
    let question = await browser.get(Self.changes + "?confirm=discard").page
    #expect(question.contains("<dt>Movie</dt><dd>2 rows: Film a, Film b</dd>"))
  }

  @Test func whatWasDiscardedIsStagedAgainByUndo() async throws {
    var (console, browser, token) = try await filled()
    try await stage("a", Self.typed("title", "New a", was: "\"Film a\""), &browser, token)
    try await stage("b", Self.typed("rank", "7", was: "1"), &browser, token)
    let before = await browser.get(Self.changes + ".json").json["changes"]
    _ = await browser.submit(Self.changes + "/discard", [("confirmed", "1")], token: token)
    let empty = await browser.get(Self.changes).page
    #expect(empty.contains("No staged changes"))
    let undo = try #require(empty.action(containing: "/undo/"))
    // One of them is staged anew, and keeps that.
    try await stage("b", Self.typed("rank", "9", was: "1"), &browser, token)

    // Nobody else may have them.
    var other = try await console.browser(.admin)
    let refused = await other.submit(undo, [], token: try await other.csrfToken)
    #expect(refused.status == 409 || refused.status == 403)

    #expect(await browser.submit(undo, [], token: token).status == 303)
    let back = await browser.get(Self.changes).page
    #expect(back.contains("1 staged change restored."))
    #expect(back.contains("1 row was staged again since and was skipped."))
    let after = await browser.get(Self.changes + ".json").json["changes"]
    let (was, now) = (before?.array?.first?.object, after?.array?.last?.object)
    #expect(was?.names == now?.names)
    for name in was?.names ?? [] where name != "change" { #expect(was?[name] == now?[name]) }
    #expect(after?.array?.count == 2)
    #expect(await browser.submit(undo, [], token: token).status == 409)
  }

  @Test func oneThatWasLeftOutComesBackToo() async throws {
    var (_, browser, token) = try await filled()
    try await stage("a", Self.typed("title", "New a", was: "\"Film a\""), &browser, token)
    let remove = try #require(await browser.get(Self.changes).page.action(containing: "/remove"))
    _ = await browser.submit(remove, [], token: token)
    let undo = try #require(await browser.get(Self.changes).page.action(containing: "/undo/"))
    _ = await browser.submit(undo, [], token: token)
    #expect(await browser.get(Self.changes).page.contains("in 1 row, not"))
  }
}
