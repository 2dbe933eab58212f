import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// Going from row to row, and what a question about many rows says of others.
@Suite struct RowNeighboursTests {
  private func films() async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie", (1...4).map { ("m\($0)", ["title": "Film", "rank": .integer(Int64(5 - $0))]) })
    return console
  }

  @Test func aRowLeadsToThoseBesideItInTheListItWasOpenedFrom() async throws {
    let console = try await films()
    let list = await console.page("/s/todo/t/Movie?sort=rank&rank__gt=1").page
    #expect(list.contains("href=\"/s/todo/t/Movie/r/m2?list=sort%3Drank%26rank__gt%3D1\""))
    let row = await console.page("/s/todo/t/Movie/r/m2?list=sort%3Drank%26rank__gt%3D1").page
    #expect(
      row.contains(
        "<a class=\"btn sq\" rel=\"prev\" href=\"/s/todo/t/Movie/r/m3?list=sort%3Drank%26rank__gt%3D1\">"
      ))
    #expect(
      row.contains(
        "<a class=\"btn sq\" rel=\"next\" href=\"/s/todo/t/Movie/r/m1?list=sort%3Drank%26rank__gt%3D1\">"
      ))
    #expect(row.contains("href=\"/s/todo/t/Movie?sort=rank&amp;rank__gt=1\">Movie</a>"))
    #expect(row.contains("tab=history&amp;list=sort%3Drank%26rank__gt%3D1"))
    let last = await console.page("/s/todo/t/Movie/r/m1?list=sort%3Drank%26rank__gt%3D1").page
    #expect(last.contains("rel=\"prev\"") && last.contains("Last row"))
  }

  @Test func theListIsRememberedThroughEditingDeletingAndStaging() async throws {
    let console = try await films()
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    let (path, list) = ("/s/todo/t/Movie/r/m2", "list=sort%3Drank%26rank__gt%3D1")
    let row = await browser.get("\(path)?\(list)").page
    #expect(row.contains("href=\"\(path)/edit?\(list)\""))
    #expect(row.contains("action=\"\(path)/delete?\(list)\""))
    let form = await browser.get("\(path)/edit?\(list)").page
    #expect(form.contains("action=\"\(path)?\(list)\""))
    #expect(form.contains("href=\"\(path)?\(list)\">Cancel</a>"))
    let fields = [("v.title", "Better"), ("w.title", "Film")]
    let saved = await browser.submit("\(path)?\(list)", fields, token: token)
    #expect(saved.headers["Location"] == "\(path)?\(list)", "\(saved.page)")
    let deleted = await browser.submit("\(path)/delete?\(list)", [], token: token)
    #expect(deleted.headers["Location"] == "\(path)?\(list)")
    let other = path.replacing("m2", with: "m1")
    let staged = await browser.submit(
      "\(other)?\(list)", [("v.title", "Other"), ("w.title", "Film"), ("stage", "1")],
      token: token)
    #expect(staged.headers["Location"] == "/s/todo/t/Movie?sort=rank&rank__gt=1")
  }

  @Test func theUsualListNeedsNoMemoryAndAMadeUpOneDoesNoHarm() async throws {
    let console = try await films()
    let list = await console.page("/s/todo/t/Movie").page
    #expect(list.contains("href=\"/s/todo/t/Movie/r/m2\""))
    let row = await console.page("/s/todo/t/Movie/r/m2").page
    #expect(row.contains("rel=\"prev\"") && row.contains("rel=\"next\""))
    for query in ["sort%3Dnothing", "view%3Dnone", "%22%3E%3Cscript%3E", "rank__gt%3Dx"] {
      let answer = await console.page("/s/todo/t/Movie/r/m2?list=\(query)")
      #expect(answer.status == 200, "\(query)")
      #expect(!answer.page.contains("\"><script>"))
    }
  }

  @Test func aQuestionAboutManyRowsNamesDependantsAndUnsentChanges() async throws {
    let console = try await RowsConsole()
    let ids = (1...101).map { "m\($0)" }
    try await console.pull("Movie", ids.map { ($0, ["title": "Film"]) })
    try await console.pull(
      "TodoItem",
      [
        ("t1", ["movieId": "m5"]), ("t2", ["movieId": "m6"]), ("t3", ["movieId": "x"]),
        ("t4", ["film": ["__type": "Pointer", "className": "Movie", "objectId": "m9"]]),
      ])
    try await console.sync.table("Movie").update("m7", ["title": "Other"])
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    let page = await browser.submit(
      "/s/todo/t/Movie/bulk", ids.map { ("id", $0) } + [("action", "delete")], token: token
    ).page
    #expect(page.contains("2 rows of TodoItem in movieId") && page.contains("will be broken"))
    #expect(page.contains("1 row of TodoItem in film"))
    #expect(page.contains("1 row with unsent changes"))
    let retry = await browser.submit(
      "/s/todo/t/Movie/bulk", ids.map { ("id", $0) } + [("action", "undelete")], token: token
    ).page
    #expect(!retry.contains("Named by"))
  }

  @Test func theQuestionAboutOneRowNamesDependantsToo() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("m1", ["title": "Film"]), ("m2", ["title": "Other"])])
    try await console.pull(
      "TodoItem", [("t1", ["movieId": "m1"]), ("t2", ["movieId": "m1"])])
    let page = await console.page("/s/todo/t/Movie/r/m1/hard-delete").page
    #expect(
      page.contains(
        "<dt>Referenced by</dt><dd>2 rows of TodoItem in movieId; their references will be "
          + "broken</dd>"))
    let other = await console.page("/s/todo/t/Movie/r/m2/hard-delete").page
    #expect(other.contains("<dt>Referenced by</dt><dd>no known rows"))
  }

  @Test(arguments: ["r/m1/delete", "bulk"])
  func theMessageOfADeleteNamesDependants(path: String) async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("m1", ["title": "Film"])])
    try await console.pull(
      "TodoItem", [("t1", ["movieId": "m1"]), ("t2", ["movieId": "m1"])])
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    _ = await browser.submit(
      "/s/todo/t/Movie/\(path)", [("id", "m1"), ("action", "delete"), ("from", "list")],
      token: token)
    let page = await browser.get("/s/todo/t/Movie").page
    #expect(page.contains("Still referenced by 2 rows of TodoItem in movieId."))
    #expect(
      page.contains("href=\"/s/todo/t/TodoItem?view=all&amp;movieId=m1\">Show references</a>"))
  }

  @Test func theMessageOfADeleteOfSeveralRowsLeadsToWhatNamesOneOfThem() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("m1", ["title": "Film"]), ("m,2", ["title": "Other"])])
    try await console.pull(
      "TodoItem",
      [("t1", ["movieId": "m1"]), ("t2", ["movieId": "m,2"]), ("t3", ["movieId": "m3"])])
    var browser = try await console.browser(.operate)
    _ = await browser.submit(
      "/s/todo/t/Movie/bulk",
      [("id", "m1"), ("id", "m,2"), ("action", "delete"), ("from", "list")],
      token: try await browser.csrfToken)
    let page = await browser.get("/s/todo/t/Movie").page
    let links = page.matches(of: #/href="(?<link>[^"]+)">Show references/#).map(\.link)
    let link = try #require(links.first).replacing("&amp;", with: "&")
    let list = link.replacing("/TodoItem?", with: "/TodoItem.json?sort=id&")
    let json = await console.get(String(list)).json
    #expect(json["rows"]?.array?.map { $0["id"] } == ["t1", "t2"])
  }

  @Test func aPurgeNamesDependants() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("m1", ["title": "Film"])])
    try await console.pull("TodoItem", [("t1", ["movieId": "m1"])])
    var browser = try await console.browser(.admin)
    let page = await browser.get("/s/todo/t/Movie/purge").page
    #expect(page.contains("<dt>Referenced by</dt><dd>1 row of TodoItem in movieId;"))
  }

  @Test func aPullOfATableThatNobodyKnowsIsRefusedBeforeARunStarts() async throws {
    let console = try await films()
    let answer = await console.post("/s/todo/pull", ["tables": ["Nope"]])
    #expect(answer.status == 404)
    #expect(answer.json["error"]?["message"]?.string?.contains("lists no row of Nope") == true)
    #expect(try await console.console.data.runs(store: "todo", RunQuery(limit: 5)).isEmpty)
    // One that the server has is pulled, though this store does not know it yet.
    console.server.put("Actor", "a", ["name": "x"])
    #expect(await console.post("/s/todo/pull", ["tables": ["Actor"]]).status == 202)
  }
}
