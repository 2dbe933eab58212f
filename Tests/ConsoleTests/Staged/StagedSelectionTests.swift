import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

/// Some of the staged changes are saved or discarded without the others.
@Suite struct StagedSelectionTests: StagedMovies {
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
}
