import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

/// The view of the rows that somebody staged changes for.
@Suite struct StagedViewTests {
  private static let list = "/s/todo/t/Movie"
  private static let owner = "user operator"

  /// Six rows; `a` and `b` are staged by the operator, `b` is deleted, and so is `f`.
  private func filled() async throws -> (RowsConsole, TestBrowser) {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie",
      ["a", "b", "c", "d", "e", "f"].map { id in
        (id, ["title": .string("Film \(id)"), "rank": id < "c" ? 1 : 2])
      })
    for id in ["b", "f"] { try await console.sync.table("Movie").delete(id, by: "tablet") }
    try await stage("a", in: console)
    try await stage("b", in: console)
    return (console, try await console.browser(.operate))
  }

  private func stage(
    _ id: String, in console: RowsConsole, by owner: String = StagedViewTests.owner,
    isInsert: Bool = false
  ) async throws {
    _ = try await console.console.data.stage(
      ["rank": 7], was: ["rank": 1], fingerprint: "", store: "todo", table: "Movie", itemID: id,
      owner: owner, isInsert: isInsert)
  }

  private func ids(_ json: JSONValue) -> [String] {
    json["rows"]?.array?.compactMap { $0["id"]?.string } ?? []
  }

  @Test func stagedRowsAreAViewWithoutAFilter() async throws {
    var (_, browser) = try await filled()
    let page = await browser.get(Self.list + "?view=staged&sort=id").page
    #expect(page.contains("aria-current=\"page\">Staged <span class=\"n\">2</span>"))
    #expect(page.contains("Rows of Movie, staged, by id"))
    #expect(page.contains("<span class=\"cnt\">2 rows</span>"))
    #expect(!page.contains("Remove filter") && !page.contains("id__in"))
    #expect(page.contains("Film a") && page.contains("Film b") && !page.contains("Film c"))
    // Other tabs keep the filters, as this one does.
    let filtered = await browser.get(Self.list + "?view=staged&title=Film+a").page
    #expect(filtered.contains("<span class=\"cnt\">1 of 2 rows</span>"))
    #expect(filtered.contains("\(Self.list)?title=Film%20a\""))
    let none = await browser.get(Self.list + "?view=staged&rank=2").page
    #expect(none.contains("No staged rows match rank is “2”."))
    #expect(none.contains("\(Self.list)?view=all&amp;rank=2\">Search all rows"))
  }

  @Test func jsonAndFilesHaveTheStagedRowsOfWhoeverAsks() async throws {
    var (console, browser) = try await filled()
    let json = await browser.get(Self.list + ".json?view=staged&sort=id").json
    #expect(json["view"] == "staged" && ids(json) == ["a", "b"])
    #expect(ids(await browser.get(Self.list + ".json?_staged=1").json) == ["a"])
    let csv = try await browser.get(Self.list + ".csv?view=staged&sort=id&cols=id").whole()
    #expect(csv == "id\r\na\r\nb\r\n")
    // A token has what was staged with it, and that is nothing at first.
    let target = Self.list + ".json?view=staged"
    #expect(ids(await console.get(target).json) == [])
    try await stage("d", in: console, by: "token op")
    #expect(ids(await console.get(target).json) == ["d"])
  }

  @Test func rowsThatAStagedChangeInsertsAreNotCounted() async throws {
    var (console, browser) = try await filled()
    try await stage("gone", in: console, isInsert: true)
    let page = await browser.get(Self.list).page
    #expect(page.contains(">Staged <span class=\"n\">2</span>"))
    var other = try await console.browser(.admin)
    let none = await other.get(Self.list + "?view=staged").page
    #expect(none.contains("No rows with staged changes"))
    #expect(!(await other.get(Self.list).page.contains(">Staged<")))
  }

  @Test func allThatMatchAreTheStagedRowsAlone() async throws {
    var (console, browser) = try await filled()
    let page = await browser.get(Self.list + "?view=staged&_pick=all&_count=exact").page
    #expect(page.contains("name=\"query\" value=\"view=live&amp;_staged=1\""))
    #expect(page.contains("name=\"query\" value=\"view=deleted&amp;_staged=1\""))
    #expect(page.contains(">Undelete 1</button>") && page.contains(">Edit 1…</button>"))
    let token = try await browser.csrfToken
    let undeleted = await browser.submit(
      Self.list + "/bulk",
      [("action", "undelete"), ("query", "view=deleted&_staged=1"), ("expect", "1")],
      token: token)
    #expect(undeleted.status == 303)
    let deleted = await console.get(Self.list + ".json?view=deleted").json
    #expect(ids(deleted) == ["f"])
    // Without staged changes nothing matches, rather than everything.
    let nothing = await console.post(
      Self.list + "/bulk", ["action": "delete", "query": "view=staged", "expect": 0])
    #expect(nothing.json["changed"] == 0)
    #expect(try await console.record("Movie", "c") != nil)
  }

  @Test func facetsCountTheStagedRows() async throws {
    var (_, browser) = try await filled()
    let page = await browser.get(Self.list + "?view=staged&facet=rank&rank=1").page
    #expect(page.contains("<span>1</span><span class=\"n\">2</span>"))
    #expect(!page.contains("<span>2</span><span class=\"n\">"))
    #expect(page.contains("<span>Deleted</span><span class=\"n\">1</span>"))
    let deleted = "?view=deleted&amp;facet=rank&amp;rank=1&amp;_staged=1#list"
    #expect(page.contains("href=\"\(Self.list)\(deleted)\""))
  }

  @Test func stagedIsAStateOfTheFacets() async throws {
    var (console, browser) = try await filled()
    let staged = "<span>Staged</span><span class=\"n\">2<"
    let page = await browser.get(Self.list + "?facets=1").page
    #expect(page.contains(staged) && page.contains("view=staged#list\"><span>Staged</span>"))
    #expect(await browser.get(Self.list + "?facets=1&rank=1").page.contains(staged))
    #expect(!(await browser.get(Self.list + "?facets=1&rank=2").page.contains(">Staged</span>")))
    let chosen = await browser.get(Self.list + "?view=staged&facets=1").page
    #expect(chosen.contains("\(Self.list)?facets=1#list\" aria-current=\"true\">" + staged))
    var other = try await console.browser(.admin)
    #expect(!(await other.get(Self.list + "?facets=1").page.contains(">Staged</span>")))
  }

  @Test func aSavedViewOfStagedRowsIsItsReadersOwn() async throws {
    var (console, browser) = try await filled()
    let saved = await console.post(
      Self.list + "/views", ["name": "Mine", "query": "view=staged&rank=1", "shared": true],
      token: console.adminToken)
    #expect(saved.status == 201)
    let page = await browser.get(Self.list).page
    #expect(page.contains(">Mine <span class=\"n\">2</span>"))
  }
}
