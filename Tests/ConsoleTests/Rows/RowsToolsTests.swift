import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

/// Suggestions, data with facets, and saved views.
@Suite struct RowsToolsTests {
  private static let list = "/s/todo/t/Movie"

  private func filled() async throws -> RowsConsole {
    let console = try await RowsConsole()
    let rows = (0..<9).map { index -> (String, JSONObject) in
      (
        "m\(index)",
        [
          "title": .string("Film \(index)"), "genre": .string(index % 3 == 0 ? "drama" : "comedy"),
          "rank": .integer(Int64(index % 2)),
        ]
      )
    }
    try await console.pull("Movie", rows)
    return console
  }

  @Test func columnsThatAreNotThereAreSaidAndCanBeRemoved() async throws {
    let console = try await filled()
    let page = await console.page(Self.list + "?cols=title&cols=colour&facet=smell").page
    #expect(page.contains("has no column “colour”"))
    #expect(page.contains("has no column “smell”"))
    #expect(page.link(before: ">Remove it</a>") == Self.list + "?cols=title&facet=smell")
    let json = await console.get(Self.list + ".json?cols=title&cols=colour").json
    #expect(json["ignored"] == ["cols=colour"])
  }

  @Test(arguments: [
    ("title=zebra", "Remove a filter, or try another view."),
    ("TEXT=zebra", "Search for another text, clear the search, or try another view."),
    ("TEXT=zebra&rank=1", "Remove a filter, clear the search, or try another view."),
  ])
  func aListWithoutRowsNamesWhatLeavesThemOut(_ query: String, _ advice: String) async throws {
    let query = query.replacing("TEXT", with: RowListRequest.textParameter)
    let page = try await filled().page(Self.list + "?" + query).page
    #expect(page.contains(advice))
  }

  @Test func dataHasTheColumnsAndFacetsThatAreAskedFor() async throws {
    let console = try await filled()
    let json = await console.get(Self.list + ".json?cols=rank&cols=title&facet=genre&size=1").json
    #expect(json["columns"]?.array?.map { $0["name"] } == ["rank", "title"])
    #expect(json["rows"]?.array?.first?["values"]?.object?.names == ["rank", "title"])
    #expect(
      json["facets"] == [
        [
          "column": "genre", "more": false, "whole": true,
          "values": [["value": "comedy", "count": 6], ["value": "drama", "count": 3]],
        ]
      ])
    let plain = await console.get(Self.list + ".json").json
    #expect(plain["facets"] == nil && plain["columns"]?.array?.count == 8)
    let lines = try await console.get(Self.list + ".ndjson?cols=rank&id=m1").whole()
    #expect(lines.hasSuffix(#""values":{"rank":1}}"# + "\n"))
  }

  @Test(arguments: [
    ("colour=red", ""), ("colour=red&rank=1", "?rank=1"), ("cols=colour&cols=title", "?cols=title"),
    ("sort=rank,-colour&facet=smell", "?sort=rank"),
  ])
  func aFileIsRefusedWhereItsPageWouldPassSomethingOver(
    query: String, answered: String
  ) async throws {
    let console = try await filled()
    let page = await console.page(Self.list + "?" + query).page
    for format in ["csv", "ndjson"] {
      let refused = await console.get(Self.list + ".\(format)?" + query)
      #expect(refused.status == 400 && refused.page.contains("Movie has no column “"))
      let link = try #require(page.link(before: ">\(format.uppercased())</a>"))
      #expect(link == Self.list + ".\(format)" + answered)
      #expect(await console.get(link).status == 200)
    }
  }

  @Test func valuesOfAColumnAreSuggestedWithoutAndWithAScript() async throws {
    let console = try await filled()
    let page = await console.page(Self.list + "?_column=genre&_op=not&_value=x&_suggest=1").page
    #expect(page.contains("<option value=\"comedy\">"))
    #expect(page.contains("<option value=\"genre\" data-usual=\"contains\" selected "))
    #expect(page.contains("<option value=\"not\" selected>"))
    #expect(page.contains("value=\"x\" list=\"values\""))
    #expect(page.link(before: ">comedy</a>") == Self.list + "?genre=comedy")
    let json = await console.get(Self.list + "/values?column=genre").json
    #expect(json["values"] == ["comedy", "drama"])
    #expect(await console.get(Self.list + "/values").status == 400)
    #expect(await console.get(Self.list + "/values?column=colour").status == 404)
  }

  @Test func anExactCountNeedsNoCounting() async throws {
    let console = try await filled()
    let json = await console.get(Self.list + ".json").json
    #expect(json["count"] == ["value": 9, "exact": true])
  }

  // MARK: - Saved views

  @Test func aViewIsSavedFoundAndRemoved() async throws {
    let console = try await filled()
    var browser = try await console.browser(.viewer)
    let token = try await browser.csrfToken
    let views = Self.list + "/views"
    let query = "genre=drama&sort=-rank&after=x&_pick=page"
    let answer = await browser.submit(
      views, [("name", " Dramas "), ("query", query)], token: token)
    #expect(answer.status == 303)
    #expect(answer.headers["Location"] == Self.list + "?genre=drama&sort=-rank&_saved=1")
    let page = await browser.get(Self.list + "?genre=drama&sort=-rank").page
    #expect(page.contains("View “Dramas” saved."))
    #expect(page.contains("aria-current=\"true\">Dramas"))
    #expect(page.contains(">Dramas <span class=\"n\">3</span></a>"))
    #expect(!page.contains(">Save view</button>"))
    let remove = try #require(page.action(containing: "/remove"))
    let other = try await console.browser(.operate)
    var others = other
    let foreign = await others.submit(remove, [], token: try await others.csrfToken)
    #expect(foreign.status == 404)
    #expect(await browser.submit(remove, [], token: token).status == 303)
    #expect(
      try await console.console.data.savedViews(
        store: "todo", table: "Movie", owner: "user viewer") == [])
  }

  @Test func aRemovedViewComesBackWithUndoForItsOwnerAlone() async throws {
    let console = try await filled()
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    let views = Self.list + "/views"
    _ = await browser.submit(views, [("name", "Dramas"), ("query", "genre=drama")], token: token)
    let remove = try #require(
      await browser.get(Self.list + "?genre=drama").page.action(containing: "/remove"))
    _ = await browser.submit(remove, [], token: token)
    let page = await browser.get(Self.list).page
    #expect(!page.contains(">Dramas <span class=\"n\">"))
    let undo = try #require(page.action(containing: "/undo/"))
    var other = try await console.browser(.admin)
    #expect(await other.submit(undo, [], token: try await other.csrfToken).status == 409)
    #expect(await browser.submit(undo, [], token: token).status == 303)
    let again = await browser.get(Self.list).page
    #expect(again.contains("View “Dramas” restored."))
    #expect(again.contains(">Dramas <span class=\"n\">"))
  }

  @Test func aViewIsRenamedAndGetsItsOldNameBackWithUndo() async throws {
    let console = try await filled()
    var browser = try await console.browser(.viewer)
    let token = try await browser.csrfToken
    let list = Self.list + "?genre=drama"
    for (name, query) in [("Dramas", "genre=drama"), ("Tops", "rank=1")] {
      _ = await browser.submit(
        Self.list + "/views", [("name", name), ("query", query)], token: token)
    }
    let rename = try #require(await browser.get(list).page.action(containing: "/rename"))
    #expect(await browser.submit(rename, [("name", " ")], token: token).status == 422)
    #expect(await browser.submit(rename, [("name", "Tops")], token: token).status == 409)
    let answer = await browser.submit(rename, [("name", "Serious")], token: token)
    #expect(answer.headers["Location"] == list + "&_saved=1")
    let page = await browser.get(list).page
    #expect(page.contains("View “Dramas” renamed to “Serious”."))
    #expect(page.contains("aria-current=\"true\">Serious <span class=\"n\">"))
    var other = try await console.browser(.operate)
    let foreign = await other.submit(
      rename, [("name", "Mine")], token: try await other.csrfToken)
    #expect(foreign.status == 404)
    let undo = try #require(page.action(containing: "/undo/"))
    #expect(await browser.submit(undo, [], token: token).status == 303)
    #expect(
      await browser.get(list).page.contains("aria-current=\"true\">Dramas <span class=\"n\">"))
  }

  @Test func aViewThatCannotBeCountedHasNoCount() async throws {
    let console = try await filled()
    for (name, query) in [("Ranks", "rank=1"), ("Smells", "smell=1")] {
      _ = try await console.console.data.saveView(
        name, query: query, store: "todo", table: "Movie", owner: nil, by: "mira")
    }
    let page = await console.page(Self.list).page
    #expect(page.contains(">Ranks <span class=\"n\">4</span></a>") && page.contains(">Smells</a>"))
  }

  @Test func aChangedViewIsUpdatedByOneButton() async throws {
    let console = try await filled()
    var browser = try await console.browser(.viewer)
    let token = try await browser.csrfToken
    _ = await browser.submit(
      Self.list + "/views", [("name", "Dramas"), ("query", "genre=drama")], token: token)
    let opened = await browser.get(Self.list + "?genre=drama&_saved=1").page
    #expect(!opened.contains("Update view") && opened.contains("genre=drama&amp;_saved=1"))
    let changed = await browser.get(Self.list + "?genre=drama&rank__gt=2&_saved=1").page
    let current = "aria-current=\"true\">Dramas <span class=\"n\">3</span>"
    #expect(changed.contains("\(current) <span class=\"mut\">changed</span></a>"))
    #expect(changed.contains("Update view") && changed.contains("Save as new</button>"))
    // Its filters and its pages stay those of the opened view.
    #expect(changed.contains("rank__gt=2&amp;_saved=1"))
    let query = try #require(changed.value(of: "query")).replacing("&amp;", with: "&")
    #expect(query == "genre=drama&rank__gt=2")
    let update = await browser.submit(
      Self.list + "/views", [("name", "Dramas"), ("query", query)], token: token)
    let list = try #require(update.headers["Location"])
    let page = await browser.get(list).page
    #expect(page.contains("View “Dramas” updated.") && !page.contains("Update view"))
    let undo = try #require(page.action(containing: "/undo/"))
    #expect(await browser.submit(undo, [], token: token).status == 303)
    let kept = await browser.get(Self.list + "/views.json").json["views"]?.array
    #expect(kept?.count == 1 && kept?.first?["query"] == "genre=drama")
  }

  @Test func onlyAListThatIsNoViewYetOffersToSaveIt() async throws {
    let console = try await filled()
    for query in ["", "?view=pending", "?view=nosuch"] {
      let page = await console.page(Self.list + query).page
      #expect(!page.contains("popovertarget=\"save-view\""), "\(query)")
    }
    let page = await console.page(Self.list + "?genre=drama&facets=1").page
    #expect(page.contains("popovertarget=\"save-view\""))
    #expect(page.contains("name=\"query\" value=\"genre=drama\""))
  }

  @Test func sharingIsForOperatorsAndSeenByAll() async throws {
    let console = try await filled()
    let body: JSONValue = ["name": "Top", "query": "rank=1", "shared": true]
    let refused = await console.post(Self.list + "/views", body, token: console.viewerToken)
    #expect(refused.status == 403)
    let saved = await console.post(Self.list + "/views", body)
    #expect(saved.status == 201)
    let seen = await console.get(Self.list + "/views.json", token: console.viewerToken).json
    #expect(seen["views"]?.array?.first?["name"] == "Top")
    #expect(
      await console.page(Self.list, token: console.viewerToken).page.contains("title=\"Shared by "))
    let id = saved.json["id"]?.integer ?? 0
    let removal = Self.list + "/views/\(id)/remove"
    #expect(await console.post(removal, [:], token: console.viewerToken).status == 403)
    #expect(await console.post(removal, [:]).status == 200)
    #expect(await console.post(removal, [:]).status == 404)
  }

  @Test func whatAnotherPersonSharesIsNotReplaced() async throws {
    let console = try await filled()
    func save(_ query: JSONValue, _ token: String) async -> HTTPResponse {
      await console.post(
        Self.list + "/views", ["name": "Top", "query": query, "shared": true], token: token)
    }
    #expect(await save("rank=1", console.operatorToken).status == 201)
    let refused = await save("rank=2", console.adminToken)
    #expect(refused.status == 409)
    #expect(refused.json["error"]?["code"] == "view_exists")
    #expect(refused.page.contains("op shares a view “Top” already."))
    let kept = await console.get(Self.list + "/views.json").json["views"]
    #expect(kept?.array?.map { $0["query"] } == ["rank=1"])
    #expect(await save("rank=3", console.operatorToken).json["replaced"] == true)
  }

  @Test(arguments: [
    ("size=0", 400), ("view=bogus", 400), ("rank__gt=abc", 400),
    ("tz=Europe/Berlin&rank=1", 400), ("a%", 400),
    ("title=" + String(repeating: "x", count: 5_000), 422), ("colour=red", 201), ("", 201),
  ])
  func aViewThatCouldNotBeOpenedIsNotSaved(query: String, status: Int) async throws {
    let console = try await filled()
    let answer = await console.post(
      Self.list + "/views", ["name": "v", "query": .string(query)])
    #expect(answer.status == status, "\(answer.page)")
    let kept = await console.get(Self.list + "/views.json").json["views"]
    #expect(kept?.array?.count == (status == 201 ? 1 : 0))
  }

  @Test(arguments: ["", "   ", String(repeating: "n", count: 65)])
  func aViewNeedsAName(name: String) async throws {
    let console = try await filled()
    let answer = await console.post(
      Self.list + "/views", ["name": .string(name), "query": "rank=1"])
    #expect(answer.status == 422)
  }
}

extension String {
  /// The action of the first form whose address has `part` in it.
  func action(containing part: String) -> String? {
    for piece in components(separatedBy: "action=\"").dropFirst() {
      let address = String(piece.prefix { $0 != "\"" })
      if address.contains(part) { return address }
    }
    return nil
  }
}
