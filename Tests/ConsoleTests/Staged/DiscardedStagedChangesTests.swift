import ConsoleData
import HTTPKit
import JSONKit
import Testing

@testable import Console

/// Staged changes that are left out or discarded, and come back by undo.
@Suite struct DiscardedStagedChangesTests: StagedMovies {
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
