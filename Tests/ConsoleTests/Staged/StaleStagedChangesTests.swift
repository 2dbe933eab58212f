import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

/// Staged changes whose rows, or which themselves, are not as they were shown.
@Suite struct StaleStagedChangesTests: StagedMovies {
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
}
